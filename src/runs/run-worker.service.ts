// Takes runs, keeps their lease, and lets go of them in order: heartbeat, sweep, cancel, time-out, hand-over.
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { RunResult, StopReason } from '#engine';
import { endsWithin } from '../common/ends-within.js';
import { newId } from '../common/http/id.js';
import { AppLogger } from '../common/logging/app-logger.js';
import { AppConfig } from '../config/app-config.js';
import { isDatabaseAway } from '../database/database-away.js';
import { type Consumer, JobQueue } from '../queue/job-queue.js';
import { RUN_QUEUE, RunDispatcher } from './run-dispatcher.service.js';
import { RunExecutor } from './run-executor.service.js';
import { type ClaimedRun, RunClaimRepository } from './run-claim.repository.js';
import type { RunEnd } from './run-endings.js';
import { RunQueueRepository } from './run-queue.repository.js';
import { LEASE_MS } from './run-rows.sql.js';
import { RunWorkerRepository } from './run-worker.repository.js';

const RUNS_AT_ONCE = 10;
const HEARTBEAT_MS = 5_000;
const SWEEP_MS = 1_000;
/** A run in line for longer should have been taken: its job is added (again). */
const JOB_IS_LATE_MS = 1_000;
const LOOK_FOR_STOP_MS = 400;
/** No request is begun with less of the lease left. */
const LEASE_MARGIN_MS = 5_000;
/** The writes in hand have 15 s to end; then runs are put back in line. */
const HAND_OVER_MS = 17_000;
/** At shutdown neither a queue nor a database that is away is waited for. */
const LAST_WORD_MS = 1_000;
const RETRY_END_MS = 1_000;

/** Its totals and warnings are those of the last page commit. */
const FAILED_BY_US: RunResult = {
  state: 'failed',
  error: { code: 'INTERNAL', message: 'The service failed; see its log.', handler_id: null },
  counts: { read: 0, mapped: 0, delivered: 0, skipped: 0, failed: 0, handlers: {} },
  warnings: [],
  last_response: null,
};

interface RunInHand {
  run: ClaimedRun;
  stop: AbortController;
  done: Promise<void>;
}

@Injectable()
export class RunWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly workerId = newId();
  private readonly inHand = new Map<string, RunInHand>();
  private readonly timers: NodeJS.Timeout[] = [];
  private consumer: Consumer | null = null;
  private lastBeat = -Infinity;
  private readonly claiming = new Set<string>();
  private isStopping = false;

  constructor(
    private readonly config: AppConfig,
    private readonly logger: AppLogger,
    private readonly jobs: JobQueue,
    private readonly line: RunQueueRepository,
    private readonly claims: RunClaimRepository,
    private readonly workers: RunWorkerRepository,
    private readonly dispatcher: RunDispatcher,
    private readonly executor: RunExecutor,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.has('worker') || this.config.databaseUrl === '') return;
    // A database that is away just now does not end the start: nothing is taken before the first beat.
    await this.beat().catch((error: unknown) => this.tell(error));
    this.every(HEARTBEAT_MS, () => this.beat());
    this.every(SWEEP_MS, () => this.sweep());
    this.every(LOOK_FOR_STOP_MS, () => this.lookForStops());
    this.consumer = this.jobs.consume(RUN_QUEUE, RUNS_AT_ONCE, (runId) => this.take(runId));
  }

  /** SIGTERM: takes nothing new, lets the chunk in hand finish, puts the runs back in line. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    for (const { stop } of this.inHand.values()) abort(stop, 'shutdown');
    await Promise.all([
      endsWithin(this.consumer?.pause(), LAST_WORD_MS),
      endsWithin(Promise.all([...this.inHand.values()].map((each) => each.done)), HAND_OVER_MS),
    ]);
    this.timers.forEach((timer) => clearInterval(timer));
    if (!this.consumer) return;
    await endsWithin(this.workers.retire(this.workerId), LAST_WORD_MS);
    await endsWithin(this.consumer.close(), LAST_WORD_MS);
  }

  /** One look at a time: a database that is slow to answer is not asked again meanwhile. */
  private every(ms: number, work: () => Promise<void>): void {
    let isBusy = false;
    const timer = setInterval(() => {
      if (isBusy) return;
      isBusy = true;
      work()
        .catch((error: unknown) => this.tell(error))
        .finally(() => (isBusy = false));
    }, ms);
    timer.unref();
    this.timers.push(timer);
  }

  private tell(error: unknown): void {
    this.logger.warning('a worker could not reach the database', { error: String((error as Error).message) });
  }

  private async beat(): Promise<void> {
    const began = performance.now();
    if (began - this.lastBeat > LEASE_MS) this.dropLeases();
    await this.workers.heartbeat(this.workerId);
    this.lastBeat = began;
  }

  /** The database was away for longer than a lease: others may have taken the runs. */
  private dropLeases(): void {
    for (const { stop } of this.inHand.values()) abort(stop, 'lost');
  }

  private readonly mayBegin = (): boolean => performance.now() - this.lastBeat < LEASE_MS - LEASE_MARGIN_MS;

  /**
   * Finds what needs a worker. The jobs tell all workers; this one also takes what it has room for, so that nothing
   * waits for a queue that is away or has lost its ear.
   */
  private async sweep(): Promise<void> {
    if (this.isStopping) return;
    for (const run of await this.workers.endForgotten()) await this.dispatcher.finished(run);
    await this.workers.releaseForgotten(this.workerId, [...this.inHand.keys()]);
    const turns = await this.line.turns(null, JOB_IS_LATE_MS);
    for (const { id } of turns.slice(0, this.room())) {
      this.take(id).catch((error: unknown) =>
        this.logger.warning('a run could not be taken', {
          run_id: id,
          error: String((error as Error).message),
        }),
      );
    }
    await this.dispatcher.dispatch(turns);
    await this.line.wakeConnected();
  }

  private room(): number {
    return Math.max(0, RUNS_AT_ONCE - this.inHand.size - this.claiming.size);
  }

  private async lookForStops(): Promise<void> {
    if (this.inHand.size === 0) return;
    for (const { id, isLost } of await this.workers.stopped(this.workerId, [...this.inHand.keys()])) {
      const run = this.inHand.get(id);
      if (run) abort(run.stop, isLost ? 'lost' : 'cancel');
    }
  }

  /** Claims a run and works on it to the end of this turn; nothing happens where it is not for us to take. */
  private async take(runId: string): Promise<void> {
    if (this.isStopping || this.inHand.has(runId) || this.claiming.has(runId)) return;
    if (this.room() === 0 || !this.mayBegin()) return;
    this.claiming.add(runId);
    const claim = await this.claims.claim(runId, this.workerId).finally(() => this.claiming.delete(runId));
    if (claim.kind === 'crash_loop') return this.dispatcher.finished(claim.run);
    if (claim.kind === 'no') return;
    const stop = new AbortController();
    if (this.isStopping) abort(stop, 'shutdown');
    if (claim.run.isCancelRequested) abort(stop, 'cancel');
    const done = this.work(claim.run, stop).finally(() => this.inHand.delete(runId));
    this.inHand.set(runId, { run: claim.run, stop, done });
    await done;
  }

  private async work(run: ClaimedRun, stop: AbortController): Promise<void> {
    let timer: NodeJS.Timeout | null = null;
    let result: RunResult | 'gave_up';
    try {
      const snapshot = await this.executor.snapshotOf(run);
      if (!snapshot) throw new Error('The snapshot of the run is missing.');
      timer = setTimeout(
        () => abort(stop, 'timeout'),
        Math.max(0, run.startedAt.getTime() + run.waitedMs + snapshot.timeout_seconds * 1000 - Date.now()),
      );
      result = await this.executor.execute(run, snapshot, { signal: stop.signal, mayBegin: this.mayBegin });
    } catch (error) {
      result = this.failure(run, error);
    } finally {
      if (timer) clearTimeout(timer);
    }
    await this.settle(run, result);
  }

  /** What our own side failed with: the database being away is waited for, a bug ends the run. */
  private failure(run: ClaimedRun, error: unknown): RunResult | 'gave_up' {
    if (isDatabaseAway(error)) return 'gave_up';
    this.logger.errorOf('a run failed by an error of the service', error, { run_id: run.id });
    return FAILED_BY_US;
  }

  /**
   * Writes the end of a turn; tries until the database takes it or the run is somebody else's. An end that it refuses
   * twice is replaced by a plain one, for the run would be taken up again and again.
   */
  private async settle(run: ClaimedRun, result: RunResult | 'gave_up'): Promise<void> {
    const isEnd = result !== 'gave_up' && 'error' in result;
    for (let attempt = 0, refusals = 0; attempt < 60; attempt += 1) {
      try {
        return await this.writeEnd(run, isEnd && refusals >= 2 ? FAILED_BY_US : result);
      } catch (error) {
        if (!isDatabaseAway(error)) {
          refusals += 1;
          this.logger.errorOf('the end of a run could not be written', error, { run_id: run.id });
        }
        await wait(RETRY_END_MS);
      }
    }
  }

  private async writeEnd(run: ClaimedRun, result: RunResult | 'gave_up'): Promise<void> {
    if (result === 'gave_up' || result.state === 'stopped') {
      if (await this.claims.requeue(run)) await this.dispatcher.dispatch([run]);
      return;
    }
    if (result.state === 'lost') return;
    if (result.state === 'parked') {
      const until = result.until === null ? null : new Date(result.until);
      const isParked = await this.claims.park(run, until, result.reason);
      if (isParked && until) await this.dispatcher.dispatch([run], Math.max(0, until.getTime() - Date.now()));
      return;
    }
    const isOurs = result.error?.code === 'INTERNAL';
    const end: RunEnd = {
      status: result.state,
      counts: isOurs ? null : result.counts,
      error: result.error,
      warnings: isOurs ? null : result.warnings,
      response: result.last_response ?? null,
    };
    const finished = await this.claims.finish(run, end);
    if (finished) await this.dispatcher.finished(finished);
  }
}

function abort(controller: AbortController, reason: StopReason): void {
  controller.abort(reason);
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
