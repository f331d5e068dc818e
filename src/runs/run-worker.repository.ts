// Workers: their heartbeat, what is asked of the runs in their hands, and what dead ones left behind.
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { retriedTransaction } from '../database/retried-transaction.js';
import { endFromOutside, RunEndings } from './run-endings.js';
import { ALIVE } from './run-rows.sql.js';
import type { FinishedRun } from './run.types.js';

/** As long as runs are kept: what waits for a person loses nothing over a holiday. */
const LONGEST_WAIT_DAYS = 30;

@Injectable()
export class RunWorkerRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly endings: RunEndings,
  ) {}

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

  /** Cancelled runs whose worker died, and runs that waited too long: ended here. */
  async endForgotten(): Promise<FinishedRun[]> {
    const rows: { id: string; is_cancelled: boolean }[] = await this.dataSource.query(
      `select r.id, r.cancel_requested_at is not null as is_cancelled
         from runs r join run_leases l on l.run_id = r.id left join run_workers w on w.id = l.worker_id
        where (r.status = 'running' and r.cancel_requested_at is not null and not coalesce(${ALIVE}, false))
           or (r.status = 'waiting' and r.waiting_since < now() - interval '${LONGEST_WAIT_DAYS} days')
        limit 100`,
    );
    const ended: FinishedRun[] = [];
    for (const { id, is_cancelled } of rows) {
      const end = is_cancelled
        ? endFromOutside('cancelled')
        : endFromOutside('timed_out', {
            code: 'TIMED_OUT',
            message: `The run waited for more than ${LONGEST_WAIT_DAYS} days.`,
            handler_id: null,
          });
      const run = await retriedTransaction(this.dataSource, (manager) => this.endings.end(manager, id, end));
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
}
