// The HTTP client of every call to an external system: address policy, keep-alive pools, limits, redirects.

import { Pool } from 'undici';
import { AddressPolicy, parseHttpUrl, portOf, type Resolve } from './address-policy.js';
import { CallHandler } from './call-handler.js';
import { Connector } from './connector.js';
import { ACCEPT_ENCODING, decodeBody } from './decode-body.js';
import { assertHeaders, harmlessHeaders, hasHeader, type OutboundHeaders } from './headers.js';
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
  headers?: OutboundHeaders;
  body?: string | Buffer | null;
  timeouts?: OutboundTimeouts;
  /** Most bytes of the answer, before and after inflation. Default 32 MiB. */
  maxBytes?: number;
  signal?: AbortSignal;
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
/** Origins kept open; above it the longest unused idle ones are closed. */
const MAX_POOLS = 512;
/** An attempt nobody waits for any more is dropped after this. */
const CONNECT_ATTEMPT_MS = 30_000;
const METHOD = /^[A-Z][A-Z0-9_-]{0,31}$/;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

type Place = { pool: Pool; host: string; origin: string; prefix: string };

export class OutboundClient {
  readonly policy: AddressPolicy;
  /** `http.Agent` face of the same policy, proxy and certificates. */
  readonly agents: AgentPair;
  readonly #connector: Connector;
  readonly #userAgent: string;
  readonly #places = new Map<string, Place>();

  constructor(options: OutboundOptions = {}) {
    this.policy = new AddressPolicy(options.allow ?? '', options.resolve);
    this.#userAgent = options.userAgent ?? 'Pipewright';
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
    const deadline = started + limits.totalMs;
    let headers = request.headers ?? {};
    assertHeaders(headers);
    let hops = method === 'GET' || method === 'HEAD' ? (request.redirects ?? 3) : 0;
    const mayFollow = hops > 0;
    let url = parseHttpUrl(request.url);
    for (;;) {
      const place = this.#placeOf(url);
      const handler = new CallHandler({
        host: place.host,
        connectMs: limits.connectMs,
        deadline,
        maxBytes,
        signal,
      });
      place.pool.dispatch(
        {
          origin: place.origin,
          method,
          path: place.prefix + url.pathname + url.search,
          headers: this.#wireHeaders(headers, place.prefix !== ''),
          body: request.body ?? null,
          headersTimeout: limits.headersMs,
          bodyTimeout: limits.bodyIdleMs,
        },
        handler,
      );
      handler.watchConnect();
      const answer = await handler.answer;
      const location = answer.headers.location;
      if (mayFollow && REDIRECTS.has(answer.status) && typeof location === 'string') {
        if (hops === 0)
          throw new OutboundError(
            'REDIRECT_REFUSED',
            `${place.host} redirects too often.`,
            true,
            answer.status,
          );
        hops -= 1;
        const next = redirectTarget(location, url, place.host, answer.status);
        if (next.origin !== url.origin) headers = harmlessHeaders(headers);
        url = next;
        continue;
      }
      const encoding = answer.headers['content-encoding'];
      const body =
        encoding === undefined
          ? answer.body
          : await decodeBody(answer.body, String(encoding), maxBytes, place.host, answer.status);
      return {
        status: answer.status,
        headers: answer.headers,
        body,
        durationMs: performance.now() - started,
        url: url.href,
      };
    }
  }

  /** Closes all connections; calls in flight end first. */
  async close(): Promise<void> {
    const places = [...this.#places.values()];
    this.#places.clear();
    this.agents.close();
    await Promise.all(places.map(({ pool }) => pool.close()));
  }

  #wireHeaders(headers: OutboundHeaders, throughProxy: boolean): OutboundHeaders {
    const own: OutboundHeaders = { ...headers };
    if (!hasHeader(headers, 'user-agent')) own['user-agent'] = this.#userAgent;
    if (!hasHeader(headers, 'accept-encoding')) own['accept-encoding'] = ACCEPT_ENCODING;
    if (throughProxy && this.#connector.proxyAuthorization)
      own['proxy-authorization'] = this.#connector.proxyAuthorization;
    return own;
  }

  #placeOf(url: URL): Place {
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
      void pool.close();
      return;
    }
  }
}

function definedOnly(timeouts: OutboundTimeouts): OutboundTimeouts {
  return Object.fromEntries(Object.entries(timeouts).filter(([, value]) => value !== undefined));
}

function redirectTarget(location: string, from: URL, host: string, status: number): URL {
  const refuse = (words: string) =>
    new OutboundError('REDIRECT_REFUSED', `${host} redirects ${words}.`, true, status);
  let target: URL;
  try {
    target = parseHttpUrl(new URL(location, from));
  } catch {
    throw refuse('to something that is not an http or https URL');
  }
  if (from.protocol === 'https:' && target.protocol === 'http:') throw refuse('from https to http');
  return target;
}
