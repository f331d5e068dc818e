/** A toast of something that was done and can be taken back. */
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { showError } from './use-action.js';

/** Long enough to read it and decide. */
const SHOWN_MS = 12_000;

export function useUndo() {
  const { t } = useTranslation();
  return (message: string, undo: () => Promise<unknown>): void => {
    const takeBack = () => {
      notifications.hide(id);
      // the toast is gone by then, and so may be the page
      void undo().catch(showError);
    };
    const id = notifications.show({
      color: 'green',
      autoClose: SHOWN_MS,
      message: (
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>{message}</span>
          <Button size="compact-sm" onClick={takeBack}>
            {t('Undo')}
          </Button>
        </Group>
      ),
    });
  };
}
