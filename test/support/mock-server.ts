// A small HTTP server for tests: answers by a function and remembers what it was asked.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  /** the parsed JSON body, else its text */
  body: ReturnType<typeof JSON.parse>;
  /** the body as it came */
  text: string;
  at: number;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** sent as it is */
  text?: string;
  /** before the answer */
  delayMs?: number;
  /** `reset`: the connection is cut instead of an answer; `never`: no answer */
  fault?: 'reset' | 'never';
}

export class MockServer {
  readonly asked: Asked[] = [];
  /** connections that were closed without an answer having been sent */
  aborted = 0;
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(
    answer: (asked: Asked, server: MockServer) => Reply | Promise<Reply>,
  ): Promise<MockServer> {
    const started: { mock?: MockServer } = {};
    const server = createServer((request, response) => {
      void handle(started.mock as MockServer, request, response, answer).catch(() => response.destroy());
    });
    server.keepAliveTimeout = 60_000;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    started.mock = new MockServer(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return started.mock;
  }

  to(path: string, method?: string): Asked[] {
    return this.asked.filter(
      (asked) => asked.path === path && (method === undefined || asked.method === method),
    );
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

async function handle(
  mock: MockServer,
  request: IncomingMessage,
  response: ServerResponse,
  answer: (asked: Asked, server: MockServer) => Reply | Promise<Reply>,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const url = new URL(request.url ?? '/', mock.url);
  const asked: Asked = {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: parsed(text),
    text,
    at: Date.now(),
  };
  mock.asked.push(asked);
  response.on('close', () => {
    if (!response.writableEnded) mock.aborted += 1;
  });
  const reply = await answer(asked, mock);
  if (reply.delayMs) await new Promise((resolve) => setTimeout(resolve, reply.delayMs));
  if (reply.fault === 'never') return;
  if (reply.fault === 'reset') return void request.socket.destroy();
  const body = reply.text ?? (reply.body === undefined ? '' : JSON.stringify(reply.body));
  response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
  response.end(body);
}

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
