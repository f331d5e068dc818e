/** One record of a run: cause first; opened, its four stages side by side. */
import { useState, type ReactNode } from 'react';
import { ActionIcon, Checkbox, SimpleGrid, Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { jsonOrText } from '../../api/json.js';
import type { Json, RunRecord } from '../../api/types.js';
import { StateBadge, type Tone } from '../../kit/state-badge.js';
import kit from '../../kit/kit.module.css';

const tones: Record<string, { tone: Tone; label: string }> = {
  failed: { tone: 'bad', label: 'Failed' },
  delivered: { tone: 'good', label: 'Delivered' },
  skipped: { tone: 'quiet', label: 'Skipped' },
  unknown: { tone: 'warn', label: 'Outcome unknown' },
  mapped: { tone: 'info', label: 'Mapped' },
  open: { tone: 'bad', label: 'Open' },
  retrying: { tone: 'info', label: 'Being retried' },
  resolved: { tone: 'good', label: 'Arrived' },
  ignored: { tone: 'quiet', label: 'Ignored' },
};

/** What a dry run would have sent is counted among what it skipped. */
const tried = { tone: 'info' as const, label: 'Would be sent' };

interface RecordRowProps {
  record: RunRecord;
  handler: string | null | undefined;
  /** Null: it cannot be chosen, but others of the list can; undefined: none can. */
  chosen: boolean | null | undefined;
  onChoose: (chosen: boolean) => void;
  detail?: ReactNode;
}

export function RecordRow({ record, handler, chosen, onChoose, detail }: RecordRowProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const isTried = record.code === 'DRY_RUN';
  const state = isTried ? tried : (tones[record.status] ?? { tone: 'quiet' as const, label: record.status });
  const stages: [string, Json][] = [
    [t('Source'), record.source],
    [t('Mapped'), record.mapped],
    [t('Request'), record.request],
    [t('Answer'), record.response],
  ];
  return (
    <>
      <div className={kit.record}>
        {chosen === undefined ? null : chosen === null ? (
          <span style={{ width: 16, flexShrink: 0 }} aria-hidden />
        ) : (
          <Checkbox
            size="xs"
            mt={3}
            aria-label={t('Choose record {{key}}', { key: record.record_key })}
            checked={chosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
        )}
        <ActionIcon
          size={24}
          aria-expanded={open}
          aria-label={t('Stages of record {{key}}', { key: record.record_key })}
          onClick={() => setOpen(!open)}
        >
          {open ? <IconChevronDown size={15} /> : <IconChevronRight size={15} />}
        </ActionIcon>
        <div className={kit.recordWords}>
          <StateBadge tone={state.tone}>{t(state.label)}</StateBadge>
          <div style={{ flex: 1, minWidth: 0 }}>
            <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
              {record.message ?? handler ?? ''}
            </Text>
            <Text size="xs" c="dimmed">
              <span className="mono">{record.record_key}</span>
              {record.code && !isTried ? (
                <>
                  {' · '}
                  <span className="mono">{record.code}</span>
                </>
              ) : null}
              {handler && record.message ? ` · ${handler}` : null}
              {record.field_path ? (
                <>
                  {' · '}
                  <span className="mono">{record.field_path}</span>
                </>
              ) : null}
            </Text>
            {detail ? (
              <Text size="xs" c="dimmed" component="div">
                {detail}
              </Text>
            ) : null}
          </div>
        </div>
      </div>
      {open ? (
        <SimpleGrid cols={{ base: 1, sm: 2, xl: 4 }} spacing="sm" p="0 16px 12px">
          {stages.map(([label, value]) => (
            <div key={label} style={{ minWidth: 0 }}>
              <Text size="xs" fw={600} mb={4}>
                {label}
              </Text>
              {value === null || value === undefined ? (
                <Text size="xs" c="dimmed">
                  {t('Not reached')}
                </Text>
              ) : (
                <pre className={kit.code} tabIndex={0} aria-label={label}>
                  {jsonOrText(value, 2)}
                </pre>
              )}
            </div>
          ))}
        </SimpleGrid>
      ) : null}
    </>
  );
}
