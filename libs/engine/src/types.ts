// The documents that the engine reads: handlers of a flow and the settings of an API, spelled as on the wire
// (docs: "API members" of the contract), so that a stored document is used as it is.

/** A condition document; the engine never reads it but for its paths, the caller compiles it. */
export type Condition = Record<string, unknown>;

export type OnError = 'continue' | 'stop_run' | 'ignore';
export type OnUnknown = 'resend' | 'lookup' | 'hold';

export interface Join {
  /** path in the record of the flow's list */
  left_path: string;
  /** path in a record of the joined list */
  right_path: string;
  on_missing?: 'null' | 'skip' | 'error' | null;
}

export interface ApiCallHandler {
  handler_id: string;
  kind: 'api_call';
  handler_name?: string;
  api_id: string;
  when?: Condition | null;
  on_error?: OnError | null;
  join?: Join | null;
}

export interface MappingHandler {
  handler_id: string;
  kind: 'mapping';
  handler_name?: string;
  source_handler_ids: string[];
  destination_handler_id: string;
}

export type Handler = ApiCallHandler | MappingHandler;

export type ParameterPlace = 'query' | 'header' | 'path' | 'body';

interface PagingLimits {
  in?: ParameterPlace;
  has_more_path?: string;
  total_path?: string;
  stop_on_short_page?: boolean;
  stop_when?: Condition | null;
  /** default 10,000 */
  max_pages?: number;
  max_records?: number;
  /** adds the first request's query parameters that a next link leaves out */
  keep_query?: boolean;
}

export type Pagination = PagingLimits &
  (
    | { kind: 'none' }
    | { kind: 'page'; parameter: string; start?: number; size_parameter?: string; size?: number }
    | { kind: 'offset'; parameter: string; limit_parameter?: string; limit: number }
    | { kind: 'cursor'; token_path?: string; token_header?: string; parameter: string }
    | { kind: 'next_url'; path: string }
    | { kind: 'link_header' }
    | { kind: 'keyset'; parameter: string; field: string }
  );

export interface Incremental {
  cursor_path: string;
  parameter: string;
  until_parameter?: string | null;
  /** `iso` (default; also dates), `epoch_s`, `epoch_ms`, `id` */
  format?: string | null;
  overlap_seconds?: number | null;
  lag_seconds?: number | null;
  /** a cursor text, or `now` */
  start_at?: string | null;
  sorted?: boolean;
}

export interface BatchSettings {
  max_records?: number;
  max_bytes?: number;
  /** where the array stands in the request body; absent or `$`: the body is the array */
  path?: string | null;
  answer?: 'all' | 'by_index' | 'by_key';
  result_path?: string | null;
  result_key_path?: string | null;
  bisect?: boolean;
}

export type RetryAction = 'retry' | 'ignore' | 'fail' | 'throttle' | 'reset_paging' | 'restart_run';

export interface RetryRule {
  status?: number[];
  when?: Condition | null;
  action: RetryAction;
}

/** What the engine needs to know of an API; members as in the contract, absent ones by default. */
export interface EngineApi {
  api_id: string;
  api_name: string;
  system_id: string;
  method: string;
  /** path of the list of records; `$`: the answer is the list; empty: the answer is one record */
  records_path: string;
  record_key?: string[];
  version_path?: string | null;
  pagination?: Pagination | null;
  incremental?: Incremental | null;
  batch?: BatchSettings | null;
  idempotency_header?: string | null;
  on_unknown?: OnUnknown | null;
  lookup?: { api_id: string; found_path?: string | null; id_path?: string | null } | null;
  retry_unsafe?: boolean;
  success_when?: Condition | null;
  retry?: RetryRule[] | null;
}
