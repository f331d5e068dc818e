/** What the mapping makes of the sample or of a record pasted in: the output, its faults, an explanation. */
import { useState } from 'react';
import { Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MappingFault, MappingPreview } from '../../api/mappings.js';
import type { Json } from '../../api/types.js';
import { JsonEditor } from '../../kit/json-editor.js';
import { Note } from '../../kit/note.js';
import { StateBadge } from '../../kit/state-badge.js';
import kit from '../../kit/kit.module.css';

interface PreviewPanelProps {
  preview: MappingPreview | undefined;
  loading: boolean;
  error: string | null;
  faults: MappingFault[];
  record: string | null;
  onRecord: (text: string | null) => void;
  onSelect: (path: string) => void;
}

export function PreviewPanel({
  preview,
  loading,
  error,
  faults,
  record,
  onRecord,
  onSelect,
}: PreviewPanelProps) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const errors = faults.length > 0 ? faults : (preview?.errors ?? []);
  const state = error ? (
    <StateBadge tone="bad">{t('No preview')}</StateBadge>
  ) : errors.length > 0 ? (
    <StateBadge tone="bad">{t('{{count}} faults', { count: errors.length })}</StateBadge>
  ) : preview ? (
    <StateBadge tone="good">{t('This record can be sent')}</StateBadge>
  ) : null;
  return (
    <Stack gap="xs" aria-live="polite">
      <Group gap="xs">
        <Text fw={600} component="h2" m={0} size="md">
          {t('Preview')}
        </Text>
        {state}
        {loading ? <Loader size={14} aria-label={t('Loading')} /> : null}
        <Button
          size="compact-xs"
          ml="auto"
          onClick={() => {
            if (editing) onRecord(null);
            setEditing(!editing);
          }}
        >
          {editing ? t('Back to the sample') : t('Another record')}
        </Button>
      </Group>
      {error ? <Text c="var(--pw-bad)">{error}</Text> : null}
      {errors.map((fault, position) => (
        <Note key={position} tone="bad" title={fault.message}>
          <Text size="xs" component="div">
            {fault.to ? (
              <Anchor
                component="button"
                type="button"
                size="xs"
                className="mono"
                onClick={() => onSelect(fault.to ?? '')}
              >
                {fault.to}
              </Anchor>
            ) : null}{' '}
            <span className="mono">{fault.code}</span> {fault.hint}
          </Text>
        </Note>
      ))}
      {editing ? (
        <JsonEditor label={t('Record')} value={record ?? '{\n}'} onChange={onRecord} height={140} />
      ) : null}
      {preview?.explanation ? (
        <pre className={kit.code} tabIndex={0} aria-label={t('Explanation')}>
          {explain(preview.explanation)}
        </pre>
      ) : null}
      {preview?.output && !error ? (
        <JsonEditor
          label={t('Result of the mapping')}
          value={shownOutput(preview)}
          readOnly
          height={editing ? 160 : 240}
        />
      ) : null}
      {preview?.warnings.length ? (
        <details>
          <summary>{t('{{count}} notes', { count: preview.warnings.length })}</summary>
          <ul style={{ margin: 0, paddingLeft: 18 }}>
            {preview.warnings.map((warning, position) => (
              <li key={position}>{warning.message}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </Stack>
  );
}

const explain = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

/** The body alone while the mapping fills nothing else of the request. */
function shownOutput({ output }: MappingPreview): string {
  if (output === null) return '';
  const onlyBody = Object.entries(output).every(([part, value]) => part === 'body' || isEmpty(value));
  return JSON.stringify(onlyBody ? (output.body ?? null) : output, null, 2);
}
const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
