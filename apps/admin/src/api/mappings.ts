/** Mapping nodes of a pipe, their documents, previews and suggestions. */
import { queryOptions } from '@tanstack/react-query';
import { api } from './call.js';
import { workspace } from './projects.js';
import type { MappingDocument } from '../editors/mapping/document.js';
import type { Json, Problem } from './types.js';

/** A field as the service sends it; the element of a list is a field of its own, named `[]`. */
export interface WireField {
  path: string;
  name: string;
  types: string[];
  optional: boolean;
  nullable?: boolean;
  formats?: string[];
  example?: Json;
  open?: boolean;
  fields: WireField[];
}
export interface WireTree {
  roots: { root: string; field: WireField }[];
}
export interface MappingNode {
  handler_id: string;
  handler_name: string;
  source_handler_ids: string[];
  destination_handler_id: string | null;
  version: number;
  link_count: number;
  problems: Problem[];
}
export interface Mapping extends MappingNode {
  source_fields: WireTree | null;
  destination_fields: WireTree | null;
  document: MappingDocument | null;
}
export interface SavedMapping {
  handler_id: string;
  version: number;
  warnings: MappingFault[];
}
export interface MappingFault {
  code: string;
  link_id?: string | null;
  from?: string | string[] | null;
  to?: string | null;
  message: string;
  hint?: string | null;
  value?: Json;
  position?: number | null;
}
export interface MappingPreview {
  /** The parts of the request; null when the record has errors. */
  output: { body?: Json; path?: Json; query?: Json; headers?: Json } | null;
  errors: MappingFault[];
  warnings: MappingFault[];
  explanation?: Json;
}
export interface Suggestion {
  to: string;
  from: string | string[];
  tier: 'apply' | 'review';
  score: number;
  reason: string;
  link?: Record<string, unknown>;
}
export interface FunctionParameter {
  name: string;
  kind: string;
  description: string;
  required?: boolean;
  choices?: string[];
  default?: Json;
}
export interface FunctionInfo {
  name: string;
  group: string;
  description: string;
  input: string;
  returns: string;
  reduces?: boolean;
  parameters: FunctionParameter[];
  examples?: { input?: Json; options?: Record<string, Json>; output?: Json; error?: string }[];
}

const mapping = (project: string, pipe: string, rest = '') =>
  workspace(project, `pipes/${pipe}/mappings${rest}`);

export const mappingNodesQuery = (project: string, pipe: string) =>
  queryOptions({
    queryKey: ['p', project, 'pipes', pipe, 'mappings'],
    queryFn: ({ signal }) => api.get<MappingNode[]>(mapping(project, pipe), { signal }),
  });
export const mappingQuery = (project: string, pipe: string, handler: string) =>
  queryOptions({
    queryKey: ['p', project, 'pipes', pipe, 'mappings', handler],
    queryFn: ({ signal }) => api.get<Mapping>(mapping(project, pipe, `/${handler}`), { signal }),
  });
export const updateMapping = (
  project: string,
  pipe: string,
  handler: string,
  body: { version: number; document: MappingDocument },
) => api.post<SavedMapping>(mapping(project, pipe, `/${handler}/update`), body);
export const previewMappingQuery = (
  project: string,
  pipe: string,
  handler: string,
  body: { document: MappingDocument; record?: Json; explain?: string },
) =>
  queryOptions({
    queryKey: ['p', project, 'mapping-preview', pipe, handler, body],
    queryFn: () => api.post<MappingPreview>(mapping(project, pipe, `/${handler}/preview`), body),
    retry: false,
    staleTime: 60_000,
    gcTime: 30_000,
  });
export const suggestMapping = (project: string, pipe: string, handler: string, document: MappingDocument) =>
  api.post<Suggestion[]>(mapping(project, pipe, `/${handler}/suggest`), { document });
export const mappingVersionsQuery = (project: string, pipe: string, handler: string) =>
  queryOptions({
    queryKey: ['p', project, 'pipes', pipe, 'mappings', handler, 'versions'],
    queryFn: ({ signal }) =>
      api.get<{ version: number; created_at: string; created_by: string | null }[]>(
        mapping(project, pipe, `/${handler}/versions`),
        { signal },
      ),
  });
export const restoreMapping = (project: string, pipe: string, handler: string, version: number) =>
  api.post<Mapping>(mapping(project, pipe, `/${handler}/restore`), { version });
export const functionsQuery = queryOptions({
  queryKey: ['mapping-functions'],
  queryFn: ({ signal }) => api.get<FunctionInfo[]>('/api/mapping/functions', { signal }),
  staleTime: Infinity,
});
