/** The head of the mapping page: undo and redo, the call, versions and files, and Save. */
import { Button, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { UndoRedo } from '../../editors/undo-redo.js';
import { CopyAsCall, type NamedCall } from '../../kit/copy-as-call.js';
import { MoreMenu } from '../../kit/more-menu.js';

export type MappingDialog = 'versions' | 'import' | 'keys';

interface MappingActionsProps {
  calls: NamedCall[];
  steps: Parameters<typeof UndoRedo>[0];
  changed: boolean;
  saving: boolean;
  blocked: boolean;
  onSave: () => void;
  onRevert: () => void;
  onExport: () => void;
  onOpen: (dialog: MappingDialog) => void;
}

export function MappingActions(props: MappingActionsProps) {
  const { calls, steps, changed, saving, blocked, onSave, onRevert, onExport, onOpen } = props;
  const { t } = useTranslation();
  return (
    <>
      <UndoRedo {...steps} />
      <CopyAsCall call={calls} />
      <MoreMenu>
        <Menu.Item onClick={() => onOpen('versions')}>{t('Versions')}</Menu.Item>
        <Menu.Item onClick={onExport}>{t('Export to a file')}</Menu.Item>
        <Menu.Item onClick={() => onOpen('import')}>{t('Import a file')}</Menu.Item>
        <Menu.Item onClick={() => onOpen('keys')}>{t('Keys')}</Menu.Item>
        <Menu.Divider />
        <Menu.Item disabled={!changed} onClick={onRevert}>
          {t('Back to what is saved')}
        </Menu.Item>
      </MoreMenu>
      <Button variant="filled" loading={saving} disabled={!changed || blocked} onClick={onSave}>
        {t('Save mapping')}
      </Button>
    </>
  );
}
