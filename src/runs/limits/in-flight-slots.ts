// Requests in flight of one credential over all processes. Each process holds a number of slots by a row that it keeps
// fresh; what a dead one held counts no more after a while, so nothing can leak. The sum exceeds the limit only by the
// requests that were on their way when their process froze for so long that it was taken for dead.
import type { Pool } from 'pg';
import { Line, type Turn } from './turn.js';

/** A row that was not refreshed for so long is of a dead process. */
const DEAD_AFTER_MS = 10_000;
const REFRESH_MS = 1_000;
/** While requests wait: soon after slots were won, and ever later while there are none; without others only a new setting could bring some. */
const FIRST_LOOK_MS = 25;
const LATEST_LOOK_MS = 250;
const LATEST_LOOK_ALONE_MS = 1_000;
/** Where there are fewer slots than processes, they take turns. */
const TURN_MS = 2_000;

interface Share {
  process_id: string;
  held: number;
  wanted: number;
}

export class InFlightSlots {
  private readonly line = new Line();
  private inFlight = 0;
  /** slots that stand under our name */
  private held = 0;
  /** those of them that may be used; fewer while some are to be given up as soon as their requests end */
  private allowed = 0;
  /** by the monotonic clock: when the row was last made fresh, or earlier */
  private settledAt = -Infinity;
  private isAlone = true;
  private isNegotiating = false;
  /** ends the pause between two looks */
  private lookNow: (() => void) | null = null;
  private refresh: NodeJS.Timeout | null = null;

  constructor(
    private readonly pool: Pool,
    private readonly processId: string,
    private readonly credentialId: string,
    /** the system's setting may change while runs go on */
    private readonly limit: () => number,
  ) {}

  /** Null: a slot was free. Each slot is to be given back by `leave`. */
  enter(signal: AbortSignal): null | Promise<Turn> {
    this.dropStale();
    if (this.inFlight < this.allowed && this.line.length === 0) {
      this.inFlight += 1;
      return null;
    }
    const turn = this.line.join(signal);
    if (!this.isNegotiating) void this.negotiate();
    return turn;
  }

  leave(): void {
    this.inFlight -= 1;
    this.admit();
    // others wait for what is to be given up
    if (this.held > this.allowed) this.lookNow?.();
  }

  /** After a freeze the others have taken our slots: none is used before they are settled anew. */
  private dropStale(): void {
    if (performance.now() - this.settledAt > DEAD_AFTER_MS) this.allowed = 0;
  }

  private admit(): void {
    this.dropStale();
    const free = Math.min(this.line.length, this.allowed - this.inFlight);
    if (free <= 0) return;
    this.inFlight += free;
    this.line.let(free);
  }

  /** Settles how many slots this process holds, again and again while requests wait or slots are to be given up, and once a second while it holds any. */
  private async negotiate(): Promise<void> {
    this.isNegotiating = true;
    this.refresh ??= setInterval(() => {
      if (!this.isNegotiating) void this.negotiate();
    }, REFRESH_MS).unref();
    try {
      for (let pauseMs = FIRST_LOOK_MS; ; pauseMs *= 2) {
        const before = this.allowed;
        await this.settle();
        this.admit();
        if (this.line.length === 0 && this.held <= this.allowed) break;
        if (this.allowed > before) pauseMs = FIRST_LOOK_MS;
        await this.pause(Math.min(pauseMs, this.isAlone ? LATEST_LOOK_ALONE_MS : LATEST_LOOK_MS));
      }
    } catch (error) {
      // without the database our row grows old, and with it the right to its slots
      this.allowed = 0;
      this.line.fail(error as Error);
    } finally {
      this.isNegotiating = false;
      if (this.held === 0 && this.line.length === 0) this.stopRefresh();
    }
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.lookNow = (): void => {
        clearTimeout(timer);
        this.lookNow = null;
        resolve();
      };
      const timer = setTimeout(this.lookNow, ms);
    });
  }

  private stopRefresh(): void {
    if (this.refresh) clearInterval(this.refresh);
    this.refresh = null;
  }

  private async settle(): Promise<void> {
    const client = await this.pool.connect();
    const began = performance.now();
    try {
      await client.query('begin');
      await client.query(LOCK, [this.credentialId]);
      const { rows } = await client.query<Share>(OTHERS, [this.credentialId, this.processId, DEAD_AFTER_MS]);
      const wanted = this.inFlight + this.line.length;
      const share = this.shareOf(wanted, rows);
      // what is given up is not used from here on, what is won only after the commit
      this.allowed = Math.min(this.allowed, share);
      const held = Math.max(this.inFlight, share);
      if (wanted === 0) await client.query(DROP, [this.credentialId, this.processId]);
      else await client.query(KEEP, [this.credentialId, this.processId, held, wanted]);
      await client.query('commit');
      this.held = held;
      this.allowed = share;
      this.settledAt = began;
      this.isAlone = rows.length === 0;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }

  /** What this process may hold: all it wants where that fits, else a fair part, and never what others still hold. */
  private shareOf(wanted: number, others: readonly Share[]): number {
    const limit = this.limit();
    const free = limit - others.reduce((sum, other) => sum + other.held, 0);
    const all = [...others.map((other) => other.process_id), this.processId].sort();
    const base = Math.floor(limit / all.length);
    const turn = Math.floor(Date.now() / TURN_MS);
    const isExtra = (all.indexOf(this.processId) + turn) % all.length < limit % all.length;
    const left = limit - others.reduce((sum, other) => sum + Math.min(other.wanted, base + 1), 0);
    const fair = Math.max(base + (isExtra ? 1 : 0), left);
    return Math.max(0, Math.min(wanted, free, fair));
  }
}

const LOCK = "select pg_advisory_xact_lock(hashtextextended('in-flight:' || $1::text, 0))";

const OTHERS = `
  select process_id, held, wanted from credential_in_flight
   where credential_id = $1 and process_id <> $2 and seen_at > clock_timestamp() - make_interval(secs => $3::float8 / 1000)`;

const KEEP = `
  insert into credential_in_flight (credential_id, process_id, held, wanted, seen_at) values ($1, $2, $3, $4, clock_timestamp())
  on conflict (credential_id, process_id) do update set held = excluded.held, wanted = excluded.wanted, seen_at = excluded.seen_at`;

const DROP = 'delete from credential_in_flight where credential_id = $1 and process_id = $2';
