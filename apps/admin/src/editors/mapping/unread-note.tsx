/** Tells, wherever it is not in sight, that JSON was typed which is no mapping document, or that edits have set it aside. */
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Note } from '../../kit/note.js';

interface UnreadNoteProps {
  fault: string;
  /** Edits made since are newer: it is in nobody's way. */
  isAside?: boolean;
  onOpen: () => void;
  onDrop: () => void;
}

export function UnreadNote({ fault, isAside = false, onOpen, onDrop }: UnreadNoteProps) {
  const { t } = useTranslation();
  return (
    <Note
      tone={isAside ? 'warn' : 'bad'}
      live
      title={
        isAside
          ? t('What was typed as JSON is set aside: the edits made since then are newer')
          : t('What was typed as JSON is not in the mapping: it cannot be read')
      }
      action={
        <Group gap={6}>
          <Button size="compact-sm" onClick={onOpen}>
            {isAside ? t('Get it back') : t('Mend it')}
          </Button>
          <Button size="compact-sm" onClick={onDrop}>
            {t('Throw it away')}
          </Button>
        </Group>
      }
    >
      {fault}
      {isAside ? ` ${t('Once it is mended it takes the place of the edits; undo brings them back.')}` : null}
    </Note>
  );
}
