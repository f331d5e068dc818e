// The watermark of an incremental read: from where to ask, and how far the stored cursor may move.
import { scalarText } from './identity.js';
import { compareCursor, isInstant, moveBack, writeLike } from './instant.js';
import { pathReader } from './paths.js';
import type { Incremental } from './types.js';

const DEFAULT_OVERLAP_SECONDS = 60;
const DEFAULT_LAG_SECONDS = 5;

export class Watermark {
  private readonly format: string;
  private readonly readCursor;
  private readonly upperNanos: bigint;

  constructor(
    private readonly settings: Incremental,
    /** The cursor from which the reading asks, and the one that is stored now: pages may have moved it. */
    private readonly cursors: { begin: string | null; stored: string | null },
    private readonly runStartedAt: number,
    /** The highest value that was seen, by the attempts before too. */
    public highest: string | null = null,
    /** the declared order was found wrong */
    private isOutOfOrder = false,
  ) {
    this.format = settings.format ?? 'iso';
    this.readCursor = pathReader(settings.cursor_path);
    const lag = settings.lag_seconds ?? DEFAULT_LAG_SECONDS;
    this.upperNanos = BigInt(Math.floor(runStartedAt - lag * 1000)) * 1_000_000n;
  }

  private get isId(): boolean {
    return this.format === 'id';
  }

  /** Query parameters of the read: inclusive from, and the upper bound where the API takes one. */
  query(): Record<string, string> {
    const query: Record<string, string> = {};
    const from = this.from();
    if (from !== null) query[this.settings.parameter] = from;
    if (this.settings.until_parameter && !this.isId) {
      query[this.settings.until_parameter] = writeLike(this.upperNanos, from, this.format);
    }
    return query;
  }

  private from(): string | null {
    const overlap = this.settings.overlap_seconds ?? (this.isId ? 0 : DEFAULT_OVERLAP_SECONDS);
    const start = this.startAt();
    const { begin } = this.cursors;
    const base =
      begin === null
        ? start
        : start === null || this.settings.start_at === 'now'
          ? begin
          : this.later(start, begin);
    return base === null ? null : moveBack(base, overlap, this.format);
  }

  private startAt(): string | null {
    const { start_at } = this.settings;
    if (start_at === 'now')
      return this.isId ? null : this.writeInstant(BigInt(this.runStartedAt) * 1_000_000n);
    return start_at ?? null;
  }

  private later(left: string, right: string): string {
    return compareCursor(left, right, this.format) >= 0 ? left : right;
  }

  private writeInstant(nanos: bigint): string {
    return writeLike(nanos, this.cursors.begin, this.format);
  }

  /** Takes note of a page's records; says whether the declared order was found wrong on this page. */
  observe(records: readonly unknown[]): boolean {
    let broke = false;
    for (const record of records) {
      const value = scalarText(this.readCursor(record));
      if (value === null) continue;
      const order = this.highest === null ? 1 : compareCursor(value, this.highest, this.format);
      if (order < 0 && this.settings.sorted && !this.isOutOfOrder && this.isComparable(value)) {
        this.isOutOfOrder = true;
        broke = true;
      }
      if (order > 0) this.highest = value;
    }
    return broke;
  }

  /** Whether the value has a place in the order of those before: words such as "pending" have none. */
  private isComparable(value: string): boolean {
    return isInstant(value, this.format) === isInstant(this.highest ?? value, this.format);
  }

  /** Whether the cursor may move with each page. */
  get movesByPage(): boolean {
    return (this.settings.sorted ?? false) && !this.isOutOfOrder;
  }

  /** The cursor after what was observed: never past run start − lag, never back; null: nothing to store. */
  position(): string | null {
    let reached = this.highest;
    // what is no instant (the id of a source whose format was not told) has no place on the clock
    if (reached !== null && isInstant(reached, this.format)) {
      const limit = writeLike(this.upperNanos, reached, this.format);
      if (compareCursor(reached, limit, this.format) > 0) reached = limit;
    }
    const { stored } = this.cursors;
    if (stored !== null)
      return reached !== null && compareCursor(reached, stored, this.format) > 0 ? reached : stored;
    if (this.settings.start_at === 'now' && !this.isId) {
      const start = this.startAt();
      return reached !== null && start !== null && compareCursor(reached, start, this.format) > 0
        ? reached
        : start;
    }
    return reached;
  }

  /** The cursor from which this reading began, to go back to when the declared order was wrong. */
  get begin(): string | null {
    return this.cursors.begin;
  }
}
