// The rows that decide who runs what: inserts, claims behind a fence, hand-over, ends. Instance-wide, for workers.
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { RunAlerts } from './run-alerts.js';
import type {
  RunCounts,
  RunErrorDocument,
  RunRequest,
  RunStatus,
  RunTrigger,
  RunWarning,
} from './run.types.js';

/** A worker that was not seen for so long has lost its runs. */
export const LEASE_MS = 15_000;
const ALIVE = `w.seen_at > now() - interval '${LEASE_MS / 1000} seconds'`;
/** Runs of one project at once, where its settings say nothing. */
const DEFAULT_PROJECT_RUNS = 5;
const MAX_RECOVERIES = 5;

export interface NewRun {
  id: string;
  projectId: string;
  pipeId: string;
  snapshotId: string;
  trigger: RunTrigger;
  request: RunRequest;
  startedBy: string | null;
}

export interface ClaimedRun {
  id: string;
  projectId: string;
  pipeId: string;
  snapshotId: string;
  trigger: RunTrigger;
  request: RunRequest;
  startedAt: Date;
  fence: number;
  isCancelRequested: boolean;
}

export type Claim =
  { kind: 'claimed'; run: ClaimedRun } | { kind: 'crash_loop'; run: FinishedRun } | { kind: 'no' };

export interface FinishedRun {
  id: string;
  projectId: string;
  pipeId: string;
  trigger: RunTrigger;
  status: RunStatus;
  counts: RunCounts | null;
  error: RunErrorDocument | null;
}

export interface RunEnd {
  status: RunStatus;
  counts: RunCounts | null;
  error: RunErrorDocument | null;
  warnings: RunWarning[];
  response: unknown;
}

export type Admitted = { runId: string; isNew: boolean } | { runId: null };

interface CandidateRow {
  project_id: string;
  pipe_id: string;
  snapshot_id: string;
  trigger: RunTrigger;
  request: RunRequest;
  status: RunStatus;
  started_at: Date | null;
  fence: number;
  recoveries: number;
  pages_seen: number;
  pages: number | null;
  is_alive: boolean;
  is_due: boolean;
  cancel_requested_at: Date | null;
}

@Injectable()
export class RunQueueRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly alerts: RunAlerts,
  ) {}

  /**
   * Puts a run in line, under the lock of its pipe. `collapse`: a waiting run that asks for the same stands for it;
   * `refuse`: none is taken while one is active; `always`: every one is kept (a webhook's event, a retry).
   */
  async admit(
    run: NewRun,
    rule: 'collapse' | 'refuse' | 'always',
    within?: EntityManager,
  ): Promise<Admitted> {
    const insert = async (manager: EntityManager): Promise<Admitted> => {
      await lockPipe(manager, run.pipeId);
      if (rule !== 'always') {
        const active: { id: string; status: RunStatus; is_same: boolean }[] = await manager.query(
          `select id, status, request = $2::jsonb and trigger <> 'retry' as is_same from runs
            where pipe_id = $1 and status in ('queued', 'running', 'waiting') order by created_at, id`,
          [run.pipeId, JSON.stringify(run.request)],
        );
        if (active.length > 0 && rule === 'refuse') return { runId: null };
        const waiting = active.slice(1).findLast((row) => row.status === 'queued' && row.is_same);
        if (waiting) return { runId: waiting.id, isNew: false };
      }
      await manager.query(
        `insert into runs (id, project_id, pipe_id, snapshot_id, trigger, status, request, warnings, attempts, started_by, queued_at, created_at, updated_at)
         values ($1, $2, $3, $4, $5, 'queued', $6, '[]', 0, $7, now(), clock_timestamp(), now())`,
        [
          run.id,
          run.projectId,
          run.pipeId,
          run.snapshotId,
          run.trigger,
          JSON.stringify(run.request),
          run.startedBy,
        ],
      );
      await manager.query('insert into run_leases (run_id) values ($1)', [run.id]);
      return { runId: run.id, isNew: true };
    };
    return within ? insert(within) : this.dataSource.transaction(insert);
  }

  /** Takes a run for a worker, if it is its turn. A taken run of a dead worker counts as a recovery. */
  async claim(runId: string, workerId: string): Promise<Claim> {
    const [found]: { pipe_id: string }[] = await this.dataSource.query(
      'select pipe_id from runs where id = $1',
      [runId],
    );
    if (!found) return { kind: 'no' };
    return this.dataSource.transaction(async (manager) => {
      await lockPipe(manager, found.pipe_id);
      const [row]: CandidateRow[] = await manager.query(
        `select r.project_id, r.pipe_id, r.snapshot_id, r.trigger, r.request, r.status, r.started_at, r.cancel_requested_at,
                l.fence, l.recoveries, l.pages_seen, p.pages, coalesce(${ALIVE}, false) as is_alive,
                coalesce(r.waiting_until <= now(), false) as is_due
           from runs r join run_leases l on l.run_id = r.id left join run_progress p on p.run_id = r.id
           left join run_workers w on w.id = l.worker_id
          where r.id = $1 for update of r, l`,
        [runId],
      );
      if (!row || !(await this.isItsTurn(manager, runId, row))) return { kind: 'no' };
      const isRecovery = row.status === 'running';
      const hasMoved = (row.pages ?? 0) > row.pages_seen;
      const recoveries = isRecovery ? (hasMoved ? 1 : row.recoveries + 1) : hasMoved ? 0 : row.recoveries;
      if (isRecovery && recoveries > MAX_RECOVERIES) {
        const error: RunErrorDocument = {
          code: 'CRASH_LOOP',
          message: `The worker stopped ${MAX_RECOVERIES} times without getting on with this run.`,
          handler_id: null,
        };
        const run = await this.endRow(manager, runId, {
          status: 'failed',
          counts: null,
          error,
          warnings: [],
          response: null,
        });
        return run ? { kind: 'crash_loop', run } : { kind: 'no' };
      }
      const [lease]: { fence: number }[] = rowsOf(
        await manager.query(
          'update run_leases set fence = fence + 1, worker_id = $2, recoveries = $3, pages_seen = $4 where run_id = $1 returning fence',
          [runId, workerId, recoveries, row.pages ?? 0],
        ),
      );
      const [started]: { started_at: Date }[] = rowsOf(
        await manager.query(
          `update runs set status = 'running', attempts = attempts + 1, started_at = coalesce(started_at, now()),
                  waiting_until = null, waiting_reason = null, updated_at = now() where id = $1 returning started_at`,
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
          fence: lease.fence,
          isCancelRequested: row.cancel_requested_at !== null,
        },
      };
    });
  }

  private async isItsTurn(manager: EntityManager, runId: string, row: CandidateRow): Promise<boolean> {
    if (row.status === 'running') return !row.is_alive;
    if (row.status === 'waiting') return row.is_due;
    if (row.status !== 'queued') return false;
    const [other]: { busy: boolean; full: boolean }[] = await manager.query(
      `select exists (select 1 from runs o where o.pipe_id = $1 and o.id <> $2
                 and (o.status in ('running', 'waiting') or (o.status = 'queued' and (o.created_at, o.id) < (select created_at, id from runs where id = $2)))) as busy,
              (select count(*) from runs o join run_leases l on l.run_id = o.id join run_workers w on w.id = l.worker_id
                where o.project_id = $3 and o.status = 'running' and ${ALIVE})
              >= coalesce((select (settings->>'runs___max_concurrent')::int from projects where id = $3), ${DEFAULT_PROJECT_RUNS}) as full`,
      [row.pipe_id, runId, row.project_id],
    );
    return other !== undefined && !other.busy && !other.full;
  }

  /** Ends a run behind its fence; null when the fence is not ours or it ended otherwise. */
  finish(runId: string, fence: number, end: RunEnd): Promise<FinishedRun | null> {
    return this.behindFence(runId, fence, (manager) => this.endRow(manager, runId, end));
  }

  /** Gives the run up for now: `waiting` until a time, or until somebody wakes it (null). */
  park(runId: string, fence: number, until: Date | null, reason: string): Promise<boolean> {
    return this.release(runId, fence, "status = 'waiting', waiting_until = $2, waiting_reason = $3", [
      until,
      reason,
    ]);
  }

  /** Puts the run back in line for another worker. */
  requeue(runId: string, fence: number): Promise<boolean> {
    return this.release(runId, fence, "status = 'queued', queued_at = now()", []);
  }

  private async release(runId: string, fence: number, set: string, values: unknown[]): Promise<boolean> {
    const released = await this.behindFence(runId, fence, async (manager) => {
      const rows: unknown[] = rowsOf(
        await manager.query(
          `update runs set ${set}, updated_at = now() where id = $1 and status = 'running' returning id`,
          [runId, ...values],
        ),
      );
      await manager.query('update run_leases set worker_id = null where run_id = $1', [runId]);
      return rows.length > 0;
    });
    return released ?? false;
  }

  private behindFence<T>(
    runId: string,
    fence: number,
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T | null> {
    return this.dataSource.transaction(async (manager) => {
      const rows: unknown[] = await manager.query(
        'select 1 from run_leases where run_id = $1 and fence = $2 for update',
        [runId, fence],
      );
      return rows.length > 0 ? work(manager) : null;
    });
  }

  /** Asks for the end of a run; one that nobody works on ends at once. Answers null where it had ended already. */
  async cancel(runId: string): Promise<FinishedRun | 'asked' | null> {
    return this.dataSource.transaction(async (manager) => {
      const [row]: { status: RunStatus; is_alive: boolean }[] = await manager.query(
        `select r.status, coalesce(${ALIVE}, false) as is_alive from runs r join run_leases l on l.run_id = r.id
           left join run_workers w on w.id = l.worker_id where r.id = $1 for update of r, l`,
        [runId],
      );
      if (!row || !['queued', 'running', 'waiting'].includes(row.status)) return null;
      if (row.status !== 'running' || !row.is_alive) {
        await manager.query('update run_leases set fence = fence + 1, worker_id = null where run_id = $1', [
          runId,
        ]);
        return this.endRow(manager, runId, {
          status: 'cancelled',
          counts: null,
          error: null,
          warnings: [],
          response: null,
        });
      }
      await manager.query(
        'update runs set cancel_requested_at = coalesce(cancel_requested_at, now()), updated_at = now() where id = $1',
        [runId],
      );
      return 'asked';
    });
  }

  async heartbeat(workerId: string): Promise<void> {
    await this.dataSource.query(
      'insert into run_workers (id, seen_at) values ($1, now()) on conflict (id) do update set seen_at = now()',
      [workerId],
    );
  }

  /** A worker that ends in order is forgotten, and old dead ones with it. */
  async retire(workerId: string): Promise<void> {
    await this.dataSource.query(
      "delete from run_workers where id = $1 or seen_at < now() - interval '1 day'",
      [workerId],
    );
  }

  /** Which of these runs somebody wants to end, or are another worker's by now. */
  async stopped(workerId: string, runIds: string[]): Promise<{ id: string; isLost: boolean }[]> {
    const rows: { id: string; is_lost: boolean }[] = await this.dataSource.query(
      `select r.id, l.worker_id is distinct from $2 as is_lost from runs r join run_leases l on l.run_id = r.id
        where r.id = any($1) and (r.cancel_requested_at is not null or l.worker_id is distinct from $2)`,
      [runIds, workerId],
    );
    return rows.map((row) => ({ id: row.id, isLost: row.is_lost }));
  }

  /** Runs that need a job: in line for a while, due after waiting, or left by a dead worker. */
  async needingJobs(): Promise<{ id: string; fence: number }[]> {
    return this.dataSource.query(
      `select r.id, l.fence from runs r join run_leases l on l.run_id = r.id left join run_workers w on w.id = l.worker_id
        where (r.status = 'queued' and r.queued_at < now() - interval '1 second')
           or (r.status = 'waiting' and r.waiting_until <= now())
           or (r.status = 'running' and not coalesce(${ALIVE}, false))
        order by r.created_at limit 500`,
    );
  }

  /** Cancelled runs whose worker died, and waiting or dead runs past their time: ended here. */
  async endForgotten(): Promise<FinishedRun[]> {
    const rows: { id: string; is_cancelled: boolean }[] = await this.dataSource.query(
      `select r.id, r.cancel_requested_at is not null as is_cancelled
         from runs r join run_leases l on l.run_id = r.id left join run_workers w on w.id = l.worker_id
        where (r.status = 'running' and r.cancel_requested_at is not null and not coalesce(${ALIVE}, false))
           or (r.status = 'waiting' and r.started_at < now() - interval '1 day')
        limit 100`,
    );
    const ended: FinishedRun[] = [];
    for (const { id, is_cancelled } of rows) {
      const run = await this.dataSource.transaction(async (manager) => {
        await manager.query('update run_leases set fence = fence + 1, worker_id = null where run_id = $1', [
          id,
        ]);
        return this.endRow(manager, id, {
          status: is_cancelled ? 'cancelled' : 'timed_out',
          counts: null,
          error: is_cancelled
            ? null
            : { code: 'TIMED_OUT', message: 'The run waited longer than it may.', handler_id: null },
          warnings: [],
          response: null,
        });
      });
      if (run) ended.push(run);
    }
    return ended;
  }

  /** Runs that stand under this worker's name but are not in its hands (the end of a turn could not be written). */
  async releaseForgotten(workerId: string, inHand: string[]): Promise<void> {
    await this.dataSource.query(
      `with forgotten as (
         update run_leases l set fence = fence + 1, worker_id = null from runs r
          where r.id = l.run_id and l.worker_id = $1 and r.status = 'running' and not (r.id = any($2)) and r.updated_at < now() - interval '5 seconds'
         returning l.run_id)
       update runs set status = 'queued', queued_at = now(), updated_at = now() where id in (select run_id from forgotten)`,
      [workerId, inHand],
    );
  }

  /** The next runs in line of a project, to be brought to workers after one has ended. */
  async nextInLine(projectId: string): Promise<{ id: string; fence: number }[]> {
    return this.dataSource.query(
      "select r.id, l.fence from runs r join run_leases l on l.run_id = r.id where r.project_id = $1 and r.status = 'queued' order by r.created_at, r.id limit 20",
      [projectId],
    );
  }

  /** Runs that wait for a credential go on. */
  async wakeWaiting(credentialId: string): Promise<{ id: string; fence: number }[]> {
    return rowsOf(
      await this.dataSource.query(
        `update runs r set waiting_until = now(), updated_at = now() from run_leases l
          where l.run_id = r.id and r.status = 'waiting' and r.waiting_until is null
            and exists (select 1 from run_snapshots s where s.project_id = r.project_id and s.id = r.snapshot_id and position($1 in s.content) > 0)
        returning r.id, l.fence`,
        [credentialId],
      ),
    );
  }

  async saveSnapshot(projectId: string, id: string, content: string): Promise<void> {
    await this.dataSource.query(
      'insert into run_snapshots (project_id, id, content, created_at) values ($1, $2, $3, now()) on conflict do nothing',
      [projectId, id, content],
    );
  }

  async snapshot(projectId: string, id: string): Promise<string | null> {
    const [row]: { content: string }[] = await this.dataSource.query(
      'select content from run_snapshots where project_id = $1 and id = $2',
      [projectId, id],
    );
    return row?.content ?? null;
  }

  /** Terminal states are never left: the update finds no row then. */
  private async endRow(manager: EntityManager, runId: string, end: RunEnd): Promise<FinishedRun | null> {
    const [row]: { project_id: string; pipe_id: string; trigger: RunTrigger; counts: RunCounts | null }[] =
      rowsOf(
        await manager.query(
          `update runs set status = $2, finished_at = now(), updated_at = now(), waiting_until = null, waiting_reason = null,
                counts = coalesce($3::jsonb, (select counts from run_progress where run_id = $1)), error = $4, warnings = $5, response = $6
          where id = $1 and status in ('queued', 'running', 'waiting') returning project_id, pipe_id, trigger, counts`,
          [
            runId,
            end.status,
            json(end.counts),
            json(end.error),
            JSON.stringify(end.warnings),
            json(end.response),
          ],
        ),
      );
    if (!row) return null;
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
}

/** One writer at a time decides about the runs of a pipe. */
async function lockPipe(manager: EntityManager, pipeId: string): Promise<void> {
  await manager.query("select pg_advisory_xact_lock(hashtextextended('pipe:' || $1::text, 0))", [pipeId]);
}

function json(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** TypeORM answers `[rows, count]` to an update with returning. */
function rowsOf<T>(result: unknown): T[] {
  const answer = result as T[] | [T[], number];
  return (Array.isArray(answer[0]) ? answer[0] : answer) as T[];
}
