/** The little that both sample systems need of HTTP: one listener on 127.0.0.1, bodies, JSON answers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

const BODY_LIMIT_BYTES = 8 * 1024 * 1024;

export type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => void | Promise<void>;

/** An answer that a handler gives by throwing. */
export class HttpProblem extends Error {
  constructor(
    readonly status: number,
    readonly body: Record<string, unknown>,
    readonly headers: Record<string, string> = {},
  ) {
    super(`HTTP ${status}`);
  }
}

/** Listens on 127.0.0.1; port 0 takes any free one. */
export async function listen(
  port: number,
  handler: Handler,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    void serve(handler, request, response);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => close(server) };
}

async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function serve(handler: Handler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await handler(request, response, new URL(request.url ?? '/', 'http://127.0.0.1'));
  } catch (error) {
    if (response.headersSent) return void response.destroy();
    if (error instanceof HttpProblem) return sendJson(response, error.status, error.body, error.headers);
    sendJson(response, 500, { error: 'server_error', message: 'Something went wrong here.' });
  }
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  sendText(response, status, JSON.stringify(body), headers);
}

/** `text` is JSON already, as a string or as its bytes. */
export function sendText(
  response: ServerResponse,
  status: number,
  text: string | Buffer,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT_BYTES)
      throw new HttpProblem(413, { error: 'too_large', message: 'The body is larger than 8 MiB.' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export async function readJson(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(request.headers['content-type'] ?? '')) {
    throw new HttpProblem(415, { error: 'unsupported_media_type', message: 'Send application/json.' });
  }
  const text = await readBody(request);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new HttpProblem(400, { error: 'malformed_json', message: 'The body is not valid JSON.' });
  }
}

/** A whole number of the query within its limits, or its default. */
export function queryInteger(url: URL, name: string, fallback: number, max: number): number {
  const text = url.searchParams.get(name);
  if (text === null) return fallback;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= max) return value;
  throw new HttpProblem(400, {
    error: 'bad_parameter',
    message: `${name} must be a whole number from 1 to ${max}.`,
  });
}
