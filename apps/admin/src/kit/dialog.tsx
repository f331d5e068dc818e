/** A dialog in the middle of the window: a title, a labelled way out, and the focus goes back to what opened it. */
import { Modal, Text, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from './use-focus-back.js';

type DialogProps = Omit<ModalProps, 'title' | 'returnFocus' | 'closeButtonProps'> & { title: string };

export function Dialog({ title, ...props }: DialogProps) {
  const { t } = useTranslation();
  useFocusBack(props.opened);
  return (
    <Modal
      {...props}
      returnFocus={false}
      // its head is none of the page
      attributes={{ header: { role: 'none' } }}
      title={<Text fw={600}>{title}</Text>}
      closeButtonProps={{ 'aria-label': t('Close') }}
    />
  );
}
