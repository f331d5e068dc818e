// One run from its first handler to its end: run-level calls, pages in flight, commits in order, resets, the end state.
import { EngineError } from './errors.js';
import { recordKeyReader } from './identity.js';
import { Watermark } from './incremental.js';
import { ListReader, readFailure, type ListPage, type PageRead } from './list-reader.js';
import { haltBy, isSettled } from './outcome.js';
import { runPage } from './page-runner.js';
import { PageWork } from './page-work.js';
import type { PagerState } from './pager.js';
import type { CallStep, FlowPlan } from './plan.js';
import type {
  CallAnswer,
  EnginePorts,
  RequestParts,
  RunChange,
  RunCounts,
  RunPhase,
  RunProgress,
  RunWarning,
  StagedPage,
} from './ports.js';
import { newJob, type RecordJob } from './record-job.js';
import { addCounts, RunContext, zeroCounts, type RunError, type RunOptions } from './run-context.js';
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
const PAGES_IN_FLIGHT = 2;
const PAGES_IN_FLIGHT_SLOW_COMMIT = 4;
const SLOW_COMMIT_MS = 3;
const MAX_RECORD_BYTES = 1024 * 1024;

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
  } catch (error) {
    if (error instanceof EngineError && error.code === 'LEASE_LOST') return { state: 'lost' };
    throw error;
  } finally {
    ctx.close();
  }
}

interface OpenPage {
  work: PageWork;
  keys: Set<string>;
  /** all units settled */
  worked: Promise<void>;
  committed: Promise<void>;
}

class RunExecution {
  private counts: RunCounts = emptyCounts();
  /** totals of the run-level steps, which are counted anew by each attempt */
  private onceCounts: RunCounts = emptyCounts();
  private ordinal = 0;
  private taken = 0;
  private isCut = false;
  private resets = 0;
  private restarts = 0;
  private readonly open: OpenPage[] = [];
  private commitTail: Promise<void> = Promise.resolve();
  private commitMs = 0;
  private isResumed = false;

  constructor(private readonly ctx: RunContext) {}

  async execute(): Promise<RunResult> {
    const { ctx } = this;
    let progress = await ctx.ports.store.progress();
    this.isResumed = progress.pages > 0 || progress.staged.length > 0;
    for (const warning of progress.warnings) ctx.warn(warning);
    let fresh = false;
    for (;;) {
      this.adopt(progress);
      if (progress.phase !== 'done') await this.attempt(progress, fresh);
      const again = this.resetAsked();
      if (!again) return this.result();
      progress = await ctx.ports.store.progress();
      fresh = true;
    }
  }

  private adopt(progress: RunProgress): void {
    this.counts = progress.counts ?? emptyCounts();
    this.onceCounts = emptyCounts();
    this.ordinal = Math.max(progress.pages, ...progress.staged.map((page) => page.page + 1));
    this.taken = this.counts.read;
  }

  private async attempt(progress: RunProgress, fresh: boolean): Promise<void> {
    const { ctx } = this;
    await this.runSteps(ctx.plan.before);
    if (!ctx.isStopping() && progress.phase === 'records' && ctx.plan.driver)
      await this.readAndWork(ctx.plan.driver, progress, fresh);
    if (ctx.isStopping()) return;
    await this.runSteps(ctx.plan.after);
    if (ctx.isStopping()) return;
    if (ctx.plan.after.length > 0 || !ctx.plan.driver) {
      await this.commitChange({
        page: { page: this.ordinal, next: null, phase: 'done', base: this.counts, warnings: ctx.warnings },
      });
    }
  }

  private async runSteps(steps: readonly CallStep[]): Promise<void> {
    for (const step of steps) {
      if (this.ctx.isStopping()) return;
      await runOnce(
        this.ctx,
        step,
        () => new PageWork(this.ctx, 0, this.isResumed, async () => undefined),
        async (work) => {
          await this.commitChange(work.take());
          this.onceCounts = addCounts(this.onceCounts, work.counts(true));
        },
      );
    }
  }

  // --- the records -------------------------------------------------------------------------------------------------

  private async readAndWork(driver: CallStep, progress: RunProgress, fresh: boolean): Promise<void> {
    const { ctx } = this;
    const parts = this.driverParts(driver);
    if (!parts) return;
    const watermark = await this.watermark(driver);
    const given = ctx.options.given?.get(driver.handler_id) ?? null;
    const reader = new ListReader(ctx, driver, parts, watermark, given);
    if (!(await this.workStaged(reader, driver, progress, watermark))) return;
    let state = fresh ? reader.pager.first() : whereToGoOn(progress, reader);
    let end: Exclude<PageRead, { kind: 'page' }> | null = null;
    let fault: ListPage['step']['fault'] = null;
    while (state && !ctx.isStopping() && !this.isCut) {
      await this.roomForPage();
      if (ctx.isStopping()) break;
      const read = await reader.read(state);
      if (read.kind !== 'page') {
        end = read;
        break;
      }
      fault = read.page.step.fault;
      // after a fault the same page is where a resumed run would meet it again
      const next: PagerState | null = fault ? state : read.page.step.next;
      if (fault?.code !== 'PAGINATION_LOOP')
        this.launch(read.page, next, fault !== null, driver, watermark, null);
      if (fault) break;
      state = next;
    }
    await this.drain();
    if (ctx.isStopping()) return;
    if (fault) await this.failPaging(fault, driver, watermark);
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
    watermark: Watermark | null,
  ): Promise<void> {
    if (
      fault.code === 'PAGINATION_LOOP' &&
      watermark?.movesByPage &&
      this.movesCursor() &&
      this.ordinal > 0
    ) {
      const cursor = { handler_id: driver.handler_id, cursor: watermark.begin };
      await this.commitChange({
        page: {
          page: this.ordinal - 1,
          next: null,
          phase: 'records',
          base: this.counts,
          warnings: this.ctx.warnings,
          cursor,
        },
      });
    }
    this.ctx.fail(fault.code, fault.message, driver.handler_id);
  }

  private driverParts(driver: CallStep): RequestParts | null {
    if (!driver.mapping) return {};
    const { ctx } = this;
    const [first] = driver.mapping.sources;
    const source = first === undefined ? undefined : ctx.runSteps[first];
    const mapped = ctx.ports.map(driver.mapping.handler_id, {
      record: source?.response.body,
      response: source?.response ?? null,
      steps: ctx.runSteps,
      run: ctx.run,
    });
    const [error] = mapped.errors;
    if (!error) return mapped.parts;
    ctx.fail(error.code, error.message, driver.handler_id);
    return null;
  }

  private async watermark(driver: CallStep): Promise<Watermark | null> {
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
    return new Watermark(incremental, stored?.cursor ?? null, Date.parse(options.started_at));
  }

  private movesCursor(): boolean {
    const { options, mode } = this.ctx;
    return mode === 'deliver' && options.limit === undefined && !options.record_keys && !options.given;
  }

  private async workStaged(
    reader: ListReader,
    driver: CallStep,
    progress: RunProgress,
    watermark: Watermark | null,
  ): Promise<boolean> {
    for (const staged of progress.staged) {
      await this.roomForPage();
      if (this.ctx.isStopping()) break;
      const answer: CallAnswer = {
        kind: 'answer',
        status: staged.status,
        headers: staged.headers,
        body: staged.body,
        url: staged.url,
      };
      const read = reader.open({ no: staged.page, value: null, url: null, seen: 0, last: null }, answer);
      if (read.kind !== 'page') {
        this.ctx.fail('NOT_A_LIST', 'A kept page cannot be read.', driver.handler_id);
        break;
      }
      this.launch(read.page, staged.next, false, driver, watermark, staged);
    }
    return !this.ctx.isStopping() || (await this.drain(), false);
  }

  /** Waits until one more page may be held in memory. */
  private async roomForPage(): Promise<void> {
    const most = this.commitMs > SLOW_COMMIT_MS ? PAGES_IN_FLIGHT_SLOW_COMMIT : PAGES_IN_FLIGHT;
    while (this.open.length >= most) await this.open[0]?.committed;
  }

  private async drain(): Promise<void> {
    while (this.open.length > 0) await this.open[0]?.committed;
  }

  private launch(
    page: ListPage,
    next: PagerState | null,
    isFaulty: boolean,
    driver: CallStep,
    watermark: Watermark | null,
    staged: StagedPage | null,
  ): void {
    const { ctx } = this;
    const ordinal = staged ? staged.page : this.ordinal++;
    const work = new PageWork(ctx, ordinal, staged !== null, (part) => this.commitChange(part.take()));
    const brokeOrder = watermark?.observe(page.records) ?? false;
    if (brokeOrder) {
      ctx.warn({
        code: 'NOT_SORTED',
        message: `"${driver.name}" does not answer in the order of its cursor; it is stored at the end of the run.`,
        handler_id: driver.handler_id,
      });
    }
    work.jobs = this.jobsOf(driver, page, ordinal);
    const isLast = (next === null || this.isCut) && !isFaulty;
    const cursor = this.cursorAfter(driver, watermark, isLast, brokeOrder);
    const keys = new Set(work.jobs.map((job) => job.key));
    const before = [...this.open];
    const worked = this.work(work, page, next, keys, before, staged);
    const phase: RunPhase = !isLast ? 'records' : ctx.plan.after.length > 0 ? 'after' : 'done';
    const committed = this.finishPage(work, worked, before.at(-1)?.committed ?? Promise.resolve(), {
      page: ordinal,
      next: isLast ? null : next,
      phase,
      base: this.counts,
      warnings: ctx.warnings,
      ...(cursor && { cursor }),
    });
    const entry: OpenPage = { work, keys, worked, committed };
    this.open.push(entry);
    entry.committed = committed.finally(() => void this.open.splice(this.open.indexOf(entry), 1));
  }

  private cursorAfter(
    driver: CallStep,
    watermark: Watermark | null,
    isLast: boolean,
    brokeOrder: boolean,
  ): { handler_id: string; cursor: string | null } | null {
    if (!watermark || !this.movesCursor()) return null;
    if (brokeOrder) return { handler_id: driver.handler_id, cursor: watermark.begin };
    const isWhole = isLast && !this.ctx.warnings.some((warning) => warning.code === 'PAGE_LIMIT');
    if (!watermark.movesByPage && !isWhole) return null;
    const cursor = watermark.position();
    return cursor === null ? null : { handler_id: driver.handler_id, cursor };
  }

  private jobsOf(driver: CallStep, page: ListPage, ordinal: number): RecordJob[] {
    const { ctx } = this;
    const { limit, record_keys: only } = ctx.options;
    const readKey = this.readKey ?? (this.readKey = recordKeyReader(driver.api.record_key ?? []));
    const jobs: RecordJob[] = [];
    const mayBeLarge = page.answer.body.length > MAX_RECORD_BYTES;
    for (const record of page.records) {
      if (limit !== undefined && this.taken >= limit) {
        this.isCut = true;
        break;
      }
      const key = readKey(record);
      if (only && !only.has(key)) continue;
      this.taken += 1;
      const job = newJob(ctx, key, record, page.view, ordinal);
      if (
        driver.when &&
        !ctx.admits(driver, { record, response: page.view, steps: ctx.runSteps, run: ctx.run })
      )
        job.status = 'skipped';
      else if (mayBeLarge && JSON.stringify(record).length > MAX_RECORD_BYTES) job.status = 'failed';
      jobs.push(job);
    }
    if (limit !== undefined && this.taken >= limit) this.isCut = true;
    return jobs;
  }

  private readKey: ((record: unknown) => string) | null = null;

  private async work(
    work: PageWork,
    page: ListPage,
    next: PagerState | null,
    keys: Set<string>,
    before: readonly OpenPage[],
    staged: StagedPage | null,
  ): Promise<void> {
    const { ctx } = this;
    try {
      // the same record on an earlier page must be settled first, so that the ledger and the order are right
      if (before.some((other) => [...keys].some((key) => other.keys.has(key))))
        await before.at(-1)?.committed;
      await this.loadRows(work, page, next, keys, staged);
      if (this.isInOrder()) await before.at(-1)?.worked;
      if (ctx.isStopping()) return;
      if (ctx.mode === 'reconcile') this.reconcile(work);
      else await runPage(ctx, work, () => this.commitChange(work.take()));
    } catch (error) {
      ctx.crash(error);
    }
  }

  /** T1: the page is kept and the ledger looked at, in one commit. */
  private async loadRows(
    work: PageWork,
    page: ListPage,
    next: PagerState | null,
    keys: Set<string>,
    staged: StagedPage | null,
  ): Promise<void> {
    const { ctx } = this;
    const { store } = ctx.ports;
    const handlers = ctx.plan.during.filter((step) => step.role === 'write').map((step) => step.handler_id);
    for (const job of work.jobs) {
      if (job.status !== 'failed' || !ctx.plan.driver) continue;
      job.status = 'open';
      work.failed(ctx.plan.driver, job, {
        class: 'TOO_LARGE',
        code: 'TOO_LARGE',
        message: 'The record is larger than 1 MiB.',
      });
      job.record = null;
    }
    if (keys.size === 0 || ctx.mode === 'dry_run') return;
    if (ctx.mode === 'reconcile' || staged) return work.takeRows(await store.ledger(handlers, [...keys]));
    const { answer } = page;
    const kept: StagedPage = {
      page: work.page,
      status: answer.status,
      headers: answer.headers,
      url: answer.url,
      body: answer.body,
      next,
    };
    work.takeRows(await store.stage(kept, handlers, [...keys]));
  }

  /** Whether pages are worked one after the other: with one slot, and where at most one chunk may be unsettled. */
  private isInOrder(): boolean {
    return (
      this.ctx.options.concurrency <= 1 ||
      this.ctx.plan.during.some((step) => step.role === 'write' && step.on_unknown !== 'resend')
    );
  }

  private reconcile(work: PageWork): void {
    const writes = this.ctx.plan.during.filter((step) => step.role === 'write');
    for (const job of work.jobs) {
      const missing = writes.find((step) => work.row(step.handler_id, job.key)?.state !== 'delivered');
      if (!missing) {
        job.isDelivered = true;
        continue;
      }
      this.ctx.goodLines += 1;
      work.skipped(missing, job, 'NOT_IN_LEDGER');
    }
  }

  // --- commits -----------------------------------------------------------------------------------------------------

  private async finishPage(
    work: PageWork,
    worked: Promise<void>,
    before: Promise<void>,
    page: NonNullable<RunChange['page']>,
  ): Promise<void> {
    const { ctx } = this;
    try {
      await worked;
      await work.flushed();
      await before;
      if (ctx.halted?.kind === 'lost' || ctx.halted?.kind === 'crash') return;
      if (ctx.isStopping()) {
        // what was settled is kept; the rest of the page stays staged
        const counts = work.counts(false);
        await this.commitChange(work.take());
        this.stoppedCounts = addCounts(this.stoppedCounts, counts);
        return;
      }
      const counts = work.counts(true);
      this.counts = addCounts(this.counts, counts);
      work.jobs = [];
      this.resets = 0;
      await this.commitChange(
        { ...work.take(), page: { ...page, base: this.counts } },
        this.openCounts(work),
      );
    } catch (error) {
      ctx.crash(error);
    }
  }

  /** Counts of pages that were left half done. */
  private stoppedCounts: RunCounts = emptyCounts();

  private openCounts(except: PageWork | null = null): RunCounts {
    return this.open.reduce(
      (sum, { work }) => (work === except ? sum : addCounts(sum, work.counts(false))),
      addCounts(this.counts, this.onceCounts),
    );
  }

  /** Commits one after the other, so that totals and cursor never go back. */
  private commitChange(change: Partial<RunChange>, counts: RunCounts = this.openCounts()): Promise<void> {
    const whole: RunChange = { ledger: [], lines: [], resolved: [], ...change, counts };
    if (!whole.page && whole.ledger.length === 0 && whole.lines.length === 0 && whole.resolved.length === 0)
      return Promise.resolve();
    const run = async (): Promise<void> => {
      const began = performance.now();
      await this.ctx.ports.store.commit(whole);
      this.commitMs = this.commitMs * 0.7 + (performance.now() - began) * 0.3;
    };
    const done = this.commitTail.then(run);
    this.commitTail = done.catch(() => undefined);
    return done;
  }

  // --- the end -----------------------------------------------------------------------------------------------------

  /** Whether a retry rule asked to begin the reading or the run again, and may. */
  private resetAsked(): boolean {
    const { ctx } = this;
    const halted = ctx.halted;
    if (halted?.kind !== 'reset_paging' && halted?.kind !== 'restart_run') return false;
    const count = halted.kind === 'reset_paging' ? ++this.resets : ++this.restarts;
    ctx.halted = null;
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
    const counts = addCounts(addCounts(this.counts, this.onceCounts), this.stoppedCounts);
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

function whereToGoOn(progress: RunProgress, reader: ListReader): PagerState | null {
  const kept = progress.staged.at(-1);
  if (kept) return kept.next;
  return progress.pages === 0 ? reader.pager.first() : progress.next;
}

function emptyCounts(): RunCounts {
  return { ...zeroCounts(), handlers: {} };
}
