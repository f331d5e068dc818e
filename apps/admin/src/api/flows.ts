/** Flows: the draft, what is published, its versions. */
import { queryOptions } from '@tanstack/react-query';
import {
  flowsCreate,
  flowsDelete,
  flowsGet,
  flowsList,
  flowsPublish,
  flowsRestore,
  flowsUpdate,
  flowsVersions,
  selectableFlowsList,
  type HandlerDto,
} from '#sdk';
import { client, call, callAs, listAll, rowsOf, keyed } from './call.js';
import type { Flow, FlowVersion, Handler } from './types.js';

export interface FlowBody {
  flow_name?: string;
  description?: string;
  handlers?: Handler[];
  version?: number;
}

export const flowsQuery = (project: string) =>
  queryOptions({
    queryKey: ['p', project, 'flows', 'list'],
    queryFn: ({ signal }) =>
      listAll<Flow>((page) =>
        flowsList({ client, path: { project_id: project }, query: { page, per_page: 200 }, signal }),
      ),
  });
export const flowQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: ['p', project, 'flows', id],
    queryFn: ({ signal }) =>
      callAs<Flow>(() => flowsGet({ client, path: { project_id: project, id }, signal })),
  });
export interface SelectableFlow extends Flow {
  published: boolean;
  missing_system_ids: string[];
}
export const selectableFlowsQuery = (project: string, credentials: string[]) =>
  queryOptions({
    queryKey: ['p', project, 'flows', 'selectable', credentials],
    queryFn: ({ signal }) =>
      rowsOf<SelectableFlow>((page) =>
        selectableFlowsList({
          client,
          path: { project_id: project },
          query: { credential_ids: credentials.join(','), page, per_page: 200 },
          signal,
        }),
      ),
    enabled: credentials.length > 0,
  });
/** Members that are not chosen yet are left out: the API takes a draft as it is. */
const toWire = (handlers: Handler[]): HandlerDto[] =>
  handlers.map(
    (handler) =>
      Object.fromEntries(
        Object.entries(handler).filter(([, value]) => value !== null),
      ) as unknown as HandlerDto,
  );
const bodyOf = <T extends FlowBody>({ handlers, ...body }: T) => ({
  ...body,
  ...(handlers ? { handlers: toWire(handlers) } : {}),
});
export const createFlow = (project: string, body: FlowBody & { flow_name: string }, key?: string) =>
  callAs<Flow>(() =>
    flowsCreate({
      client,
      ...keyed(key),
      path: { project_id: project },
      body: { ...bodyOf(body), flow_name: body.flow_name },
    }),
  );
export const updateFlow = (project: string, id: string, body: FlowBody) =>
  callAs<Flow>(() => flowsUpdate({ client, path: { project_id: project, id }, body: bodyOf(body) }));
export const deleteFlow = (project: string, id: string) =>
  call(() => flowsDelete({ client, path: { project_id: project, id } }));
export const publishFlow = (project: string, id: string) =>
  callAs<Flow>(() => flowsPublish({ client, path: { project_id: project, id } }));
export const flowVersionsQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: ['p', project, 'flows', id, 'versions'],
    queryFn: ({ signal }) =>
      rowsOf<FlowVersion>((page) =>
        flowsVersions({ client, path: { project_id: project, id }, query: { page, per_page: 200 }, signal }),
      ),
  });
export const restoreFlow = (project: string, id: string, version: number) =>
  callAs<Flow>(() => flowsRestore({ client, path: { project_id: project, id }, body: { version } }));
