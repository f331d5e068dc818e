// The http.Agent face, for libraries that take an agent (simple-oauth2): same policy, proxy and certificates.

import { Agent as HttpAgent, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import { type Connector, type SocketTarget } from './connector.js';
import { OutboundError, toOutboundError } from './outbound-error.js';

/** What one request of a CallAgent met: the answer's head, or why there was none. */
export type AnswerNote = {
  status?: number;
  contentType?: string;
  contentEncoding?: string;
  retryAfter?: string;
  /** `Location` of a redirect. */
  location?: string;
  /** Set by our side: a blocked address, a time-out, a TLS fault … */
  error?: OutboundError;
  /** True once a connection was there to write to. */
  sent: boolean;
};

type RequestOptions = {
  host?: string | null;
  hostname?: string | null;
  port?: number | string | null;
  servername?: string;
};
type Created = (error: Error | null, socket: Duplex) => void;
/** What Node calls on an agent beside its documented members. */
type RequestTaker = { addRequest(request: ClientRequest, options: RequestOptions): void };

function targetOf(protocol: string, options: RequestOptions): SocketTarget {
  const host = options.host ?? options.hostname ?? '';
  const hostname = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return {
    protocol,
    hostname,
    port: Number(options.port) || (protocol === 'https:' ? 443 : 80),
    servername: options.servername || undefined,
  };
}

function hostOf(protocol: string, options: RequestOptions): string {
  const { hostname, port } = targetOf(protocol, options);
  return `${hostname}:${port}`;
}

function open(connector: Connector, target: SocketTarget, created: Created): void {
  try {
    connector.opener(target)((error, socket) => {
      if (socket) created(null, socket);
      else created(error ?? new Error('no socket'), undefined as never);
    });
  } catch (error) {
    process.nextTick(() => created(error as Error, undefined as never));
  }
}

// No keep-alive: a token request on a connection that the server just closed would lose a one-time refresh token.
class PlainAgent extends HttpAgent {
  constructor(private readonly connector: Connector) {
    super({ keepAlive: false });
  }
  override createConnection(options: object, created: Created): undefined {
    open(this.connector, targetOf('http:', options), created);
  }
}

class TlsAgent extends HttpsAgent {
  constructor(private readonly connector: Connector) {
    super({ keepAlive: false });
  }
  override createConnection(options: object, created: Created): undefined {
    open(this.connector, targetOf('https:', options), created);
  }
}

/**
 * An agent for ONE request: carries it through the shared agent, notes status and content type of its answer, and
 * ends it `totalMs` after its start. `isImmutable` keeps @hapi/hoek from deep-cloning it.
 */
export class CallAgent {
  readonly note: AnswerNote = { sent: false };
  readonly maxSockets = Infinity;
  readonly defaultPort: number;
  declare readonly isImmutable: true;

  constructor(
    private readonly inner: HttpAgent & RequestTaker,
    readonly protocol: 'http:' | 'https:',
    private readonly connector: Connector,
    private readonly totalMs: number,
  ) {
    this.defaultPort = protocol === 'https:' ? 443 : 80;
  }

  addRequest(request: ClientRequest, options: RequestOptions): void {
    const { note } = this;
    const timer = setTimeout(() => {
      note.error = new OutboundError(
        'TOTAL_TIMEOUT',
        `No complete answer within ${this.totalMs / 1000} seconds.`,
        note.sent,
      );
      request.destroy(note.error);
    }, this.totalMs);
    request.once('close', () => clearTimeout(timer));
    request.once('socket', () => (note.sent = true));
    request.once(
      'error',
      (error) =>
        (note.error ??= toOutboundError(error, hostOf(this.protocol, options), note.sent, note.status)),
    );
    request.once('response', (response: IncomingMessage) => {
      note.status = response.statusCode;
      note.contentType = response.headers['content-type'];
      note.contentEncoding = response.headers['content-encoding'];
      note.retryAfter = response.headers['retry-after'];
      note.location = response.headers.location;
    });
    if (this.connector.usesAbsoluteForm(this.protocol)) {
      const { hostname, port } = targetOf(this.protocol, options);
      request.path = `http://${hostname}:${port}${request.path}`;
      if (this.connector.proxyAuthorization)
        request.setHeader('proxy-authorization', this.connector.proxyAuthorization);
    }
    this.inner.addRequest(request, options);
  }
}
Object.defineProperty(CallAgent.prototype, 'isImmutable', { value: true });

/** Makes one CallAgent per request. */
export class AgentPair {
  readonly #http: PlainAgent;
  readonly #https: TlsAgent;

  constructor(private readonly connector: Connector) {
    this.#http = new PlainAgent(connector);
    this.#https = new TlsAgent(connector);
  }

  /** An agent for one request to `url`, which ends at the latest after `totalMs`. */
  forCall(url: URL, totalMs: number): CallAgent {
    const isTls = url.protocol === 'https:';
    const inner = (isTls ? this.#https : this.#http) as unknown as HttpAgent & RequestTaker;
    return new CallAgent(inner, isTls ? 'https:' : 'http:', this.connector, totalMs);
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}
