// Which ends of runs people are told about.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AlertsService } from '../alerts/alerts.service.js';
import type { FinishedRun } from './run.types.js';

@Injectable()
export class RunAlerts {
  constructor(private readonly alerts: AlertsService) {}

  /**
   * Within the transaction that ends the run: every run that failed or ran out of time, and a run some of whose
   * records failed where the one before it was good. A dry run is watched by who started it.
   */
  async ofEnd(manager: EntityManager, run: FinishedRun): Promise<void> {
    if (!['failed', 'timed_out', 'partially_failed'].includes(run.status) || run.trigger === 'dry_run')
      return;
    if (run.status === 'partially_failed' && !(await this.wasGood(manager, run))) return;
    const [pipe]: { pipe_name: string }[] = await manager.query('select pipe_name from pipes where id = $1', [
      run.pipeId,
    ]);
    await this.alerts.raise(manager, run.projectId, `run:${run.id}`, {
      kind: run.status === 'partially_failed' ? 'run_partially_failed' : 'run_failed',
      run: {
        run_id: run.id,
        pipe_id: run.pipeId,
        pipe_name: pipe?.pipe_name ?? '',
        status: run.status,
        trigger: run.trigger,
        error: run.error,
        counts: run.counts,
      },
    });
  }

  private async wasGood(manager: EntityManager, run: FinishedRun): Promise<boolean> {
    const [before]: { status: string }[] = await manager.query(
      `select status from runs where pipe_id = $1 and id <> $2 and finished_at is not null and trigger not in ('dry_run', 'reconcile', 'retry')
        order by created_at desc limit 1`,
      [run.pipeId, run.id],
    );
    return before === undefined || before.status === 'succeeded' || before.status === 'cancelled';
  }
}
