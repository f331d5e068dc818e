// The settings of an API, as on the wire; the engine reads them as they are stored.
import type { BatchSettings, EngineApi, Incremental, Pagination, RetryRule } from '#engine';

export type { BatchSettings, Incremental, Pagination, RetryRule };

export const BODY_TYPES = ['none', 'json', 'form', 'xml', 'text'] as const;
export type BodyType = (typeof BODY_TYPES)[number];

/** The parts of a sample request: the destination fields of a mapping. */
export interface SampleRequest {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  headers?: Record<string, unknown>;
  body?: unknown;
}

export interface ApiTimeouts {
  connect_ms?: number;
  read_ms?: number;
  total_ms?: number;
}

export interface LookupSettings {
  api_id: string;
  found_path?: string | null;
  id_path?: string | null;
}

export type ConditionDocument = Record<string, unknown>;

/** An API as it is called: what the engine reads, and what a request is built from. */
export interface CallableApi extends EngineApi {
  path: string;
  query_parameters: Record<string, string>;
  headers: Record<string, string>;
  body_type: BodyType;
  sample_request: SampleRequest | null;
  timeouts: ApiTimeouts | null;
}
