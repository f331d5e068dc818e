// Requests per second of one credential: a token bucket in PostgreSQL, from which each process takes what it needs now.
import type { Pool } from 'pg';
import { Line, type Turn } from './turn.js';

export interface Rate {
  requests: number;
  perSeconds: number;
  /** requests that may be made at once */
  burst: number;
}

const LONGEST_WAIT_MS = 60_000;

export class RateBucket {
  private readonly line = new Line();
  private isServing = false;

  constructor(
    private readonly pool: Pool,
    private readonly credentialId: string,
    /** the system's setting may change while runs go on */
    readonly rate: () => Rate,
  ) {}

  wait(signal: AbortSignal): Promise<Turn> {
    const turn = this.line.join(signal);
    if (!this.isServing) void this.serve();
    return turn;
  }

  private async serve(): Promise<void> {
    this.isServing = true;
    try {
      while (this.line.length > 0) {
        const { taken, waitMs } = await this.take(this.line.length);
        this.line.let(taken);
        if (taken > 0) continue;
        if (waitMs > LONGEST_WAIT_MS) this.line.sendAway(Date.now() + waitMs);
        else await new Promise((resolve) => setTimeout(resolve, waitMs).unref());
      }
    } catch (error) {
      this.line.fail(error as Error);
    } finally {
      this.isServing = false;
    }
  }

  /** At most a second's worth; never more than is spent at once, so that no window holds more than rate and burst. */
  private async take(wanted: number): Promise<{ taken: number; waitMs: number }> {
    const { requests, perSeconds, burst } = this.rate();
    const perSecond = requests / perSeconds;
    const most = Math.min(wanted, Math.max(1, Math.floor(perSecond)));
    const values = [this.credentialId, burst, perSecond, most];
    let { rows } = await this.pool.query<{ taken: number; level: number }>(TAKE, values);
    if (rows.length === 0) {
      await this.pool.query(MAKE, [this.credentialId, burst]);
      ({ rows } = await this.pool.query<{ taken: number; level: number }>(TAKE, values));
    }
    const { taken = 0, level = 0 } = rows[0] ?? {};
    return { taken, waitMs: Math.max(2, Math.ceil(((1 - level) / perSecond) * 1000)) };
  }
}

/** A new bucket is full. */
const MAKE =
  'insert into credential_health (credential_id, tokens, refilled_at) values ($1, $2, clock_timestamp()) on conflict do nothing';

/** $1 credential, $2 burst, $3 tokens per second, $4 most to take */
const TAKE = `
  with h as (
    select credential_id, least($2::float8, tokens + greatest(0, extract(epoch from clock_timestamp() - refilled_at)) * $3::float8) as level
      from credential_health where credential_id = $1 for update)
  update credential_health c set tokens = h.level - least(floor(h.level), $4::float8), refilled_at = clock_timestamp()
    from h where c.credential_id = h.credential_id
  returning least(floor(h.level), $4::float8)::int as taken, h.level`;
