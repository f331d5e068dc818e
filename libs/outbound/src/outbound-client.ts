// The HTTP client of every call to an external system: address policy, keep-alive pools, limits, redirects.

import { Pool } from 'undici';
import { AddressPolicy, parseHttpUrl, portOf, type Resolve } from './address-policy.js';
import { CallHandler, type RawAnswer } from './call-handler.js';
import { Connector } from './connector.js';
import { ACCEPT_ENCODING, decodeBody } from './decode-body.js';
import { harmlessHeaders, type OutboundHeaders, SharedHeaders, wireHeaders } from './headers.js';
import { OutboundError } from './outbound-error.js';
import { AgentPair } from './agents.js';

export type OutboundOptions = {
  /** OUTBOUND_ALLOW; throws AllowListError at construction when it cannot be read. */
  allow?: string;
  /** OUTBOUND_PROXY. */
  proxy?: string;
  /** PEM texts of OUTBOUND_CA_FILE. */
  ca?: string[];
  userAgent?: string;
  /** Replaces the operating system's name resolution, for tests. */
  resolve?: Resolve;
};

/** Milliseconds; a part left out has the default of DEFAULT_TIMEOUTS. */
export type OutboundTimeouts = {
  connectMs?: number;
  headersMs?: number;
  bodyIdleMs?: number;
  totalMs?: number;
};

export type OutboundRequest = {
  method: string;
  /** Absolute http(s) URL. */
  url: string | URL;
  headers?: OutboundHeaders | SharedHeaders;
  /** A header of this call beside those that it shares with others. */
  ownHeader?: readonly [name: string, value: string] | undefined;
  body?: string | Buffer | null;
  timeouts?: OutboundTimeouts;
  /** Most bytes of the answer, before and after inflation. Default 32 MiB. */
  maxBytes?: number;
  signal?: AbortSignal;
  /** Asked before a body of so many bytes (of an unknown number: the most) is read; it is read when this resolves, and the wait counts towards no time limit. */
  room?: (bytes: number) => Promise<void> | null;
  /** Most redirects followed for GET and HEAD (default 3); other methods follow none and get the 3xx answer. */
  redirects?: number;
};

export type OutboundResponse = {
  status: number;
  /** Lower-case names; an array where a header came more than once. */
  headers: Record<string, string | string[]>;
  /** Decoded: one gzip, deflate or br layer is taken off. */
  body: Buffer;
  durationMs: number;
  /** The last URL asked, after redirects. */
  url: string;
};

export const DEFAULT_TIMEOUTS: Readonly<Required<OutboundTimeouts>> = {
  connectMs: 5_000,
  headersMs: 30_000,
  bodyIdleMs: 30_000,
  totalMs: 120_000,
};
export const DEFAULT_MAX_BYTES = 32 * 1024 * 1024;

const MAX_ANSWER_HEADERS = 64 * 1024;
const CONNECTIONS_PER_ORIGIN = 256;
/** Targets kept: the records of a run go to the same few. */
const MAX_TARGETS = 64;
/** Origins kept open; above it the longest unused idle ones are closed. */
const MAX_POOLS = 512;
/** An attempt nobody waits for any more is dropped after this. */
const CONNECT_ATTEMPT_MS = 30_000;
const METHOD = /^[A-Z][A-Z0-9_-]{0,31}$/;
const MOST_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** What stays the same over the hops of one call. */
type Call = {
  method: string;
  body: string | Buffer | null;
  maxBytes: number;
  signal: AbortSignal | undefined;
  room: OutboundRequest['room'];
  limits: Readonly<Required<OutboundTimeouts>>;
  deadline: number;
};

type Place = { pool: Pool; host: string; origin: string; prefix: string };

/** Where a request goes, made of its URL. `path`: the request target of RFC 9112 3.2. */
type Target = { url: Readonly<URL>; href: string; place: Place; path: string };

export class OutboundClient {
  readonly policy: AddressPolicy;
  /** `http.Agent` face of the same policy, proxy and certificates. */
  readonly agents: AgentPair;
  readonly #connector: Connector;
  /** Headers where the caller gives none. */
  readonly #defaults: Readonly<Record<string, string>>;
  readonly #places = new Map<string, Place>();
  readonly #targets = new Map<string, Target>();

  constructor(options: OutboundOptions = {}) {
    this.policy = new AddressPolicy(options.allow ?? '', options.resolve);
    this.#defaults = { 'user-agent': options.userAgent ?? 'Pipewright', 'accept-encoding': ACCEPT_ENCODING };
    this.#connector = new Connector({
      policy: this.policy,
      proxy: options.proxy,
      ca: options.ca,
      connectMs: CONNECT_ATTEMPT_MS,
    });
    this.agents = new AgentPair(this.#connector);
  }

  /** One call. Every failure is an OutboundError; any status, 4xx and 5xx too, is an answer. */
  async request(request: OutboundRequest): Promise<OutboundResponse> {
    const started = performance.now();
    const { method, maxBytes = DEFAULT_MAX_BYTES, signal, timeouts } = request;
    if (!METHOD.test(method)) throw new OutboundError('INVALID_REQUEST', 'The HTTP method is not valid.');
    if (signal?.aborted) throw new OutboundError('ABORTED', 'The call was cancelled.');
    const limits = timeouts ? { ...DEFAULT_TIMEOUTS, ...definedOnly(timeouts) } : DEFAULT_TIMEOUTS;
    const call = {
      method,
      body: request.body ?? null,
      maxBytes,
      signal,
      room: request.room,
      limits,
      deadline: started + limits.totalMs,
    };
    const mostHops = method === 'GET' || method === 'HEAD' ? (request.redirects ?? MOST_REDIRECTS) : 0;
    let target = this.#targetOf(request.url);
    const shared =
      request.headers instanceof SharedHeaders ? request.headers : this.share(request.headers ?? {});
    let headers = shared.wire(request.ownHeader);
    for (let hop = 0; ; hop++) {
      const { url, href } = target;
      const { host } = target.place;
      const handler = this.#exchange(target, headers, call);
      const answer = await handler.answer;
      call.deadline += handler.waitedMs;
      const next = mostHops > 0 ? redirectTarget(answer, url, host) : null;
      if (next === null) {
        const body = await decodedBody(answer, maxBytes, host);
        const { status, headers: answered } = answer;
        return { status, headers: answered, body, durationMs: performance.now() - started, url: href };
      }
      if (hop >= mostHops) throw redirectRefusal(host, 'too often', answer.status);
      if (next.origin !== url.origin) {
        headers = wireHeaders(harmlessHeaders(shared.given), this.#defaults);
      }
      target = this.#targetOf(next);
    }
  }

  /** Headers for many calls, checked now: not to be changed afterwards. Throws OutboundError INVALID_HEADER. */
  share(headers: OutboundHeaders): SharedHeaders {
    return new SharedHeaders(headers, this.#defaults);
  }

  #targetOf(address: string | URL): Target {
    if (typeof address !== 'string') return this.#targetAt(parseHttpUrl(address));
    let target = this.#targets.get(address);
    if (target === undefined) {
      target = this.#targetAt(parseHttpUrl(address));
      if (this.#targets.size >= MAX_TARGETS) this.#targets.clear();
      this.#targets.set(address, target);
    }
    return target;
  }

  #targetAt(url: URL): Target {
    const place = this.#placeOf(url);
    return { url, href: url.href, place, path: place.prefix + url.pathname + url.search };
  }

  #exchange({ place, path }: Target, headers: string[], call: Call): CallHandler {
    const { pool, origin, host, prefix } = place;
    const { method, body, maxBytes, signal, room, limits, deadline } = call;
    const handler = new CallHandler({ host, connectMs: limits.connectMs, deadline, maxBytes, signal, room });
    const { proxyAuthorization } = this.#connector;
    const options = {
      origin,
      method,
      body,
      path,
      headers:
        prefix !== '' && proxyAuthorization
          ? [...headers, 'proxy-authorization', proxyAuthorization]
          : headers,
      headersTimeout: limits.headersMs,
      bodyTimeout: limits.bodyIdleMs,
    };
    pool.dispatch(options, handler);
    return handler;
  }

  /** Takes a content encoding off an answer that came through `agents`. Throws OutboundError TOO_LARGE, DECODE_FAILED. */
  decode(
    body: Buffer,
    encoding: string,
    { maxBytes, host, status }: { maxBytes: number; host: string; status: number },
  ): Promise<Buffer> {
    return decodeBody(body, encoding, maxBytes, host, status);
  }

  /** Closes all connections; calls in flight end first. */
  async close(): Promise<void> {
    const places = [...this.#places.values()];
    this.#places.clear();
    this.#targets.clear();
    this.agents.close();
    await Promise.all(places.map(({ pool }) => pool.close()));
  }

  #placeOf(url: Readonly<URL>): Place {
    const { origin } = url;
    const known = this.#places.get(origin);
    if (known !== undefined) return known;
    const { protocol, hostname } = url;
    const port = portOf(url);
    // Judges a literal host; throws BLOCKED_ADDRESS.
    const open = this.#connector.opener({ protocol, hostname, port });
    const pool = new Pool(origin, {
      connections: CONNECTIONS_PER_ORIGIN,
      maxHeaderSize: MAX_ANSWER_HEADERS,
      connect: (_target, callback) =>
        open((error, socket) =>
          socket ? callback(null, socket) : callback(error ?? new Error('no socket'), null),
        ),
    });
    const place = {
      pool,
      origin,
      host: `${hostname}:${port}`,
      prefix: this.#connector.usesAbsoluteForm(protocol) ? origin : '',
    };
    if (this.#places.size >= MAX_POOLS) this.#dropIdle();
    this.#places.set(origin, place);
    return place;
  }

  #dropIdle(): void {
    for (const [origin, { pool }] of this.#places) {
      if (pool.stats.size > 0) continue;
      this.#places.delete(origin);
      this.#targets.clear();
      void pool.close();
      return;
    }
  }
}

function definedOnly(timeouts: OutboundTimeouts): OutboundTimeouts {
  return Object.fromEntries(Object.entries(timeouts).filter(([, value]) => value !== undefined));
}

function redirectRefusal(host: string, words: string, status: number): OutboundError {
  return new OutboundError('REDIRECT_REFUSED', `${host} redirects ${words}.`, true, status);
}

/** Where an answer redirects to; null when it does not. Throws REDIRECT_REFUSED for what is never followed. */
function redirectTarget(
  { status, headers: { location } }: RawAnswer,
  from: Readonly<URL>,
  host: string,
): URL | null {
  if (!REDIRECTS.has(status) || typeof location !== 'string') return null;
  let target: URL;
  try {
    target = parseHttpUrl(new URL(location, from.href));
  } catch {
    throw redirectRefusal(host, 'to something that is not an http or https URL', status);
  }
  if (from.protocol === 'https:' && target.protocol === 'http:') {
    throw redirectRefusal(host, 'from https to http', status);
  }
  return target;
}

function decodedBody(
  { status, headers, body }: RawAnswer,
  maxBytes: number,
  host: string,
): Buffer | Promise<Buffer> {
  const encoding = headers['content-encoding'];
  return encoding === undefined ? body : decodeBody(body, String(encoding), maxBytes, host, status);
}
