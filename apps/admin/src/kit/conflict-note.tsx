/** Somebody else saved what is edited here, or oneself in another tab: what differs, and mine or theirs. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Note } from './note.js';
import classes from './conflict.module.css';

interface ConflictNoteProps {
  title: string;
  /** It was oneself, in another tab: the title and the words are then of that. */
  isOwn?: boolean;
  /** What becomes of either choice. */
  help: string;
  onTake: () => void;
  onKeep: () => void;
  /** What differs, from theirs to mine; shown until it is folded. */
  children: ReactNode;
  /** A third way between the two. */
  action?: ReactNode;
  /** Another number brings it into sight again. */
  attention?: number;
}

export function ConflictNote({
  title,
  isOwn = false,
  help,
  onTake,
  onKeep,
  children,
  action,
  attention,
}: ConflictNoteProps) {
  const { t } = useTranslation();
  const [compared, setCompared] = useState(true);
  const holder = useRef<HTMLDivElement>(null);
  // The save that met it was pressed at the top of the page, maybe far from here.
  useEffect(() => {
    holder.current?.scrollIntoView({ block: 'nearest' });
  }, [attention]);
  return (
    <div ref={holder} className={classes.conflict}>
      <Note
        tone="warn"
        live
        title={isOwn ? t('You saved this in another tab meanwhile') : title}
        action={
          <Group gap="xs" className={classes.buttons}>
            <Button size="xs" aria-expanded={compared} onClick={() => setCompared(!compared)}>
              {t('Compare')}
            </Button>
            <Button size="xs" onClick={onTake}>
              {isOwn ? t('Take what is saved') : t('Take theirs')}
            </Button>
            <Button size="xs" onClick={onKeep}>
              {isOwn ? t('Keep what is here') : t('Keep mine')}
            </Button>
            {action}
          </Group>
        }
      >
        {help}
      </Note>
      {compared ? (
        <div
          className={classes.compared}
          tabIndex={0}
          role="region"
          aria-label={isOwn ? t('From what is saved to what is here') : t('From theirs to mine')}
        >
          {children}
        </div>
      ) : null}
    </div>
  );
}
