// Requests as bytes on a socket: methods, targets, headers, framing and pipelining that no HTTP library would send.
import fc, { type Arbitrary } from 'fast-check';
import { HEADER_NAMES, HEADER_VALUES } from './fuzz-headers.js';

const METHODS = [
  'GET',
  'POST',
  'HEAD',
  'OPTIONS',
  'PUT',
  'DELETE',
  'PATCH',
  'TRACE',
  'PROPFIND',
  'get',
  'G T',
];

const TARGETS = [
  '/api/projects',
  '/api/projects/create',
  '/api/auth/login',
  '/hooks/x',
  '/oauth/callback?state=a&state=b&code=',
  '/health/live',
  '*',
  'http://evil.example/api/projects',
  'evil.example:443',
  '//evil.example/api/projects',
  '/api/projects HTTP/1.1 x',
  '/api/%',
  '/api/projects?%',
  '/\u00e9',
  '',
  '?',
  `/${'x'.repeat(9_000)}`,
];

const VERSIONS = ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/1', 'http/1.1', ''];

/** How the length of the body is told, right or wrong, and the body itself. */
const FRAMINGS: readonly ((body: string) => string)[] = [
  (body) => `content-length: ${Buffer.byteLength(body, 'latin1')}\r\n\r\n${body}`,
  (body) => `content-length: ${Buffer.byteLength(body, 'latin1')}\r\n\r\n${body}`,
  (body) => `content-length: ${body.length + 5}\r\n\r\n${body}`,
  (body) => `content-length: ${Math.max(0, body.length - 1)}\r\n\r\n${body}`,
  (body) => `content-length: 0${body.length}\r\n\r\n${body}`,
  (body) => `content-length: ${body.length}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  (body) => `content-length: ${body.length}, ${body.length}\r\n\r\n${body}`,
  (body) => `content-length: 1e1\r\n\r\n${body}`,
  (body) => `transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  (body) =>
    `transfer-encoding: chunked\r\n\r\n${body.length.toString(16)};x="y"\r\n${body}\r\n0\r\nx: y\r\n\r\n`,
  (body) => `transfer-encoding: chunked\r\n\r\n${(body.length + 1).toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  (body) => `transfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n${body}`,
  (body) => `transfer-encoding: CHUNKED, identity\r\n\r\n${body}`,
  (body) => `expect: 100-continue\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  (body) => `expect: 200-ok\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  (body) => `upgrade: h2c\r\nconnection: upgrade, http2-settings\r\nhttp2-settings: AA\r\n\r\n${body}`,
  (body) => `\r\n${body}`,
  () => `content-length: 2\r\n\r\n`,
];

const BODIES = [
  '{}',
  '',
  '{"email":"a@b.example","password":"x"}',
  '{"project_name":"x"}',
  '[',
  '\u0000\u00ff',
  'a=b',
];

/** Colons, line ends and blanks where they do not belong. */
const HEADER_LINES = [
  'x y: z',
  ': z',
  'x',
  'x:\u0000',
  'x: a\u000bb',
  ' folded: x',
  'x: a\n b',
  'x: a\rb: c',
  'host: a, b',
  'connection: close, keep-alive, x-request-id',
  'content-type: application/json',
  'content-type: application/json',
];

const line = fc.oneof(
  fc.constantFrom(...HEADER_LINES),
  fc
    .tuple(fc.constantFrom(...HEADER_NAMES), fc.constantFrom(...HEADER_VALUES))
    .map(([name, value]) => `${name}: ${value}`),
);

/** `token` goes into most of them; some are two requests in one. */
export function rawRequests(token: string): Arbitrary<string> {
  const one = fc
    .record({
      method: fc.constantFrom(...METHODS),
      target: fc.constantFrom(...TARGETS),
      version: fc.constantFrom(...VERSIONS),
      host: fc.constantFrom('host: x\r\n', 'host: x\r\n', 'Host:\r\n', ''),
      auth: fc.constantFrom(`authorization: Bearer ${token}\r\n`, ''),
      lines: fc.array(line, { maxLength: 3 }),
      frame: fc.constantFrom(...FRAMINGS),
      body: fc.constantFrom(...BODIES),
    })
    .map(
      ({ method, target, version, host, auth, lines, frame, body }) =>
        `${method} ${target} ${version}\r\n${host}${auth}${lines.map((text) => `${text}\r\n`).join('')}${frame(body)}`,
    );
  return fc.oneof(
    { weight: 5, arbitrary: one },
    { weight: 1, arbitrary: fc.tuple(one, one).map(([first, second]) => first + second) },
    {
      weight: 1,
      arbitrary: fc.tuple(one, fc.nat()).map(([text, at]) => text.slice(0, 1 + (at % text.length))),
    },
  );
}
