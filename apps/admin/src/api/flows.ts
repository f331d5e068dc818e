/** Flows: the draft, what is published, its versions. */
import { queryOptions } from '@tanstack/react-query';
import { api } from './call.js';
import { workspace } from './projects.js';
import type { Flow, FlowVersion, Handler } from './types.js';

export interface FlowBody {
  flow_name?: string;
  description?: string;
  handlers?: Handler[];
  version?: number;
}

export const flowsQuery = (project: string, search = '') =>
  queryOptions({
    queryKey: ['p', project, 'flows', 'list', search],
    queryFn: ({ signal }) =>
      api.list<Flow>(workspace(project, 'flows'), { query: { search, per_page: 200 }, signal }),
  });
export const flowQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: ['p', project, 'flows', id],
    queryFn: ({ signal }) => api.get<Flow>(workspace(project, `flows/${id}`), { signal }),
  });
export interface SelectableFlow extends Flow {
  published: boolean;
  missing_system_ids: string[];
}
export const selectableFlowsQuery = (project: string, credentials: string[]) =>
  queryOptions({
    queryKey: ['p', project, 'flows', 'selectable', credentials],
    queryFn: ({ signal }) =>
      api.get<SelectableFlow[]>(workspace(project, 'flows/selectable'), {
        query: { credential_ids: credentials.join(',') },
        signal,
      }),
    enabled: credentials.length > 0,
  });
/** Members that are not chosen yet are left out: the API takes a draft as it is. */
const toWire = (body: FlowBody): object => ({
  ...body,
  ...(body.handlers
    ? { handlers: body.handlers.map((handler) => Object.fromEntries(Object.entries(handler).filter(([, value]) => value !== null))) }
    : {}),
});
export const createFlow = (project: string, body: FlowBody) =>
  api.post<Flow>(workspace(project, 'flows/create'), toWire(body));
export const updateFlow = (project: string, id: string, body: FlowBody) =>
  api.post<Flow>(workspace(project, `flows/update/${id}`), toWire(body));
export const deleteFlow = (project: string, id: string) => api.post(workspace(project, `flows/delete/${id}`));
export const publishFlow = (project: string, id: string) =>
  api.post<Flow>(workspace(project, `flows/publish/${id}`));
export const flowVersionsQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: ['p', project, 'flows', id, 'versions'],
    queryFn: ({ signal }) => api.get<FlowVersion[]>(workspace(project, `flows/${id}/versions`), { signal }),
  });
export const restoreFlow = (project: string, id: string, version: number) =>
  api.post<Flow>(workspace(project, `flows/restore/${id}`), { version });
