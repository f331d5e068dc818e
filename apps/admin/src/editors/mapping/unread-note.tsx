/** Tells, wherever it is not in sight, that JSON was typed which is no mapping document. */
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Note } from '../../kit/note.js';

interface UnreadNoteProps {
  fault: string;
  onOpen: () => void;
  onDrop: () => void;
}

export function UnreadNote({ fault, onOpen, onDrop }: UnreadNoteProps) {
  const { t } = useTranslation();
  return (
    <Note
      tone="bad"
      live
      title={t('What was typed as JSON is not in the mapping: it cannot be read')}
      action={
        <Group gap={6}>
          <Button size="compact-sm" onClick={onOpen}>
            {t('Mend it')}
          </Button>
          <Button size="compact-sm" onClick={onDrop}>
            {t('Throw it away')}
          </Button>
        </Group>
      }
    >
      {fault}
    </Note>
  );
}
