/** The API manager. */
import { queryOptions } from '@tanstack/react-query';
import { api } from './call.js';
import { workspace } from './projects.js';
import type { ApiDefinition, Json, TryResult } from './types.js';

export type ApiBody = Partial<Omit<ApiDefinition, 'api_id' | 'created_at' | 'updated_at'>>;

export const apisQuery = (
  project: string,
  filter: { system_id?: string; search?: string; page?: number } = {},
) =>
  queryOptions({
    queryKey: ['p', project, 'apis', 'list', filter],
    queryFn: ({ signal }) =>
      api.list<ApiDefinition>(workspace(project, 'apis'), { query: { per_page: 200, ...filter }, signal }),
  });
export const apiQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: ['p', project, 'apis', id],
    queryFn: ({ signal }) => api.get<ApiDefinition>(workspace(project, `apis/${id}`), { signal }),
  });
export const createApi = (project: string, body: ApiBody) =>
  api.post<ApiDefinition>(workspace(project, 'apis/create'), body);
export const updateApi = (project: string, id: string, body: ApiBody) =>
  api.post<ApiDefinition>(workspace(project, `apis/update/${id}`), body);
export const deleteApi = (project: string, id: string) => api.post(workspace(project, `apis/delete/${id}`));

export interface TryBody {
  credential_id?: string;
  path?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Json;
  save_as_sample?: boolean;
}
export const tryApi = (project: string, id: string, body: TryBody) =>
  api.post<TryResult>(workspace(project, `apis/test/${id}`), body);
export const checkPaging = (project: string, id: string, credential: string | undefined) =>
  api.post<Json>(workspace(project, `apis/check_paging/${id}`), { credential_id: credential });
