// Brings runs to workers and tells when one has ended: the only place that adds jobs and emits `run.finished`.
import { Injectable } from '@nestjs/common';
import { EventBus } from '../common/events/domain-event.js';
import { JobQueue } from '../queue/job-queue.js';
import { RUN_FINISHED } from './run.events.js';
import type { FinishedRun } from './run.types.js';
import { RunQueueRepository, type RunTurn } from './run-queue.repository.js';

export const RUN_QUEUE = 'runs';

@Injectable()
export class RunDispatcher {
  constructor(
    private readonly jobs: JobQueue,
    private readonly runs: RunQueueRepository,
    private readonly events: EventBus,
  ) {}

  /** A job's id holds the fence: one job per turn of a run, however often it is added. */
  dispatch(runs: readonly RunTurn[], delayMs?: number): Promise<void> {
    return this.jobs.add(
      RUN_QUEUE,
      runs.map(({ id, fence }) => ({ jobId: `${id}-${fence}`, subject: id, delayMs })),
    );
  }

  /** Runs that wait for this credential, or for its system, go on. */
  async wake(credentialId: string): Promise<void> {
    await this.dispatch(await this.runs.wakeWaiting(credentialId));
  }

  async finished(run: FinishedRun): Promise<void> {
    await this.events.emit({
      type: RUN_FINISHED,
      projectId: run.projectId,
      resourceType: 'run',
      resourceId: run.id,
      resourceName: '',
      actor: null,
      details: {
        pipeId: run.pipeId,
        status: run.status,
        trigger: run.trigger,
        counts: run.counts,
        error: run.error,
      },
    });
    await this.dispatch(await this.runs.turns(run.projectId, 0));
  }
}
