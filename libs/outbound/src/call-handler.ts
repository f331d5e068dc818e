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
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

function onAbort(signal: AbortSignal, stop: () => void): void {
  let stops = waiting.get(signal);
  if (stops === undefined) {
    const added = new Set<() => void>();
    signal.addEventListener('abort', () => added.forEach((each) => each()), { once: true });
    waiting.set(signal, added);
    stops = added;
  }
  stops.add(stop);
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
  #connectTimer: NodeJS.Timeout | undefined;
  #totalTimer: NodeJS.Timeout | undefined;
  #waitedMs = 0;
  readonly #onAbort = () => this.#fail('ABORTED', 'The call was cancelled.');

  constructor(private readonly limits: CallLimits) {
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#limitTotal(limits.deadline - performance.now());
    if (limits.signal) onAbort(limits.signal, this.#onAbort);
  }

  /** How long the answer waited for room here, which is none of the other side's time. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** To be called after dispatch: on a free keep-alive connection the request has started by then. */
  watchConnect(): void {
    if (this.#controller !== undefined || this.#settled) return;
    this.#connectTimer = setTimeout(
      () => this.#fail('CONNECT_TIMEOUT', `No connection to ${this.limits.host} could be made in time.`),
      this.limits.connectMs,
    );
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    clearTimeout(this.#connectTimer);
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
    clearTimeout(this.#totalTimer);
    const since = performance.now();
    void room.then(() => {
      this.#waitedMs = performance.now() - since;
      if (this.#settled) return;
      this.#limitTotal(this.limits.deadline - since);
      controller.resume();
    });
  }

  /** By whole milliseconds: Node keeps one list for each length of time, and a fraction would make a list for each call. */
  #limitTotal(ms: number): void {
    this.#totalTimer = setTimeout(
      () => this.#fail('TOTAL_TIMEOUT', `The call to ${this.limits.host} took longer than allowed.`),
      Math.max(0, Math.ceil(ms)),
    );
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
    clearTimeout(this.#connectTimer);
    clearTimeout(this.#totalTimer);
    if (this.limits.signal) waiting.get(this.limits.signal)?.delete(this.#onAbort);
    return true;
  }
}
