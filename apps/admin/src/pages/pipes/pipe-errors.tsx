/** The failed records of a pipe until they are settled: by cause, each with its four stages, and what to do. */
import { useState } from 'react';
import { ActionIcon, Button, Menu, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconDots, IconRefresh } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { flowQuery } from '../../api/flows.js';
import { pipeQuery } from '../../api/pipes.js';
import { errorCausesQuery, recordErrorsQuery, resolveErrors, retryErrors } from '../../api/record-errors.js';
import type { ErrorState, RecordError } from '../../api/types.js';
import { paths } from '../../app/paths.js';
import { useRouteParams, useRouteSearch } from '../../app/route.js';
import { CopyAsCall } from '../../kit/copy-as-call.js';
import { Page, Section } from '../../kit/page.js';
import { Empty, QueryView } from '../../kit/states.js';
import { Time } from '../../kit/time.js';
import { CauseTable } from '../runs/cause-table.js';
import { RecordList } from '../runs/record-list.js';
import { recordKeys } from '../runs/retry-words.js';
import { AskErrors, type Asked } from './ask-errors.js';

const states: { value: ErrorState | 'all'; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'retrying', label: 'Being retried' },
  { value: 'resolved', label: 'Arrived' },
  { value: 'ignored', label: 'Ignored' },
  { value: 'all', label: 'All' },
];
const stateOf = (text: string | undefined): ErrorState | 'all' =>
  states.find((state) => state.value === text)?.value ?? 'open';
const isOpen = (error: RecordError): boolean => error.status === 'open' || error.status === 'retrying';

export function PipeErrorsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { projectId = '', pipeId = '' } = useRouteParams();
  const search = useRouteSearch();
  const shown = stateOf(search.status);
  const state = shown === 'all' ? undefined : shown;
  const pipe = useQuery(pipeQuery(projectId, pipeId));
  const flow = useQuery({
    ...flowQuery(projectId, pipe.data?.flow_id ?? ''),
    enabled: pipe.data !== undefined,
  }).data;
  const causes = useQuery({ ...errorCausesQuery(projectId, pipeId, state), refetchInterval: 10_000 });
  const records = useInfiniteQuery({
    ...recordErrorsQuery(projectId, pipeId, state, search.cause),
    refetchInterval: 10_000,
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<Asked | null>(null);
  const filter = (change: { status?: string | undefined; cause?: string | undefined }) => {
    setChosen(new Set());
    void navigate({ to: '.', search: { ...search, ...change }, replace: true });
  };
  const open = shown === 'open' && !causes.isPlaceholderData ? (causes.data ?? []) : [];
  const total = open.reduce((sum, group) => sum + (group.count ?? 0), 0);
  const cause = causes.data?.find((group) => group.cause === search.cause);
  const ids = [...chosen];
  const chosenKeys = (records.data?.pages ?? [])
    .flatMap((page) => page.rows)
    .filter((row) => chosen.has(row.error_id))
    .map((row) => row.record_key);
  return (
    <Page
      title={t('Errors')}
      crumbs={[
        { label: t('Pipes'), to: paths.pipes(projectId) },
        { label: pipe.data?.pipe_name ?? t('Pipe'), to: paths.pipe(projectId, pipeId) },
      ]}
      actions={
        <>
          <CopyAsCall
            call={[
              {
                does: t('Retry'),
                call: {
                  method: 'POST',
                  path: `/workspace/${projectId}/api/pipes/${pipeId}/errors/retry`,
                  body: chosen.size > 0 ? { error_ids: ids } : { filter: {} },
                },
              },
              {
                does: t('It arrived'),
                call: {
                  method: 'POST',
                  path: `/workspace/${projectId}/api/pipes/${pipeId}/errors/resolve`,
                  body: { error_ids: ids, as: 'arrived' },
                },
              },
              {
                does: t('Ignore'),
                call: {
                  method: 'POST',
                  path: `/workspace/${projectId}/api/pipes/${pipeId}/errors/resolve`,
                  body: { error_ids: ids, as: 'ignored' },
                },
              },
            ]}
          />
          {total > 0 ? (
            <Button
              variant="filled"
              leftSection={<IconRefresh size={16} />}
              onClick={() =>
                setAsked({
                  what: 'retry',
                  body: { filter: {} },
                  count: total,
                  records: t('all that are open'),
                })
              }
            >
              {t('Retry all {{count, number}} records', { count: total })}
            </Button>
          ) : null}
        </>
      }
    >
      <Stack>
        <SegmentedControl
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          aria-label={t('Which errors')}
          value={shown}
          onChange={(value) => filter({ status: value === 'open' ? undefined : value, cause: undefined })}
          data={states.map((entry) => ({ value: entry.value, label: t(entry.label) }))}
        />
        <QueryView query={causes} rows={3}>
          {(groups) =>
            groups.length === 0 ? (
              <Section padded={false}>
                <Empty
                  icon={IconCircleCheck}
                  title={shown === 'open' ? t('Nothing is open') : t('No match')}
                  action={
                    shown === 'open' ? null : (
                      <Button onClick={() => filter({ status: undefined, cause: undefined })}>
                        {t('Clear filters')}
                      </Button>
                    )
                  }
                >
                  {shown === 'open'
                    ? t('A record that fails stays here until it arrives, is retried or is ignored.')
                    : null}
                </Empty>
              </Section>
            ) : (
              <>
                <Section title={t('By cause')} padded={false}>
                  <CauseTable
                    label={t('Errors by cause')}
                    groups={groups.map((group) => ({ ...group, count: group.count ?? 0 }))}
                    flow={flow}
                    project={projectId}
                    pipe={pipeId}
                    chosen={(group) => group.cause === search.cause}
                    detail={(group) => (
                      <Button
                        size="compact-xs"
                        mt={4}
                        aria-pressed={group.cause === search.cause}
                        onClick={() =>
                          filter({ cause: group.cause === search.cause ? undefined : group.cause })
                        }
                      >
                        {group.cause === search.cause ? t('Show all') : t('Show only these')}
                      </Button>
                    )}
                    actions={(group, hasMapping) => {
                      if (!isOpen(group)) return null;
                      const retry = () =>
                        setAsked({
                          what: 'retry',
                          body: { filter: { cause: group.cause } },
                          count: group.count,
                          records: t('all of the cause “{{cause}}”', { cause: group.message }),
                        });
                      return hasMapping ? (
                        <Menu position="bottom-end">
                          <Menu.Target>
                            <ActionIcon
                              size={26}
                              aria-label={t('More for {{cause}}', { cause: group.message })}
                            >
                              <IconDots size={15} aria-hidden />
                            </ActionIcon>
                          </Menu.Target>
                          <Menu.Dropdown>
                            <Menu.Item onClick={retry}>{t('Retry all of this cause')}</Menu.Item>
                          </Menu.Dropdown>
                        </Menu>
                      ) : (
                        <Button size="compact-sm" onClick={retry}>
                          {t('Retry all of this cause')}
                        </Button>
                      );
                    }}
                  />
                </Section>
                <Section
                  title={t('Records')}
                  help={cause ? t('Only of the cause “{{cause}}”', { cause: cause.message }) : undefined}
                  padded={false}
                  actions={
                    search.cause ? (
                      <Button size="compact-sm" onClick={() => filter({ cause: undefined })}>
                        {t('Clear filters')}
                      </Button>
                    ) : null
                  }
                >
                  <RecordList
                    query={records}
                    flow={flow}
                    keyOf={(row) => (isOpen(row) ? row.error_id : undefined)}
                    chosen={chosen}
                    onChoose={setChosen}
                    actions={
                      <>
                        <Button
                          size="compact-sm"
                          leftSection={<IconRefresh size={13} />}
                          onClick={() =>
                            setAsked({
                              what: 'retry',
                              body: { error_ids: ids },
                              count: ids.length,
                              records: recordKeys(chosenKeys),
                            })
                          }
                        >
                          {t('Retry')}
                        </Button>
                        <Button size="compact-sm" onClick={() => setAsked({ what: 'arrived' })}>
                          {t('It arrived')}
                        </Button>
                        <Button size="compact-sm" onClick={() => setAsked({ what: 'ignored' })}>
                          {t('Ignore')}
                        </Button>
                      </>
                    }
                    empty={
                      <Empty
                        title={t('No match')}
                        action={
                          <Button onClick={() => filter({ status: undefined, cause: undefined })}>
                            {t('Clear filters')}
                          </Button>
                        }
                      />
                    }
                    detail={(row) => (
                      <>
                        {t('Failed {{count, number}} times, last', { count: row.times })}{' '}
                        <Time at={row.last_seen_at} /> ·{' '}
                        <Link to={paths.run(projectId, row.run_id)}>{t('Run')}</Link>
                      </>
                    )}
                  />
                </Section>
              </>
            )
          }
        </QueryView>
        {shown === 'open' && total > 0 ? (
          <Text size="xs" c="dimmed">
            {t(
              'Records whose outcome is unknown are left out of “Retry all records”: choose them, or their cause, when you know that they did not arrive.',
            )}
          </Text>
        ) : null}
      </Stack>
      <AskErrors
        asked={asked}
        flow={flow}
        chosen={chosen.size}
        onClose={() => setAsked(null)}
        run={async (question) => {
          if (question.what === 'retry') {
            const { run_id } = await retryErrors(projectId, pipeId, question.body);
            await navigate({ to: paths.run(projectId, run_id) });
          } else {
            await resolveErrors(projectId, pipeId, ids, question.what);
          }
          setChosen(new Set());
          await cache.invalidateQueries({ queryKey: ['p', projectId, 'runs'] });
        }}
      />
    </Page>
  );
}
