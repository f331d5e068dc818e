// The commits of a run, one after the other, and the totals that they carry.
import type { PageWork } from './page-work.js';
import type { RunChange, RunCounts, RunPhase } from './ports.js';
import { addCounts, type RunContext, zeroCounts } from './run-context.js';

/** A page that is held in memory. */
export interface OpenPage {
  work: PageWork;
  keys: Set<string>;
  /** staged, and its rows of the ledger read; rejects when it could not be */
  kept: Promise<void>;
  /** all units settled */
  worked: Promise<void>;
  isWorked: boolean;
  committed: Promise<void>;
}

export class CommitLog {
  /** of committed pages, and of the waves that the attempts before have settled */
  counts: RunCounts = emptyCounts();
  /** of run-level steps, which each attempt counts anew */
  once: RunCounts = emptyCounts();
  /** of pages that were left half done */
  stopped: RunCounts = emptyCounts();
  /** pages in flight, in order */
  readonly open: OpenPage[] = [];
  private tail: Promise<void> = Promise.resolve();

  constructor(private readonly ctx: RunContext) {}

  /** Totals to show: what is committed and what the open pages have done so far. */
  shown(except: PageWork | null = null): RunCounts {
    return this.open.reduce(
      (sum, { work }) => (work === except ? sum : addCounts(sum, work.counts(false))),
      addCounts(this.counts, this.once),
    );
  }

  /** Totals of what is done with for good; calls made once are counted anew by each attempt until the last one. */
  base(phase: RunPhase): RunCounts {
    return this.open.reduce(
      (sum, { work }) => (work.waved ? addCounts(sum, work.waved) : sum),
      phase === 'done' ? addCounts(this.counts, this.once) : this.counts,
    );
  }

  /** Commits in the order of the calls, so that totals and cursor never go back; nothing to write is no commit. */
  commit(change: Partial<RunChange>, counts: RunCounts = this.shown()): Promise<void> {
    const whole: RunChange = { ledger: [], lines: [], resolved: [], ...change, counts };
    if (
      !whole.page &&
      !whole.waves &&
      whole.ledger.length === 0 &&
      whole.lines.length === 0 &&
      whole.resolved.length === 0
    )
      return Promise.resolve();
    const done = this.tail.then(() => this.ctx.ports.store.commit(whole));
    this.tail = done.catch(() => undefined);
    return done;
  }

  /** Totals at the end of a run. */
  total(): RunCounts {
    return addCounts(addCounts(this.counts, this.once), this.stopped);
  }
}

export function emptyCounts(): RunCounts {
  return { ...zeroCounts(), handlers: {} };
}
