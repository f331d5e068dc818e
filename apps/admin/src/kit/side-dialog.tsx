/** A dialog at the right side of the window, otherwise as `Dialog`. */
import { Drawer, Text, type DrawerProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from './use-focus-back.js';

type SideDialogProps = Omit<DrawerProps, 'title' | 'returnFocus' | 'closeButtonProps' | 'position'> & {
  title: string;
};

export function SideDialog({ title, ...props }: SideDialogProps) {
  const { t } = useTranslation();
  useFocusBack(props.opened);
  return (
    <Drawer
      {...props}
      position="right"
      returnFocus={false}
      // its head is none of the page
      attributes={{ header: { role: 'none' } }}
      title={<Text fw={600}>{title}</Text>}
      closeButtonProps={{ 'aria-label': t('Close') }}
    />
  );
}
