/** How the project is doing: the last 24 hours, and what needs attention. */
import { lazy, Suspense, type ReactNode } from 'react';
import { Anchor, Button, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { IconChartBar, IconCircleCheck, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { pipesQuery } from '../api/pipes.js';
import { everyHour, statsOf } from '../api/run-stats.js';
import { runStatsQuery } from '../api/runs.js';
import { credentialsQuery } from '../api/systems.js';
import { useProgress } from '../api/use-progress.js';
import type { Pipe } from '../api/types.js';
import { paths } from '../app/paths.js';
import { formatCompact, formatDuration, formatNumber } from '../i18n/format.js';
import { CopyAsCall } from '../kit/copy-as-call.js';
import { useLastDay } from '../kit/use-last-day.js';
import { Note } from '../kit/note.js';
import { Page, Section } from '../kit/page.js';
import { EmptySmall, QueryView } from '../kit/states.js';
import { Time } from '../kit/time.js';
import kit from '../kit/kit.module.css';
import { wordsOf } from './labels.js';
import { RunList } from './runs/run-list.js';
import { CredentialState, PipeState, RunState } from './status.js';
import { useRouteParams } from '../app/route.js';

const HourChart = lazy(() => import('./hour-chart.js'));

export function DashboardPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { projectId = '' } = useRouteParams();
  const { from, to } = useLastDay();
  const stats = useQuery({ ...runStatsQuery(projectId, from, to), refetchInterval: 30_000 });
  const pipes = useQuery(pipesQuery(projectId));
  const credentials = useQuery(credentialsQuery(projectId));
  const progress = useProgress(projectId);
  const stepsDone = Object.values(progress.steps).filter(Boolean);
  const rows = pipes.data?.rows ?? [];
  const badPipes = rows.filter(
    (pipe) =>
      (pipe.enabled && pipe.problems.length > 0) ||
      ['failed', 'partially_failed', 'timed_out'].includes(pipe.last_run?.status ?? ''),
  );
  const badCredentials = (credentials.data?.rows ?? []).filter(
    (row) => row.status === 'reconnect_required' || row.status === 'failed' || row.reachability === 'offline',
  );
  return (
    <Page
      title={t('Dashboard')}
      actions={
        <>
          <CopyAsCall
            call={{
              method: 'GET',
              path: `/workspace/${projectId}/api/runs/stats?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`,
            }}
          />
          <Button
            variant="filled"
            leftSection={<IconPlus size={16} />}
            onClick={() => void navigate({ to: paths.newPipe(projectId) })}
          >
            {t('New pipe')}
          </Button>
        </>
      }
    >
      <Stack>
        {progress.done === false && progress.isKnown ? (
          <Note
            tone="info"
            title={t('No good run yet')}
            action={
              <Button size="xs" onClick={() => void navigate({ to: paths.start(projectId) })}>
                {t('Get started')}
              </Button>
            }
          >
            {t('The checklist leads to the first one: {{done}} of {{all}} steps are done.', {
              done: stepsDone.length,
              all: Object.keys(progress.steps).length,
            })}
          </Note>
        ) : null}
        <QueryView query={stats} rows={4}>
          {(answer) => {
            const { hours, totals, slowest } = statsOf(answer);
            const moved = totals.delivered + totals.failed + totals.skipped;
            const enabled = rows.filter((pipe) => pipe.enabled).length;
            return (
              <>
                <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
                  <Figure
                    label={t('Records delivered')}
                    value={formatCompact(totals.delivered)}
                    note={t('In the last 24 hours')}
                  />
                  <Figure
                    label={t('Records failed')}
                    value={formatCompact(totals.failed)}
                    note={t('In the last 24 hours')}
                    {...(totals.failed > 0 ? { tone: 'var(--pw-bad)' } : {})}
                  />
                  <Figure
                    label={t('Enabled pipes')}
                    value={pipes.data ? formatNumber(enabled) : '–'}
                    note={
                      pipes.data
                        ? t('Of {{count, number}} pipes', { count: pipes.data.page.total })
                        : t('Not known yet')
                    }
                  />
                  <Figure
                    label={t('Slowest API')}
                    value={slowest ? formatDuration(slowest.duration_ms) : '–'}
                    note={slowest?.api_name ?? t('No call yet')}
                  />
                </SimpleGrid>
                <Section title={t('Records per hour')} padded={moved > 0}>
                  {moved === 0 ? (
                    <EmptySmall icon={IconChartBar}>
                      {t('Nothing was moved in the last 24 hours.')}
                    </EmptySmall>
                  ) : (
                    <Suspense fallback={<Skeleton height={220} />}>
                      <HourChart hours={everyHour(hours, from, to)} />
                    </Suspense>
                  )}
                </Section>
              </>
            );
          }}
        </QueryView>
        <Section title={t('Needs attention')} padded={false}>
          <QueryView query={credentials} rows={1}>
            {() => (
              <QueryView query={pipes} rows={1}>
                {() =>
                  badPipes.length + badCredentials.length === 0 ? (
                    <EmptySmall icon={IconCircleCheck}>
                      {t(
                        'Nothing. Connections that end, pipes that cannot run and failed runs show up here.',
                      )}
                    </EmptySmall>
                  ) : (
                    <>
                      {badCredentials.map((row) => (
                        <Attention
                          key={row.credential_id}
                          badge={<CredentialState credential={row} />}
                          to={paths.credential(projectId, row.credential_id)}
                          name={row.credential_name}
                          words={wordsOf(row.last_error)}
                        />
                      ))}
                      {badPipes.map((pipe) => (
                        <BadPipe key={pipe.pipe_id} pipe={pipe} project={projectId} />
                      ))}
                    </>
                  )
                }
              </QueryView>
            )}
          </QueryView>
        </Section>
        <RunList project={projectId} filter={{}} title={t('Last runs')} limit={8} />
      </Stack>
    </Page>
  );
}

/** Its problems before its last run: they keep it from the next one. */
function BadPipe({ pipe, project }: { pipe: Pipe; project: string }) {
  const { t } = useTranslation();
  const { last_run: run, problems } = pipe;
  return (
    <Attention
      badge={run ? <RunState status={run.status} /> : <PipeState pipe={pipe} />}
      to={paths.pipe(project, pipe.pipe_id)}
      name={pipe.pipe_name}
      words={problems[0]?.message ?? null}
      when={run?.finished_at}
      action={
        <>
          {run ? (
            <Anchor size="sm" component={Link} to={paths.run(project, run.run_id)}>
              {t('Open the run')}
            </Anchor>
          ) : null}
          <Anchor size="sm" component={Link} to={paths.pipeErrors(project, pipe.pipe_id)}>
            {t('Open errors')}
          </Anchor>
        </>
      }
    />
  );
}

interface AttentionProps {
  badge: ReactNode;
  to: string;
  name: string;
  words: string | null;
  when?: string | null | undefined;
  action?: ReactNode;
}

/** One thing that needs a person: its state, its name, its reason, one next step. */
function Attention({ badge, to, name, words, when, action }: AttentionProps) {
  return (
    <div className={kit.record}>
      <div className={kit.recordWords}>
        {badge}
        <div style={{ flex: 1, minWidth: 0 }}>
          <Link to={to} className={kit.rowLink}>
            {name}
          </Link>
          {words || when ? (
            <Text size="xs" c="dimmed">
              {words}
              {words && when ? ' · ' : null}
              {when ? <Time at={when} /> : null}
            </Text>
          ) : null}
        </div>
      </div>
      {action ? <Group gap="sm">{action}</Group> : null}
    </div>
  );
}

function Figure({ label, value, note, tone }: { label: string; value: string; note: string; tone?: string }) {
  return (
    <div className={`panel ${kit.stat ?? ''}`}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <div className={kit.statValue} style={{ color: tone }}>
        {value}
      </div>
      <Text size="xs" c="dimmed" truncate title={note}>
        {note}
      </Text>
    </div>
  );
}
