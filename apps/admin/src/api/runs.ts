/** Runs, their records and errors. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { runsCancel, runsGet, runsList, runsRecords, runsRetry, runsStats } from '#sdk';
import { client, call, callAs, cursor } from './call.js';
import { isMissing } from './errors.js';
import { keepRows } from './keep-rows.js';
import type { CauseGroup, Run, RunRecord, RunStatus } from './types.js';

export interface RunFilter {
  pipe_id?: string | undefined;
  status?: RunStatus | undefined;
  from?: string | undefined;
  to?: string | undefined;
}
export const isActive = (status: Run['status']): boolean =>
  status === 'queued' || status === 'running' || status === 'waiting';

export const runsQuery = (project: string, filter: RunFilter, limit = 50) =>
  infiniteQueryOptions({
    queryKey: ['p', project, 'runs', 'list', filter, limit],
    queryFn: ({ pageParam, signal }) =>
      cursor<Run>(() =>
        runsList({
          client,
          path: { project_id: project },
          query: { ...filter, limit, ...(pageParam === null ? {} : { after: pageParam }) },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepRows('p', project, 'runs', 'list'),
    refetchInterval: (query) =>
      query.state.data?.pages[0]?.rows.some((run) => isActive(run.status)) ? 2_000 : 15_000,
  });
/** More of them than this are not tried out before a first run. */
const MOST_TRIED = 50;

/** Whether any run has delivered, dry runs aside. `last`: the ids of the pipes' last runs, another of which asks again. */
export const goodRunQuery = (project: string, last: string[]) =>
  queryOptions({
    queryKey: ['p', project, 'runs', 'good', ...last],
    queryFn: async ({ signal }) => {
      for (const status of ['succeeded', 'partially_failed'] as const) {
        const { rows } = await cursor<Run>(() =>
          runsList({
            client,
            path: { project_id: project },
            query: { status, limit: MOST_TRIED },
            signal,
          }),
        );
        if (rows.some((run) => run.trigger !== 'dry_run')) return true;
      }
      return false;
    },
    staleTime: ({ state }) => (state.data === true ? Infinity : 5_000),
    placeholderData: keepRows('p', project, 'runs', 'good'),
  });
export const runQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: ['p', project, 'runs', id],
    queryFn: ({ signal }) =>
      callAs<Run>(() => runsGet({ client, path: { project_id: project, id }, signal })),
    refetchInterval: ({ state: { data, error } }) =>
      (data && !isActive(data.status)) || isMissing(error) ? false : 1_000,
  });
export const runStatsQuery = (project: string, from: string, to: string) =>
  queryOptions({
    queryKey: ['p', project, 'runs', 'stats', from, to],
    queryFn: ({ signal }) =>
      call(() => runsStats({ client, path: { project_id: project }, query: { from, to }, signal })),
    // the day before stays in sight while that of the new hour is asked for
    placeholderData: keepRows('p', project, 'runs', 'stats'),
  });
export const runRecordsQuery = (
  project: string,
  run: string,
  status: 'delivered' | 'skipped' | 'failed' | undefined,
) =>
  infiniteQueryOptions({
    queryKey: ['p', project, 'runs', run, 'records', status ?? null],
    queryFn: ({ pageParam, signal }) =>
      cursor<RunRecord>(() =>
        runsRecords({
          client,
          path: { project_id: project, id: run },
          query: { status, limit: 50, ...(pageParam === null ? {} : { after: pageParam }) },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepRows('p', project, 'runs', run, 'records'),
  });
export const runCausesQuery = (project: string, run: string) =>
  queryOptions({
    queryKey: ['p', project, 'runs', run, 'causes'],
    queryFn: ({ signal }) =>
      callAs<CauseGroup[]>(() =>
        runsRecords({
          client,
          path: { project_id: project, id: run },
          query: { status: 'failed', group_by: 'cause' },
          signal,
        }),
      ),
  });
export const cancelRun = (project: string, run: string) =>
  call(() => runsCancel({ client, path: { project_id: project, id: run } }));
export const retryRun = (project: string, run: string, recordKeys?: string[]) =>
  callAs<{ run_id: string }>(() =>
    runsRetry({
      client,
      path: { project_id: project, id: run },
      body: recordKeys ? { record_keys: recordKeys } : {},
    }),
  );
