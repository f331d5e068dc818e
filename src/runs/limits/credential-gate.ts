// The engine's gate for one run: whether its next request may go, by the limits and the health of its credential.
import type { Admission, AttemptEnd, Gate } from '#engine';
import { isDatabaseAway } from '../../database/database-away.js';
import type { CredentialLimiter, CredentialLimits, CredentialState } from './credential-limiter.js';
import type { Turn } from './turn.js';

export interface GateOptions {
  limiter: CredentialLimiter;
  /** handler id → its credential; absent: a system without one */
  credentialOf: ReadonlyMap<string, CredentialLimits>;
  /** false once the worker's lease is nearly over: no request is begun */
  mayBegin: () => boolean;
  /** What was found out of the system behind a credential; null: whether it answers is as it was. */
  onReachability: (credentialId: string, state: 'ok' | 'offline' | null, until: Date | null) => void;
}

const GO: Admission = { go: true };
const GO_AS_PROBE: Admission = { go: true, isProbe: true };
/** For the lease, or for the database: both come back by themselves. */
const OWN_WAIT_MS = 1_000;

export class CredentialGate implements Gate {
  private readonly states = new Map<string, CredentialState>();

  constructor(private readonly options: GateOptions) {
    for (const [handlerId, limits] of options.credentialOf)
      this.states.set(handlerId, options.limiter.of(limits));
  }

  enter(handlerId: string, signal: AbortSignal): Admission | Promise<Admission> {
    if (!this.options.mayBegin()) return ownWait();
    const state = this.states.get(handlerId);
    if (!state) return GO;
    // the usual case, without a promise per request
    const { limits, health } = state;
    if (limits.rate === null && limits.maxInFlight === null && health.isClear()) return GO;
    return this.admit(state, signal);
  }

  throttled(handlerId: string, until: number): void {
    const state = this.states.get(handlerId);
    if (state?.health.throttled(until))
      this.options.onReachability(state.limits.credentialId, null, new Date(until));
  }

  report(handlerId: string, end: AttemptEnd, isProbe: boolean): null | Promise<number | null> {
    const state = this.states.get(handlerId);
    if (!state) return null;
    const { health, limits } = state;
    switch (end) {
      case 'OK':
        if (health.answered(isProbe)) this.options.onReachability(limits.credentialId, 'ok', null);
        return null;
      case 'THROTTLED':
        return null;
      case 'ABORTED':
        if (isProbe) health.withdrawProbe();
        return null;
      default:
        return this.failed(state, isProbe);
    }
  }

  /** A database that is away for a moment costs this failure's count, not the run's turn. */
  private async failed({ health, limits }: CredentialState, isProbe: boolean): Promise<number | null> {
    try {
      const offline = await health.failed(isProbe);
      if (offline?.isNews)
        this.options.onReachability(limits.credentialId, 'offline', new Date(offline.until));
      return offline?.until ?? null;
    } catch (error) {
      if (isProbe) health.withdrawProbe();
      if (isDatabaseAway(error)) return null;
      throw error;
    }
  }

  /** First the health, then the limits; what was taken on the way is given back where the request may not go. */
  private async admit(state: CredentialState, signal: AbortSignal): Promise<Admission> {
    const { health, slots } = state;
    const taken = { probe: false, slot: false };
    const giveBack = (): void => {
      if (taken.slot) slots.leave();
      if (taken.probe) health.withdrawProbe();
    };
    try {
      const passage = await health.pass();
      if (!passage.go) return passage;
      taken.probe = passage.isProbe;
      const turn = await this.takeTurn(state, signal, taken);
      // the wait may have been long
      if (turn === 'go' && !health.holdsBack(taken.probe) && this.options.mayBegin()) {
        if (taken.slot) return { go: true, isProbe: taken.probe, leave: () => slots.leave() };
        return taken.probe ? GO_AS_PROBE : GO;
      }
      giveBack();
      return { go: false, until: typeof turn === 'number' ? turn : Date.now(), reason: 'RATE_LIMIT' };
    } catch (error) {
      giveBack();
      if (isDatabaseAway(error)) return ownWait();
      throw error;
    }
  }

  /** A slot, then a token: a token that was taken is spent at once. */
  private async takeTurn(
    { limits, bucket, slots }: CredentialState,
    signal: AbortSignal,
    taken: { slot: boolean },
  ): Promise<Turn> {
    if (limits.maxInFlight !== null) {
      const turn = (await slots.enter(signal)) ?? 'go';
      if (turn !== 'go') return turn;
      taken.slot = true;
    }
    return limits.rate === null ? 'go' : bucket.wait(signal);
  }
}

const ownWait = (): Admission => ({ go: false, until: Date.now() + OWN_WAIT_MS, reason: 'LEASE' });
