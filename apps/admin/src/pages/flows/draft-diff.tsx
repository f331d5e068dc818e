/** What differs between two drafts of a flow, step by step. */
import type { ReactNode } from 'react';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { compareDrafts, withoutNulls, type FlowDraft } from '../../editors/flow/model.js';
import { stepWords } from '../../editors/flow/words.js';
import type { ApiDefinition, Handler } from '../../api/types.js';
import { changedMembers } from '../../kit/changed-members.js';
import { MemberChanges } from '../../kit/member-changes.js';
import { StateBadge, type Tone } from '../../kit/state-badge.js';

interface Line {
  tone: Tone;
  word: string;
  text: ReactNode;
}

interface DraftDiffProps {
  before: FlowDraft;
  after: FlowDraft;
  apis: readonly ApiDefinition[];
}

export function DraftDiff({ before, after, apis }: DraftDiffProps) {
  const { t } = useTranslation();
  const steps = new Map(
    [...before.handlers, ...after.handlers].map((step) => [step.handler_id, nameOf(step)]),
  );
  /** An API or a step by its name, as the panel of the step shows it. */
  const shown = (name: string, value: unknown): unknown => {
    const named = (id: unknown): unknown => (typeof id === 'string' ? (steps.get(id) ?? id) : id);
    if (name === 'api_id') return apis.find((api) => api.api_id === value)?.api_name ?? value;
    if (name === 'destination_handler_id') return named(value);
    if (name === 'source_handler_ids' && Array.isArray(value)) return value.map(named).join(', ');
    return value;
  };
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
          <MemberChanges
            changes={changedMembers(withoutNulls(step.before), withoutNulls(step.after))}
            words={stepWords}
            shown={shown}
          />
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
