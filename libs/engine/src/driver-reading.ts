// The reading of the list that brings the records: the kept pages first, then page by page to its end, or anew.
import type { CommitLog } from './commit-log.js';
import { Watermark } from './incremental.js';
import { ListReader, readFailure, type ListPage, type PageRead } from './list-reader.js';
import { haltBy, isSettled } from './outcome.js';
import { movesCursor, type PageWindow } from './page-window.js';
import type { PagerState } from './pager.js';
import type { CallStep } from './plan.js';
import type { CallAnswer, RequestParts, RunProgress } from './ports.js';
import type { RunContext } from './run-context.js';
import { listParts } from './run-level.js';

interface Reading {
  reader: ListReader;
  watermark: Watermark | null;
}

export class DriverReading {
  constructor(
    private readonly ctx: RunContext,
    private readonly driver: CallStep,
    private readonly window: PageWindow,
    private readonly commits: CommitLog,
  ) {}

  /** `fresh`: after the kept pages the list is read from its beginning, as a retry rule has asked for. */
  async work(progress: RunProgress, fresh: boolean): Promise<void> {
    const { ctx, driver } = this;
    const { parts, ...refusal } = listParts(ctx, driver);
    if (!parts) {
      const error = 'error' in refusal ? refusal.error : null;
      return error ? ctx.fail(error.code, error.message, driver.handler_id) : undefined;
    }
    const kept = await this.reading(parts, progress);
    if (!(await this.workStaged(kept, progress))) return;
    const reading = fresh ? await this.beginAnew(parts) : kept;
    if (!reading) return;
    await this.readOn(reading, fresh ? reading.reader.first() : whereToGoOn(progress, kept.reader));
  }

  private async readOn({ reader, watermark }: Reading, from: PagerState | null): Promise<void> {
    const { ctx, window } = this;
    let state = from;
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
    if (fault) await this.failPaging(fault, watermark);
    else if (end) this.endByRead(end);
  }

  private endByRead(end: Exclude<PageRead, { kind: 'page' }>): void {
    const { ctx, driver } = this;
    if (end.kind === 'failed' && !isSettled(end.result)) return haltBy(ctx, driver, end.result);
    const failure = readFailure(driver, end);
    ctx.fail(failure.code, failure.message, driver.handler_id);
  }

  /** A paging that goes in circles proves nothing about what was read: the cursor goes back to where it stood. */
  private async failPaging(
    fault: NonNullable<ListPage['step']['fault']>,
    watermark: Watermark | null,
  ): Promise<void> {
    const { ctx, driver } = this;
    if (fault.code === 'PAGINATION_LOOP' && watermark?.movesByPage && movesCursor(ctx))
      await this.commitPlace(null, { handler_id: driver.handler_id, cursor: watermark.begin });
    ctx.fail(fault.code, fault.message, driver.handler_id);
  }

  /** Nothing of the reading before counts for the guards, limits and cursor of the new one, also after a kill. */
  private async beginAnew(parts: RequestParts): Promise<Reading | null> {
    await this.window.drain();
    if (this.ctx.isStopping()) return null;
    const reading = await this.reading(parts, null);
    this.window.beginAnew();
    await this.commitPlace(reading.reader.first());
    return reading;
  }

  /** Where the reading stands, apart from a page. */
  private async commitPlace(
    next: PagerState | null,
    cursor?: { handler_id: string; cursor: string | null },
  ): Promise<void> {
    const { ordinal } = this.window;
    if (ordinal === 0) return;
    const base = this.commits.base('records');
    const { warnings } = this.ctx;
    await this.commits.commit({
      page: { page: ordinal - 1, next, phase: 'records', base, warnings, ...(cursor && { cursor }) },
    });
  }

  private async reading(parts: RequestParts, goesOnFrom: RunProgress | null): Promise<Reading> {
    const { ctx, driver } = this;
    const watermark = await this.watermark(goesOnFrom);
    const given = ctx.options.given?.get(driver.handler_id) ?? null;
    return { reader: new ListReader(ctx, driver, parts, watermark, given), watermark };
  }

  /** A reading that goes on asks from where it began, wherever its pages have moved the stored cursor since. */
  private async watermark(goesOnFrom: RunProgress | null): Promise<Watermark | null> {
    const { driver } = this;
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

  /** Launches the pages that an earlier attempt has kept; false: the run stops. */
  private async workStaged({ reader, watermark }: Reading, progress: RunProgress): Promise<boolean> {
    const { ctx, window, driver } = this;
    let state = progress.pages === 0 ? reader.first() : progress.next;
    for (const staged of progress.staged) {
      await window.room();
      if (ctx.isStopping()) break;
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
        ctx.fail('NOT_A_LIST', 'A kept page cannot be read.', driver.handler_id);
        break;
      }
      window.launch(read.page, staged.next, false, watermark, staged);
    }
    return !ctx.isStopping() || (await window.drain(), false);
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
