/** Pipes, their triggers and their open errors. */
import { queryOptions } from '@tanstack/react-query';
import { api } from './call.js';
import { workspace } from './projects.js';
import type { Json, Pipe, RunStatus, Trigger } from './types.js';

export type PipeBody = Partial<
  Pick<
    Pipe,
    | 'pipe_name'
    | 'flow_id'
    | 'credential_ids'
    | 'overlap'
    | 'concurrency'
    | 'timeout_seconds'
    | 'failure_guard'
    | 'ledger_retention_days'
  >
> & { copy_mappings_from?: string };

export const pipesQuery = (project: string, search = '') =>
  queryOptions({
    queryKey: ['p', project, 'pipes', 'list', search],
    queryFn: ({ signal }) =>
      api.list<Pipe>(workspace(project, 'pipes'), { query: { search, per_page: 200 }, signal }),
  });
export const pipeQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: ['p', project, 'pipes', id],
    queryFn: ({ signal }) => api.get<Pipe>(workspace(project, `pipes/${id}`), { signal }),
  });
export const createPipe = (project: string, body: PipeBody) =>
  api.post<Pipe>(workspace(project, 'pipes/create'), body);
export const updatePipe = (project: string, id: string, body: PipeBody) =>
  api.post<Pipe>(workspace(project, `pipes/update/${id}`), body);
export const deletePipe = (project: string, id: string) => api.post(workspace(project, `pipes/delete/${id}`));
export const setPipeEnabled = (project: string, id: string, enabled: boolean) =>
  api.post<Pipe>(workspace(project, `pipes/${enabled ? 'enable' : 'disable'}/${id}`));
export interface RunBody {
  dry_run?: boolean;
  limit?: number;
  record_keys?: string[];
  force_resend?: boolean;
  reset_cursor?: boolean;
}
export const runPipe = (project: string, id: string, body: RunBody) =>
  api.post<{ run_id: string; status: RunStatus }>(workspace(project, `pipes/run/${id}`), body);
export const reconcilePipe = (project: string, id: string) =>
  api.post<{ run_id: string }>(workspace(project, `pipes/reconcile/${id}`));

export type TriggerBody = Record<string, Json | undefined>;
export const triggersQuery = (project: string, pipe: string) =>
  queryOptions({
    queryKey: ['p', project, 'pipes', pipe, 'triggers'],
    queryFn: ({ signal }) => api.get<Trigger[]>(workspace(project, `pipes/${pipe}/triggers`), { signal }),
  });
export const createTrigger = (project: string, pipe: string, body: TriggerBody) =>
  api.post<Trigger>(workspace(project, `pipes/${pipe}/triggers/create`), body);
export const updateTrigger = (project: string, pipe: string, trigger: string, body: TriggerBody) =>
  api.post<Trigger>(workspace(project, `pipes/${pipe}/triggers/update/${trigger}`), body);
export const deleteTrigger = (project: string, pipe: string, trigger: string) =>
  api.post(workspace(project, `pipes/${pipe}/triggers/delete/${trigger}`));
export const triggerPreviewQuery = (project: string, pipe: string, body: TriggerBody) =>
  queryOptions({
    queryKey: ['p', project, 'trigger-preview', pipe, body],
    queryFn: () => api.post<Json>(workspace(project, `pipes/${pipe}/triggers/preview`), body),
    retry: false,
  });
