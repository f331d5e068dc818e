// Opens sockets: straight to a checked address, or through the operator's proxy. Both client faces use it.

import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import { buildConnector } from 'undici';
import { type AddressPolicy } from './address-policy.js';
import { OutboundError } from './outbound-error.js';

/** Where a socket goes; `port` is the effective one. `host` (with port) names it in messages and CONNECT. */
export type SocketTarget = { protocol: string; hostname: string; port: number; servername?: string };
export type SocketCallback = (error: Error | null, socket: Socket | null) => void;

export type ConnectorOptions = {
  policy: AddressPolicy;
  /** `http://user:password@proxy:3128`, used for every call. */
  proxy?: string;
  /** PEM certificates trusted beside the usual ones. */
  ca?: string[];
  /** How long one connection attempt may take before it is given up, milliseconds. */
  connectMs: number;
};

export class Connector {
  /** Sent to the proxy with each plain http request (absolute form, RFC 9112 3.2.2); undefined without a proxy. */
  readonly proxyAuthorization: string | undefined;
  readonly #policy: AddressPolicy;
  readonly #proxy: URL | undefined;
  readonly #tls: { ca?: string[]; minVersion: 'TLSv1.2' };
  readonly #connectMs: number;

  constructor({ policy, proxy, ca, connectMs }: ConnectorOptions) {
    this.#policy = policy;
    this.#proxy = proxy ? new URL(proxy) : undefined;
    this.#connectMs = connectMs;
    this.#tls = { minVersion: 'TLSv1.2', ...(ca?.length ? { ca: [...rootCertificates, ...ca] } : {}) };
    if (this.#proxy?.username) {
      const pair = `${decodeURIComponent(this.#proxy.username)}:${decodeURIComponent(this.#proxy.password)}`;
      this.proxyAuthorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    }
  }

  /** True when requests to this scheme go to the proxy in absolute form. */
  usesAbsoluteForm(protocol: string): boolean {
    return this.#proxy !== undefined && protocol === 'http:';
  }

  /** A function that opens sockets to one target; TLS sessions are reused between its sockets. */
  opener(target: SocketTarget): (callback: SocketCallback) => void {
    this.#policy.checkLiteral(target.hostname, target.port);
    const hostname = target.hostname.replace(/^\[|\]$/g, '');
    const host = `${target.hostname}:${target.port}`;
    const place = {
      protocol: target.protocol,
      hostname,
      host,
      port: String(target.port),
      servername: target.servername,
    };
    if (this.#proxy === undefined) {
      const lookup = this.#policy.lookupFor(target.port);
      const connect = buildConnector({ ...this.#tls, lookup, timeout: this.#connectMs });
      return (callback) => connect(place, (...args) => callback(args[0], args[1]));
    }
    const connectTls = buildConnector({ ...this.#tls, timeout: this.#connectMs });
    return (callback) => {
      this.#throughProxy(target).then(
        (httpSocket) => {
          if (target.protocol === 'https:')
            connectTls({ ...place, httpSocket }, (...args) => callback(args[0], args[1]));
          else callback(null, httpSocket);
        },
        (error: Error) => callback(error, null),
      );
    };
  }

  async #throughProxy(target: SocketTarget): Promise<Socket> {
    // The proxy resolves the name; what our own resolver knows to be private is refused all the same.
    await this.#policy.resolveChecked(target.hostname, target.port).catch((error: unknown) => {
      if (!(error instanceof OutboundError) || error.code !== 'DNS_FAILED') throw error;
    });
    const socket = await this.#toProxy();
    return target.protocol === 'https:' ? this.#tunnel(socket, `${target.hostname}:${target.port}`) : socket;
  }

  #toProxy(): Promise<Socket> {
    const proxy = this.#proxy as URL;
    const { protocol, hostname, host } = proxy;
    const port = proxy.port || (protocol === 'https:' ? '443' : '80');
    const connect = buildConnector({ ...this.#tls, timeout: this.#connectMs });
    return new Promise((resolve, reject) => {
      connect({ protocol, hostname: hostname.replace(/^\[|\]$/g, ''), host, port }, (error, socket) => {
        if (socket) resolve(socket);
        else
          reject(
            new OutboundError(
              'PROXY_FAILED',
              `The proxy of OUTBOUND_PROXY cannot be reached (${(error as NodeJS.ErrnoException).code ?? 'no reason given'}).`,
            ),
          );
      });
    });
  }

  #tunnel(socket: Socket, host: string): Promise<Socket> {
    const headers = {
      host,
      ...(this.proxyAuthorization ? { 'proxy-authorization': this.proxyAuthorization } : {}),
    };
    const refuse = (words: string) =>
      new OutboundError('PROXY_FAILED', `The proxy of OUTBOUND_PROXY ${words}.`);
    return new Promise((resolve, reject) => {
      const request = httpRequest({
        method: 'CONNECT',
        path: host,
        headers,
        createConnection: () => socket,
        timeout: this.#connectMs,
      });
      request.once('connect', (response) => {
        if (response.statusCode === 200) return resolve(socket);
        socket.destroy();
        reject(refuse(`refused a tunnel to ${host} (status ${response.statusCode})`));
      });
      request.once('response', (response) => {
        socket.destroy();
        reject(refuse(`refused a tunnel to ${host} (status ${response.statusCode})`));
      });
      request.once('timeout', () => request.destroy(refuse('did not answer in time')));
      request.once('error', (error) =>
        reject(error instanceof OutboundError ? error : refuse('closed the connection')),
      );
      request.end();
    });
  }
}
