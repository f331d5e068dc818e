// How a run ends, whoever ends it: its worker, a cancel, or the sweep for a worker that died.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { stringifyJson } from '#mapping';
import { jsonbText } from '../database/storable.js';
import { RunAlerts } from './run-alerts.js';
import { rowsOf } from './run-rows.sql.js';
import type {
  FinishedRun,
  RunCounts,
  RunErrorDocument,
  RunStatus,
  RunTrigger,
  RunWarning,
} from './run.types.js';

export interface RunEnd {
  status: RunStatus;
  /** null: what its last commit has shown */
  counts: RunCounts | null;
  error: RunErrorDocument | null;
  /** null: those of its last page commit */
  warnings: RunWarning[] | null;
  /** for a waiting webhook; kept with exact numbers */
  response: unknown;
}

/** An end that was not written by the run's own worker. */
export const endFromOutside = (status: RunStatus, error: RunErrorDocument | null = null): RunEnd => ({
  status,
  counts: null,
  error,
  warnings: null,
  response: null,
});

@Injectable()
export class RunEndings {
  constructor(private readonly alerts: RunAlerts) {}

  /**
   * Ends a run within a transaction; null where it had ended already: terminal states are never left. The fence moves
   * on, so that a worker that still believes in its lease writes nothing any more.
   */
  async end(manager: EntityManager, runId: string, end: RunEnd): Promise<FinishedRun | null> {
    await manager.query('update run_leases set fence = fence + 1, worker_id = null where run_id = $1', [
      runId,
    ]);
    const [row]: { project_id: string; pipe_id: string; trigger: RunTrigger; counts: RunCounts | null }[] =
      rowsOf(
        await manager.query(
          `update runs r set status = $2, finished_at = now(), updated_at = now(), waiting_since = null, waiting_until = null, waiting_reason = null,
                  counts = coalesce($3::jsonb, g.counts), error = $4, warnings = coalesce($5::jsonb, g.warnings, '[]'),
                  pages = coalesce(g.pages, 0), response = $6
             from (select 1) one left join run_progress g on g.run_id = $1
            where r.id = $1 and r.status in ('queued', 'running', 'waiting')
        returning r.project_id, r.pipe_id, r.trigger, r.counts`,
          [
            runId,
            end.status,
            json(end.counts),
            json(end.error),
            json(end.warnings),
            end.response === null ? null : stringifyJson(end.response),
          ],
        ),
      );
    if (!row) return null;
    if (row.trigger === 'retry') await this.reopenErrors(manager, row.pipe_id, runId);
    await manager.query('delete from run_pages where run_id = $1', [runId]);
    await manager.query('delete from run_progress where run_id = $1', [runId]);
    const finished: FinishedRun = {
      id: runId,
      projectId: row.project_id,
      pipeId: row.pipe_id,
      trigger: row.trigger,
      status: end.status,
      counts: row.counts,
      error: end.error,
    };
    await this.alerts.ofEnd(manager, finished);
    return finished;
  }

  /** What a retry left unsettled is open again. */
  private async reopenErrors(manager: EntityManager, pipeId: string, runId: string): Promise<void> {
    await manager.query(
      `update record_errors set state = 'open', updated_at = now()
        where pipe_id = $1 and state = 'retrying' and (retry_run_id = $2 or retry_run_id is null)`,
      [pipeId, runId],
    );
  }
}

function json(value: unknown): string | null {
  return value === null || value === undefined ? null : jsonbText(value);
}
