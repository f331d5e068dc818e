/** What differs between two drafts of a flow, step by step. */
import type { ReactNode } from 'react';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { compareDrafts, withoutNulls, type FlowDraft } from '../../editors/flow/model.js';
import type { Handler } from '../../api/types.js';
import { changedMembers } from '../../kit/changed-members.js';
import { MemberChanges } from '../../kit/member-changes.js';
import { StateBadge, type Tone } from '../../kit/state-badge.js';

interface Line {
  tone: Tone;
  word: string;
  text: ReactNode;
}

export function DraftDiff({ before, after }: { before: FlowDraft; after: FlowDraft }) {
  const { t } = useTranslation();
  const diff = compareDrafts(before, after);
  const changed = (text: ReactNode): Line => ({ tone: 'info', word: t('Changed'), text });
  const fields = { flow_name: t('Name'), description: t('Description') };
  const lines: Line[] = [
    ...diff.fields.map((field) =>
      changed(
        <MemberChanges changes={[{ name: fields[field], before: before[field], after: after[field] }]} />,
      ),
    ),
    ...named(diff.added).map((text): Line => ({ tone: 'good', word: t('Added'), text })),
    ...named(diff.removed).map((text): Line => ({ tone: 'bad', word: t('Removed'), text })),
    ...diff.changed.map((step) =>
      changed(
        <>
          {nameOf(step.after)}
          <MemberChanges changes={changedMembers(withoutNulls(step.before), withoutNulls(step.after))} />
        </>,
      ),
    ),
    ...(diff.isReordered ? [changed(t('The order of the steps'))] : []),
  ];
  if (lines.length === 0) return <Text c="dimmed">{t('They say the same.')}</Text>;
  return (
    <Stack gap={6}>
      {lines.map(({ tone, word, text }, position) => (
        <div key={position} style={{ display: 'grid', gridTemplateColumns: '92px minmax(0, 1fr)', gap: 8 }}>
          <span>
            <StateBadge tone={tone}>{word}</StateBadge>
          </span>
          <Text size="sm" component="div">
            {text}
          </Text>
        </div>
      ))}
    </Stack>
  );
}

const nameOf = (handler: Handler): string => handler.handler_name || handler.handler_id;
const named = (handlers: Handler[]): string[] => handlers.map(nameOf);
