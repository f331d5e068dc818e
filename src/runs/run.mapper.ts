import { parseJson } from '#mapping';
import type { RecordErrorDto } from './dto/record-error.dto.js';
import type { RunDto, RunRecordDto, RunStatsDto, StartedRunDto } from './dto/run.dto.js';
import type { RecordErrorRow } from './record-error.repository.js';
import type { HourRow, RunRecordRow, RunRow, SlowestRow } from './run.repository.js';

const NO_COUNTS = { read: 0, mapped: 0, delivered: 0, skipped: 0, failed: 0, handlers: {} };

export const toRunDto = (run: RunRow): RunDto => ({
  run_id: run.id,
  pipe_id: run.pipe_id,
  pipe_name: run.pipe_name,
  trigger: run.trigger,
  status: run.status,
  counts: run.counts ?? NO_COUNTS,
  error: run.error,
  warnings: run.warnings,
  waiting_until: run.waiting_until?.toISOString() ?? null,
  waiting_reason: run.waiting_reason,
  attempts: run.attempts,
  pages: run.pages,
  cancel_requested: run.cancel_requested_at !== null,
  created_at: run.created_at.toISOString(),
  started_at: run.started_at?.toISOString() ?? null,
  finished_at: run.finished_at?.toISOString() ?? null,
});

export const toRunRecordDto = (row: RunRecordRow): RunRecordDto => ({
  record_id: row.id,
  record_key: row.record_key,
  handler_id: row.handler_id,
  status: row.status,
  class: row.class,
  code: row.code,
  message: row.message,
  field_path: fieldPath(row.errors),
  errors: row.errors,
  warnings: row.warnings,
  attempt: row.attempt,
  source: stage(row.source),
  mapped: stage(row.mapped),
  request: stage(row.request),
  response: stage(row.response),
  created_at: row.created_at.toISOString(),
  ...(row.count === undefined ? {} : { count: Number(row.count) }),
});

export const toRecordErrorDto = (row: RecordErrorRow): RecordErrorDto => ({
  error_id: row.id,
  run_id: row.run_id,
  handler_id: row.handler_id,
  record_key: row.record_key,
  class: row.class,
  code: row.code,
  message: row.message,
  field_path: row.field_path,
  attempt: row.attempt,
  times: row.times,
  mapping_version: row.mapping_version,
  status: row.state,
  source: stage(row.source),
  mapped: stage(row.mapped),
  request: stage(row.request),
  response: stage(row.response),
  first_seen_at: row.created_at.toISOString(),
  last_seen_at: row.last_seen_at.toISOString(),
  cause: row.cause,
  ...(row.count === undefined ? {} : { count: Number(row.count) }),
});

export const toRunStatsDto = ({
  hours,
  slowest,
}: {
  hours: HourRow[];
  slowest: SlowestRow | null;
}): RunStatsDto => ({
  hours: hours.map((row) => ({
    hour: row.hour.toISOString(),
    runs: Number(row.runs),
    delivered: Number(row.delivered),
    skipped: Number(row.skipped),
    failed: Number(row.failed),
  })),
  slowest_api: slowest && {
    api_id: slowest.api_id,
    api_name: slowest.api_name,
    calls: Number(slowest.calls),
    mean_ms: Math.round(slowest.mean_ms * 10) / 10,
  },
});

function fieldPath(errors: Record<string, unknown>[]): string | null {
  const to = errors[0]?.to;
  return typeof to === 'string' ? to : null;
}

/** Stages are kept as JSON texts. */
function stage(text: string | null): unknown {
  return text === null ? null : parseJson(text);
}

export const toStarted = ({ runId, status }: { runId: string; status: string }): StartedRunDto => ({
  run_id: runId,
  status,
});
