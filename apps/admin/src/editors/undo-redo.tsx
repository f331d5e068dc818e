/** The two buttons that go back and forth over the whole document. */
import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface UndoRedoProps {
  canUndo: boolean;
  canRedo: boolean;
  undo: () => void;
  redo: () => void;
}

export function UndoRedo({ canUndo, canRedo, undo, redo }: UndoRedoProps) {
  const { t } = useTranslation();
  return (
    <Group gap={2} wrap="nowrap">
      <Tooltip label={t('Undo (Ctrl Z)')}>
        <ActionIcon aria-label={t('Undo')} disabled={!canUndo} onClick={undo}>
          <IconArrowBackUp size={17} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('Redo (Shift Ctrl Z)')}>
        <ActionIcon aria-label={t('Redo')} disabled={!canRedo} onClick={redo}>
          <IconArrowForwardUp size={17} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
