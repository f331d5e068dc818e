import { getEventListeners } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import {
  connect,
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
  type Socket,
} from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { OutboundClient, type OutboundRequest, type OutboundResponse } from './outbound-client.js';
import { OutboundError } from './outbound-error.js';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function listen<T extends Server | TcpServer>(server: T): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(
    () =>
      new Promise<void>((resolve) => {
        if ('closeAllConnections' in server) server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return (server.address() as AddressInfo).port;
}
const serve = async (listener: RequestListener) => `http://127.0.0.1:${await listen(createServer(listener))}`;
async function tcp(onSocket: (socket: Socket) => void): Promise<string> {
  return `http://127.0.0.1:${await listen(
    createTcpServer((socket) => {
      socket.on('error', () => undefined);
      cleanups.push(() => void socket.destroy());
      onSocket(socket);
    }),
  )}`;
}
function client(options: ConstructorParameters<typeof OutboundClient>[0] = {}): OutboundClient {
  const made = new OutboundClient({ allow: '127.0.0.1', ...options });
  cleanups.push(() => made.close());
  return made;
}
const failure = async (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('expected a failure');
    },
    (error: unknown) => {
      if (!(error instanceof OutboundError)) throw error;
      return error;
    },
  );

describe('OutboundClient', () => {
  it('reads a body once there is room for it, and none of it before', async () => {
    let sent = 0;
    const chunk = Buffer.alloc(256 * 1024, 'x');
    const base = await serve((request, response) => {
      if (request.url === '/known') response.setHeader('content-length', chunk.length * 40);
      const push = (): void => {
        while (sent < 40) {
          sent += 1;
          if (!response.write(chunk)) return void response.once('drain', push);
        }
        response.end();
      };
      push();
    });
    for (const [path, asked] of [
      ['/known', chunk.length * 40],
      ['/unknown', 32 * 1024 * 1024],
    ] as const) {
      sent = 0;
      const bytes: number[] = [];
      let answer: Promise<OutboundResponse> | undefined;
      const makeRoom = await new Promise<() => void>((asked) => {
        answer = client().request({
          method: 'GET',
          url: base + path,
          room: (size) => {
            bytes.push(size);
            return new Promise((resolve) => asked(resolve));
          },
        });
      });
      await new Promise((resolve) => setTimeout(resolve, 300));
      // what the sockets hold, not the whole body
      expect(sent).toBeLessThan(40);
      makeRoom();
      expect((await answer)?.body.length).toBe(chunk.length * 40);
      expect(bytes).toEqual([asked]);
    }
  });

  it('does not count the wait for room as the time of the other side, and counts on after it', async () => {
    const base = await serve((request, response) => {
      response.setHeader('content-length', 4);
      response.write('ab');
      if (request.url === '/whole') response.end('cd');
    });
    const call = (path: string, waitMs: number, signal?: AbortSignal) =>
      client().request({
        method: 'GET',
        url: base + path,
        room: () => new Promise((resolve) => setTimeout(resolve, waitMs).unref()),
        timeouts: { totalMs: 1_000 },
        signal,
      });
    expect((await call('/whole', 1_500)).body.toString()).toBe('abcd');
    expect((await failure(call('/cut', 100))).code).toBe('TOTAL_TIMEOUT');
    expect((await failure(call('/whole', 60_000, AbortSignal.timeout(200)))).code).toBe('ABORTED');
  });

  it('sends headers that calls share with each of them, and one of its own in the place of that name', async () => {
    const seen: unknown[] = [];
    const base = await serve((request, response) => {
      seen.push([request.headers['x-shared'], request.headers['x-own']]);
      response.end();
    });
    const one = client();
    const headers = one.share({ 'X-Shared': 's', 'X-Own': 'shared' });
    const call = { method: 'POST', url: base, headers };
    await one.request({ ...call, ownHeader: ['x-own', '1'] });
    await one.request({ ...call, ownHeader: ['x-own', '2'] });
    await one.request(call);
    expect(seen).toEqual([
      ['s', '1'],
      ['s', '2'],
      ['s', 'shared'],
    ]);
    expect(await failure(one.request({ ...call, ownHeader: ['x-own', 'a\r\nb: c'] }))).toMatchObject({
      code: 'INVALID_HEADER',
      sent: false,
    });
    expect(() => one.share({ host: 'other' })).toThrow(OutboundError);
  });

  it('answers status, headers, bytes and the URL, and sends what it was given', async () => {
    let seen: Record<string, unknown> = {};
    const base = await serve((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        seen = {
          method: request.method,
          url: request.url,
          headers: request.headers,
          body: Buffer.concat(chunks).toString(),
        };
        response.writeHead(201, { 'x-one': '1', 'set-cookie': ['a=1', 'b=2'] }).end('välue');
      });
    });
    const answer = await client().request({
      method: 'POST',
      url: `${base}/a%20b?x=1`,
      headers: { 'X-Custom': ['u', 'v'] },
      body: '{"a":1}',
    });
    expect(answer).toMatchObject({
      status: 201,
      url: `${base}/a%20b?x=1`,
      headers: { 'x-one': '1', 'set-cookie': ['a=1', 'b=2'] },
    });
    expect(answer.body.toString()).toBe('välue');
    expect(answer.durationMs).toBeGreaterThan(0);
    expect(seen).toMatchObject({
      method: 'POST',
      url: '/a%20b?x=1',
      body: '{"a":1}',
      headers: { 'x-custom': 'u, v', 'user-agent': 'Pipewright', 'content-length': '7' },
    });
  });

  it('takes a 500 as an answer', async () => {
    const base = await serve((_, response) => response.writeHead(500).end('down'));
    expect((await client().request({ method: 'GET', url: base })).status).toBe(500);
  });

  it('opens no socket to a blocked address, for literals and for names', async () => {
    let connections = 0;
    const server = createServer((_, response) => response.end());
    server.on('connection', () => (connections += 1));
    const port = await listen(server);
    const guarded = client({ allow: '', resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
    for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', 'name.example']) {
      const error = await failure(guarded.request({ method: 'GET', url: `http://${host}:${port}/` }));
      expect([error.code, error.sent]).toEqual(['BLOCKED_ADDRESS', false]);
    }
    expect(connections).toBe(0);
  });

  it('connects a name to the address that was checked, and checks again when DNS changes', async () => {
    const base = await serve((request, response) =>
      response.writeHead(200, { connection: 'close' }).end(request.headers.host),
    );
    const port = new URL(base).port;
    const answers = ['127.0.0.1', '10.9.9.9'];
    const pinned = client({
      allow: `127.0.0.1:${port}`,
      resolve: async () => [{ address: answers.shift() ?? '', family: 4 }],
    });
    const answer = await pinned.request({ method: 'GET', url: `http://shop.example:${port}/` });
    expect(answer.body.toString()).toBe(`shop.example:${port}`);
    expect((await failure(pinned.request({ method: 'GET', url: `http://shop.example:${port}/` }))).code).toBe(
      'BLOCKED_ADDRESS',
    );
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['GZIP', gzipSync],
    ['identity', (data: Buffer) => data],
  ])('unpacks one layer of %s', async (encoding, pack) => {
    const base = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(pack(Buffer.from('{"a":"ü"}'))),
    );
    expect((await client().request({ method: 'GET', url: base })).body.toString()).toBe('{"a":"ü"}');
  });

  it.each([
    ['a bomb', 'gzip', gzipSync(Buffer.alloc(20_000_000)), 'TOO_LARGE'],
    ['a brotli bomb', 'br', brotliCompressSync(Buffer.alloc(20_000_000)), 'TOO_LARGE'],
    ['two layers', 'gzip, gzip', gzipSync(gzipSync('x')), 'DECODE_FAILED'],
    ['an unknown layer', 'zstd', Buffer.from('x'), 'DECODE_FAILED'],
    ['a name of the prototype', 'constructor', Buffer.from('x'), 'DECODE_FAILED'],
    ['a cut layer', 'gzip', gzipSync('some longer text').subarray(0, 15), 'DECODE_FAILED'],
  ])('refuses %s', async (_, encoding, body, code) => {
    const base = await serve((__, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    );
    expect(await failure(client().request({ method: 'GET', url: base }))).toMatchObject({
      code,
      sent: true,
      status: 200,
    });
  });

  it('counts size after inflation', async () => {
    const base = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('ab'.repeat(5_000))),
    );
    expect((await failure(client().request({ method: 'GET', url: base, maxBytes: 9_999 }))).code).toBe(
      'TOO_LARGE',
    );
    expect((await client().request({ method: 'GET', url: base, maxBytes: 10_000 })).body).toHaveLength(
      10_000,
    );
  });

  it.each([true, false])('stops an answer that is too large (length announced: %s)', async (announced) => {
    const base = await serve((_, response) => {
      if (announced) response.writeHead(200, { 'content-length': '5000000' });
      response.write('x'.repeat(100_000));
    });
    expect(await failure(client().request({ method: 'GET', url: base, maxBytes: 65_536 }))).toMatchObject({
      code: 'TOO_LARGE',
      sent: true,
    });
  });

  it('says what kind of failure it was and whether the request may have left', async () => {
    const free = await tcp(() => undefined);
    const silent = await tcp(() => undefined);
    const closing = await tcp((socket) => socket.once('data', () => socket.destroy()));
    const cut = await tcp((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc')),
    );
    const garbage = await tcp((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n\r\n')));
    const drip = await tcp((socket) =>
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc')),
    );
    const used = client();
    const codes: [string, OutboundRequest][] = [
      ['CONNECT_REFUSED false', { method: 'GET', url: 'http://127.0.0.1:1/' }],
      ['CONNECTION_LOST true', { method: 'GET', url: closing }],
      ['CONNECTION_LOST true', { method: 'POST', url: cut, body: 'x' }],
      ['INVALID_RESPONSE true', { method: 'GET', url: garbage }],
      ['HEADERS_TIMEOUT true', { method: 'GET', url: silent, timeouts: { headersMs: 50 } }],
      ['BODY_TIMEOUT true', { method: 'GET', url: drip, timeouts: { bodyIdleMs: 50 } }],
      ['TOTAL_TIMEOUT true', { method: 'GET', url: drip, timeouts: { totalMs: 600 } }],
      ['TLS_FAILED false', { method: 'GET', url: closing.replace('http:', 'https:') }],
      ['INVALID_URL false', { method: 'GET', url: 'nonsense' }],
      ['INVALID_REQUEST false', { method: 'GET\r\nX: y', url: free }],
      ['INVALID_HEADER false', { method: 'GET', url: free, headers: { 'x-a': 'b\r\nc: d' } }],
      ['INVALID_HEADER false', { method: 'GET', url: free, headers: { 'x-a': 'snow☃' } }],
      ['INVALID_HEADER false', { method: 'GET', url: free, headers: { 'x a': 'b' } }],
      ['INVALID_HEADER false', { method: 'GET', url: free, headers: { Host: 'other' } }],
      ['INVALID_HEADER false', { method: 'GET', url: free, headers: { 'Transfer-Encoding': 'chunked' } }],
    ];
    for (const [expected, request] of codes) {
      const error = await failure(used.request(request));
      const isHandshake = expected.startsWith('TLS') && error.code === 'CONNECTION_LOST';
      expect(isHandshake ? expected : `${error.code} ${error.sent}`).toBe(expected);
    }
  });

  it('gives up a connection attempt after connectMs and never sends the request later', async () => {
    const waiting: (() => void)[] = [];
    let requests = 0;
    const base = await serve((_, response) => {
      requests += 1;
      response.end();
    });
    const slow = client({
      allow: '127.0.0.1',
      resolve: () =>
        new Promise((resolve) => waiting.push(() => resolve([{ address: '127.0.0.1', family: 4 }]))),
    });
    const error = await failure(
      slow.request({
        method: 'POST',
        url: `http://slow.example:${new URL(base).port}/`,
        timeouts: { connectMs: 30 },
      }),
    );
    expect([error.code, error.sent]).toEqual(['CONNECT_TIMEOUT', false]);
    waiting.forEach((go) => go());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(requests).toBe(0);
  });

  it('calls an address again whose connections were closed for those of others', async () => {
    const { port } = new URL(await serve((_, response) => response.end('here')));
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    const used = client({ allow: '127.0.0.1', resolve });
    const call = (host: number) => used.request({ method: 'GET', url: `http://h${host}.example:${port}/` });
    for (let host = 0; host < 512; host += 1) await call(host);
    // the first one is known anew, and is the one that makes room for the next
    for (const host of [0, 512, 0]) expect((await call(host)).body.toString()).toBe('here');
  });

  it('counts connectMs until the request has begun and totalMs until the answer is here', async () => {
    const slow = await serve((_, response) => setTimeout(() => response.end('late'), 150));
    const answer = await client().request({ method: 'GET', url: slow, timeouts: { connectMs: 50 } });
    expect(answer.body.toString()).toBe('late');
    const call = { method: 'GET', url: slow, timeouts: { connectMs: 20, totalMs: 60 } };
    expect(await failure(client().request(call))).toMatchObject({ code: 'TOTAL_TIMEOUT', sent: true });
  });

  it('stops at the signal, before and during the call', async () => {
    const abort = new AbortController();
    const silent = await tcp((socket) => socket.once('data', () => abort.abort()));
    const used = client();
    expect(
      await failure(used.request({ method: 'GET', url: silent, signal: AbortSignal.abort() })),
    ).toMatchObject({ code: 'ABORTED', sent: false });
    const call = failure(used.request({ method: 'GET', url: silent, signal: abort.signal }));
    expect(await call).toMatchObject({ code: 'ABORTED', sent: true });
  });

  it('leaves no listener on a long-lived signal', async () => {
    const base = await serve((_, response) => response.end('x'));
    const used = client();
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 60 }, () => used.request({ method: 'GET', url: base, signal })));
    expect(getEventListeners(signal, 'abort').length).toBeLessThanOrEqual(1);
  });

  it('keeps connections alive per origin', async () => {
    let connections = 0;
    const server = createServer((_, response) => response.end('x'));
    server.on('connection', () => (connections += 1));
    const port = await listen(server);
    const used = client();
    for (let i = 0; i < 20; i += 1)
      await used.request({ method: 'POST', url: `http://127.0.0.1:${port}/${i}`, body: 'b' });
    // The next call may start before undici has marked the first connection free.
    expect(connections).toBeLessThanOrEqual(2);
  });
});

describe('redirects', () => {
  it('follows GET and HEAD up to three times and tells the last URL', async () => {
    const base = await serve((request, response) => {
      const left = Number((request.url ?? '/').slice(1));
      if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end();
      else response.end('there');
    });
    const answer = await client().request({ method: 'GET', url: `${base}/3` });
    expect([answer.status, answer.url]).toEqual([200, `${base}/0`]);
    expect(await failure(client().request({ method: 'GET', url: `${base}/4` }))).toMatchObject({
      code: 'REDIRECT_REFUSED',
    });
    expect((await client().request({ method: 'GET', url: `${base}/1`, redirects: 0 })).status).toBe(302);
  });

  it('hands the 3xx answer of other methods back unfollowed', async () => {
    let requests = 0;
    const base = await serve((_, response) => {
      requests += 1;
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect((await client().request({ method: 'POST', url: base, body: 'x' })).status).toBe(307);
    expect(requests).toBe(1);
  });

  it('drops credentials when the origin changes and keeps them when it does not', async () => {
    const headersSeen: Record<string, unknown>[] = [];
    const other = await serve((request, response) => {
      headersSeen.push(request.headers);
      response.end('end');
    });
    const base = await serve((request, response) => {
      headersSeen.push(request.headers);
      response.writeHead(302, { location: request.url === '/same' ? '/cross' : other }).end();
    });
    await client().request({
      method: 'GET',
      url: `${base}/same`,
      headers: { Authorization: 'Bearer x', 'X-Api-Key': 'k', Cookie: 'c', Accept: 'text/plain' },
    });
    expect(headersSeen[1]).toMatchObject({ authorization: 'Bearer x', 'x-api-key': 'k' });
    expect(headersSeen[2]).toMatchObject({ accept: 'text/plain' });
    expect(Object.keys(headersSeen[2] ?? {})).not.toEqual(expect.arrayContaining(['authorization']));
    expect(JSON.stringify(headersSeen[2])).not.toMatch(/Bearer|"k"|"c"/);
  });

  it.each(['http://169.254.169.254/latest', 'http://[::1]/', 'ftp://x/', 'http://user:pw@127.0.0.1/'])(
    'checks the hop to %s',
    async (location) => {
      const base = await serve((_, response) => response.writeHead(302, { location }).end());
      const error = await failure(client().request({ method: 'GET', url: base }));
      expect(['BLOCKED_ADDRESS', 'REDIRECT_REFUSED']).toContain(error.code);
    },
  );
});

describe('through a proxy', () => {
  it('sends plain http in absolute form and https through CONNECT, with the proxy credentials', async () => {
    const lines: string[] = [];
    const target = await tcp((socket) => socket.end());
    const proxy = createServer((request, response) => {
      lines.push(
        `${request.method} ${request.url} ${request.headers['proxy-authorization']} ${request.headers.host}`,
      );
      response.end('by proxy');
    });
    proxy.on('connect', (request, socket) => {
      cleanups.push(() => void socket.destroy());
      lines.push(`CONNECT ${request.url} ${request.headers['proxy-authorization']}`);
      const upstream = connect(Number(new URL(target).port), '127.0.0.1', () =>
        socket.write('HTTP/1.1 200 OK\r\n\r\n'),
      );
      upstream.pipe(socket).pipe(upstream);
      upstream.on('error', () => undefined);
      socket.on('error', () => undefined);
    });
    const port = await listen(proxy);
    const used = client({
      proxy: `http://me:s%20x@127.0.0.1:${port}`,
      allow: '',
      resolve: async () => {
        throw Object.assign(new Error('x'), { code: 'ENOTFOUND' });
      },
    });
    const basic = `Basic ${Buffer.from('me:s x').toString('base64')}`;
    expect((await used.request({ method: 'GET', url: 'http://shop.example/p?q=1' })).body.toString()).toBe(
      'by proxy',
    );
    await failure(used.request({ method: 'GET', url: 'https://shop.example/' }));
    expect(lines).toEqual([
      `GET http://shop.example/p?q=1 ${basic} shop.example`,
      `CONNECT shop.example:443 ${basic}`,
    ]);
    expect((await failure(used.request({ method: 'GET', url: 'http://10.0.0.1/' }))).code).toBe(
      'BLOCKED_ADDRESS',
    );
  });

  it('says that the proxy refused or is away', async () => {
    const refusing = createServer();
    refusing.on('connect', (_, socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
    const port = await listen(refusing);
    const resolve = async () => [{ address: '93.184.216.34', family: 4 }];
    const error = await failure(
      client({ proxy: `http://127.0.0.1:${port}`, resolve }).request({
        method: 'GET',
        url: 'https://shop.example/',
      }),
    );
    expect(error).toMatchObject({ code: 'PROXY_FAILED', sent: false });
    expect(error.message).toContain('407');
    expect(
      (
        await failure(
          client({ proxy: 'http://127.0.0.1:1', resolve }).request({
            method: 'GET',
            url: 'http://shop.example/',
          }),
        )
      ).code,
    ).toBe('PROXY_FAILED');
  });
});
