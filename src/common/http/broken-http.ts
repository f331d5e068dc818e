// What Node would answer by itself, without envelope and request id: bytes that are no HTTP, and what it cannot promise.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { failureEnvelope } from './failure-envelope.js';
import { newId } from './id.js';

const NOT_HTTP = [400, 'Bad Request', 'The request is not well-formed HTTP.'] as const;
const FAULTS: Record<string, readonly [status: number, phrase: string, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The headers of the request are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request was not here in time.'],
};

/** Answered on the socket itself. */
export function answerBrokenHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return void socket.destroy();
  const [status, phrase, message] = FAULTS[error.code ?? ''] ?? NOT_HTTP;
  const body = bodyOf(status, message);
  const head = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${phrase}\r\n${head.join('')}\r\n${body}`);
}

/** `Expect: 100-continue` is kept by Node; any other expectation is not. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = bodyOf(417, 'The Expect header asks for what this service does not do.');
  response.writeHead(417, headersOf(body)).end(body);
}

const bodyOf = (status: number, message: string): string =>
  JSON.stringify(failureEnvelope(status, message, 'validation_failed'));

const headersOf = (body: string): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(body)),
  'cache-control': 'no-store',
  'x-request-id': newId(),
  connection: 'close',
});
