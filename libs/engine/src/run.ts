// One run from its first handler to its end: run-level calls, pages in flight, commits in order, resets, the end state.
import { CommitLog, emptyCounts } from './commit-log.js';
import { DriverReading } from './driver-reading.js';
import { PageWindow } from './page-window.js';
import { PageWork } from './page-work.js';
import type { CallStep, FlowPlan } from './plan.js';
import type { EnginePorts, RunCounts, RunProgress, RunWarning } from './ports.js';
import { addCounts, RunContext, type RunError, type RunOptions } from './run-context.js';
import { runOnce } from './run-level.js';

export type EndState = 'succeeded' | 'partially_failed' | 'failed' | 'cancelled' | 'timed_out';

export type RunResult =
  | {
      state: EndState;
      error: RunError | null;
      counts: RunCounts;
      warnings: RunWarning[];
      last_response: unknown;
    }
  /** `until` in ms since 1970; null: until the credential is connected again */
  | { state: 'parked'; until: number | null; reason: string; message: string }
  /** handed over: another worker goes on */
  | { state: 'stopped' }
  /** the lease is another worker's */
  | { state: 'lost' };

const MAX_RESETS = 3;

/**
 * Runs a planned flow to its end or to where it has to wait. Failed records and calls are part of the result; it
 * rejects only when the surroundings fail (the store is away, a port has a bug).
 */
export async function executeRun(
  plan: FlowPlan,
  ports: EnginePorts,
  options: RunOptions,
): Promise<RunResult> {
  const ctx = new RunContext(plan, ports, options);
  try {
    return await new RunExecution(ctx).execute();
  } finally {
    ctx.close();
    ports.calls.close?.();
  }
}

class RunExecution {
  private readonly commits: CommitLog;
  private readonly window: PageWindow | null;
  private resets = 0;
  private restarts = 0;
  private reachedAtReset = '';

  constructor(private readonly ctx: RunContext) {
    this.commits = new CommitLog(ctx);
    this.window = ctx.plan.driver && new PageWindow(ctx, ctx.plan.driver, this.commits);
  }

  async execute(): Promise<RunResult> {
    try {
      await this.toTheEnd();
    } catch (error) {
      this.ctx.crash(error);
      await this.window?.drain();
    }
    return this.result();
  }

  private async toTheEnd(): Promise<void> {
    const { ctx } = this;
    ctx.compile();
    let progress = await ctx.ports.store.progress();
    for (const warning of progress.warnings) ctx.warn(warning);
    let fresh = false;
    for (;;) {
      this.adopt(progress);
      if (progress.phase !== 'done') await this.attempt(progress, fresh);
      const again = this.resetAsked();
      if (!again) return;
      progress = await ctx.ports.store.progress();
      // the whole run, whatever of it was done
      if (again === 'restart_run') progress.phase = 'records';
      fresh = true;
    }
  }

  private adopt(progress: RunProgress): void {
    this.commits.counts = progress.counts ?? emptyCounts();
    this.commits.once = emptyCounts();
    // pages that were left half done are among the kept ones, and count when they are worked to their end
    this.commits.stopped = emptyCounts();
    this.window?.goOnFrom(progress);
  }

  /** `fresh`: the list is read anew. */
  private async attempt(progress: RunProgress, fresh: boolean): Promise<void> {
    const { ctx } = this;
    await this.runSteps(ctx.plan.before, fresh);
    if (!ctx.isStopping() && progress.phase === 'records' && ctx.plan.driver && this.window)
      await new DriverReading(ctx, ctx.plan.driver, this.window, this.commits).work(progress, fresh);
    if (ctx.isStopping()) return;
    await this.runSteps(ctx.plan.after, fresh);
    if (ctx.isStopping()) return;
    if (ctx.plan.after.length > 0 || !ctx.plan.driver) {
      await this.commits.commit({
        page: {
          page: this.window?.ordinal ?? 0,
          next: null,
          phase: 'done',
          base: this.commits.base('done'),
          warnings: ctx.warnings,
        },
      });
    }
  }

  private async runSteps(steps: readonly CallStep[], isAgain: boolean): Promise<void> {
    for (const step of steps) {
      if (this.ctx.isStopping()) return;
      const before = this.commits.once;
      await runOnce(
        this.ctx,
        step,
        // whatever this run has written of such a call was written by an attempt before
        new PageWork(this.ctx, 0, true, async () => undefined),
        isAgain,
        async (work) => {
          await this.commits.commit(work.take(true));
          this.commits.once = addCounts(before, this.onceCounts(work));
        },
      );
    }
  }

  /** Totals are of records: beside a list a call made once is none, but its failure is one of the run. */
  private onceCounts(work: PageWork): RunCounts {
    const counts = work.counts(true);
    return this.ctx.plan.driver
      ? { ...emptyCounts(), failed: counts.failed, handlers: counts.handlers }
      : counts;
  }

  /** Whether a retry rule asked to begin the reading or the run again, and may. */
  private resetAsked(): 'reset_paging' | 'restart_run' | null {
    const { ctx } = this;
    const halted = ctx.halted;
    if (halted?.kind !== 'reset_paging' && halted?.kind !== 'restart_run') return null;
    const reached = this.window?.reached ?? '';
    if (reached !== this.reachedAtReset) this.resets = 0;
    this.reachedAtReset = reached;
    const count = halted.kind === 'reset_paging' ? ++this.resets : ++this.restarts;
    ctx.goOn();
    if (ctx.isStopping()) return null;
    if (count > MAX_RESETS) {
      ctx.fail(
        'TOO_MANY_RESETS',
        `${halted.error.message} Reading began again ${MAX_RESETS} times without progress.`,
        halted.error.handler_id,
      );
      return null;
    }
    return halted.kind;
  }

  private result(): RunResult {
    const { ctx } = this;
    const { halted } = ctx;
    const counts = this.commits.total();
    const end = (state: EndState, error: RunError | null = null): RunResult => ({
      state,
      error,
      counts,
      warnings: ctx.warnings,
      last_response: ctx.lastResponse,
    });
    switch (halted?.kind) {
      case undefined:
        return this.finished(end, counts);
      case 'crash':
        throw halted.error;
      case 'lost':
        return { state: 'lost' };
      case 'shutdown':
        return { state: 'stopped' };
      case 'park':
        return { state: 'parked', until: halted.until, reason: halted.reason, message: halted.message };
      case 'cancel':
        return end('cancelled');
      case 'timeout':
        return end('timed_out', {
          code: 'TIMED_OUT',
          message: 'The run took longer than it may.',
          handler_id: null,
        });
      default:
        return end('failed', halted?.error ?? null);
    }
  }

  private finished(
    end: (state: EndState, error?: RunError | null) => RunResult,
    counts: RunCounts,
  ): RunResult {
    if (counts.failed === 0) return end('succeeded');
    if (counts.delivered > 0 || counts.skipped > 0) return end('partially_failed');
    return end('failed', { code: 'ALL_RECORDS_FAILED', message: 'Every record failed.', handler_id: null });
  }
}
