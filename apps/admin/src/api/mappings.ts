/** Mapping nodes of a pipe, their documents, previews and suggestions. */
import { queryOptions } from '@tanstack/react-query';
import {
  mappingReferenceFunctions,
  pipeMappingsDiff,
  pipeMappingsGet,
  pipeMappingsList,
  pipeMappingsPreview,
  pipeMappingsRestore,
  pipeMappingsSuggest,
  pipeMappingsUpdate,
  pipeMappingsVersions,
  type MappingVersionDto,
} from '#sdk';
import { client, callAs, rowsOf } from './call.js';
import type { DocumentDiff } from '../editors/mapping/compare.js';
import type { MappingDocument, MappingLink } from '../editors/mapping/document.js';
import { toWire } from './json.js';
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
  /** Ends of its links and lists that the samples of now no longer hold where they were. */
  drifted_count: number;
  problems: Problem[];
}
/** One end of a link, or of a scope (no link), of the saved document against the samples as they are now. */
export interface LinkState {
  link_id: string | null;
  /** JSON pointer into the document */
  at?: string;
  side: 'source' | 'destination';
  path: string;
  state: 'fine' | 'moved' | 'type_changed' | 'missing';
  candidate: string | null;
  types_before?: string[] | null;
  types_now?: string[] | null;
}
export interface Mapping extends MappingNode {
  source_fields: WireTree | null;
  destination_fields: WireTree | null;
  document: MappingDocument | null;
  links: LinkState[];
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
  /** Characters before the fault in the text of a formula. */
  position?: number | null;
  /** Where in the document, for a fault that is not of one link. */
  at?: string | null;
  fixes?: { label: string; at?: string; value?: unknown }[];
}
/** One value of the destination and what each step on the way made of it. */
export interface ExplainedValue {
  to: string;
  from: string | null;
  link_id: string;
  steps: { step: string; name: string; value?: Json }[];
}
export interface MappingPreview {
  /** The parts of the request; null when the record has errors. */
  output: { body?: Json; path?: Json; query?: Json; headers?: Json } | null;
  errors: MappingFault[];
  warnings: MappingFault[];
  explanation?: ExplainedValue[];
  tests: { name: string; passed: boolean; message: string }[];
}
export interface Suggestion {
  /** The whole link, with what it proposes to do on the way. */
  link: MappingLink;
  from: string[];
  to: string;
  tier: 'apply' | 'review';
  score: number;
  reason: string;
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

export const mappingNodesQuery = (project: string, pipe: string) =>
  queryOptions({
    queryKey: ['p', project, 'pipes', pipe, 'mappings'],
    queryFn: ({ signal }) =>
      callAs<MappingNode[]>(() =>
        pipeMappingsList({ client, path: { project_id: project, id: pipe }, signal }),
      ),
  });
export const mappingQuery = (project: string, pipe: string, handler: string) =>
  queryOptions({
    queryKey: ['p', project, 'pipes', pipe, 'mappings', handler],
    queryFn: ({ signal }) =>
      callAs<Mapping>(() =>
        pipeMappingsGet({ client, path: { project_id: project, id: pipe, handler_id: handler }, signal }),
      ),
  });
/** The document has no closed list of members for the client: it is checked by the service. */
const wire = (document: MappingDocument): Record<string, unknown> => ({ ...document });

export const updateMapping = (
  project: string,
  pipe: string,
  handler: string,
  body: { version: number; document: MappingDocument },
) =>
  callAs<SavedMapping>(() =>
    pipeMappingsUpdate({
      client,
      path: { project_id: project, id: pipe, handler_id: handler },
      body: { ...body, document: wire(body.document) },
    }),
  );
interface PreviewBody {
  document: MappingDocument;
  record?: Json;
  explain?: string;
}
const previewBody = ({ document, record, explain }: PreviewBody) => ({
  document: wire(document),
  ...(record === undefined || record === null ? {} : { record: toWire(record) }),
  ...(explain === undefined ? {} : { explain }),
});
export const previewMapping = (project: string, pipe: string, handler: string, body: PreviewBody) =>
  callAs<MappingPreview>(() =>
    pipeMappingsPreview({
      client,
      path: { project_id: project, id: pipe, handler_id: handler },
      body: previewBody(body),
    }),
  );
export const previewMappingQuery = (project: string, pipe: string, handler: string, body: PreviewBody) =>
  queryOptions({
    queryKey: ['p', project, 'mapping-preview', pipe, handler, body],
    queryFn: () => previewMapping(project, pipe, handler, body),
    retry: false,
    staleTime: 60_000,
    gcTime: 30_000,
  });
export const suggestMapping = (project: string, pipe: string, handler: string, document: MappingDocument) =>
  callAs<Suggestion[]>(() =>
    pipeMappingsSuggest({
      client,
      path: { project_id: project, id: pipe, handler_id: handler },
      body: { document: wire(document) },
    }),
  );
export const mappingVersionsQuery = (project: string, pipe: string, handler: string) =>
  queryOptions({
    queryKey: ['p', project, 'pipes', pipe, 'mappings', handler, 'versions'],
    queryFn: ({ signal }) =>
      rowsOf<MappingVersionDto>((page) =>
        pipeMappingsVersions({
          client,
          path: { project_id: project, id: pipe, handler_id: handler },
          query: { page, per_page: 200 },
          signal,
        }),
      ),
  });
export const mappingDiffQuery = (project: string, pipe: string, handler: string, from: number, to: number) =>
  queryOptions({
    queryKey: ['p', project, 'pipes', pipe, 'mappings', handler, 'diff', from, to],
    queryFn: ({ signal }) =>
      callAs<DocumentDiff>(() =>
        pipeMappingsDiff({
          client,
          path: { project_id: project, id: pipe, handler_id: handler },
          query: { from, to },
          signal,
        }),
      ),
    // Two saved versions never change.
    staleTime: Infinity,
  });
export const restoreMapping = (project: string, pipe: string, handler: string, version: number) =>
  callAs<SavedMapping>(() =>
    pipeMappingsRestore({
      client,
      path: { project_id: project, id: pipe, handler_id: handler },
      body: { version },
    }),
  );
export const functionsQuery = queryOptions({
  queryKey: ['mapping-functions'],
  queryFn: ({ signal }) => callAs<FunctionInfo[]>(() => mappingReferenceFunctions({ client, signal })),
  staleTime: Infinity,
});
