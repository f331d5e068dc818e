// Claims: which worker has a run, behind a fence that each claim raises, until it ends, waits or is handed over.
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { retriedTransaction } from '../database/retried-transaction.js';
import { endFromOutside, type RunEnd, RunEndings } from './run-endings.js';
import { ALIVE, isProjectFull, lockLease, lockPipe, lockProject, rowsOf } from './run-rows.sql.js';
import type { FinishedRun, RunRequest, RunStatus, RunTrigger } from './run.types.js';

const MAX_RECOVERIES = 5;

export interface ClaimedRun {
  id: string;
  projectId: string;
  pipeId: string;
  snapshotId: string;
  trigger: RunTrigger;
  request: RunRequest;
  startedAt: Date;
  /** parked since then, in all: it counts towards no time-out */
  waitedMs: number;
  fence: number;
  isCancelRequested: boolean;
}

export type Claim =
  { kind: 'claimed'; run: ClaimedRun } | { kind: 'crash_loop'; run: FinishedRun } | { kind: 'no' };

interface CandidateRow {
  project_id: string;
  pipe_id: string;
  snapshot_id: string;
  trigger: RunTrigger;
  request: RunRequest;
  status: RunStatus;
  fence: number;
  recoveries: number;
  pages_seen: number;
  pages: number | null;
  is_alive: boolean;
  is_due: boolean;
  cancel_requested_at: Date | null;
}

@Injectable()
export class RunClaimRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly endings: RunEndings,
  ) {}

  /** Takes a run for a worker, if it is its turn. A taken run of a dead worker counts as a recovery. */
  async claim(runId: string, workerId: string): Promise<Claim> {
    const [found]: { pipe_id: string }[] = await this.dataSource.query(
      'select pipe_id from runs where id = $1',
      [runId],
    );
    if (!found) return { kind: 'no' };
    return retriedTransaction(this.dataSource, async (manager) => {
      await lockPipe(manager, found.pipe_id);
      await lockLease(manager, runId);
      const [row]: CandidateRow[] = await manager.query(
        `select r.project_id, r.pipe_id, r.snapshot_id, r.trigger, r.request, r.status, r.cancel_requested_at,
                l.fence, l.recoveries, l.pages_seen, p.pages, coalesce(${ALIVE}, false) as is_alive,
                coalesce(r.waiting_until <= now(), false) as is_due
           from runs r join run_leases l on l.run_id = r.id left join run_progress p on p.run_id = r.id
           left join run_workers w on w.id = l.worker_id
          where r.id = $1 for update of r`,
        [runId],
      );
      if (!row || !(await this.isItsTurn(manager, runId, row))) return { kind: 'no' };
      const isRecovery = row.status === 'running';
      const hasMoved = (row.pages ?? 0) > row.pages_seen;
      const recoveries = (hasMoved ? 0 : row.recoveries) + (isRecovery ? 1 : 0);
      if (recoveries > MAX_RECOVERIES) return this.giveUp(manager, runId);
      return this.take(manager, runId, workerId, row, recoveries);
    });
  }

  private async isItsTurn(manager: EntityManager, runId: string, row: CandidateRow): Promise<boolean> {
    if (
      row.status === 'running'
        ? row.is_alive
        : row.status === 'waiting'
          ? !row.is_due
          : row.status !== 'queued'
    )
      return false;
    await lockProject(manager, row.project_id);
    const [place]: { is_behind: boolean; is_full: boolean }[] = await manager.query(
      `select $4 and exists (select 1 from runs o where o.pipe_id = $1 and o.id <> $2
                 and (o.status in ('running', 'waiting')
                      or (o.status = 'queued' and (o.created_at, o.id) < (select created_at, id from runs where id = $2)))) as is_behind,
              ${isProjectFull('$3')} as is_full`,
      [row.pipe_id, runId, row.project_id, row.status === 'queued'],
    );
    return place !== undefined && !place.is_behind && !place.is_full;
  }

  private async giveUp(manager: EntityManager, runId: string): Promise<Claim> {
    const run = await this.endings.end(
      manager,
      runId,
      endFromOutside('failed', {
        code: 'CRASH_LOOP',
        message: `The worker stopped ${MAX_RECOVERIES} times without getting on with this run.`,
        handler_id: null,
      }),
    );
    return run ? { kind: 'crash_loop', run } : { kind: 'no' };
  }

  private async take(
    manager: EntityManager,
    runId: string,
    workerId: string,
    row: CandidateRow,
    recoveries: number,
  ): Promise<Claim> {
    const [lease]: { fence: number }[] = rowsOf(
      await manager.query(
        'update run_leases set fence = fence + 1, worker_id = $2, recoveries = $3, pages_seen = $4 where run_id = $1 returning fence',
        [runId, workerId, recoveries, row.pages ?? 0],
      ),
    );
    const [started]: { started_at: Date; waited_ms: string }[] = rowsOf(
      await manager.query(
        `update runs set status = 'running', attempts = attempts + 1, started_at = coalesce(started_at, now()),
                waited_ms = waited_ms + coalesce((extract(epoch from now() - waiting_since) * 1000)::bigint, 0),
                waiting_since = null, waiting_until = null, waiting_reason = null, updated_at = now()
          where id = $1 returning started_at, waited_ms`,
        [runId],
      ),
    );
    if (!lease || !started) return { kind: 'no' };
    return {
      kind: 'claimed',
      run: {
        id: runId,
        projectId: row.project_id,
        pipeId: row.pipe_id,
        snapshotId: row.snapshot_id,
        trigger: row.trigger,
        request: row.request,
        startedAt: started.started_at,
        waitedMs: Number(started.waited_ms),
        fence: lease.fence,
        isCancelRequested: row.cancel_requested_at !== null,
      },
    };
  }

  /** Ends a run behind its fence; null when the fence is not ours or it ended otherwise. */
  finish(run: ClaimedRun, end: RunEnd): Promise<FinishedRun | null> {
    return this.behindFence(run, (manager) => this.endings.end(manager, run.id, end));
  }

  /** Gives the run up for now: `waiting` until a time, or until somebody wakes it (null). */
  park(run: ClaimedRun, until: Date | null, reason: string): Promise<boolean> {
    return this.release(
      run,
      "status = 'waiting', waiting_since = now(), waiting_until = $2, waiting_reason = $3",
      [until, reason],
    );
  }

  /** Puts the run back in line for another worker. */
  requeue(run: ClaimedRun): Promise<boolean> {
    return this.release(run, "status = 'queued', queued_at = now()", []);
  }

  private async release(run: ClaimedRun, set: string, values: unknown[]): Promise<boolean> {
    const released = await this.behindFence(run, async (manager) => {
      const rows: unknown[] = rowsOf(
        await manager.query(
          `update runs set ${set}, updated_at = now() where id = $1 and status = 'running' returning id`,
          [run.id, ...values],
        ),
      );
      await manager.query('update run_leases set worker_id = null where run_id = $1', [run.id]);
      return rows.length > 0;
    });
    return released ?? false;
  }

  private behindFence<T>(run: ClaimedRun, work: (manager: EntityManager) => Promise<T>): Promise<T | null> {
    return retriedTransaction(this.dataSource, async (manager) => {
      const rows: unknown[] = await manager.query(
        'select 1 from run_leases where run_id = $1 and fence = $2 for update',
        [run.id, run.fence],
      );
      return rows.length > 0 ? work(manager) : null;
    });
  }
}
