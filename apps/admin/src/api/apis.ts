/** The API manager. */
import { queryOptions } from '@tanstack/react-query';
import {
  apisCheckPaging,
  apisCreate,
  apisDelete,
  apisGet,
  apisList,
  apisTest,
  apisUpdate,
  type CheckedPagingDto,
  type CheckPagingDto,
  type CreateApiDto,
  type TryApiDto,
  type UpdateApiDto,
} from '#sdk';
import { client, call, callAs, listAll, keyed } from './call.js';
import type { ApiDefinition, TryResult } from './types.js';

export const apisQuery = (project: string, filter: { system_id?: string } = {}) =>
  queryOptions({
    queryKey: ['p', project, 'apis', 'list', filter],
    queryFn: ({ signal }) =>
      listAll<ApiDefinition>((page) =>
        apisList({
          client,
          path: { project_id: project },
          query: { ...filter, page, per_page: 200 },
          signal,
        }),
      ),
  });
/** Every API of the project, page after page: what a flow may call is told by all of them. */
export const allApisQuery = (project: string) =>
  queryOptions({
    queryKey: ['p', project, 'apis', 'all'],
    queryFn: async ({ signal }) =>
      (
        await listAll<ApiDefinition>((page) =>
          apisList({ client, path: { project_id: project }, query: { page, per_page: 200 }, signal }),
        )
      ).rows,
  });
/** One answer or one failure, without the patience of a query. */
export const getApi = (project: string, id: string, signal?: AbortSignal) =>
  callAs<ApiDefinition>(() =>
    apisGet({ client, path: { project_id: project, id }, ...(signal ? { signal } : {}) }),
  );
export const apiQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: ['p', project, 'apis', id],
    queryFn: ({ signal }) => getApi(project, id, signal),
  });
export const createApi = (project: string, body: CreateApiDto, key?: string) =>
  callAs<ApiDefinition>(() => apisCreate({ client, ...keyed(key), path: { project_id: project }, body }));
export const updateApi = (project: string, id: string, body: UpdateApiDto) =>
  callAs<ApiDefinition>(() => apisUpdate({ client, path: { project_id: project, id }, body }));
export const deleteApi = (project: string, id: string) =>
  call(() => apisDelete({ client, path: { project_id: project, id } }));

export const tryApi = (project: string, id: string, body: TryApiDto) =>
  callAs<TryResult>(() => apisTest({ client, path: { project_id: project, id }, body }));
export const checkPaging = (project: string, id: string, body: CheckPagingDto) =>
  callAs<CheckedPagingDto>(() => apisCheckPaging({ client, path: { project_id: project, id }, body }));
