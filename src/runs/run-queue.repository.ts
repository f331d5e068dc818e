// Runs in line: put there, found when it is their turn, woken, cancelled. Instance-wide, for workers.
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { retriedTransaction } from '../database/retried-transaction.js';
import { DomainError } from '../common/errors/domain-error.js';
import { jsonbText } from '../database/storable.js';
import { endFromOutside, RunEndings } from './run-endings.js';
import { ALIVE, isProjectFull, lockLease, lockPipe, rowsOf } from './run-rows.sql.js';
import { type FinishedRun, modeOf, type RunRequest, type RunStatus, type RunTrigger } from './run.types.js';

export interface NewRun {
  id: string;
  projectId: string;
  pipeId: string;
  snapshotId: string;
  trigger: RunTrigger;
  request: RunRequest;
  startedBy: string | null;
}

export type AdmissionRule = 'collapse' | 'refuse' | 'always';

export type Admitted = { runId: string; isNew: boolean } | { runId: null };

/** A run to bring to a worker; the fence says which turn of it. */
export interface RunTurn {
  id: string;
  fence: number;
}

/** What a burst of events left in line is brought to workers bit by bit. */
const MOST_TURNS = 500;
/** Runs in line in one project: a flood of webhook calls is told to come again, and does not fill the disk. */
const MOST_IN_LINE = 10_000;
const LINE_RETRY_SECONDS = 60;
/** Between a park and the look whether its connections are in order by now: as often as the run was taken up, so long. */
const FIRST_TRY_SECONDS = 2;
const LATEST_TRY_SECONDS = 600;

@Injectable()
export class RunQueueRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly endings: RunEndings,
  ) {}

  /**
   * Puts a run in line, under the lock of its pipe. `collapse`: a run in line that does and asks the same stands for it,
   * and does it with what the pipe is now; `refuse`: none is taken while one is active, though a run that delivers
   * nothing keeps no delivery out; `always`: every one is kept (a webhook's event, a retry, each slot of a schedule that
   * catches up).
   */
  async admit(run: NewRun, rule: AdmissionRule, manager: EntityManager): Promise<Admitted> {
    await lockPipe(manager, run.pipeId);
    if (rule === 'always') await refuseFullLine(run.projectId, manager);
    else {
      const mode = modeOf(run.trigger);
      const active: { id: string; status: RunStatus; trigger: RunTrigger; asks_same: boolean }[] =
        await manager.query(
          `select id, status, trigger, request = $2::jsonb and trigger <> 'retry' as asks_same from runs
            where pipe_id = $1 and status in ('queued', 'running', 'waiting') order by created_at, id`,
          [run.pipeId, jsonbText(run.request)],
        );
      const isTaken = active.some((row) => mode !== 'deliver' || modeOf(row.trigger) === 'deliver');
      if (isTaken && rule === 'refuse') return { runId: null };
      const inLine = active
        .slice(1)
        .findLast((row) => row.status === 'queued' && row.asks_same && modeOf(row.trigger) === mode);
      if (inLine) {
        await manager.query('update runs set snapshot_id = $2, updated_at = now() where id = $1', [
          inLine.id,
          run.snapshotId,
        ]);
        return { runId: inLine.id, isNew: false };
      }
    }
    await manager.query(
      `insert into runs (id, project_id, pipe_id, snapshot_id, trigger, status, request, warnings, attempts, started_by, queued_at, created_at, updated_at)
         values ($1, $2, $3, $4, $5, 'queued', $6, '[]', 0, $7, now(), clock_timestamp(), now())`,
      [run.id, run.projectId, run.pipeId, run.snapshotId, run.trigger, jsonbText(run.request), run.startedBy],
    );
    await manager.query('insert into run_leases (run_id) values ($1)', [run.id]);
    return { runId: run.id, isNew: true };
  }

  /**
   * Runs that a worker could take now: the first in line of each pipe where none is active, those whose waiting is
   * over, and those of dead workers. `queuedForMs`: a run in line for less has its job from whoever put it there.
   */
  async turns(projectId: string | null, queuedForMs: number): Promise<RunTurn[]> {
    return this.dataSource.query(
      `with candidates as (
         (select distinct on (pipe_id) id, project_id, created_at from runs r
           where status = 'queued' and ($1::uuid is null or project_id = $1) and queued_at <= now() - make_interval(secs => $2)
             and not exists (select 1 from runs o where o.pipe_id = r.pipe_id and o.status in ('running', 'waiting'))
           order by pipe_id, created_at, id)
         union all
         select id, project_id, created_at from runs
          where status = 'waiting' and waiting_until <= now() and ($1::uuid is null or project_id = $1)
         union all
         select r.id, r.project_id, r.created_at
           from runs r join run_leases l on l.run_id = r.id left join run_workers w on w.id = l.worker_id
          where r.status = 'running' and ($1::uuid is null or r.project_id = $1) and not coalesce(${ALIVE}, false)),
       free as (
         select project_id from (select distinct project_id from candidates) p where not ${isProjectFull('p.project_id')})
       select c.id, l.fence from candidates c join free using (project_id) join run_leases l on l.run_id = c.id
        order by c.created_at, c.id limit ${MOST_TURNS}`,
      [projectId, queuedForMs / 1000],
    );
  }

  /** Runs that wait for a credential or its system go on; one that is still held back waits again. */
  async wakeWaiting(credentialId: string): Promise<RunTurn[]> {
    return rowsOf(
      await this.dataSource.query(
        `update runs r set waiting_until = now(), updated_at = now() from run_leases l
          where l.run_id = r.id and r.status = 'waiting'
            and (r.waiting_until is null or r.waiting_reason in ('RATE_LIMIT', 'OFFLINE'))
            and exists (select 1 from run_snapshots s where s.project_id = r.project_id and s.id = r.snapshot_id and position($1 in s.content) > 0)
        returning r.id, l.fence`,
        [credentialId],
      ),
    );
  }

  /**
   * Runs that wait for a person although all their connections are in order go on: one was connected anew in the moment
   * in which the run was parked. What is refused again is tried less and less often.
   */
  async wakeConnected(): Promise<void> {
    await this.dataSource.query(
      `update runs r set waiting_until = now(), updated_at = now() from run_snapshots s
        where r.status = 'waiting' and r.waiting_until is null
          and r.waiting_since < now() - make_interval(secs => least(${LATEST_TRY_SECONDS}, ${FIRST_TRY_SECONDS} * r.attempts))
          and s.project_id = r.project_id and s.id = r.snapshot_id
          and not exists (select 1 from credentials c where c.project_id = r.project_id and c.status <> 'connected'
                             and position(c.id::text in s.content) > 0)`,
    );
  }

  /** Asks for the end of a run; one that nobody works on ends at once. Answers null where it had ended already. */
  async cancel(runId: string): Promise<FinishedRun | 'asked' | null> {
    return retriedTransaction(this.dataSource, async (manager) => {
      await lockLease(manager, runId);
      const [row]: { status: RunStatus; is_alive: boolean }[] = await manager.query(
        `select r.status, coalesce(${ALIVE}, false) as is_alive from runs r join run_leases l on l.run_id = r.id
           left join run_workers w on w.id = l.worker_id where r.id = $1 for update of r`,
        [runId],
      );
      if (!row || !['queued', 'running', 'waiting'].includes(row.status)) return null;
      if (row.status !== 'running' || !row.is_alive)
        return this.endings.end(manager, runId, endFromOutside('cancelled'));
      await manager.query(
        'update runs set cancel_requested_at = coalesce(cancel_requested_at, now()), updated_at = now() where id = $1',
        [runId],
      );
      return 'asked';
    });
  }
}

async function refuseFullLine(projectId: string, manager: EntityManager): Promise<void> {
  const [row]: { waiting: number }[] = await manager.query(
    `select count(*)::int as waiting from (
       select 1 from pipes p join runs r on r.pipe_id = p.id and r.status = 'queued'
        where p.project_id = $1 limit ${MOST_IN_LINE}) as line`,
    [projectId],
  );
  if ((row?.waiting ?? 0) < MOST_IN_LINE) return;
  throw new DomainError(
    'limit',
    'rate_limited',
    `The project has ${MOST_IN_LINE} runs in line already. Try again later.`,
    undefined,
    LINE_RETRY_SECONDS,
  );
}
