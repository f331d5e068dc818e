/** What differs between two mapping documents: links added, taken away and changed, and other parts. */
import type { ReactNode } from 'react';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { changedMembers } from '../../kit/changed-members.js';
import { MemberChanges } from '../../kit/member-changes.js';
import { StateBadge } from '../../kit/state-badge.js';
import { isEmptyDiff, type DocumentDiff } from './compare.js';
import { chainOf, chainWords, contentOf } from './describe.js';
import type { MappingLink } from './document.js';
import { linkWords } from './link-words.js';
import classes from './parts.module.css';

export function DiffList({ diff }: { diff: DocumentDiff }) {
  const { t } = useTranslation();
  if (isEmptyDiff(diff)) return <Text c="dimmed">{t('They say the same.')}</Text>;
  const link = (entry: MappingLink): ReactNode => (
    <>
      <span className="mono">{entry.to}</span>{' '}
      <Text span size="xs" c="dimmed" className="mono">
        ← {[contentOf(entry, t), chainOf(entry, t)].filter(Boolean).join(' → ')}
      </Text>
    </>
  );
  return (
    <Stack gap={8}>
      {diff.added.map((entry) => (
        <div key={`+${entry.id}`} className={classes.difference}>
          <StateBadge tone="good">{t('Added')}</StateBadge>
          <div>{link(entry)}</div>
        </div>
      ))}
      {diff.removed.map((entry) => (
        <div key={`-${entry.id}`} className={classes.difference}>
          <StateBadge tone="bad">{t('Removed')}</StateBadge>
          <div>{link(entry)}</div>
        </div>
      ))}
      {diff.changed.map(({ link_id: id, before, after }) => (
        <div key={`~${id}`} className={classes.difference}>
          <StateBadge tone="info">{t('Changed')}</StateBadge>
          <div>
            <span className="mono">{after.to}</span>
            <MemberChanges
              changes={changedMembers(before, after)}
              words={linkWords}
              shown={(name, value) => (name === 'fn' ? chainWords(value) : value)}
            />
          </div>
        </div>
      ))}
      {diff.parts.map((part) => (
        <div key={part} className={classes.difference}>
          <StateBadge tone="info">{t('Changed')}</StateBadge>
          <div>
            <PartName part={part} />
          </div>
        </div>
      ))}
    </Stack>
  );
}

function PartName({ part }: { part: string }) {
  const { t } = useTranslation();
  if (part === 'settings') return t('Settings');
  if (part === 'scopes') return t('Lists');
  if (part === 'tests') return t('Tests');
  return t('Look-up table {{name}}', { name: part.replace(/^lookups\./, '') });
}
