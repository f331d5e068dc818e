import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import debug from 'debug';
import { OutboundClient } from '#outbound';
import type { OAuthMembers } from './settings.js';
import { TokenEndpoint } from './token-endpoint.js';
import { cleanUp, endpoint, onCleanUp, serve, settings, tokenServer } from './testing/token-server.js';

afterEach(cleanUp);

describe('TokenEndpoint, faults', () => {
  const ask = async (
    token_url: string,
    options: Parameters<typeof endpoint>[0] = {},
    members: Partial<OAuthMembers> = {},
  ) => {
    const outcome = await endpoint(options).request(settings({ token_url, ...members }), {
      kind: 'client_credentials',
    });
    if (outcome.ok) throw new Error('a token was taken');
    return outcome.failure;
  };
  async function tcp(onData: (socket: Socket) => void): Promise<string> {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      onCleanUp(() => socket.destroy());
      socket.once('data', () => onData(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onCleanUp(() => server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/t`;
  }

  it('fails in time, transiently, when the server is silent or drips (O-77)', async () => {
    const silent = await tcp(() => undefined);
    const drip = await tcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n');
      const timer = setInterval(() => socket.write(' '), 20);
      onCleanUp(() => clearInterval(timer));
    });
    const started = performance.now();
    expect(await ask(silent, { timeoutMs: 300 })).toMatchObject({ kind: 'transient', code: 'total_timeout' });
    expect(await ask(drip, { timeoutMs: 300 })).toMatchObject({ kind: 'transient', code: 'total_timeout' });
    expect(performance.now() - started).toBeLessThan(2_500);
  });

  it('bounds the answer to 64 KiB and tells a cut one', async () => {
    const { base } = await tokenServer({ body: `{"access_token":"A","x":"${'y'.repeat(70_000)}"}` });
    expect(await ask(base)).toMatchObject({ kind: 'transient', code: 'too_large_or_cut_off' });
    const cut = await tcp((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"access_token":"A"'),
    );
    expect(await ask(cut)).toMatchObject({ kind: 'transient', code: 'too_large_or_cut_off' });
    const closed = await tcp((socket) => socket.destroy());
    expect(await ask(closed)).toMatchObject({ kind: 'transient', code: 'connection_lost' });
  });

  it.each([301, 302, 303, 307, 308, 300])(
    'does not follow a %d, nor take its token (O-38, O-39)',
    async (status) => {
      const other = await tokenServer();
      const { base } = await tokenServer({
        status,
        headers: { location: `${other.base}/final` },
        body: '{"access_token":"X"}',
      });
      const failure = await ask(base);
      expect(failure).toMatchObject({ kind: 'configuration', code: 'redirect', status });
      expect(failure.message).toContain(new URL(other.base).host);
      expect(other.seen).toHaveLength(0);
    },
  );

  it('keeps status and text of an HTML error page (O-29)', async () => {
    const { base } = await tokenServer({
      status: 400,
      headers: { 'content-type': 'text/html' },
      body: '<html>no</html>',
    });
    expect(await ask(base)).toMatchObject({
      status: 400,
      message: expect.stringContaining('<html>no</html>'),
    });
  });

  it('reads the error of a 401 with its Retry-After', async () => {
    const { base } = await tokenServer({
      status: 429,
      headers: { 'retry-after': '7' },
      body: '{"error":"slow_down"}',
    });
    expect(await ask(base)).toMatchObject({ kind: 'transient', code: 'slow_down', retryAfterSeconds: 7 });
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'https://169.254.169.254/',
    'https://[::ffff:127.0.0.1]/',
    'https://127.0.0.1/',
    'https://localhost/',
  ])('opens no connection to %s (O-60)', async (url) => {
    const failure = await ask(url, { allow: '' });
    expect(['blocked_address', 'insecure_url']).toContain(failure.code);
    expect(failure.kind).toBe('configuration');
  });

  it('asks for https unless the host is listed', async () => {
    expect(await ask('http://as.example/token', { allow: '' })).toMatchObject({
      code: 'insecure_url',
      message: expect.stringContaining('OUTBOUND_ALLOW'),
    });
  });

  it('says that a name cannot be resolved or a port is closed, transiently', async () => {
    expect(await ask('http://127.0.0.1:1/')).toMatchObject({ kind: 'transient', code: 'connect_refused' });
    expect(await ask('https://no-such-host.invalid/')).toMatchObject({
      kind: 'transient',
      code: 'dns_failed',
    });
  });

  it('has no secret in its outcome, trace included, and prints none with DEBUG=* (O-57)', async () => {
    const lines: string[] = [];
    const write = jest
      .spyOn(process.stderr, 'write')
      .mockImplementation((text) => (lines.push(String(text)), true));
    debug.enable('*');
    const { base } = await tokenServer({
      status: 400,
      body: '{"error":"invalid_grant","access_token":"LEAK-1","refresh_token":"LEAK-2"}',
    });
    const outcomes = [];
    try {
      const members = {
        client_secret: 'LEAK-3',
        extra_token_params: { x: 'LEAK-4' },
        token_url: `${base}/t?key=LEAK-5`,
      };
      for (const client_authentication of ['body', 'basic_header'] as const) {
        outcomes.push(
          await endpoint().request(settings({ ...members, client_authentication }), {
            kind: 'password',
            username: 'u',
            password: 'LEAK-6',
          }),
        );
        outcomes.push(
          await endpoint().request(settings({ ...members, client_authentication }), {
            kind: 'refresh_token',
            refreshToken: 'LEAK-7',
          }),
        );
        outcomes.push(
          await endpoint().request(settings({ ...members, client_authentication }), {
            kind: 'authorization_code',
            code: 'LEAK-8',
            redirectUri: 'https://me/',
            codeVerifier: 'LEAK-9',
          }),
        );
      }
    } finally {
      write.mockRestore();
      debug.enable('-simple-oauth2*');
    }
    const shown = JSON.stringify(outcomes);
    expect(shown).not.toContain('LEAK');
    expect(shown).not.toContain(Buffer.from('cid:LEAK-3').toString('base64'));
    expect(lines.join('')).not.toContain('LEAK');
    expect(lines.join('')).not.toContain('simple-oauth2');
  });

  it('shows in the trace what was sent and found', async () => {
    const { base } = await tokenServer({
      body: '{"access_token":"A","token_type":"bearer","expires_in":3600,"scope":"s","user":{"id":7,"mail":"m@x"}}',
    });
    const outcome = await endpoint().request(
      settings({ token_url: base, scope: 's', client_authentication: 'basic_header' }),
      { kind: 'client_credentials' },
    );
    expect(outcome.trace).toMatchObject({
      request: {
        method: 'POST',
        url: `${base}/`,
        headers: { Authorization: 'Basic ••••••••' },
        body: 'grant_type=client_credentials&scope=s',
      },
      response: {
        status: 200,
        content_type: 'application/json',
        body: '{"access_token":"••••••••","token_type":"bearer","expires_in":3600,"scope":"s","user":{"id":"••••••••","mail":"••••••••"}}',
      },
    });
  });
});

describe('TokenEndpoint, through a proxy', () => {
  it('sends token requests to the proxy (O-75)', async () => {
    const lines: string[] = [];
    const proxy = await serve((request, response) => {
      lines.push(
        `${request.method} ${request.url} ${request.headers.host} ${request.headers['proxy-authorization']}`,
      );
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"access_token":"P"}');
    });
    const transport = new OutboundClient({
      allow: 'as.internal:8080',
      proxy: proxy.replace('//', '//me:pw@'),
      resolve: async () => [],
    });
    onCleanUp(() => transport.close());
    const outcome = await new TokenEndpoint({ transport }).request(
      settings({ token_url: 'http://as.internal:8080/token?x=1' }),
      { kind: 'client_credentials' },
    );
    expect(outcome).toMatchObject({ ok: true, tokens: { accessToken: 'P' } });
    expect(lines).toEqual([
      `POST http://as.internal:8080/token?x=1 as.internal:8080 Basic ${Buffer.from('me:pw').toString('base64')}`,
    ]);
  });
});
