/** Systems, credentials and the consent that connects them. */
import { queryOptions } from '@tanstack/react-query';
import {
  credentialsAttempt,
  credentialsAuthorize,
  credentialsCreate,
  credentialsDelete,
  credentialsGet,
  credentialsList,
  credentialsTest,
  credentialsUpdate,
  previewPreview,
  providersList,
  samplesCreate,
  systemsCreate,
  systemsDelete,
  systemsGet,
  systemsList,
  systemsUpdate,
  type CreateCredentialDto,
  type CreateSystemDto,
  type UpdateCredentialDto,
  type UpdateSystemDto,
  apisUsages,
  credentialsUsages,
  flowsUsages,
  systemsUsages,
} from '#sdk';
import { client, call, callAs, callWithMessage, list, listAll, rowsOf, keyed } from './call.js';
import type {
  ConsentAttempt,
  ConsentStart,
  Credential,
  Dictionary,
  Provider,
  System,
  TestResult,
  Usage,
} from './types.js';

export const systemsQuery = (project: string) =>
  queryOptions({
    queryKey: ['p', project, 'systems', 'list'],
    queryFn: ({ signal }) =>
      listAll<System>((page) =>
        systemsList({ client, path: { project_id: project }, query: { page, per_page: 200 }, signal }),
      ),
  });
/** One answer or one failure, without the patience of a query. */
export const getSystem = (project: string, id: string, signal?: AbortSignal) =>
  callAs<System>(() =>
    systemsGet({ client, path: { project_id: project, id }, ...(signal ? { signal } : {}) }),
  );
export const systemQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: ['p', project, 'systems', id],
    queryFn: ({ signal }) => getSystem(project, id, signal),
  });
export const createSystem = (project: string, body: CreateSystemDto, key?: string) =>
  callWithMessage<System>(() =>
    systemsCreate({ client, ...keyed(key), path: { project_id: project }, body }),
  );
export const updateSystem = (project: string, id: string, body: UpdateSystemDto) =>
  callWithMessage<System>(() => systemsUpdate({ client, path: { project_id: project, id }, body }));
export const deleteSystem = (project: string, id: string) =>
  call(() => systemsDelete({ client, path: { project_id: project, id } }));

const usagesOf = {
  systems: systemsUsages,
  credentials: credentialsUsages,
  apis: apisUsages,
  flows: flowsUsages,
};
export const usagesQuery = (project: string, kind: keyof typeof usagesOf, id: string) =>
  queryOptions({
    queryKey: ['p', project, 'usages', kind, id],
    queryFn: ({ signal }) =>
      rowsOf<Usage>((page) =>
        usagesOf[kind]({ client, path: { project_id: project, id }, query: { page, per_page: 200 }, signal }),
      ),
  });

export interface RequestPreview {
  request: { method: string; url: string; headers: Dictionary };
}
export const previewRequestQuery = (project: string, body: CreateSystemDto) =>
  queryOptions({
    queryKey: ['p', project, 'preview-request', body],
    queryFn: () =>
      callAs<RequestPreview>(() => previewPreview({ client, path: { project_id: project }, body })),
    retry: false,
    staleTime: 60_000,
  });
export const providersQuery = (project: string, search: string) =>
  queryOptions({
    queryKey: ['p', project, 'providers', search],
    queryFn: ({ signal }) =>
      list<Provider>(() =>
        providersList({ client, path: { project_id: project }, query: { search }, signal }),
      ),
    staleTime: 600_000,
  });

/** Whether it holds a sign-in: one that waits for its consent is no connection yet. */
export const isMade = ({ status }: Credential): boolean =>
  status !== 'draft' && status !== 'awaiting_consent';

export const credentialsQuery = (project: string, system?: string) =>
  queryOptions({
    queryKey: ['p', project, 'credentials', 'list', system ?? null],
    queryFn: ({ signal }) =>
      listAll<Credential>((page) =>
        credentialsList({
          client,
          path: { project_id: project },
          query: { system_id: system, page, per_page: 200, include_drafts: true },
          signal,
        }),
      ),
  });
export const credentialQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: ['p', project, 'credentials', id],
    queryFn: ({ signal }) =>
      callAs<Credential>(() => credentialsGet({ client, path: { project_id: project, id }, signal })),
  });
export const createCredential = (project: string, body: CreateCredentialDto, key?: string) =>
  callAs<Credential>(() => credentialsCreate({ client, ...keyed(key), path: { project_id: project }, body }));
export const updateCredential = (project: string, id: string, body: UpdateCredentialDto) =>
  callAs<Credential>(() => credentialsUpdate({ client, path: { project_id: project, id }, body }));
export const deleteCredential = (project: string, id: string) =>
  call(() => credentialsDelete({ client, path: { project_id: project, id } }));
export const testCredential = (project: string, id: string, freshToken: boolean) =>
  callAs<TestResult>(() =>
    credentialsTest({ client, path: { project_id: project, id }, body: { fresh_token: freshToken } }),
  );
export const authorizeCredential = (project: string, id: string) =>
  callAs<ConsentStart>(() => credentialsAuthorize({ client, path: { project_id: project, id } }));
export const consentAttempt = (project: string, attempt: string) =>
  callAs<ConsentAttempt>(() =>
    credentialsAttempt({ client, path: { project_id: project, attempt_id: attempt } }),
  );
export const addSamples = (project: string) =>
  call(() => samplesCreate({ client, path: { project_id: project } }));
