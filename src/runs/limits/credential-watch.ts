// What is known of a credential's system: blocked after a 429, offline after failures in a row. Shared by all processes
// through a row of `credential_health`; after a block exactly one request goes first, whoever sends it.
import type { Pool } from 'pg';

/** Failures in a row, and over how long, after which a system is taken as offline. */
const BREAK_AFTER = 10;
const BREAK_OVER_MS = 30_000;
const PROBE_AFTER_MS = [60_000, 120_000, 300_000, 600_000];
/** What other processes found out is seen after this; while blocked, after that. */
const REFRESH_MS = 1_000;
const REFRESH_BLOCKED_MS = 200;
/** A probe that tells nothing for so long is lost with its process. */
const PROBE_MS = 60_000;

type Passage =
  { go: true; isProbe: boolean } | { go: false; until: number; reason: 'OFFLINE' | 'RATE_LIMIT' | 'PROBE' };

interface HealthRow {
  blocked_until: Date | null;
  probes: number;
  failures: number;
}

export class CredentialWatch {
  private blockedUntil = 0;
  private isOffline = false;
  private failures = 0;
  private seenAt = -Infinity;
  private writing = 0;
  /** of what is known here; tells a look at the row that it is out of date */
  private changes = 0;

  constructor(
    private readonly pool: Pool,
    private readonly credentialId: string,
    private readonly now: () => number,
  ) {}

  /** True: nothing is known that keeps a request back, and it was looked at just now. */
  isClear(): boolean {
    return this.blockedUntil === 0 && this.now() - this.seenAt <= REFRESH_MS;
  }

  async pass(): Promise<Passage> {
    const maxAge = this.blockedUntil === 0 ? REFRESH_MS : REFRESH_BLOCKED_MS;
    if (this.now() - this.seenAt > maxAge) await this.refresh();
    const now = this.now();
    if (this.blockedUntil === 0) return { go: true, isProbe: false };
    if (this.blockedUntil > now)
      return { go: false, until: this.blockedUntil, reason: this.isOffline ? 'OFFLINE' : 'RATE_LIMIT' };
    if (await this.takeProbe(now)) return { go: true, isProbe: true };
    return { go: false, until: now + REFRESH_BLOCKED_MS, reason: 'PROBE' };
  }

  /** Whether a request that was let through may still go: it may have waited for its turn meanwhile. */
  holdsBack(isProbe: boolean): boolean {
    return this.blockedUntil !== 0 && !isProbe;
  }

  /** The system asks to wait; true: it is news. */
  throttled(until: number): boolean {
    if (until <= this.blockedUntil) return false;
    this.blockedUntil = until;
    this.write(
      `insert into credential_health (credential_id, refilled_at, blocked_until) values ($1, now(), $2)
       on conflict (credential_id) do update
         set blocked_until = greatest(credential_health.blocked_until, excluded.blocked_until), probe_until = null`,
      [this.credentialId, new Date(until)],
    );
    return true;
  }

  /** An answer came; true: the block is over. */
  answered(isProbe: boolean): boolean {
    if (isProbe) {
      this.blockedUntil = 0;
      this.isOffline = false;
      this.failures = 0;
      this.write(
        `update credential_health set blocked_until = null, probe_until = null, failures = 0, failing_since = null, probes = 0
          where credential_id = $1 and blocked_until <= $2`,
        [this.credentialId, new Date(this.now())],
      );
      return true;
    }
    if (this.failures > 0 && !this.isOffline) {
      this.failures = 0;
      this.write(
        'update credential_health set failures = 0, failing_since = null where credential_id = $1 and probes = 0',
        [this.credentialId],
      );
    }
    return false;
  }

  /** A probe that told nothing: the next request is one. */
  withdrawProbe(): void {
    this.write('update credential_health set probe_until = null where credential_id = $1', [
      this.credentialId,
    ]);
  }

  /** No answer, or one of a broken server. Answers since when the system is offline and until when no call is made. */
  async failed(isProbe: boolean): Promise<{ until: number; isNews: boolean } | null> {
    const now = this.now();
    if (this.isOffline && !isProbe) {
      // requests that were on their way when it went offline tell nothing new
      return this.blockedUntil > now ? { until: this.blockedUntil, isNews: false } : null;
    }
    const { rows } = await this.pool.query<HealthRow & { failing_since: Date }>(FAILED, [
      this.credentialId,
      new Date(now),
    ]);
    const [row] = rows;
    if (!row) return null;
    this.failures = row.failures;
    const isBroken =
      row.probes > 0 || (row.failures >= BREAK_AFTER && now - row.failing_since.getTime() >= BREAK_OVER_MS);
    if (!isBroken) {
      if (isProbe) this.withdrawProbe();
      return null;
    }
    return this.goOffline(now, row.probes, isProbe);
  }

  private async goOffline(
    now: number,
    probes: number,
    isProbe: boolean,
  ): Promise<{ until: number; isNews: boolean } | null> {
    const until = now + (PROBE_AFTER_MS[Math.min(probes, PROBE_AFTER_MS.length - 1)] ?? 0);
    const { rowCount } = await this.pool.query(
      `update credential_health set blocked_until = $2, probes = probes + 1, probe_until = null
        where credential_id = $1 and probes = $3 and (probes = 0 or $4)`,
      [this.credentialId, new Date(until), probes, isProbe],
    );
    if (rowCount === 1) {
      this.changes += 1;
      this.isOffline = true;
      this.blockedUntil = until;
      return { until, isNews: true };
    }
    // another request, perhaps of another process, came first
    await this.refresh();
    return this.isOffline && this.blockedUntil > now ? { until: this.blockedUntil, isNews: false } : null;
  }

  private async takeProbe(now: number): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `update credential_health set probe_until = $3
        where credential_id = $1 and blocked_until <= $2 and (probe_until is null or probe_until <= $2)`,
      [this.credentialId, new Date(now), new Date(now + PROBE_MS)],
    );
    if (rowCount !== 1) this.seenAt = -Infinity;
    return rowCount === 1;
  }

  private async refresh(): Promise<void> {
    this.seenAt = this.now();
    const { changes } = this;
    const { rows } = await this.pool
      .query<HealthRow>(
        'select blocked_until, probes, failures from credential_health where credential_id = $1',
        [this.credentialId],
      )
      .catch((error: unknown) => {
        this.seenAt = -Infinity;
        throw error;
      });
    if (this.writing > 0 || this.changes !== changes) return;
    const [row] = rows;
    this.blockedUntil = row?.blocked_until?.getTime() ?? 0;
    this.isOffline = (row?.probes ?? 0) > 0;
    this.failures = row?.failures ?? 0;
  }

  private write(text: string, values: unknown[]): void {
    this.writing += 1;
    this.changes += 1;
    this.pool
      .query(text, values)
      .catch(() => undefined)
      .finally(() => (this.writing -= 1));
  }
}

/** $1 credential, $2 now */
const FAILED = `
  insert into credential_health (credential_id, refilled_at, failures, failing_since) values ($1, now(), 1, $2)
  on conflict (credential_id) do update
    set failures = credential_health.failures + 1, failing_since = coalesce(credential_health.failing_since, excluded.failing_since)
  returning blocked_until, probes, failures, failing_since`;
