/** Somebody else saved meanwhile: what differs, and mine or theirs. */
import { useState } from 'react';
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { compareDocuments } from '../../editors/mapping/compare.js';
import { DiffList } from '../../editors/mapping/diff-list.js';
import type { MappingDocument } from '../../editors/mapping/document.js';
import { Note } from '../../kit/note.js';

interface ConflictNoteProps {
  mine: MappingDocument;
  theirs: MappingDocument;
  onTake: () => void;
  onKeep: () => void;
}

export default function ConflictNote({ mine, theirs, onTake, onKeep }: ConflictNoteProps) {
  const { t } = useTranslation();
  const [compared, setCompared] = useState(false);
  return (
    <Note
      tone="warn"
      live
      title={t('Someone else saved this mapping meanwhile')}
      action={
        <Group gap="xs">
          <Button size="xs" aria-expanded={compared} onClick={() => setCompared(!compared)}>
            {t('Compare')}
          </Button>
          <Button size="xs" onClick={onTake}>
            {t('Take theirs')}
          </Button>
          <Button size="xs" onClick={onKeep}>
            {t('Keep mine')}
          </Button>
        </Group>
      }
    >
      {t('Nothing is lost: taking theirs can be undone, and keeping yours leaves theirs among the versions.')}
      {compared ? (
        <div
          style={{ marginTop: 12, maxHeight: 240, overflowY: 'auto' }}
          tabIndex={0}
          role="region"
          aria-label={t('From theirs to mine')}
        >
          <DiffList diff={compareDocuments(theirs, mine)} />
        </div>
      ) : null}
    </Note>
  );
}
