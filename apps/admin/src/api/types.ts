/** What the pages read from the API, as on the wire (snake_case). */
import type { TokenCallDto } from '#sdk';
import type { Json } from './json.js';

export type { Json };
export type JsonObject = { [key: string]: Json };
export type Dictionary = Record<string, string>;

export interface Person {
  user_id: string;
  name: string;
  email: string;
  role: 'owner' | 'admin' | 'member';
  suspended?: boolean;
  accepted?: boolean;
  second_factor?: boolean;
  created_at?: string;
  last_login_at?: string | null;
  invitation_url?: string;
}
export interface Project {
  project_id: string;
  project_name: string;
  project_description: string;
  users: string[];
  groups: string[];
  created_at: string;
  updated_at: string;
  created_by: string | null;
}
export type Settings = Record<string, Json>;

export type AuthenticationType = 'none' | 'basic' | 'api_key' | 'bearer_token' | 'oauth2' | 'dynamic_token';
export type GrantType =
  'authorization_code' | 'authorization_code_pkce' | 'resource_owner_credentials' | 'client_credentials';
export interface CredentialInput {
  name: string;
  label: string;
  secret: boolean;
}
export interface System {
  system_id: string;
  system_name: string;
  description: string;
  base_url: string;
  status: 'enabled' | 'disabled';
  authentication_type: AuthenticationType;
  grant_type?: GrantType | null;
  client_authentication?: 'body' | 'basic_header' | null;
  add_authorization_data_to?: 'request_headers' | 'request_url' | null;
  authorization_query_parameter?: string | null;
  authorization_format?: string | null;
  authorization_header?: string | null;
  client_id?: string | null;
  client_secret?: string | null;
  client_secret_set?: boolean;
  authorization_url?: string | null;
  token_url?: string | null;
  scope?: string | null;
  scope_separator?: ' ' | ',' | '+' | null;
  redirect_url?: string | null;
  transformation_method?: 'S256' | 'plain' | null;
  extra_authorize_params?: Record<string, string | string[]> | null;
  extra_token_params?: Record<string, string | string[]> | null;
  extra_refresh_params?: Record<string, string | string[]> | null;
  basic_encoding?: 'rfc6749' | 'raw' | null;
  token_path?: string | null;
  token_answer?: 'auto' | 'text' | null;
  send_empty_client_secret?: boolean | null;
  expires_in_unit?: 's' | 'ms' | null;
  default_expires_in?: number | null;
  expires_in_path?: string | null;
  issuer?: string | null;
  send_scope_on_refresh?: boolean | null;
  revocation_url?: string | null;
  redirect_uri_name?: string | null;
  api_key_in?: 'header' | 'query' | null;
  api_key_name?: string | null;
  token_calls?: TokenCallDto[] | null;
  credential_inputs: CredentialInput[];
  test_request: { method: string; path: string; expected_statuses?: number[] } | null;
  default_headers: Dictionary;
  rate_limit: { requests: number; per_seconds: number; burst?: number } | null;
  max_concurrency: number | null;
  token_failure_status_codes: number[];
  created_at: string;
  updated_at: string;
}
export interface Usage {
  resource_type: string;
  resource_id: string;
  name: string;
}
/** `draft` and `awaiting_consent`: without a token yet, and no connection that anything can use. */
export type CredentialStatus = 'draft' | 'awaiting_consent' | 'connected' | 'reconnect_required' | 'failed';
export interface Credential {
  credential_id: string;
  credential_name: string;
  system_id: string;
  inputs: Record<string, Json>;
  status: CredentialStatus;
  reachability?: 'ok' | 'offline';
  blocked_until?: string | null;
  last_error: string | { message?: string; code?: string } | null;
  last_tested_at: string | null;
  expires_at: string | null;
  used_by?: Usage[];
  created_at: string;
  updated_at: string;
}
export interface TestStep {
  name: string;
  ok: boolean;
  status: number | null;
  duration_ms: number | null;
  request: Json;
  response: Json;
  error: string | null;
}
export interface TestResult {
  ok: boolean | null;
  steps: TestStep[];
  suggestion: string | null;
  /** What to know of a token that was generated. */
  warnings: string[];
  expires_at: string | null;
}
export interface ConsentStart {
  attempt_id: string;
  authorization_url: string;
  expires_at: string;
}
export interface ConsentAttempt {
  status: 'pending' | 'succeeded' | 'failed' | 'expired';
  error: string | null;
}

export interface ApiDefinition {
  api_id: string;
  api_name: string;
  system_id: string;
  status: 'enabled' | 'disabled';
  description: string;
  method: string;
  path: string;
  query_parameters: Dictionary;
  headers: Dictionary;
  body_type: 'none' | 'json' | 'form' | 'xml' | 'text';
  sample_request: JsonObject | null;
  sample_response: Json;
  more_sample_responses?: Json[];
  records_path: string;
  record_key: string[];
  version_path: string | null;
  pagination: { kind: string; [member: string]: Json } | null;
  incremental: JsonObject | null;
  batch: JsonObject | null;
  idempotency_header: string | null;
  on_unknown: 'resend' | 'lookup' | 'hold' | null;
  retry_unsafe?: boolean;
  lookup?: JsonObject | null;
  timeouts?: JsonObject | null;
  success_when: JsonObject | null;
  retry: JsonObject[];
  created_at: string;
  updated_at: string;
}
export interface TryResult {
  request: { method: string; url: string; headers: Dictionary; body?: Json };
  response: { status: number; headers: Dictionary; body: Json; duration_ms: number } | null;
  error: string | { message?: string; code?: string } | null;
}

export interface ApiCallHandler {
  handler_id: string;
  kind: 'api_call';
  handler_name: string;
  api_id: string | null;
  when?: Json;
  on_error?: 'continue' | 'stop_run' | 'ignore';
  join?: { left_path: string; right_path: string; on_missing?: string } | null;
}
export interface MappingHandler {
  handler_id: string;
  kind: 'mapping';
  handler_name: string;
  source_handler_ids: string[];
  destination_handler_id: string | null;
}
export type Handler = ApiCallHandler | MappingHandler;
export interface Flow {
  flow_id: string;
  flow_name: string;
  description: string;
  handlers: Handler[];
  version: number;
  published_version: number | null;
  has_unpublished_changes?: boolean;
  /** What keeps the saved draft from being published. */
  problems?: Problem[];
  created_at: string;
  updated_at: string;
}
export interface FlowVersion {
  version: number;
  published_at?: string;
  created_at?: string;
  published_by?: string | null;
  handlers?: Handler[];
}

export interface Problem {
  code: string;
  message: string;
  handler_id?: string | null;
}
export interface Pipe {
  pipe_id: string;
  pipe_name: string;
  description: string;
  flow_id: string;
  credential_ids: string[];
  overlap: 'queue_one' | 'skip';
  concurrency: number;
  timeout_seconds: number;
  failure_guard: { in_a_row: number; percent_of_first_200: number } | null;
  ledger_retention_days: number;
  enabled: boolean;
  problems: Problem[];
  last_run: {
    run_id: string;
    status: RunStatus;
    finished_at?: string | null;
    started_at?: string | null;
  } | null;
  next_run_at: string | null;
  created_at: string;
  updated_at: string;
}
export type RunStatus =
  'queued' | 'running' | 'waiting' | 'succeeded' | 'partially_failed' | 'failed' | 'cancelled' | 'timed_out';
export interface Counts {
  read: number;
  mapped: number;
  delivered: number;
  skipped: number;
  failed: number;
}
export interface Run {
  run_id: string;
  pipe_id: string;
  pipe_name?: string;
  trigger: string;
  status: RunStatus;
  waiting_until?: string | null;
  waiting_reason?: string | null;
  counts: Counts;
  /** Names the pages committed so far. */
  pages?: number;
  created_at?: string;
  started_at: string | null;
  finished_at: string | null;
  error: string | { message?: string; code?: string } | null;
  warnings: (string | { code?: string; message?: string; count?: number })[];
}
export interface RunRecord {
  record_key: string;
  handler_id: string | null;
  status: string;
  code: string | null;
  message: string | null;
  field_path?: string | null;
  error_id?: string | null;
  source: Json;
  mapped: Json;
  request: Json;
  response: Json;
}
/** A failed record until it is settled; as a group of one cause it also has a `count`. */
export interface RecordError extends RunRecord {
  error_id: string;
  run_id: string;
  code: string;
  message: string;
  cause: string;
  times: number;
  first_seen_at: string;
  last_seen_at: string;
  count?: number;
}
export type ErrorState = 'open' | 'retrying' | 'resolved' | 'ignored';
export interface CauseGroup {
  code: string;
  message: string;
  handler_id?: string | null;
  field_path?: string | null;
  count: number;
  /** Of one of the records. */
  mapped: Json;
  response: Json;
}
export interface Trigger {
  trigger_id: string;
  kind: 'schedule' | 'webhook';
  cron?: string | null;
  every_seconds?: number | null;
  timezone?: string;
  missed?: 'last' | 'skip' | 'all';
  next_run_at?: string | null;
  url?: string;
  verify?: 'token' | 'hmac';
  layout?: 'custom' | 'github' | 'shopify' | 'stripe';
  algorithm?: 'sha1' | 'sha256' | 'sha512';
  encoding?: 'hex' | 'base64';
  signature_header?: string | null;
  signature_prefix?: string;
  timestamp_header?: string | null;
  secret_set?: boolean;
  /** Only in the answer to the call that made it. */
  secret?: string;
  event_id_header?: string | null;
  event_id_path?: string | null;
  source_handler_id?: string | null;
}
export interface ActivityLog {
  activity_log_id: string;
  actor: string | { user_id?: string; name?: string; email?: string } | null;
  action: string;
  resource_type: string;
  resource_id: string;
  name: string | null;
  changes: { field: string; before: Json; after: Json }[];
  at: string;
}
export interface AccessToken {
  token_id: string;
  token_name: string;
  created_at: string;
  expires_at: string | null;
  last_used_at?: string | null;
  read_only: boolean;
  project_ids: string[] | null;
}
export interface Group {
  group_id: string;
  group_name: string;
  users?: string[];
}
export interface SignInSession {
  session_id: string;
  created_at: string;
  last_used_at?: string | null;
  user_agent?: string | null;
  address?: string | null;
  current?: boolean;
}
export interface Provider {
  provider_id?: string;
  name: string;
  title?: string;
  [member: string]: unknown;
}
