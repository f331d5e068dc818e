/** One run, live: progress, counts that add up, errors by cause, and each record with its four stages. */
import { useState } from 'react';
import { Anchor, Button, SegmentedControl, Stack } from '@mantine/core';
import { IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isMissing } from '../../api/errors.js';
import { flowQuery } from '../../api/flows.js';
import { pipeQuery } from '../../api/pipes.js';
import { useLiveRun } from '../../api/run-events.js';
import { cancelRun, isActive, retryRun, runCausesQuery, runRecordsQuery } from '../../api/runs.js';
import { paths } from '../../app/paths.js';
import { Confirm } from '../../kit/confirm.js';
import { CopyAsCall } from '../../kit/copy-as-call.js';
import { queryOf } from '../../kit/curl.js';
import { Note } from '../../kit/note.js';
import { Page, Section } from '../../kit/page.js';
import { StateBadge } from '../../kit/state-badge.js';
import { Empty, QueryView } from '../../kit/states.js';
import { wordsOf } from '../labels.js';
import { NotFoundPage } from '../not-found.js';
import { RunState } from '../status.js';
import { CauseTable } from './cause-table.js';
import { RecordList } from './record-list.js';
import { recordKeys, retryWords } from './retry-words.js';
import { RunSummary } from './run-summary.js';
import { WaitingNote } from './waiting-note.js';
import { useRouteParams } from '../../app/route.js';

type RecordFilter = 'failed' | 'delivered' | 'skipped' | 'all';

/** What was chosen and filtered on one run is not taken to the next. */
export function RunPage() {
  const { runId = '' } = useRouteParams();
  return <OneRun key={runId} />;
}

function OneRun() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { projectId = '', runId = '' } = useRouteParams();
  const run = useLiveRun(projectId, runId);
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
  const [cancelling, setCancelling] = useState(false);
  const count = chosen.size > 0 ? chosen.size : failedCount;
  const isDry = run.data?.trigger === 'dry_run';
  if (isMissing(run.error)) return <NotFoundPage />;
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
      status={isDry ? <StateBadge tone="quiet">{t('Dry run: nothing was sent')}</StateBadge> : null}
      actions={
        <>
          <CopyAsCall
            call={[
              ...(failedCount > 0 && !active && !isDry
                ? [
                    {
                      does: t('Retry'),
                      call: {
                        method: 'POST' as const,
                        path: `/workspace/${projectId}/api/runs/retry/${runId}`,
                        body: chosen.size > 0 ? { record_keys: [...chosen] } : {},
                      },
                    },
                  ]
                : []),
              ...(active
                ? [
                    {
                      does: t('Cancel run'),
                      call: {
                        method: 'POST' as const,
                        path: `/workspace/${projectId}/api/runs/cancel/${runId}`,
                      },
                    },
                  ]
                : []),
              {
                does: t('Read the run'),
                call: { method: 'GET', path: `/workspace/${projectId}/api/runs/${runId}` },
              },
              {
                does: t('Read its records'),
                call: {
                  method: 'GET',
                  path: `/workspace/${projectId}/api/runs/${runId}/records${queryOf({ status: shown === 'all' ? null : shown, limit: 50 })}`,
                },
              },
            ]}
          />
          {active ? (
            <Button leftSection={<IconPlayerStop size={16} />} onClick={() => setCancelling(true)}>
              {t('Cancel run')}
            </Button>
          ) : null}
          {failedCount > 0 && !active && !isDry ? (
            <Button
              variant="filled"
              leftSection={<IconRefresh size={16} />}
              onClick={() => setRetrying(true)}
            >
              {t('Retry {{count, number}} failed records', { count })}
            </Button>
          ) : null}
        </>
      }
    >
      <QueryView query={run}>
        {(value) => (
          <Stack>
            <RunSummary run={value} />
            <WaitingNote project={projectId} run={value} pipe={pipe.data} />
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
              <Section
                title={t('Errors by cause')}
                padded={false}
                actions={
                  isDry ? null : (
                    <Anchor size="sm" component={Link} to={paths.pipeErrors(projectId, value.pipe_id)}>
                      {t('All open errors of the pipe')}
                    </Anchor>
                  )
                }
              >
                <QueryView query={causes} rows={2}>
                  {(groups) => (
                    <CauseTable
                      label={t('Errors by cause')}
                      groups={groups}
                      flow={flow.data}
                      project={projectId}
                      pipe={value.pipe_id}
                    />
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
                  onChange={(next) => setStatus(next)}
                  data={[
                    { value: 'failed', label: t('Failed') },
                    { value: 'delivered', label: t('Delivered') },
                    { value: 'skipped', label: t('Skipped') },
                    { value: 'all', label: t('All') },
                  ]}
                />
              }
            >
              <RecordList
                query={records}
                flow={flow.data}
                keyOf={(row) => (row.status === 'failed' && !active && !isDry ? row.record_key : undefined)}
                chosen={chosen}
                onChoose={setChosen}
                actions={
                  <Button size="compact-sm" onClick={() => setRetrying(true)}>
                    {t('Retry the chosen')}
                  </Button>
                }
                empty={
                  status !== null && status !== 'all' ? (
                    <Empty
                      title={t('No match')}
                      action={<Button onClick={() => setStatus('all')}>{t('Clear filters')}</Button>}
                    />
                  ) : (
                    <Empty
                      title={
                        active
                          ? t('No records yet')
                          : value.counts?.read
                            ? t('No record of this run is kept')
                            : t('This run read no records')
                      }
                    />
                  )
                }
              />
            </Section>
          </Stack>
        )}
      </QueryView>
      <Confirm
        opened={cancelling && active}
        onClose={() => setCancelling(false)}
        title={t('Cancel this run?')}
        text={t(
          'It ends within seconds and cannot be resumed. What was delivered stays delivered, no further request is begun; the next run goes on with what is left.',
        )}
        action={t('Cancel the run')}
        run={async () => {
          await cancelRun(projectId, runId);
          for (const kind of ['runs', 'pipes'])
            void client.invalidateQueries({ queryKey: ['p', projectId, kind] });
        }}
      />
      <Confirm
        opened={retrying}
        onClose={() => setRetrying(false)}
        title={t('Retry {{count, number}} failed records?', { count })}
        text={retryWords(t, flow.data, chosen.size === 0 ? t('all that failed') : recordKeys([...chosen]))}
        action={t('Retry')}
        plain
        run={async () => {
          const answer = await retryRun(projectId, runId, chosen.size > 0 ? [...chosen] : undefined);
          await navigate({ to: paths.run(projectId, answer.run_id) });
        }}
      />
    </Page>
  );
}
