/** Pipes, their triggers and their open errors. */
import { queryOptions } from '@tanstack/react-query';
import {
  pipeRunsReconcile,
  pipeRunsRun,
  pipesCreate,
  pipesDelete,
  pipesGet,
  pipesList,
  pipesUpdate,
  triggersCreate,
  triggersDelete,
  triggersList,
  triggersPreview,
  triggersUpdate,
  type CreatePipeDto,
  type CreateTriggerDto,
  type PreviewScheduleDto,
  type UpdatePipeDto,
  type UpdateTriggerDto,
  pipesDisable,
  pipesEnable,
} from '#sdk';
import { client, call, callAs, listAll, rowsOf, keyed } from './call.js';
import type { Pipe, RunStatus, Trigger } from './types.js';

export const pipesQuery = (project: string) =>
  queryOptions({
    queryKey: ['p', project, 'pipes', 'list'],
    queryFn: ({ signal }) =>
      listAll<Pipe>((page) =>
        pipesList({ client, path: { project_id: project }, query: { page, per_page: 200 }, signal }),
      ),
  });
export const pipeQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: ['p', project, 'pipes', id],
    queryFn: ({ signal }) =>
      callAs<Pipe>(() => pipesGet({ client, path: { project_id: project, id }, signal })),
  });
export const createPipe = (project: string, body: CreatePipeDto, key?: string) =>
  callAs<Pipe>(() => pipesCreate({ client, ...keyed(key), path: { project_id: project }, body }));
export const updatePipe = (project: string, id: string, body: UpdatePipeDto) =>
  callAs<Pipe>(() => pipesUpdate({ client, path: { project_id: project, id }, body }));
export const deletePipe = (project: string, id: string) =>
  call(() => pipesDelete({ client, path: { project_id: project, id } }));
export const setPipeEnabled = (project: string, id: string, enabled: boolean) =>
  callAs<Pipe>(() => (enabled ? pipesEnable : pipesDisable)({ client, path: { project_id: project, id } }));
export interface RunBody {
  dry_run?: boolean;
  limit?: number;
  record_keys?: string[];
  force_resend?: boolean;
  reset_cursor?: boolean;
}
export const runPipe = (project: string, id: string, body: RunBody) =>
  callAs<{ run_id: string; status: RunStatus }>(() =>
    pipeRunsRun({ client, path: { project_id: project, id }, body }),
  );
export const reconcilePipe = (project: string, id: string) =>
  callAs<{ run_id: string }>(() => pipeRunsReconcile({ client, path: { project_id: project, id } }));

export const triggersQuery = (project: string, pipe: string) =>
  queryOptions({
    queryKey: ['p', project, 'pipes', pipe, 'triggers'],
    queryFn: ({ signal }) =>
      rowsOf<Trigger>((page) =>
        triggersList({
          client,
          path: { project_id: project, id: pipe },
          query: { page, per_page: 200 },
          signal,
        }),
      ),
  });
export const createTrigger = (project: string, pipe: string, body: CreateTriggerDto, key?: string) =>
  callAs<Trigger>(() =>
    triggersCreate({ client, ...keyed(key), path: { project_id: project, id: pipe }, body }),
  );
export const updateTrigger = (project: string, pipe: string, trigger: string, body: UpdateTriggerDto) =>
  callAs<Trigger>(() =>
    triggersUpdate({ client, path: { project_id: project, id: pipe, trigger_id: trigger }, body }),
  );
export const deleteTrigger = (project: string, pipe: string, trigger: string) =>
  call(() => triggersDelete({ client, path: { project_id: project, id: pipe, trigger_id: trigger } }));
export const triggerPreviewQuery = (project: string, pipe: string, body: PreviewScheduleDto) =>
  queryOptions({
    queryKey: ['p', project, 'trigger-preview', pipe, body],
    queryFn: () => call(() => triggersPreview({ client, path: { project_id: project, id: pipe }, body })),
    retry: false,
  });
