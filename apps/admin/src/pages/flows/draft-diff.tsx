/** What differs between two drafts of a flow, step by step. */
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { compareDrafts, type FlowDraft } from '../../editors/flow/model.js';
import type { Handler } from '../../api/types.js';
import { StateBadge, type Tone } from '../../kit/state-badge.js';

export function DraftDiff({ before, after }: { before: FlowDraft; after: FlowDraft }) {
  const { t } = useTranslation();
  const diff = compareDrafts(before, after);
  const lines: { tone: Tone; word: string; text: string }[] = [
    ...diff.fields.map((field) => ({
      tone: 'info' as const,
      word: t('Changed'),
      text: field === 'flow_name' ? t('Name: {{name}}', { name: after.flow_name }) : t('Description'),
    })),
    ...named(diff.added).map((text) => ({ tone: 'good' as const, word: t('Added'), text })),
    ...named(diff.removed).map((text) => ({ tone: 'bad' as const, word: t('Removed'), text })),
    ...named(diff.changed).map((text) => ({ tone: 'info' as const, word: t('Changed'), text })),
    ...(diff.isReordered
      ? [{ tone: 'info' as const, word: t('Changed'), text: t('The order of the steps') }]
      : []),
  ];
  if (lines.length === 0) return <Text c="dimmed">{t('They say the same.')}</Text>;
  return (
    <Stack gap={6}>
      {lines.map(({ tone, word, text }, position) => (
        <div key={position} style={{ display: 'grid', gridTemplateColumns: '92px minmax(0, 1fr)', gap: 8 }}>
          <span>
            <StateBadge tone={tone}>{word}</StateBadge>
          </span>
          <Text size="sm">{text}</Text>
        </div>
      ))}
    </Stack>
  );
}

const named = (handlers: Handler[]): string[] =>
  handlers.map((handler) => handler.handler_name || handler.handler_id);
