// Sheds load before it hurts: too many requests in work, too many bytes of bodies on their way, a late event loop, or a
// server that is shutting down answer 503 with Retry-After at once. Health routes are always let through.
import { performance } from 'node:perf_hooks';
import { Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { DomainError } from '../errors/domain-error.js';
import { failureEnvelope } from './failure-envelope.js';

export interface ShedLimits {
  /** Requests whose body is here and whose answer is not. */
  inFlight: number;
  /** Bytes of bodies that have come in and are worked on. */
  bodyBytes: number;
  /** How late the event loop is. */
  eventLoopDelayMs: number;
}

const LIMITS: ShedLimits = { inFlight: 256, bodyBytes: 24 * 1024 * 1024, eventLoopDelayMs: 1_000 };
/** Bodies up to here are counted as announced; larger ones as they come in, so that a slow sender holds little. */
const SMALL_BODY_BYTES = 16 * 1024;
const TOO_MANY_BYTES = 'Too many large bodies at once. Please try again.';
const SAMPLE_MS = 100;
const FADE = 0.8;
/** As much of one stall counts: a cold start or a paused machine is no overload, however long it was. */
const ONE_STALL_MS = 2_000;
/** Event streams and waiting webhook calls stay open by design. */
const LONG_LIVED = /\/events$|^\/hooks\//;

export class LoadShedder {
  private inFlight = 0;
  private bodyBytes = 0;
  private delayMs = 0;
  private isDraining = false;
  /** What each open request holds. */
  private readonly held = new WeakMap<FastifyRequest, { bytes: number; counted: boolean }>();

  constructor(private readonly limits: ShedLimits = LIMITS) {}

  register(server: FastifyInstance): void {
    const stopWatching = this.watchEventLoop();
    server.addHook('onRequest', (request, reply, done) => {
      const words = this.admit(request);
      if (words !== null) return void refuse(reply, words);
      // Also where the client goes away before its answer.
      reply.raw.once('close', () => this.release(request));
      done();
    });
    server.addHook('preParsing', (request, _reply, payload, done) =>
      done(null, this.isLarge(request) ? this.counted(request, payload) : payload),
    );
    server.addHook('preValidation', (request, reply, done) => {
      if (this.begin(request)) done();
      else void refuse(reply, 'Too many requests at once. Please try again.');
    });
    server.addHook('onSend', (_request, reply, payload, done) => {
      // What stays open after its answer would hold the shutdown up.
      if (this.isDraining) void reply.header('connection', 'close');
      done(null, payload);
    });
    server.addHook('onResponse', (request, _reply, done) => {
      this.release(request);
      done();
    });
    server.addHook('preClose', (done) => {
      this.isDraining = true;
      done();
    });
    server.addHook('onClose', (_server, done) => {
      stopWatching();
      done();
    });
  }

  private admit(request: FastifyRequest): string | null {
    if (this.isDraining) return 'The service is shutting down.';
    if (isHealth(request)) return null;
    if (this.delayMs > this.limits.eventLoopDelayMs) return 'The service is busy. Please try again.';
    const bytes = this.isLarge(request) ? 0 : announcedBytes(request);
    if (this.isLarge(request) && this.bodyBytes >= this.limits.bodyBytes) return TOO_MANY_BYTES;
    this.bodyBytes += bytes;
    this.held.set(request, { bytes, counted: false });
    return null;
  }

  private isLarge(request: FastifyRequest): boolean {
    return announcedBytes(request) > SMALL_BODY_BYTES;
  }

  /** The body, counted while it comes in; refused where all bodies together become too large. */
  private counted(request: FastifyRequest, payload: RequestPayload): RequestPayload {
    const counter = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        const held = this.held.get(request);
        if (held) {
          held.bytes += chunk.length;
          this.bodyBytes += chunk.length;
        }
        if (this.bodyBytes <= this.limits.bodyBytes) return done(null, chunk);
        // The rest is read and dropped, so that the answer reaches the sender.
        payload.unpipe(counter);
        payload.resume();
        done(DomainError.unavailable(TOO_MANY_BYTES, 1));
      },
    });
    payload.once('error', (error) => counter.destroy(error));
    // Whoever reads the body hears of its error. Where nobody does (a GET with a body whose sender goes away), an
    // error that nobody hears would end the process.
    counter.on('error', () => undefined);
    return payload.pipe(counter);
  }

  /** Counted once the body is here: slow senders do not take the places of others. */
  private begin(request: FastifyRequest): boolean {
    const held = this.held.get(request);
    if (!held || LONG_LIVED.test(routeOf(request))) return true;
    if (this.inFlight >= this.limits.inFlight) return false;
    this.inFlight++;
    held.counted = true;
    return true;
  }

  private release(request: FastifyRequest): void {
    const held = this.held.get(request);
    if (!held) return;
    this.held.delete(request);
    this.bodyBytes -= held.bytes;
    if (held.counted) this.inFlight--;
  }

  /**
   * How late a timer comes is how long a request waits for the loop. An average: a single stall (a cold start, a machine
   * that paused) refuses nobody, a loop that stays late does.
   */
  private watchEventLoop(): () => void {
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      const late = Math.min(Math.max(0, now - last - SAMPLE_MS), ONE_STALL_MS);
      this.delayMs = this.delayMs * FADE + late * (1 - FADE);
      last = now;
    }, SAMPLE_MS);
    timer.unref();
    return () => clearInterval(timer);
  }
}

/** The route that was matched, never the text that was typed: `/%68ealth/live` is health too. */
const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? '';

const isHealth = (request: FastifyRequest): boolean => routeOf(request).startsWith('/health/');

/** What the client says it will send; a chunked body may be of any length. */
function announcedBytes(request: FastifyRequest): number {
  if (request.headers['transfer-encoding'] !== undefined) return Infinity;
  const length = Number(request.headers['content-length'] ?? 0);
  return Number.isFinite(length) ? Math.max(length, 0) : 0;
}

function refuse(reply: FastifyReply, words: string): FastifyReply {
  return reply
    .status(503)
    .header('retry-after', '1')
    .header('connection', 'close')
    .type('application/json; charset=utf-8')
    .send(failureEnvelope(503, words, 'unavailable'));
}
