// One request until its outcome is known: admission, attempts, waits, and what is told to the gate.
import type {
  Admission,
  AttemptEnd,
  CallAnswer,
  CallOutcome,
  EnginePorts,
  OutgoingRequest,
  ResponseView,
} from './ports.js';
import type { CallStep } from './plan.js';
import { reasonIn } from './reason.js';
import {
  askedWait,
  backoff,
  judge,
  LONGEST_WAIT_IN_PLACE_MS,
  LONGEST_WAIT_MS,
  MAX_ATTEMPTS,
  type RequestKind,
  type RetryClass,
  type Verdict,
} from './retry.js';
import type { EngineApi, RetryAction } from './types.js';

interface Failure {
  class: RetryClass;
  code: string;
  message: string;
  response: ResponseView | null;
  attempts: number;
}

export type SendFailure = (Failure & { kind: 'failed' }) | (Failure & { kind: 'unknown' });

/** The ends of a send that stop the run instead of settling a unit. */
export type SendStop =
  /** `until` null: until the credential is connected again */
  | { kind: 'park'; until: number | null; reason: string; message: string }
  | { kind: 'rate_limited'; message: string }
  | { kind: 'reset_paging'; message: string }
  | { kind: 'restart_run'; message: string }
  /** the run is being stopped; `sent`: the request may have taken effect */
  | { kind: 'stopped'; sent: boolean };

export type SendResult =
  | {
      kind: 'ok';
      answer: CallAnswer;
      body: unknown;
      attempts: number;
      /** a retry rule let it pass as it is */
      isIgnored: boolean;
    }
  | SendFailure
  | SendStop;

export interface SendOptions {
  /** aborts the request itself */
  signal: AbortSignal;
  /** no further attempt is begun once this says true */
  isStopping: () => boolean;
  repeatable: boolean;
  /** the API whose rules hold; absent: the step's own */
  api?: EngineApi;
}

type Predicate = (input: { response: ResponseView }) => boolean;

interface CompiledRules {
  successWhen: Predicate | null;
  retry: { status: Set<number> | null; when: Predicate | null; action: RetryAction }[];
}

type Passage = Extract<Admission, { go: true }> | SendStop;

interface Seen {
  verdict: Verdict;
  body: unknown;
  message: string | null;
  /** a rule of the API has decided */
  isByRule?: boolean;
}

export class Sender {
  private readonly rules = new Map<EngineApi, CompiledRules>();

  constructor(
    private readonly ports: EnginePorts,
    /** ends waits: the run stops or is to begin again */
    private readonly stopWaiting: () => AbortSignal,
  ) {}

  async send(step: CallStep, request: OutgoingRequest, options: SendOptions): Promise<SendResult> {
    const api = options.api ?? step.api;
    const kind: RequestKind = {
      isRead: options.api !== undefined || step.role !== 'write',
      repeatable: options.repeatable,
      retryUnsafe: api.retry_unsafe ?? false,
    };
    for (let attempt = 1; ; attempt += 1) {
      const admitted = this.admit(step, options);
      const admission = admitted instanceof Promise ? await admitted : admitted;
      if ('kind' in admission) return admission;
      const isProbe = admission.isProbe ?? false;
      let outcome: CallOutcome;
      try {
        outcome = await this.ports.calls.send(step.handler_id, request, options.signal);
      } finally {
        admission.leave?.();
      }
      let seen = this.read(api, outcome, kind);
      if (outcome.kind === 'answer' && outcome.refused && !seen.isByRule) {
        outcome.release?.();
        outcome = await outcome.refused();
        seen = this.read(api, outcome, kind);
      }
      if (outcome.kind === 'fault' && (options.signal.aborted || (!outcome.sent && options.isStopping()))) {
        void this.ports.gate.report(step.handler_id, 'ABORTED', isProbe);
        return { kind: 'stopped', sent: outcome.sent };
      }
      const { verdict } = seen;
      const reported = this.ports.gate.report(step.handler_id, endOf(outcome, verdict), isProbe);
      if (verdict.act === 'ok' || verdict.act === 'ignore') {
        return {
          kind: 'ok',
          answer: outcome as CallAnswer,
          body: seen.body,
          attempts: attempt,
          isIgnored: verdict.act === 'ignore',
        };
      }
      if (outcome.kind === 'answer') outcome.release?.();
      const message = seen.message ?? describe(step, outcome, seen.body);
      if (verdict.act === 'reset_paging' || verdict.act === 'restart_run')
        return { kind: verdict.act, message };
      const wait = this.waitAfter(step, outcome, verdict.class, attempt);
      const offlineUntil = reported instanceof Promise ? await reported : reported;
      if (verdict.class === 'AUTH') {
        const until = codeOf(outcome, verdict.class) === 'AUTH_CHANGED' ? this.ports.clock.now() : null;
        return { kind: 'park', until, reason: 'CREDENTIAL', message };
      }
      if (verdict.act === 'retry' && offlineUntil !== null)
        return { kind: 'park', until: offlineUntil, reason: 'OFFLINE', message };
      if (verdict.act !== 'retry' || attempt >= MAX_ATTEMPTS) {
        return {
          kind: verdict.act === 'unknown' ? 'unknown' : 'failed',
          class: verdict.class,
          code: codeOf(outcome, verdict.class),
          message,
          response: outcome.kind === 'answer' ? viewOf(outcome, seen.body) : null,
          attempts: attempt,
        };
      }
      const stop = await this.wait(step, wait);
      if (stop) return stop;
    }
  }

  /** How the attempt was let through, or why there is none; without a promise where it need not wait. */
  private admit(step: CallStep, options: SendOptions): Passage | Promise<Passage> {
    if (options.isStopping() || options.signal.aborted) return { kind: 'stopped', sent: false };
    const entered = this.ports.gate.enter(step.handler_id, this.stopWaiting());
    return entered instanceof Promise || !entered.go ? this.waitForTurn(step, options, entered) : entered;
  }

  private async waitForTurn(
    step: CallStep,
    options: SendOptions,
    entered: Admission | Promise<Admission>,
  ): Promise<Passage> {
    const { gate, clock } = this.ports;
    for (;;) {
      const admission = await entered;
      if (admission.go) return admission;
      const wait = admission.until - clock.now();
      if (wait > LONGEST_WAIT_MS) return tooLong(step);
      if (wait > LONGEST_WAIT_IN_PLACE_MS || admission.reason === 'OFFLINE') {
        return {
          kind: 'park',
          until: admission.until,
          reason: admission.reason,
          message: `"${step.name}" may not be called now.`,
        };
      }
      await clock.sleep(Math.max(wait, 1), this.stopWaiting());
      if (options.isStopping() || options.signal.aborted) return { kind: 'stopped', sent: false };
      entered = gate.enter(step.handler_id, this.stopWaiting());
    }
  }

  private read(api: EngineApi, outcome: CallOutcome, kind: RequestKind): Seen {
    if (outcome.kind === 'fault')
      return { verdict: judge(outcome, kind, null), body: undefined, message: null };
    const rules = this.rulesOf(api);
    const isGood = outcome.status >= 200 && outcome.status < 300;
    let body: unknown;
    let badBody: string | null = null;
    try {
      body = this.ports.bodies.read(api.api_id, outcome);
    } catch (error) {
      badBody = error instanceof Error ? error.message : 'The body cannot be read.';
      body = outcome.body.toString('utf8', 0, 2000);
    }
    const response = viewOf(outcome, body);
    const rule = rules.retry.find(
      (each) =>
        (each.status === null || each.status.has(outcome.status)) &&
        (each.when === null || each.when({ response })),
    );
    if (rule) return { verdict: judge(outcome, kind, rule.action), body, message: null, isByRule: true };
    const verdict = judge(outcome, kind, null);
    if (!isGood || verdict.act !== 'ok') return { verdict, body, message: null };
    if (badBody !== null) {
      // a cut answer of a read is read again; a write that was taken with broken words is not made twice
      const act = kind.isRead ? 'retry' : kind.repeatable ? 'fail' : 'unknown';
      return { verdict: { act, class: 'BODY' }, body, message: `The answer cannot be read: ${badBody}` };
    }
    if (rules.successWhen && !rules.successWhen({ response })) {
      const reason = reasonIn(body, true);
      return {
        verdict: { act: 'fail', class: 'BODY' },
        body,
        message: `The answer does not meet the success rule of the API${reason === null ? '.' : `: ${reason}`}`,
      };
    }
    return { verdict, body, message: null };
  }

  /** The wait before the next attempt, in ms; what a system asks for holds for all that call it. */
  private waitAfter(step: CallStep, outcome: CallOutcome, retryClass: RetryClass, attempt: number): number {
    const { clock, gate, random } = this.ports;
    if (retryClass !== 'THROTTLED') return backoff(attempt, random);
    const now = clock.now();
    const asked = outcome.kind === 'answer' ? askedWait(outcome.headers, now) : null;
    const wait = asked ?? backoff(attempt, random);
    gate.throttled(step.handler_id, now + Math.min(wait, LONGEST_WAIT_MS));
    return wait;
  }

  private async wait(step: CallStep, wait: number): Promise<SendStop | null> {
    const { clock } = this.ports;
    const until = clock.now() + wait;
    if (wait > LONGEST_WAIT_MS) return tooLong(step);
    if (wait > LONGEST_WAIT_IN_PLACE_MS)
      return { kind: 'park', until, reason: 'RATE_LIMIT', message: `"${step.name}" asks to wait.` };
    await clock.sleep(wait, this.stopWaiting());
    return null;
  }

  private rulesOf(api: EngineApi): CompiledRules {
    const known = this.rules.get(api);
    if (known) return known;
    const { compileCondition } = this.ports;
    const compiled: CompiledRules = {
      successWhen: api.success_when ? compileCondition(api.success_when) : null,
      retry: (api.retry ?? []).map((rule) => ({
        status: rule.status && rule.status.length > 0 ? new Set(rule.status) : null,
        when: rule.when ? compileCondition(rule.when) : null,
        action: rule.action,
      })),
    };
    this.rules.set(api, compiled);
    return compiled;
  }
}

function tooLong(step: CallStep): SendStop {
  return { kind: 'rate_limited', message: `"${step.name}" asks to wait for more than a day.` };
}

export function viewOf(answer: CallAnswer, body: unknown): ResponseView {
  return { status: answer.status, headers: answer.headers, body };
}

/** What an attempt says of the system itself. */
function endOf(outcome: CallOutcome, verdict: Verdict): AttemptEnd {
  if (!('class' in verdict)) return 'OK';
  const { class: found } = verdict;
  if (found === 'THROTTLED' || found === 'NOT_SENT' || found === 'LOST' || found === 'SERVER') return found;
  // a call that was never made says nothing; a renewal of the token that failed is told of by the credential
  return outcome.kind === 'fault' && !outcome.sent && found !== 'AUTH' ? 'ABORTED' : 'OK';
}

function codeOf(outcome: CallOutcome, retryClass: RetryClass): string {
  if (outcome.kind === 'fault') return outcome.code;
  return retryClass === 'BODY' ? 'BODY' : `HTTP_${outcome.status}`;
}

/** What happened, in words, with the reason that the answer gives. */
function describe(step: CallStep, outcome: CallOutcome, body: unknown): string {
  if (outcome.kind === 'fault') return `"${step.name}": ${outcome.message}`;
  const reason = reasonIn(body);
  const words = `"${step.name}" answered with status ${outcome.status}`;
  return reason === null ? `${words}.` : `${words}: ${reason}`;
}
