// The limits and the health of all credentials as this process sees them; the truth stands in PostgreSQL.
import { Injectable, Optional } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { newId } from '../../common/http/id.js';
import { pgPool } from '../../database/pg-pool.js';
import { CredentialWatch } from './credential-watch.js';
import { InFlightSlots } from './in-flight-slots.js';
import { type Rate, RateBucket } from './rate-bucket.js';

export interface CredentialLimits {
  /** of a system that needs no credential: the system's id */
  credentialId: string;
  /** null: no limit */
  rate: Rate | null;
  maxInFlight: number | null;
}

export interface CredentialState {
  /** as set now; a run that starts later may bring others */
  limits: CredentialLimits;
  health: CredentialWatch;
  bucket: RateBucket;
  slots: InFlightSlots;
}

const NO_LIMIT: Rate = { requests: 1e9, perSeconds: 1, burst: 1e9 };
const MAX_KNOWN = 10_000;

@Injectable()
export class CredentialLimiter {
  private readonly processId = newId();
  /** weak: all runs of a credential share one state, which lives as long as one of them does */
  private readonly states = new Map<string, WeakRef<CredentialState>>();

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    /** ms since 1970, of blocks and outages */
    @Optional() private readonly now: () => number = Date.now,
  ) {}

  of(limits: CredentialLimits): CredentialState {
    const { credentialId } = limits;
    const known = this.states.get(credentialId)?.deref();
    if (known) {
      known.limits = limits;
      return known;
    }
    if (this.states.size >= MAX_KNOWN) this.dropUnused();
    const pool = pgPool(this.dataSource);
    const state: CredentialState = {
      limits,
      health: new CredentialWatch(pool, credentialId, this.now),
      bucket: new RateBucket(pool, credentialId, () => state.limits.rate ?? NO_LIMIT),
      slots: new InFlightSlots(
        pool,
        this.processId,
        credentialId,
        () => state.limits.maxInFlight ?? Number.MAX_SAFE_INTEGER,
      ),
    };
    this.states.set(credentialId, new WeakRef(state));
    return state;
  }

  private dropUnused(): void {
    for (const [id, state] of this.states) if (!state.deref()) this.states.delete(id);
  }
}
