// Bytes on a socket that no HTTP library would send: an answer in the envelope or a closed connection, and the service
// goes on. 150 generated ones here; `npm run fuzz` sends one for every fifty of its requests.
import { STATUS_CODES } from 'node:http';
import { connect } from 'node:net';
import fc from 'fast-check';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { rawRequests } from './support/raw-requests.js';

const GENERATED = Math.max(150, Math.floor(Number(process.env.FUZZ_REQUESTS ?? 0) / 50));
const SEED = process.env.FUZZ_SEED ? Number(process.env.FUZZ_SEED) : GENERATED > 150 ? undefined : 20_261_128;
const AT_ONCE = 25;

const big = 'x'.repeat(70_000);

const REQUESTS: [string, string][] = [
  ['no HTTP at all', 'hello\r\n\r\n'],
  ['TLS to a plain port', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'],
  ['a method that does not exist', 'FOO /api/projects HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['an old version', 'GET /api/projects HTTP/0.9\r\n\r\n'],
  ['no host', 'GET /api/projects HTTP/1.1\r\n\r\n'],
  ['two hosts', 'GET /api/projects HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n'],
  ['an absolute form', 'GET http://evil.example/api/projects HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['a raw dot path', 'GET /api/../package.json HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['an undecodable path', 'GET /api/projects/%E0%A4%A HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['bytes in a path', 'GET /api/\u00ff\u00fe HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['a long URL', `GET /api/projects?${big} HTTP/1.1\r\nhost: x\r\n\r\n`],
  ['a large header', `GET /api/projects HTTP/1.1\r\nhost: x\r\nx-big: ${big}\r\n\r\n`],
  ['many headers', `GET /api/projects HTTP/1.1\r\nhost: x\r\n${'a: b\r\n'.repeat(5_000)}\r\n`],
  ['NUL in a header', 'GET /api/projects HTTP/1.1\r\nhost: x\r\nauthorization: Bearer a\u0000b\r\n\r\n'],
  ['a folded header', 'GET /api/projects HTTP/1.1\r\nhost: x\r\nauthorization: Bearer\r\n a\r\n\r\n'],
  [
    'two lengths',
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}x',
  ],
  [
    'length and chunks',
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'a broken chunk',
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
  ],
  ['a negative length', 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n{}'],
  [
    'an announced giant',
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99999999999\r\n\r\n{}',
  ],
  ['an expectation that nobody keeps', 'GET /health/live HTTP/1.1\r\nhost: x\r\nexpect: 200-ok\r\n\r\n'],
  [
    'an unknown transfer coding',
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  ],
];

describe('bytes that are no request', () => {
  let test: TestApp;
  let port: number;
  beforeAll(async () => {
    test = await createTestApp({ ROLE: 'api' });
    await test.app.listen(0, '127.0.0.1');
    port = Number(new URL(await test.app.getUrl()).port);
  });
  afterAll(() => test.close());

  it.each(REQUESTS)('%s', async (_name, text) => {
    const answer = await exchange(port, text);
    if (answer !== '') {
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
      expect([status >= 400, status < 500]).toEqual([true, true]);
      expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${status} ${STATUS_CODES[status]}`);
      expect(head).toMatch(/^x-request-id: [0-9a-f-]{36}\r?$/im);
      expect(JSON.parse(body)).toMatchObject({ status: false, status_code: status, data: null });
    }
    expect((await test.get('/health/live', { token: null })).status).toBe(200);
  });

  it(`${GENERATED} generated ones get a refusal, an envelope or silence`, async () => {
    const texts = fc.sample(rawRequests(test.ownerToken), { numRuns: GENERATED, seed: SEED });
    const faults: Record<string, string> = {};
    const statuses: Record<string, number> = {};
    for (let at = 0; at < texts.length; at += AT_ONCE) {
      const some = texts.slice(at, at + AT_ONCE);
      const answers = await Promise.all(some.map((text) => exchange(port, text)));
      for (const [index, answer] of answers.entries()) {
        const { status, fault } = judge(some[index]!, answer);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (fault) faults[`${fault} ${status}`] = `${some[index]!.slice(0, 400)} → ${answer.slice(0, 600)}`;
      }
    }
    expect(faults).toEqual({});
    expect(statuses['400']).toBeGreaterThan(GENERATED / 20);
    expect(statuses['200']).toBeGreaterThan(0);
    expect((await test.get('/health/ready', { token: null })).status).toBe(200);
  }, 600_000);
});

/** The first answer of the bytes that came back. */
function judge(text: string, answer: string): { status: string; fault: string | null } {
  if (answer === '') return { status: 'none', fault: null };
  const [head = '', ...rest] = answer.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '').split('\r\n\r\n');
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 'no HTTP';
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  if (!/^[234]/.test(status)) return { status, fault: 'not an answer' };
  if (!/^x-request-id: \S+$/im.test(head)) return { status, fault: 'no X-Request-Id' };
  if (text.startsWith('HEAD') || status === '204' || !/^content-type: application\/json/im.test(head))
    return { status, fault: null };
  try {
    const body = JSON.parse(Buffer.from(rest.join('\r\n\r\n')).subarray(0, length).toString()) as Record<
      string,
      unknown
    >;
    const told = body.status_code ?? body.status;
    return { status, fault: String(told) === status ? null : 'no envelope' };
  } catch {
    return { status, fault: 'no JSON' };
  }
}

/** Sends bytes and answers what came back until the other side closed, or was quiet. */
function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    const end = (): void => {
      socket.destroy();
      resolve(heard);
    };
    socket.setTimeout(1_500, end);
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString('utf8')));
    socket.once('close', end);
    socket.once('error', end);
    socket.write(Buffer.from(text, 'latin1'));
  });
}
