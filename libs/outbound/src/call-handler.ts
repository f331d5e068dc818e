// One HTTP exchange on an undici pool: gathers the answer, bounds it, and times it. No streams: cheap per call.

import type { Dispatcher } from 'undici';
import { OutboundError, toOutboundError } from './outbound-error.js';

/** An answer before decoding. */
export type RawAnswer = { status: number; headers: Record<string, string | string[]>; body: Buffer };

export type CallLimits = {
  host: string;
  connectMs: number;
  deadline: number;
  maxBytes: number;
  signal?: AbortSignal;
  room?: (bytes: number) => Promise<void> | null;
};

const EMPTY = Buffer.alloc(0);

/** One listener per signal however many calls share it: a run's signal serves all its calls in flight. */
const waiting = new WeakMap<AbortSignal, Set<CallHandler>>();

function callsUnder(signal: AbortSignal): Set<CallHandler> {
  const known = waiting.get(signal);
  if (known !== undefined) return known;
  const calls = new Set<CallHandler>();
  signal.addEventListener('abort', () => calls.forEach((call) => call.cancel()), { once: true });
  waiting.set(signal, calls);
  return calls;
}

/** The dispatch handler of one call; `answer` settles exactly once, whatever undici reports afterwards. */
export class CallHandler implements Dispatcher.DispatchHandler {
  readonly answer: Promise<RawAnswer>;
  #resolve!: (answer: RawAnswer) => void;
  #reject!: (error: OutboundError) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #settled = false;
  #status = 0;
  #headers: RawAnswer['headers'] = {};
  #chunks: Buffer[] = [];
  #size = 0;
  #timer: NodeJS.Timeout | undefined;
  #waitedMs = 0;
  /** By `performance.now()`: when the request has to have begun, and when the answer has to be here. */
  readonly #startBy: number;
  #endBy: number;
  /** all calls that end with the same signal */
  readonly #underSignal: Set<CallHandler> | undefined;

  constructor(private readonly limits: CallLimits) {
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    const now = performance.now();
    this.#startBy = now + limits.connectMs;
    this.#endBy = limits.deadline;
    this.#limitTime(now);
    if (limits.signal) this.#underSignal = callsUnder(limits.signal).add(this);
  }

  /** How long the answer waited for room here, which is none of the other side's time. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  cancel(): void {
    this.#fail('ABORTED', 'The call was cancelled.');
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Given up while it waited for a connection: aborted before undici writes a byte.
    if (this.#settled) controller.abort(new Error('given up'));
    else this.#controller = controller;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: RawAnswer['headers'],
  ): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    const announced = headers['content-length'];
    const bytes = typeof announced === 'string' ? Number(announced) : this.limits.maxBytes;
    if (bytes > this.limits.maxBytes) return this.#tooLarge();
    const room = this.limits.room?.(bytes);
    if (!room) return;
    controller.pause();
    clearTimeout(this.#timer);
    const since = performance.now();
    void room.then(() => {
      const now = performance.now();
      this.#waitedMs = now - since;
      if (this.#settled) return;
      this.#endBy += this.#waitedMs;
      this.#limitTime(now);
      controller.resume();
    });
  }

  /**
   * One timer for both limits: most calls are over before the first of them. By whole milliseconds, since Node keeps one
   * list for each length of time, and a fraction would make a list for each call.
   */
  #limitTime(now: number): void {
    const until = this.#controller === undefined ? Math.min(this.#startBy, this.#endBy) : this.#endBy;
    this.#timer = setTimeout(() => this.#timeIsUp(), Math.max(0, Math.ceil(until - now)));
  }

  #timeIsUp(): void {
    const { host } = this.limits;
    const now = performance.now();
    // A timer may come a fraction of a millisecond early.
    if (this.#endBy - now < 1) this.#fail('TOTAL_TIMEOUT', `The call to ${host} took longer than allowed.`);
    else if (this.#controller === undefined && this.#startBy - now < 1)
      this.#fail('CONNECT_TIMEOUT', `No connection to ${host} could be made in time.`);
    else this.#limitTime(now);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.limits.maxBytes) this.#tooLarge();
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (!this.#settle()) return;
    const body =
      this.#chunks.length === 1
        ? (this.#chunks[0] as Buffer)
        : this.#size === 0
          ? EMPTY
          : Buffer.concat(this.#chunks, this.#size);
    this.#resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#settle())
      this.#reject(
        toOutboundError(error, this.limits.host, this.#controller !== undefined, this.#status || undefined),
      );
  }

  #tooLarge(): void {
    this.#fail(
      'TOO_LARGE',
      `The answer of ${this.limits.host} is larger than ${this.limits.maxBytes} bytes.`,
    );
  }

  #fail(code: OutboundError['code'], message: string): void {
    if (!this.#settle()) return;
    const error = new OutboundError(code, message, this.#controller !== undefined, this.#status || undefined);
    this.#controller?.abort(error);
    this.#reject(error);
  }

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#underSignal?.delete(this);
    return true;
  }
}
