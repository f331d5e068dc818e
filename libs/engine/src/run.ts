// One run from its first handler to its end: run-level calls, pages in flight, commits in order, resets, the end state.
import { CommitLog, emptyCounts } from './commit-log.js';
import { Watermark } from './incremental.js';
import { ListReader, readFailure, type ListPage, type PageRead } from './list-reader.js';
import { haltBy, isSettled } from './outcome.js';
import { movesCursor, PageWindow } from './page-window.js';
import { PageWork } from './page-work.js';
import type { PagerState } from './pager.js';
import type { CallStep, FlowPlan } from './plan.js';
import type { CallAnswer, EnginePorts, RunCounts, RunProgress, RunWarning } from './ports.js';
import { addCounts, RunContext, type RunError, type RunOptions } from './run-context.js';
import { listParts, runOnce } from './run-level.js';

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
  private isResumed = false;

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
    this.isResumed = progress.pages > 0 || progress.staged.length > 0;
    for (const warning of progress.warnings) ctx.warn(warning);
    let fresh = false;
    for (;;) {
      this.adopt(progress, fresh);
      if (progress.phase !== 'done') await this.attempt(progress, fresh);
      const again = this.resetAsked();
      if (!again) return;
      progress = await ctx.ports.store.progress();
      fresh = true;
    }
  }

  /** `fresh`: the list is read anew, and its records count anew towards the limit of the run. */
  private adopt(progress: RunProgress, fresh: boolean): void {
    this.commits.counts = progress.counts ?? emptyCounts();
    this.commits.once = emptyCounts();
    if (!this.window) return;
    this.window.ordinal = Math.max(progress.pages, ...progress.staged.map((page) => page.page + 1));
    this.window.taken = fresh ? 0 : this.commits.counts.read;
  }

  private async attempt(progress: RunProgress, fresh: boolean): Promise<void> {
    const { ctx } = this;
    await this.runSteps(ctx.plan.before);
    if (!ctx.isStopping() && progress.phase === 'records' && ctx.plan.driver && this.window)
      await this.readAndWork(ctx.plan.driver, this.window, progress, fresh);
    if (ctx.isStopping()) return;
    await this.runSteps(ctx.plan.after);
    if (ctx.isStopping()) return;
    if (ctx.plan.after.length > 0 || !ctx.plan.driver) {
      await this.commits.commit({
        page: {
          page: this.window?.ordinal ?? 0,
          next: null,
          phase: 'done',
          base: this.commits.counts,
          warnings: ctx.warnings,
        },
      });
    }
  }

  private async runSteps(steps: readonly CallStep[]): Promise<void> {
    for (const step of steps) {
      if (this.ctx.isStopping()) return;
      const before = this.commits.once;
      await runOnce(
        this.ctx,
        step,
        () => new PageWork(this.ctx, 0, this.isResumed, async () => undefined),
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

  private async readAndWork(
    driver: CallStep,
    window: PageWindow,
    progress: RunProgress,
    fresh: boolean,
  ): Promise<void> {
    const { ctx } = this;
    const asked = listParts(ctx, driver);
    if (!asked.parts)
      return asked.error ? ctx.fail(asked.error.code, asked.error.message, driver.handler_id) : undefined;
    const watermark = await this.watermark(driver, fresh ? null : progress);
    const given = ctx.options.given?.get(driver.handler_id) ?? null;
    const reader = new ListReader(ctx, driver, asked.parts, watermark, given);
    if (!(await this.workStaged(reader, driver, window, progress, watermark))) return;
    if (fresh) window.taken = 0;
    let state = fresh ? reader.first() : whereToGoOn(progress, reader);
    let end: Exclude<PageRead, { kind: 'page' }> | null = null;
    let fault: ListPage['step']['fault'] = null;
    while (state && !ctx.isStopping() && !window.isCut) {
      await window.room();
      if (ctx.isStopping()) break;
      const read = await reader.read(state);
      if (read.kind !== 'page') {
        end = read;
        break;
      }
      fault = read.page.step.fault;
      // after a fault the same page is where a resumed run would meet it again
      const next: PagerState | null = fault ? state : read.page.step.next;
      if (fault?.code !== 'PAGINATION_LOOP') window.launch(read.page, next, fault !== null, watermark, null);
      if (fault) break;
      state = next;
    }
    await window.drain();
    if (ctx.isStopping()) return;
    if (fault) await this.failPaging(fault, driver, window, watermark);
    else if (end) this.endByRead(driver, end);
  }

  private endByRead(driver: CallStep, end: Exclude<PageRead, { kind: 'page' }>): void {
    if (end.kind === 'failed' && !isSettled(end.result)) return haltBy(this.ctx, driver, end.result);
    const failure = readFailure(driver, end);
    this.ctx.fail(failure.code, failure.message, driver.handler_id);
  }

  /** A paging that goes in circles proves nothing about what was read: the cursor goes back to where it stood. */
  private async failPaging(
    fault: NonNullable<ListPage['step']['fault']>,
    driver: CallStep,
    window: PageWindow,
    watermark: Watermark | null,
  ): Promise<void> {
    if (
      fault.code === 'PAGINATION_LOOP' &&
      watermark?.movesByPage &&
      movesCursor(this.ctx) &&
      window.ordinal > 0
    ) {
      const cursor = { handler_id: driver.handler_id, cursor: watermark.begin };
      await this.commits.commit({
        page: {
          page: window.ordinal - 1,
          next: null,
          phase: 'records',
          base: this.commits.counts,
          warnings: this.ctx.warnings,
          cursor,
        },
      });
    }
    this.ctx.fail(fault.code, fault.message, driver.handler_id);
  }

  /** A reading that goes on asks from where it began, wherever its pages have moved the stored cursor since. */
  private async watermark(driver: CallStep, goesOnFrom: RunProgress | null): Promise<Watermark | null> {
    const { incremental } = driver.api;
    const { options } = this.ctx;
    if (
      !incremental ||
      this.ctx.mode === 'reconcile' ||
      options.record_keys ||
      options.given?.has(driver.handler_id)
    )
      return null;
    const stored = await this.ctx.ports.store.cursor(driver.handler_id);
    const cursor = stored?.cursor ?? null;
    const state = goesOnFrom && lastState(goesOnFrom);
    const begin = state?.begin === undefined ? cursor : state.begin;
    // the pages that were kept are seen once more
    const highest = goesOnFrom?.next?.highest ?? null;
    const wasOutOfOrder = this.ctx.warnings.some(
      ({ code, handler_id }) => code === 'NOT_SORTED' && handler_id === driver.handler_id,
    );
    return new Watermark(
      incremental,
      { begin, stored: cursor },
      Date.parse(options.started_at),
      highest,
      wasOutOfOrder,
    );
  }

  private async workStaged(
    reader: ListReader,
    driver: CallStep,
    window: PageWindow,
    progress: RunProgress,
    watermark: Watermark | null,
  ): Promise<boolean> {
    let state = progress.pages === 0 ? reader.first() : progress.next;
    for (const staged of progress.staged) {
      await window.room();
      if (this.ctx.isStopping()) break;
      const answer: CallAnswer = {
        kind: 'answer',
        status: staged.status,
        headers: staged.headers,
        body: staged.body,
        url: staged.url,
      };
      // the state that asked for this page: what was read before it counts for its limits and guards
      const read = reader.open(state ?? reader.first(), answer);
      state = staged.next;
      if (read.kind !== 'page') {
        this.ctx.fail('NOT_A_LIST', 'A kept page cannot be read.', driver.handler_id);
        break;
      }
      window.launch(read.page, staged.next, false, watermark, staged);
    }
    return !this.ctx.isStopping() || (await window.drain(), false);
  }

  /** Whether a retry rule asked to begin the reading or the run again, and may. */
  private resetAsked(): boolean {
    const { ctx } = this;
    const halted = ctx.halted;
    if (halted?.kind !== 'reset_paging' && halted?.kind !== 'restart_run') return false;
    const reached = this.window?.reached ?? '';
    if (reached !== this.reachedAtReset) this.resets = 0;
    this.reachedAtReset = reached;
    const count = halted.kind === 'reset_paging' ? ++this.resets : ++this.restarts;
    ctx.goOn();
    if (count > MAX_RESETS) {
      ctx.fail(
        'TOO_MANY_RESETS',
        `${halted.error.message} Reading began again ${MAX_RESETS} times without progress.`,
        halted.error.handler_id,
      );
      return false;
    }
    return true;
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

/** The last state that is kept; null for a run that has read nothing. */
function lastState({ staged, next }: RunProgress): PagerState | null {
  return staged.findLast((page) => page.next !== null)?.next ?? next;
}

function whereToGoOn(progress: RunProgress, reader: ListReader): PagerState | null {
  const kept = progress.staged.at(-1);
  if (kept) return kept.next;
  return progress.pages === 0 ? reader.first() : progress.next;
}
