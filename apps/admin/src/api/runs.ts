/** Runs, their records and errors. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from './call.js';
import { workspace } from './projects.js';
import type { CauseGroup, Json, Run, RunRecord } from './types.js';

export interface RunFilter {
  pipe_id?: string | undefined;
  status?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}
export const isActive = (status: Run['status']): boolean =>
  status === 'queued' || status === 'running' || status === 'waiting';

export const runsQuery = (project: string, filter: RunFilter, limit = 50) =>
  infiniteQueryOptions({
    queryKey: ['p', project, 'runs', 'list', filter, limit],
    queryFn: ({ pageParam, signal }) =>
      api.cursor<Run>(workspace(project, 'runs'), { query: { ...filter, limit, after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    refetchInterval: (query) =>
      query.state.data?.pages[0]?.rows.some((run) => isActive(run.status)) ? 2_000 : 15_000,
  });
export const runQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: ['p', project, 'runs', id],
    queryFn: ({ signal }) => api.get<Run>(workspace(project, `runs/${id}`), { signal }),
    refetchInterval: (query) => (query.state.data && !isActive(query.state.data.status) ? false : 1_000),
  });
export const runStatsQuery = (project: string, from: string, to: string) =>
  queryOptions({
    queryKey: ['p', project, 'runs', 'stats', from, to],
    queryFn: ({ signal }) => api.get<Json>(workspace(project, 'runs/stats'), { query: { from, to }, signal }),
  });
export const runRecordsQuery = (project: string, run: string, status: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['p', project, 'runs', run, 'records', status ?? null],
    queryFn: ({ pageParam, signal }) =>
      api.cursor<RunRecord>(workspace(project, `runs/${run}/records`), {
        query: { status, limit: 50, after: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
export const runCausesQuery = (project: string, run: string) =>
  queryOptions({
    queryKey: ['p', project, 'runs', run, 'causes'],
    queryFn: ({ signal }) =>
      api.get<CauseGroup[]>(workspace(project, `runs/${run}/records`), {
        query: { status: 'failed', group_by: 'cause' },
        signal,
      }),
  });
export const cancelRun = (project: string, run: string) => api.post(workspace(project, `runs/cancel/${run}`));
export const retryRun = (project: string, run: string, recordKeys?: string[]) =>
  api.post<{ run_id: string }>(
    workspace(project, `runs/retry/${run}`),
    recordKeys ? { record_keys: recordKeys } : {},
  );
