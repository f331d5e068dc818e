/** The head of the flow editor: undo and redo, the call, versions, and Publish. */
import type { Ref } from 'react';
import { Button, Menu, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { UndoRedo } from '../../editors/undo-redo.js';
import { CopyAsCall } from '../../kit/copy-as-call.js';
import { MoreMenu } from '../../kit/more-menu.js';

export type FlowDialog = 'versions' | 'delete' | 'keys';

interface FlowActionsProps {
  call: { path: string; body: unknown };
  steps: Parameters<typeof UndoRedo>[0];
  publishing: boolean;
  /** Why there is nothing to publish, or null. */
  blocked: string | null;
  onPublish: () => void;
  onTidy: () => void;
  onOpen: (dialog: FlowDialog) => void;
  /** The button of the menu, to give the focus back to. */
  menu: Ref<HTMLButtonElement>;
}

export function FlowActions(props: FlowActionsProps) {
  const { call, steps, publishing, blocked, onPublish, onTidy, onOpen, menu } = props;
  const { t } = useTranslation();
  return (
    <>
      <UndoRedo {...steps} />
      <CopyAsCall call={{ method: 'POST', ...call }} />
      <MoreMenu button={menu} remove={{ label: t('Delete flow'), onClick: () => onOpen('delete') }}>
        <Menu.Item onClick={onTidy}>{t('Tidy the order')}</Menu.Item>
        <Menu.Item onClick={() => onOpen('versions')}>{t('Versions')}</Menu.Item>
        <Menu.Item onClick={() => onOpen('keys')}>{t('Keys')}</Menu.Item>
      </MoreMenu>
      <Tooltip label={blocked} disabled={blocked === null}>
        <Button
          variant="filled"
          loading={publishing}
          data-disabled={blocked !== null || undefined}
          aria-disabled={blocked !== null}
          onClick={() => {
            if (blocked === null) onPublish();
          }}
        >
          {t('Publish')}
        </Button>
      </Tooltip>
    </>
  );
}
