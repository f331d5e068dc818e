// The engine's gate for one run: whether its next request may go, by the limits and the health of its credential.
import type { Admission, AttemptEnd, Gate } from '#engine';
import type { CredentialLimiter, CredentialLimits, CredentialState } from './credential-limiter.js';
import type { Turn } from './turn.js';

export interface GateOptions {
  limiter: CredentialLimiter;
  /** handler id → its credential; absent: a system without one */
  credentialOf: ReadonlyMap<string, CredentialLimits>;
  /** false once the worker's lease is nearly over: no request is begun */
  mayBegin: () => boolean;
  onReachability: (credentialId: string, state: 'ok' | 'offline', until: Date | null) => void;
}

const GO: Admission = { go: true };
const GO_AS_PROBE: Admission = { go: true, isProbe: true };
const LEASE_WAIT_MS = 1_000;

export class CredentialGate implements Gate {
  private readonly states = new Map<string, CredentialState>();

  constructor(private readonly options: GateOptions) {
    for (const [handlerId, limits] of options.credentialOf)
      this.states.set(handlerId, options.limiter.of(limits));
  }

  enter(handlerId: string, signal: AbortSignal): Admission | Promise<Admission> {
    if (!this.options.mayBegin()) return { go: false, until: Date.now() + LEASE_WAIT_MS, reason: 'LEASE' };
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
      this.options.onReachability(state.limits.credentialId, 'ok', new Date(until));
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

  private async failed({ health, limits }: CredentialState, isProbe: boolean): Promise<number | null> {
    const offline = await health.failed(isProbe);
    if (offline?.isNews) this.options.onReachability(limits.credentialId, 'offline', new Date(offline.until));
    return offline?.until ?? null;
  }

  /** First the health, then a slot, then a token: a token that was taken is spent at once. */
  private async admit(
    { limits, health, bucket, slots }: CredentialState,
    signal: AbortSignal,
  ): Promise<Admission> {
    const passage = await health.pass();
    if (!passage.go) return passage;
    const { isProbe } = passage;
    const denied = (turn: Turn): Admission => {
      if (isProbe) health.withdrawProbe();
      return { go: false, until: typeof turn === 'number' ? turn : Date.now(), reason: 'RATE_LIMIT' };
    };
    const hasSlot = limits.maxInFlight !== null;
    if (hasSlot) {
      const turn = (await slots.enter(signal)) ?? 'go';
      if (turn !== 'go') return denied(turn);
    }
    if (limits.rate !== null) {
      const turn = await bucket.wait(signal);
      if (turn !== 'go') {
        if (hasSlot) slots.leave();
        return denied(turn);
      }
    }
    // the wait may have been long
    if (health.holdsBack(isProbe) || !this.options.mayBegin()) {
      if (hasSlot) slots.leave();
      return denied('go');
    }
    if (!hasSlot) return isProbe ? GO_AS_PROBE : GO;
    return { go: true, isProbe, leave: () => slots.leave() };
  }
}
