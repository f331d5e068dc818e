/** Chooses a record that a run of the pipe has read, to see what the mapping makes of it. */
import { useState } from 'react';
import { Button, Select, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { runRecordsQuery, runsQuery } from '../../api/runs.js';
import type { RunRecord } from '../../api/types.js';
import { formatTime } from '../../i18n/format.js';
import { Dialog } from '../../kit/dialog.js';
import { Empty, QueryView } from '../../kit/states.js';
import { StateBadge } from '../../kit/state-badge.js';
import classes from './parts.module.css';

interface RecordPickerProps {
  project: string;
  pipe: string;
  opened: boolean;
  onClose: () => void;
  onPick: (record: RunRecord) => void;
}

export default function RecordPicker({ project, pipe, opened, onClose, onPick }: RecordPickerProps) {
  const { t } = useTranslation();
  const runs = useInfiniteQuery({ ...runsQuery(project, { pipe_id: pipe }, 20), enabled: opened });
  const rows = runs.data?.pages.flatMap((page) => page.rows) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const run = chosen ?? rows[0]?.run_id ?? null;
  return (
    <Dialog opened={opened} onClose={onClose} size="lg" title={t('A record of a run')}>
      <QueryView query={runs} rows={3}>
        {() =>
          run === null ? (
            <Empty title={t('This pipe has not run yet')}>
              {t('Run it, or make a dry run: then each record that it reads can be mapped here.')}
            </Empty>
          ) : (
            <Stack gap="sm">
              <Select
                label={t('Run')}
                allowDeselect={false}
                data={rows.map((row) => ({
                  value: row.run_id,
                  label: `${formatTime(row.created_at ?? row.started_at ?? '')} · ${t('{{count, number}} records', { count: row.counts.read })}, ${t('{{count, number}} failed', { count: row.counts.failed })}`,
                }))}
                value={run}
                onChange={setChosen}
              />
              <Records key={run} project={project} run={run} onPick={onPick} />
            </Stack>
          )
        }
      </QueryView>
    </Dialog>
  );
}

const tones = { delivered: 'good', failed: 'bad', skipped: 'quiet' } as const;
const labels = { delivered: 'Delivered', failed: 'Failed', skipped: 'Skipped' } as const;
const isKnown = (status: string): status is keyof typeof tones => Object.hasOwn(tones, status);

function Records({
  project,
  run,
  onPick,
}: {
  project: string;
  run: string;
  onPick: (record: RunRecord) => void;
}) {
  const { t } = useTranslation();
  const records = useInfiniteQuery(runRecordsQuery(project, run, undefined));
  return (
    <QueryView query={records} rows={4}>
      {(data) => {
        const rows = data.pages.flatMap((page) => page.rows).filter((record) => record.source !== null);
        return rows.length === 0 ? (
          <Empty title={t('No record of this run is kept')} />
        ) : (
          <>
            <ul className={classes.records} aria-label={t('Records')}>
              {rows.map((record, position) => (
                <li key={`${record.record_key}-${position}`}>
                  <button type="button" onClick={() => onPick(record)}>
                    <StateBadge tone={isKnown(record.status) ? tones[record.status] : 'quiet'}>
                      {t(isKnown(record.status) ? labels[record.status] : record.status)}
                    </StateBadge>
                    <span className="mono">{record.record_key}</span>
                    <Text span size="xs" c="dimmed" truncate>
                      {record.message}
                    </Text>
                  </button>
                </li>
              ))}
            </ul>
            {records.hasNextPage ? (
              <Button
                size="xs"
                loading={records.isFetchingNextPage}
                onClick={() => void records.fetchNextPage()}
              >
                {t('Show more')}
              </Button>
            ) : null}
          </>
        );
      }}
    </QueryView>
  );
}
