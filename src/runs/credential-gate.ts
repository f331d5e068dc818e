// Limits and health of the credentials of a run: requests per second, in flight, blocked times, offline systems.
// Shared by all processes through `credential_health`; a worker takes at most one second of tokens at a time.
import type { Pool } from 'pg';
import type { Admission, Gate } from '#engine';

export interface CredentialLimits {
  credentialId: string;
  /** null: no limit */
  rate: { requests: number; perSeconds: number; burst: number } | null;
  maxInFlight: number | null;
}

/** Most failures in a row, and over how long, before a system is taken as offline. */
const BREAK_AFTER = 10;
const BREAK_OVER_MS = 30_000;
const PROBE_AFTER_MS = [60_000, 120_000, 300_000, 600_000];
/** A blocked time of another process is seen after this. */
const REFRESH_MS = 1_000;
const WAIT_IN_FLIGHT_MS = 5;

interface Health {
  limits: CredentialLimits;
  tokens: number;
  blockedUntil: number;
  isOffline: boolean;
  /** failed probes since it went offline */
  probes: number;
  failures: number;
  failingSince: number;
  seenAt: number;
  pending: Promise<void> | null;
}

export interface GateOptions {
  pool: Pool;
  /** handler id → its credential; absent: a system without one */
  credentialOf: ReadonlyMap<string, CredentialLimits>;
  /** false once the worker's lease is nearly over: no request is begun */
  mayBegin: () => boolean;
  onReachability: (credentialId: string, state: 'ok' | 'offline', until: Date | null) => void;
}

const GO: Admission = { go: true };

/** In-flight limits hold within a process over all its runs. */
const inFlightOf = new Map<string, number>();

export class CredentialGate implements Gate {
  private readonly health = new Map<string, Health>();
  private writing = 0;

  constructor(private readonly options: GateOptions) {}

  enter(handlerId: string): Admission | Promise<Admission> {
    if (!this.options.mayBegin()) return { go: false, until: Date.now() + 1000, reason: 'LEASE' };
    const limits = this.options.credentialOf.get(handlerId);
    if (!limits) return GO;
    const health = this.of(limits);
    if (Date.now() - health.seenAt > REFRESH_MS) return this.refresh(health).then(() => this.admit(health));
    // the usual case, without a promise per request
    if (limits.rate === null && limits.maxInFlight === null && health.blockedUntil <= Date.now()) return GO;
    return this.admit(health);
  }

  throttled(handlerId: string, until: number): void {
    const health = this.healthOf(handlerId);
    if (!health || until <= health.blockedUntil) return;
    health.blockedUntil = until;
    this.write(
      `insert into credential_health (credential_id, refilled_at, blocked_until) values ($1, now(), $2)
       on conflict (credential_id) do update set blocked_until = greatest(credential_health.blocked_until, excluded.blocked_until)`,
      [health.limits.credentialId, new Date(until)],
    );
  }

  report(handlerId: string, failure: 'NOT_SENT' | 'LOST' | 'SERVER' | null): number | null {
    const health = this.healthOf(handlerId);
    if (!health) return null;
    if (failure === null) {
      if (health.failures > 0 || health.isOffline) this.recovered(health);
      return null;
    }
    const now = Date.now();
    if (health.failures === 0) health.failingSince = now;
    health.failures += 1;
    const isBroken =
      health.isOffline || (health.failures >= BREAK_AFTER && now - health.failingSince >= BREAK_OVER_MS);
    if (!isBroken) return null;
    // requests that were on their way when it went offline tell nothing new
    return health.isOffline && health.blockedUntil > now ? health.blockedUntil : this.goOffline(health, now);
  }

  private goOffline(health: Health, now: number): number {
    const until = now + (PROBE_AFTER_MS[Math.min(health.probes, PROBE_AFTER_MS.length - 1)] ?? 0);
    health.probes += 1;
    health.isOffline = true;
    health.blockedUntil = Math.max(health.blockedUntil, until);
    this.write(
      `insert into credential_health (credential_id, refilled_at, blocked_until, failures, failing_since, probes) values ($1, now(), $2, $3, $4, 1)
       on conflict (credential_id) do update set blocked_until = excluded.blocked_until, failures = excluded.failures,
         failing_since = coalesce(credential_health.failing_since, excluded.failing_since), probes = credential_health.probes + 1`,
      [health.limits.credentialId, new Date(until), health.failures, new Date(health.failingSince)],
    );
    this.options.onReachability(health.limits.credentialId, 'offline', new Date(until));
    return until;
  }

  private recovered(health: Health): void {
    const wasOffline = health.isOffline;
    health.failures = 0;
    health.isOffline = false;
    health.probes = 0;
    if (!wasOffline) return;
    health.blockedUntil = 0;
    this.write(
      'update credential_health set failures = 0, failing_since = null, probes = 0, blocked_until = null where credential_id = $1',
      [health.limits.credentialId],
    );
    this.options.onReachability(health.limits.credentialId, 'ok', null);
  }

  private async admit(health: Health): Promise<Admission> {
    const { rate, maxInFlight, credentialId } = health.limits;
    for (;;) {
      const now = Date.now();
      if (health.blockedUntil > now)
        return { go: false, until: health.blockedUntil, reason: health.isOffline ? 'OFFLINE' : 'RATE_LIMIT' };
      if (maxInFlight === null || (inFlightOf.get(credentialId) ?? 0) < maxInFlight) break;
      await sleep(WAIT_IN_FLIGHT_MS);
    }
    if (rate) {
      while (health.tokens < 1) {
        health.pending ??= this.takeTokens(health, rate).finally(() => (health.pending = null));
        await health.pending;
      }
      health.tokens -= 1;
    }
    if (maxInFlight === null) return GO;
    inFlightOf.set(credentialId, (inFlightOf.get(credentialId) ?? 0) + 1);
    return {
      go: true,
      leave: () => void inFlightOf.set(credentialId, Math.max(0, (inFlightOf.get(credentialId) ?? 1) - 1)),
    };
  }

  /** Takes up to a second of tokens from the shared bucket; waits where it is empty. */
  private async takeTokens(health: Health, rate: NonNullable<CredentialLimits['rate']>): Promise<void> {
    const perSecond = rate.requests / rate.perSeconds;
    const { rows } = await this.options.pool.query<{ taken: number; left: number }>(TAKE_TOKENS, [
      health.limits.credentialId,
      rate.burst,
      perSecond,
      Math.max(1, Math.floor(perSecond)),
    ]);
    const [row] = rows;
    if (!row) return this.makeRow(health, rate.burst);
    health.tokens += row.taken;
    if (row.taken < 1) await sleep(Math.min(60_000, Math.max(2, ((1 - row.left) / perSecond) * 1000)));
  }

  private async makeRow(health: Health, burst: number): Promise<void> {
    await this.options.pool.query(
      'insert into credential_health (credential_id, tokens, refilled_at) values ($1, $2, clock_timestamp()) on conflict do nothing',
      [health.limits.credentialId, burst],
    );
  }

  /** What other processes found out about the credential. */
  private async refresh(health: Health): Promise<void> {
    health.seenAt = Date.now();
    const { rows } = await this.options.pool.query<{ blocked_until: Date | null; probes: number }>(
      'select blocked_until, probes from credential_health where credential_id = $1',
      [health.limits.credentialId],
    );
    const [row] = rows;
    if (!row || this.writing > 0) return;
    health.blockedUntil = row.blocked_until?.getTime() ?? 0;
    health.probes = row.probes;
    health.isOffline = row.probes > 0;
  }

  private write(text: string, values: unknown[]): void {
    this.writing += 1;
    this.options.pool
      .query(text, values)
      .catch(() => undefined)
      .finally(() => (this.writing -= 1));
  }

  private healthOf(handlerId: string): Health | null {
    const limits = this.options.credentialOf.get(handlerId);
    return limits ? this.of(limits) : null;
  }

  private of(limits: CredentialLimits): Health {
    let health = this.health.get(limits.credentialId);
    if (!health) {
      health = {
        limits,
        tokens: 0,
        blockedUntil: 0,
        isOffline: false,
        probes: 0,
        failures: 0,
        failingSince: 0,
        seenAt: 0,
        pending: null,
      };
      this.health.set(limits.credentialId, health);
    }
    return health;
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** $1 credential, $2 burst, $3 tokens per second, $4 most to take */
const TAKE_TOKENS = `
  with h as (
    select credential_id, least($2::float8, tokens + extract(epoch from clock_timestamp() - refilled_at) * $3::float8) as level
      from credential_health where credential_id = $1 for update)
  update credential_health c set tokens = h.level - least(floor(h.level), $4::float8), refilled_at = clock_timestamp()
    from h where c.credential_id = h.credential_id
  returning least(floor(h.level), $4::float8)::int as taken, h.level - floor(h.level) as left`;
