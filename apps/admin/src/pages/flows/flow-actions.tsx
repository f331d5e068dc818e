/** The head of the flow editor: undo and redo, the call, versions, and Publish. */
import { Button, Menu, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { UndoRedo } from '../../editors/undo-redo.js';
import { CopyAsCall, type NamedCall } from '../../kit/copy-as-call.js';
import { MoreMenu } from '../../kit/more-menu.js';

export type FlowDialog = 'versions' | 'delete' | 'keys';

interface FlowActionsProps {
  calls: NamedCall[];
  steps: Parameters<typeof UndoRedo>[0];
  publishing: boolean;
  /** Why there is nothing to publish, or null. */
  blocked: string | null;
  onPublish: () => void;
  onTidy: () => void;
  onOpen: (dialog: FlowDialog) => void;
}

export function FlowActions(props: FlowActionsProps) {
  const { calls, steps, publishing, blocked, onPublish, onTidy, onOpen } = props;
  const { t } = useTranslation();
  return (
    <>
      <UndoRedo {...steps} />
      <CopyAsCall call={calls} />
      <MoreMenu remove={{ label: t('Delete flow'), onClick: () => onOpen('delete') }}>
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
