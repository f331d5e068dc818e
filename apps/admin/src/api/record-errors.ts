/** The failed records of a pipe until they are settled. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { pipeRunsList, pipeRunsResolve, pipeRunsRetry, type RetryErrorsDto } from '#sdk';
import { client, call, callAs, cursor } from './call.js';
import { keepRows } from './keep-rows.js';
import type { ErrorState, RecordError } from './types.js';

const keyOf = (project: string, pipe: string) => ['p', project, 'runs', 'errors', pipe] as const;

export const errorCausesQuery = (project: string, pipe: string, status?: ErrorState) =>
  queryOptions({
    queryKey: [...keyOf(project, pipe), 'causes', status ?? null],
    queryFn: ({ signal }) =>
      callAs<RecordError[]>(() =>
        pipeRunsList({
          client,
          path: { project_id: project, id: pipe },
          query: { status, group_by: 'cause' },
          signal,
        }),
      ),
    placeholderData: keepRows(...keyOf(project, pipe), 'causes'),
  });
export const recordErrorsQuery = (project: string, pipe: string, status?: ErrorState, cause?: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(project, pipe), 'records', status ?? null, cause ?? null],
    queryFn: ({ pageParam, signal }) =>
      cursor<RecordError>(() =>
        pipeRunsList({
          client,
          path: { project_id: project, id: pipe },
          query: { status, cause, limit: 50, ...(pageParam === null ? {} : { after: pageParam }) },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepRows(...keyOf(project, pipe), 'records'),
  });
export const resolveErrors = (project: string, pipe: string, ids: string[], as: 'arrived' | 'ignored') =>
  call(() =>
    pipeRunsResolve({ client, path: { project_id: project, id: pipe }, body: { error_ids: ids, as } }),
  );
/** Starts a run of these records. */
export const retryErrors = (project: string, pipe: string, body: RetryErrorsDto) =>
  callAs<{ run_id: string }>(() => pipeRunsRetry({ client, path: { project_id: project, id: pipe }, body }));
