/** One save state, and a true one: "Saved 10 s ago", "Saving", "Not saved", "Unsaved changes". */
import { useEffect, useState } from 'react';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatTime, formatTimeInFull } from '../i18n/format.js';

/**
 * `held`: kept in this browser, since the service cannot hold it as it is. `met`: somebody else saved meanwhile, and a
 * person has to choose first.
 */
export type Saving = 'saved' | 'saving' | 'changed' | 'held' | 'met' | 'failed';

export function SaveState({ state, savedAt }: { state: Saving; savedAt: number | null }) {
  const { t } = useTranslation();
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      tick((count) => count + 1);
    }, 10_000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  const words = {
    saving: t('Saving…'),
    changed: t('Unsaved changes'),
    held: t('Kept in this browser until it is complete'),
    met: t('Not saved: choose between yours and theirs'),
    failed: t('Not saved'),
    saved:
      savedAt === null
        ? t('Saved')
        : t('Saved {{when}}', { when: formatTime(new Date(savedAt).toISOString()) }),
  };
  return (
    <Text
      size="xs"
      c={
        state === 'failed' || state === 'met'
          ? 'var(--pw-bad)'
          : state === 'changed' || state === 'held'
            ? 'var(--pw-warn)'
            : 'dimmed'
      }
      role="status"
      title={savedAt === null ? undefined : formatTimeInFull(new Date(savedAt).toISOString())}
      component="span"
    >
      {words[state]}
    </Text>
  );
}
