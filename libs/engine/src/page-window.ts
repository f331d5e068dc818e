// The pages of records in flight: read ahead, kept (T1), worked, and committed in order (T2).
import { always } from './always.js';
import type { CommitLog, OpenPage } from './commit-log.js';
import { recordKeyReader } from './identity.js';
import type { Watermark } from './incremental.js';
import type { ListPage } from './list-reader.js';
import { joinSideTables, runPage, takeUp, waves } from './page-runner.js';
import { PageWork } from './page-work.js';
import type { PagerState } from './pager.js';
import type { CallStep } from './plan.js';
import { shortText } from './short-text.js';
import type { RunChange, RunPhase, RunProgress, StagedPage } from './ports.js';
import { newJob, type RecordJob } from './record-job.js';
import { whatIsMeant } from './reconcile.js';
import { addCounts, type RunContext } from './run-context.js';

/** One at work, and the next one that is read and kept meanwhile. */
const PAGES_TO_WORK = 2;
/** With those that are worked and wait for their commit. */
const PAGES_IN_MEMORY = 4;
/** Keys that brought no record, as far as they are named. */
const NAMED_KEYS = 20;
const MAX_RECORD_BYTES = 1024 * 1024;
/** Warnings of a list that was not read to its end. */
const UNREAD: ReadonlySet<string> = new Set(['PAGE_LIMIT', 'PAGE_IGNORED', 'NO_TOKEN_AT_PATH', 'EMPTY_PAGE']);
/** Halts after which nobody comes back to a page. */
const ENDS: ReadonlySet<string> = new Set(['cancel', 'timeout', 'fail']);

/** Whether this run reads the whole list, so that its cursor may move. */
export function movesCursor({ options, mode }: RunContext): boolean {
  return mode === 'deliver' && options.limit === undefined && !options.record_keys && !options.given;
}

/**
 * What a page waits for of the one before it: promises alone. A closure of `launch` that names a page, its records or
 * its `OpenPage` and outlives the call would keep the records of several pages as long as one is worked.
 */
interface Turn {
  kept: Promise<void> | undefined;
  worked: Promise<void> | undefined;
  committed: Promise<void> | undefined;
}

const NO_PAGE: Partial<OpenPage> = {};

export class PageWindow {
  /** number of the next page of this run */
  ordinal = 0;
  /** the limit of records is reached */
  isCut = false;
  /** of a run of chosen records: keys that this reading has not brought yet */
  private sought: Set<string> | null = null;
  /** records that this reading has taken up */
  private taken = 0;
  private furthest = 0;
  private cursor: string | null = null;
  private readonly readKey: (record: unknown) => string;
  private readonly commitSoFar = (part: PageWork): Promise<void> => this.commits.commit(part.take());

  constructor(
    private readonly ctx: RunContext,
    private readonly driver: CallStep,
    private readonly commits: CommitLog,
  ) {
    this.readKey = recordKeyReader(driver.api.record_key ?? [], (path) =>
      ctx.warn({
        code: 'NO_RECORD_KEY',
        message: `"${driver.name}": a record has nothing at "${path}" of its record key. Its content stands for it: when it changes, it goes out as a new record.`,
        handler_id: driver.handler_id,
      }),
    );
  }

  /**
   * How far the readings of this attempt have come: the furthest page, and the cursor, from which a new reading counts
   * its pages anew. Pages read again change nothing of it, whatever was delivered of them.
   */
  get reached(): string {
    return `${this.furthest} ${this.cursor ?? ''}`;
  }

  goOnFrom({ pages, staged, next, counts }: RunProgress): void {
    this.ordinal = Math.max(pages, ...staged.map((page) => page.page + 1));
    this.isCut = false;
    this.seek(pages === 0 ? undefined : next?.sought);
    this.taken = pages === 0 || next?.no === 0 ? 0 : (next?.taken ?? counts?.read ?? 0);
  }

  /** The list is read from its beginning once more. */
  beginAnew(): void {
    this.isCut = false;
    this.taken = 0;
    this.seek();
  }

  private seek(keys: Iterable<string> | undefined = this.ctx.options.record_keys): void {
    this.sought = this.ctx.options.record_keys ? new Set(keys) : null;
  }

  /** Waits until one more page may be held in memory. */
  async room(): Promise<void> {
    const { open } = this.commits;
    for (;;) {
      const toWork = open.filter((page) => !page.isWorked);
      if (open.length >= PAGES_IN_MEMORY) await open[0]?.committed;
      else if (toWork.length >= PAGES_TO_WORK) await toWork[0]?.worked;
      else return;
    }
  }

  async drain(): Promise<void> {
    while (this.commits.open.length > 0) await this.commits.open[0]?.committed;
  }

  launch(
    page: ListPage,
    next: PagerState | null,
    isFaulty: boolean,
    watermark: Watermark | null,
    staged: StagedPage | null,
  ): void {
    const { ctx, driver } = this;
    const ordinal = staged ? staged.page : this.ordinal++;
    const work = new PageWork(ctx, ordinal, staged !== null, this.commitSoFar, staged ?? {});
    const brokeOrder = watermark?.observe(page.records) ?? false;
    if (brokeOrder) {
      ctx.warn({
        code: 'NOT_SORTED',
        message: `"${driver.name}" does not answer in the order of its cursor; it is stored at the end of the run.`,
        handler_id: driver.handler_id,
      });
    }
    const jobs = this.jobsOf(page, ordinal);
    work.jobs = work.wavesDone > 0 ? waves(jobs).slice(work.wavesDone).flat() : jobs;
    next = next && this.withPast(next, watermark);
    work.readerId = driver.handler_id;
    if (!ctx.options.given?.has(driver.handler_id)) ctx.noteResponse(driver, always(page.view));
    const isLast = (next === null || this.isCut) && !isFaulty;
    if (isLast && !this.isCut) this.tellOfUnfound();
    const cursor = this.cursorAfter(watermark, isLast, brokeOrder);
    const keys = new Set(work.jobs.map((job) => job.key));
    const {
      kept: keptBefore,
      worked: workedBefore,
      committed: committedBefore,
    } = this.commits.open.at(-1) ?? NO_PAGE;
    const isRepeated = this.commits.open.some((other) => [...keys].some((key) => other.keys.has(key)));
    const turn: Turn = {
      // the same record on an earlier page must be settled first, so that the ledger and the order are right
      kept: isRepeated ? committedBefore?.then(() => keptBefore) : keptBefore,
      worked: workedBefore,
      committed: committedBefore,
    };
    const kept = this.keep(work, page, next, keys, turn, staged);
    const worked = this.work(work, kept, turn);
    const phase: RunPhase = !isLast ? 'records' : ctx.plan.after.length > 0 ? 'after' : 'done';
    const committed = this.finishPage(work, page.state.no, worked, turn, {
      page: ordinal,
      next: isLast ? null : next,
      phase,
      base: this.commits.counts,
      warnings: ctx.warnings,
      ...(cursor && { cursor }),
    });
    const entry: OpenPage = { work, keys, kept, worked, isWorked: false, committed };
    this.hold(entry, page.answer.release);
  }

  /** Apart from `launch`: what waits for the commit must not hold the page and its records meanwhile. */
  private hold(entry: OpenPage, release: (() => void) | undefined): void {
    const { open } = this.commits;
    void entry.worked.then(() => (entry.isWorked = true));
    open.push(entry);
    entry.committed = entry.committed.finally(() => {
      open.splice(open.indexOf(entry), 1);
      release?.();
    });
  }

  private tellOfUnfound(): void {
    const { sought, ctx, driver } = this;
    if (!sought || sought.size === 0) return;
    const named = [...sought].slice(0, NAMED_KEYS).map((key) => `"${shortText(key, 100)}"`);
    const more = sought.size > named.length ? ` and ${sought.size - named.length} more` : '';
    ctx.warn({
      code: 'KEYS_NOT_FOUND',
      message: `"${driver.name}" brought no record with ${named.length === 1 ? 'the key' : 'the keys'} ${named.join(', ')}${more}.`,
      handler_id: driver.handler_id,
    });
  }

  /** A run that goes on from the next page knows of the ones before by its state alone. */
  private withPast(next: PagerState, watermark: Watermark | null): PagerState {
    return {
      ...next,
      ...(watermark && { highest: watermark.highest }),
      ...(this.ctx.options.limit !== undefined && { taken: this.taken }),
      ...(this.sought && { sought: [...this.sought] }),
    };
  }

  private cursorAfter(
    watermark: Watermark | null,
    isLast: boolean,
    brokeOrder: boolean,
  ): { handler_id: string; cursor: string | null } | null {
    const { driver } = this;
    if (!watermark || !movesCursor(this.ctx)) return null;
    const isWhole =
      isLast &&
      !this.ctx.warnings.some(({ code, handler_id }) => UNREAD.has(code) && handler_id === driver.handler_id);
    // what the pages before have moved goes back; with the whole list seen there is no need
    if (brokeOrder && !isWhole) return { handler_id: driver.handler_id, cursor: watermark.begin };
    if (!watermark.movesByPage && !isWhole) return null;
    const cursor = watermark.position();
    return cursor === null ? null : { handler_id: driver.handler_id, cursor };
  }

  private jobsOf(page: ListPage, ordinal: number): RecordJob[] {
    const { ctx } = this;
    const { driver } = this;
    const { limit, record_keys: only } = ctx.options;
    const jobs: RecordJob[] = [];
    const mayBeLarge = page.answer.body.length > MAX_RECORD_BYTES;
    for (const record of page.records) {
      if (limit !== undefined && this.taken >= limit) {
        this.isCut = true;
        break;
      }
      const key = this.readKey(record);
      if (only && !only.has(key)) continue;
      this.sought?.delete(key);
      this.taken += 1;
      const job = newJob(ctx, key, record, page.view, ordinal);
      if (
        driver.when &&
        !ctx.admits(driver, { record, response: page.view, steps: ctx.runSteps, run: ctx.run })
      )
        job.status = 'skipped';
      else if (mayBeLarge && Buffer.byteLength(JSON.stringify(record)) > MAX_RECORD_BYTES)
        job.status = 'failed';
      jobs.push(job);
    }
    if (limit !== undefined && this.taken >= limit) this.isCut = true;
    return jobs;
  }

  /** T1, in the order of the pages: a run that goes on takes all before a kept page for done or kept. */
  private async keep(
    work: PageWork,
    page: ListPage,
    next: PagerState | null,
    keys: Set<string>,
    before: Turn,
    staged: StagedPage | null,
  ): Promise<void> {
    await before.kept;
    await this.loadRows(work, page, next, keys, staged);
  }

  private async work(work: PageWork, kept: Promise<void>, before: Turn): Promise<void> {
    const { ctx } = this;
    try {
      await kept;
      await this.turnOf(before);
      if (ctx.isStopping()) return;
      if (ctx.mode === 'reconcile') this.reconcile(work);
      else
        await runPage(ctx, work, (isWave = false) =>
          this.commits.commit({
            ...work.take(isWave),
            ...(isWave && { waves: this.wavesOf(work) }),
          }),
        );
    } catch (error) {
      ctx.crash(error);
    }
  }

  private wavesOf(work: PageWork): RunChange['waves'] {
    return {
      page: work.page,
      done: work.wavesDone,
      settled: work.settledRows(),
      base: this.commits.base('records'),
    };
  }

  /** The page is kept and the ledger looked at, in one commit. */
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

  /**
   * What a page waits for before it is worked. Where at most one chunk may be unsettled, for the commit of the one before:
   * the outcomes of its last chunk ride on that.
   */
  private turnOf(before: Turn): Promise<void> | undefined {
    const { plan, options } = this.ctx;
    if (plan.during.some((step) => step.role === 'write' && step.on_unknown !== 'resend'))
      return before.committed;
    return options.concurrency <= 1 ? before.worked : undefined;
  }

  private reconcile(work: PageWork): void {
    const writes = this.ctx.plan.during.filter((step) => step.role === 'write');
    takeUp(this.ctx, work, work.jobs);
    joinSideTables(this.ctx, work, work.jobs);
    for (const job of work.jobs) {
      if (job.status !== 'open') continue;
      const isDelivered = (step: CallStep): boolean =>
        work.row(step.handler_id, job.key)?.state === 'delivered';
      const meant = whatIsMeant(this.ctx, job);
      const missing = writes.find((step) => meant.get(step.handler_id) !== 'no' && !isDelivered(step));
      if (missing)
        work.skipped(
          missing,
          job,
          meant.get(missing.handler_id) === 'perhaps' ? 'PERHAPS_LEFT_OUT' : 'NOT_IN_LEDGER',
        );
      else job.isDelivered = writes.some(isDelivered);
    }
  }

  private async finishPage(
    work: PageWork,
    no: number,
    worked: Promise<void>,
    before: Turn,
    page: NonNullable<RunChange['page']>,
  ): Promise<void> {
    const { ctx } = this;
    try {
      await worked;
      await work.flushed();
      await before.committed;
      if (ctx.halted?.kind === 'lost') return;
      if (ctx.isStopping()) {
        // what was settled is kept, after a crash as well; the rest of the page stays staged
        const counts = work.counts(false);
        await this.commits.commit(work.take(ENDS.has(ctx.halted?.kind ?? '')));
        this.commits.stopped = addCounts(this.commits.stopped, counts);
        return;
      }
      const counts = work.counts(true);
      this.commits.counts = addCounts(this.commits.counts, counts);
      work.close();
      this.furthest = Math.max(this.furthest, no + 1);
      if (page.cursor) this.cursor = page.cursor.cursor;
      await this.commits.commit(
        { ...work.take(true), page: { ...page, base: this.commits.base(page.phase) } },
        this.commits.shown(work),
      );
    } catch (error) {
      ctx.crash(error);
    }
  }
}
