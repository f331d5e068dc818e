/** Somebody else saved the flow meanwhile: what differs, and mine or theirs. */
import { useState } from 'react';
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FlowDraft } from '../../editors/flow/model.js';
import { Note } from '../../kit/note.js';
import { DraftDiff } from './draft-diff.js';

interface FlowConflictProps {
  mine: FlowDraft;
  theirs: FlowDraft;
  onTake: () => void;
  onKeep: () => void;
}

export function FlowConflict({ mine, theirs, onTake, onKeep }: FlowConflictProps) {
  const { t } = useTranslation();
  const [compared, setCompared] = useState(true);
  return (
    <Note
      tone="warn"
      live
      title={t('Someone else saved this flow meanwhile')}
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
      {t('Taking theirs can be undone.')}
      {compared ? (
        <div
          style={{ marginTop: 10, maxHeight: 200, overflowY: 'auto' }}
          tabIndex={0}
          role="region"
          aria-label={t('From theirs to mine')}
        >
          <DraftDiff before={theirs} after={mine} />
        </div>
      ) : null}
    </Note>
  );
}
