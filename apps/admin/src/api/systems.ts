/** Systems, credentials and the consent that connects them. */
import { queryOptions } from '@tanstack/react-query';
import { api } from './call.js';
import { workspace } from './projects.js';
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

export type SystemBody = Partial<Omit<System, 'system_id' | 'created_at' | 'updated_at'>> & {
  confirm_disconnect?: boolean;
};

export const systemsQuery = (project: string, search = '', page = 1) =>
  queryOptions({
    queryKey: ['p', project, 'systems', 'list', search, page],
    queryFn: ({ signal }) =>
      api.list<System>(workspace(project, 'systems'), { query: { search, page, per_page: 200 }, signal }),
  });
export const systemQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: ['p', project, 'systems', id],
    queryFn: ({ signal }) => api.get<System>(workspace(project, `systems/${id}`), { signal }),
  });
export const createSystem = (project: string, body: SystemBody) =>
  api.postWithMessage<System>(workspace(project, 'systems/create'), body);
export const updateSystem = (project: string, id: string, body: SystemBody) =>
  api.postWithMessage<System>(workspace(project, `systems/update/${id}`), body);
export const deleteSystem = (project: string, id: string) =>
  api.post(workspace(project, `systems/delete/${id}`));

export type UsageKind = 'systems' | 'credentials' | 'apis' | 'flows';
export const usagesQuery = (project: string, kind: UsageKind, id: string) =>
  queryOptions({
    queryKey: ['p', project, 'usages', kind, id],
    queryFn: ({ signal }) => api.get<Usage[]>(workspace(project, `${kind}/usages/${id}`), { signal }),
  });

export interface RequestPreview {
  request: { method: string; url: string; headers: Dictionary };
}
export const previewRequestQuery = (project: string, body: SystemBody) =>
  queryOptions({
    queryKey: ['p', project, 'preview-request', body],
    queryFn: () => api.post<RequestPreview>(workspace(project, 'systems/preview_request'), body),
    retry: false,
    staleTime: 60_000,
  });
export const providersQuery = (project: string, search: string) =>
  queryOptions({
    queryKey: ['p', project, 'providers', search],
    queryFn: ({ signal }) =>
      api.list<Provider>(workspace(project, 'providers'), { query: { search }, signal }),
    staleTime: 600_000,
  });

export const credentialsQuery = (project: string, system?: string) =>
  queryOptions({
    queryKey: ['p', project, 'credentials', 'list', system ?? null],
    queryFn: ({ signal }) =>
      api.list<Credential>(workspace(project, 'credentials'), {
        query: { system_id: system, per_page: 200, include_drafts: true },
        signal,
      }),
  });
export const credentialQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: ['p', project, 'credentials', id],
    queryFn: ({ signal }) => api.get<Credential>(workspace(project, `credentials/${id}`), { signal }),
  });
export interface CredentialBody {
  credential_name?: string;
  system_id?: string;
  inputs?: Record<string, unknown>;
}
export const createCredential = (project: string, body: CredentialBody) =>
  api.post<Credential>(workspace(project, 'credentials/create'), body);
export const updateCredential = (project: string, id: string, body: CredentialBody) =>
  api.post<Credential>(workspace(project, `credentials/update/${id}`), body);
export const deleteCredential = (project: string, id: string) =>
  api.post(workspace(project, `credentials/delete/${id}`));
export const testCredential = (project: string, id: string, freshToken: boolean) =>
  api.post<TestResult>(workspace(project, `credentials/test/${id}`), { fresh_token: freshToken });
export const authorizeCredential = (project: string, id: string) =>
  api.post<ConsentStart>(workspace(project, `credentials/authorize/${id}`));
export const consentAttempt = (project: string, attempt: string) =>
  api.get<ConsentAttempt>(workspace(project, `credentials/attempts/${attempt}`));
