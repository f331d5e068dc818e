// States and shapes of runs; the stored documents are spelled as on the wire.
import type { CallableApi } from '../apis/api-settings.types.js';
import type { FailureGuardSettings, Handler, RunCounts, RunMode, RunWarning } from '#engine';

export const RUN_STATUSES = [
  'queued',
  'running',
  'waiting',
  'succeeded',
  'partially_failed',
  'failed',
  'cancelled',
  'timed_out',
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const RUN_TRIGGERS = ['manual', 'schedule', 'webhook', 'retry', 'reconcile', 'dry_run'] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

/** What a run does with its records: whatever else asks for one delivers. */
export const modeOf = (trigger: RunTrigger): RunMode =>
  trigger === 'dry_run' || trigger === 'reconcile' ? trigger : 'deliver';

/** What was asked of one run; part of the row, so every attempt does the same. */
export interface RunRequest {
  limit?: number;
  record_keys?: string[];
  force_resend?: boolean;
  /** the run begins by a reset: what ran before it may have moved the cursors since it was asked for */
  reset_cursor?: boolean;
  /** units with an unknown outcome that are sent again: handler id → record keys */
  resend_unknown?: Record<string, string[]>;
  /** of a retry: the keys of records when they failed, by the keys that they have by now */
  former_keys?: Record<string, string[]>;
  /** the answers that stand for a call (webhook body, records to retry): handler id → bodies */
  given?: Record<string, GivenAnswer[]>;
}

export interface GivenAnswer {
  status: number;
  headers: Record<string, string>;
  /** base64 */
  body: string;
}

export interface RunErrorDocument {
  code: string;
  message: string;
  handler_id: string | null;
}

export interface FinishedRun {
  id: string;
  projectId: string;
  pipeId: string;
  trigger: RunTrigger;
  status: RunStatus;
  counts: RunCounts | null;
  error: RunErrorDocument | null;
}

/** Everything that a run is pinned to; edits after its start change nothing in it. */
export interface RunSnapshot {
  flow_id: string;
  flow_version: number;
  handlers: Handler[];
  apis: CallableApi[];
  /** system id → credential id */
  credentials: Record<string, string>;
  /** Mapping Handler id → its document and version */
  mappings: Record<string, { document: unknown; version: number }>;
  concurrency: number;
  timeout_seconds: number;
  failure_guard: FailureGuardSettings | null;
}

export type { RunCounts, RunWarning };
