/** One run, live: progress, counts that add up, errors by cause, and each record with its four stages. */
import { useState } from 'react';
import {
  Button,
  Checkbox,
  Group,
  Progress,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Table,
  Text,
} from '@mantine/core';
import { IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { flowQuery } from '../../api/flows.js';
import { pipeQuery } from '../../api/pipes.js';
import { cancelRun, isActive, retryRun, runCausesQuery, runQuery, runRecordsQuery } from '../../api/runs.js';
import type { Run } from '../../api/types.js';
import { paths } from '../../app/paths.js';
import { formatDuration, formatNumber } from '../../i18n/format.js';
import { Confirm } from '../../kit/confirm.js';
import { CopyAsCall } from '../../kit/copy-as-call.js';
import { Note } from '../../kit/note.js';
import { Page, Section } from '../../kit/page.js';
import { StateBadge } from '../../kit/state-badge.js';
import { Empty, ErrorNote, QueryView } from '../../kit/states.js';
import { Time } from '../../kit/time.js';
import { useAction } from '../../kit/use-action.js';
import kit from '../../kit/kit.module.css';
import { wordsOf } from '../labels.js';
import { RunState } from '../status.js';
import { RecordRow } from './record-row.js';
import { useRouteParams } from '../../app/route.js';

type RecordFilter = 'failed' | 'delivered' | 'skipped' | 'all';

export function RunPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { projectId = '', runId = '' } = useRouteParams();
  const run = useQuery(runQuery(projectId, runId));
  const pipe = useQuery({
    ...pipeQuery(projectId, run.data?.pipe_id ?? ''),
    enabled: run.data !== undefined,
  });
  const flow = useQuery({
    ...flowQuery(projectId, pipe.data?.flow_id ?? ''),
    enabled: pipe.data !== undefined,
  });
  const active = run.data !== undefined && isActive(run.data.status);
  const failedCount = run.data?.counts?.failed ?? 0;
  const [status, setStatus] = useState<RecordFilter | null>(null);
  const shown: RecordFilter = status ?? (failedCount > 0 ? 'failed' : 'all');
  const records = useInfiniteQuery({
    ...runRecordsQuery(projectId, runId, shown === 'all' ? undefined : shown),
    enabled: run.data !== undefined,
    refetchInterval: active ? 2000 : false,
  });
  const causes = useQuery({
    ...runCausesQuery(projectId, runId),
    enabled: failedCount > 0,
    refetchInterval: active ? 3000 : false,
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [retrying, setRetrying] = useState(false);
  const refresh = [
    ['p', projectId, 'runs'],
    ['p', projectId, 'pipes'],
  ];
  const cancel = useAction({ run: () => cancelRun(projectId, runId), refresh });
  const names = new Map(flow.data?.handlers.map((handler) => [handler.handler_id, handler.handler_name]));
  const count = chosen.size > 0 ? chosen.size : failedCount;
  const rows = records.data?.pages.flatMap((page) => page.rows) ?? [];
  const stages = rows.filter((row) => row.status === 'failed');
  return (
    <Page
      title={t('Run of {{pipe}}', { pipe: run.data?.pipe_name ?? pipe.data?.pipe_name ?? '…' })}
      crumbs={[
        { label: t('Runs'), to: paths.runs(projectId) },
        ...(run.data
          ? [{ label: pipe.data?.pipe_name ?? t('Pipe'), to: paths.pipe(projectId, run.data.pipe_id) }]
          : []),
      ]}
      badge={run.data ? <RunState status={run.data.status} /> : null}
      status={
        run.data?.trigger === 'dry_run' ? (
          <StateBadge tone="quiet">{t('Dry run: nothing was sent')}</StateBadge>
        ) : null
      }
      actions={
        <>
          <CopyAsCall call={{ method: 'GET', path: `/workspace/${projectId}/api/runs/${runId}` }} />
          {active ? (
            <Button
              leftSection={<IconPlayerStop size={16} />}
              loading={cancel.isPending}
              onClick={() => cancel.mutate()}
            >
              {t('Cancel run')}
            </Button>
          ) : null}
          {failedCount > 0 && !active && run.data?.trigger !== 'dry_run' ? (
            <Button
              variant="filled"
              leftSection={<IconRefresh size={16} />}
              onClick={() => setRetrying(true)}
            >
              {t('Retry {{count}} failed records', { count })}
            </Button>
          ) : null}
        </>
      }
    >
      <QueryView query={run}>
        {(value) => (
          <Stack>
            <Summary run={value} />
            {value.status === 'waiting' ? (
              <Note tone="warn" title={value.waiting_reason ?? t('The run waits')}>
                {value.waiting_until ? (
                  <>
                    {t('It goes on by itself')} <Time at={value.waiting_until} />
                  </>
                ) : null}
              </Note>
            ) : null}
            {wordsOf(value.error) ? (
              <Note tone="bad" title={t('Why it ended')}>
                {wordsOf(value.error)}
              </Note>
            ) : null}
            {value.warnings?.map((warning, position) => (
              <Note key={position} tone="warn">
                {wordsOf(warning)}
              </Note>
            ))}
            {failedCount > 0 ? (
              <Section title={t('Errors by cause')} padded={false}>
                <QueryView query={causes} rows={2}>
                  {(groups) => (
                    <Table.ScrollContainer
                      minWidth={680}
                      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
                    >
                      <Table className={kit.table ?? ''} aria-label={t('Errors by cause')}>
                        <Table.Thead>
                          <Table.Tr>
                            <Table.Th>{t('Cause')}</Table.Th>
                            <Table.Th>{t('Where')}</Table.Th>
                            <Table.Th>{t('Field')}</Table.Th>
                            <Table.Th ta="right">{t('Records')}</Table.Th>
                            <Table.Th ta="right">{t('Next step')}</Table.Th>
                          </Table.Tr>
                        </Table.Thead>
                        <Table.Tbody>
                          {groups.map((group, position) => {
                            const mapping = flow.data?.handlers.find(
                              (handler) =>
                                handler.kind === 'mapping' &&
                                (handler.handler_id === group.handler_id ||
                                  handler.destination_handler_id === group.handler_id),
                            );
                            return (
                              <Table.Tr key={position}>
                                <Table.Td>
                                  <Text fw={500}>{group.message}</Text>
                                  <Text size="xs" c="dimmed" className="mono">
                                    {group.code}
                                  </Text>
                                </Table.Td>
                                <Table.Td>
                                  {names.get(group.handler_id ?? '') ?? group.handler_id ?? '–'}
                                </Table.Td>
                                <Table.Td>
                                  <span className="mono">{group.field_path ?? '–'}</span>
                                </Table.Td>
                                <Table.Td ta="right" className="num">
                                  {formatNumber(group.count)}
                                </Table.Td>
                                <Table.Td ta="right">
                                  {mapping ? (
                                    <Button
                                      size="compact-sm"
                                      onClick={() =>
                                        void navigate({
                                          to: paths.mapping(projectId, value.pipe_id, mapping.handler_id),
                                        })
                                      }
                                    >
                                      {t('Open the mapping')}
                                    </Button>
                                  ) : null}
                                </Table.Td>
                              </Table.Tr>
                            );
                          })}
                        </Table.Tbody>
                      </Table>
                    </Table.ScrollContainer>
                  )}
                </QueryView>
              </Section>
            ) : null}
            <Section
              title={t('Records')}
              help={t('Failed ones are always kept; of the good ones the first 20.')}
              padded={false}
              actions={
                <SegmentedControl
                  size="xs"
                  aria-label={t('Which records')}
                  value={shown}
                  onChange={(value) => setStatus(value)}
                  data={[
                    { value: 'failed', label: t('Failed') },
                    { value: 'delivered', label: t('Delivered') },
                    { value: 'skipped', label: t('Skipped') },
                    { value: 'all', label: t('All') },
                  ]}
                />
              }
            >
              {stages.length > 1 ? (
                <div style={{ padding: '10px 16px' }}>
                  <Checkbox
                    size="xs"
                    label={t('Choose all shown failed records')}
                    checked={chosen.size === stages.length}
                    indeterminate={chosen.size > 0 && chosen.size < stages.length}
                    onChange={(event) =>
                      setChosen(
                        new Set(event.currentTarget.checked ? stages.map((row) => row.record_key) : []),
                      )
                    }
                  />
                </div>
              ) : null}
              <QueryView query={records} rows={4}>
                {() =>
                  rows.length === 0 ? (
                    <Empty title={active ? t('No records yet') : t('No records here')} />
                  ) : (
                    <>
                      {rows.map((row, position) => (
                        <RecordRow
                          key={`${row.record_key}-${row.handler_id ?? ''}-${position}`}
                          record={row}
                          handler={names.get(row.handler_id ?? '') ?? row.handler_id}
                          chosen={row.status === 'failed' ? chosen.has(row.record_key) : undefined}
                          onChoose={(is) => {
                            const next = new Set(chosen);
                            if (is) next.add(row.record_key);
                            else next.delete(row.record_key);
                            setChosen(next);
                          }}
                        />
                      ))}
                      {records.hasNextPage ? (
                        <Group justify="center" p="sm">
                          <Button
                            loading={records.isFetchingNextPage}
                            onClick={() => void records.fetchNextPage()}
                          >
                            {t('Show more')}
                          </Button>
                        </Group>
                      ) : null}
                    </>
                  )
                }
              </QueryView>
            </Section>
            {cancel.isError ? <ErrorNote error={cancel.error} /> : null}
          </Stack>
        )}
      </QueryView>
      <Confirm
        opened={retrying}
        onClose={() => setRetrying(false)}
        title={t('Retry {{count}} failed records?', { count })}
        text={t(
          'A new run sends only these records, with the current mapping and the published flow. What was delivered is not sent again.',
        )}
        action={t('Retry')}
        run={async () => {
          const answer = await retryRun(projectId, runId, chosen.size > 0 ? [...chosen] : undefined);
          await navigate({ to: paths.run(projectId, answer.run_id) });
        }}
      />
    </Page>
  );
}

function Summary({ run }: { run: Run }) {
  const { t } = useTranslation();
  const counts = run.counts ?? { read: 0, mapped: 0, delivered: 0, skipped: 0, failed: 0 };
  const done = counts.delivered + counts.skipped + counts.failed;
  const elapsed = run.started_at
    ? Date.parse(run.finished_at ?? new Date().toISOString()) - Date.parse(run.started_at)
    : 0;
  const rate = elapsed > 1000 ? done / (elapsed / 1000) : 0;
  const active = isActive(run.status);
  const left = counts.read - done;
  return (
    <Section>
      <SimpleGrid cols={{ base: 2, sm: 5 }} spacing="md" aria-live="polite">
        <Count label={t('Read')} value={counts.read} />
        <Count label={t('Mapped')} value={counts.mapped} />
        <Count label={t('Delivered')} value={counts.delivered} tone="var(--pw-good)" />
        <Count label={t('Skipped')} value={counts.skipped} />
        <Count
          label={t('Failed')}
          value={counts.failed}
          {...(counts.failed > 0 ? { tone: 'var(--pw-bad)' } : {})}
        />
      </SimpleGrid>
      {active ? (
        <Progress
          mt="md"
          size={6}
          animated
          aria-label={t('Progress')}
          value={counts.read === 0 ? 2 : (100 * done) / counts.read}
        />
      ) : null}
      <Text size="xs" c="dimmed" mt="sm" className="num">
        {t('{{done}} of {{read}} records read are settled.', {
          done: formatNumber(done),
          read: formatNumber(counts.read),
        })}{' '}
        {rate > 0 ? t('{{rate}} a second.', { rate: formatNumber(Math.round(rate * 10) / 10) }) : ''}{' '}
        {active && elapsed > 5000 && rate > 0 && left > 0
          ? t('About {{time}} left of what was read.', { time: formatDuration((left / rate) * 1000) })
          : ''}{' '}
        {run.started_at ? (
          <>
            {t('Started')} <Time at={run.started_at} />
            {run.finished_at ? `, ${t('took {{time}}', { time: formatDuration(elapsed) })}` : ''} ·{' '}
            {t('by {{trigger}}', { trigger: run.trigger })}
          </>
        ) : null}
      </Text>
    </Section>
  );
}

function Count({ label, value, tone }: { label: string; value: number; tone?: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <div className={kit.statValue} style={{ color: tone }}>
        {formatNumber(value)}
      </div>
    </div>
  );
}
