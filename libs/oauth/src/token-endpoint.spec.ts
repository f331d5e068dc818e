import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import debug from 'debug';
import { OutboundClient } from '#outbound';
import { tryVariants } from './advice.js';
import type { TokenGrant } from './grants.js';
import { type OAuthMembers, readSettings } from './settings.js';
import { TokenEndpoint } from './token-endpoint.js';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

type Seen = {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  rawHeaders: string[];
  body: string;
};

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A token endpoint that remembers its requests and answers as told. */
async function tokenServer(
  answer: { status?: number; headers?: Record<string, string>; body?: string } = {},
) {
  const seen: Seen[] = [];
  const base = await serve((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { method = '', url = '', headers, rawHeaders } = request;
      seen.push({ method, url, headers, rawHeaders, body });
      response
        .writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
        .end(answer.body ?? '{"access_token":"A","expires_in":3600}');
    });
  });
  return { base, seen };
}

const settings = (members: Partial<OAuthMembers>) =>
  readSettings({ grant_type: 'client_credentials', client_id: 'cid', client_secret: 'sec', ...members });

function endpoint(options: { allow?: string; timeoutMs?: number } = {}): TokenEndpoint {
  const transport = new OutboundClient({ allow: options.allow ?? '127.0.0.1' });
  cleanups.push(() => transport.close());
  return new TokenEndpoint({ transport, timeoutMs: options.timeoutMs, now: () => 1_000_000 });
}

const ID = 'client id:';
const SECRET = "s3+/=& %:!'()*~";

describe('TokenEndpoint, bytes on the wire', () => {
  it.each<
    [string, Partial<OAuthMembers>, Parameters<TokenEndpoint['request']>[1], string, string | undefined]
  >([
    [
      'client credentials in the body',
      { scope: 'a  b' },
      { kind: 'client_credentials' },
      'grant_type=client_credentials&scope=a%20b&client_id=cid&client_secret=sec',
      undefined,
    ],
    [
      'client credentials as Basic',
      { client_authentication: 'basic_header' },
      { kind: 'client_credentials' },
      'grant_type=client_credentials',
      'Basic Y2lkOnNlYw==',
    ],
    [
      'an empty scope is not sent',
      { scope: '  ' },
      { kind: 'client_credentials' },
      'grant_type=client_credentials&client_id=cid&client_secret=sec',
      undefined,
    ],
    [
      'comma as scope separator',
      { scope: 'a b', scope_separator: ',' },
      { kind: 'client_credentials' },
      'grant_type=client_credentials&scope=a%2Cb&client_id=cid&client_secret=sec',
      undefined,
    ],
    [
      'audience and repeated resource in the body',
      { extra_token_params: { audience: 'https://api.x/', resource: ['https://a/', 'https://b/'] } },
      { kind: 'client_credentials' },
      'grant_type=client_credentials&audience=https%3A%2F%2Fapi.x%2F&resource=https%3A%2F%2Fa%2F&resource=https%3A%2F%2Fb%2F&client_id=cid&client_secret=sec',
      undefined,
    ],
    [
      'extra parameters never override ours',
      {
        extra_token_params: { grant_type: 'x', client_id: 'x', client_secret: 'x', scope: 'x', ok: 'y' },
        scope: 's',
      },
      { kind: 'client_credentials' },
      'grant_type=client_credentials&scope=s&ok=y&client_id=cid&client_secret=sec',
      undefined,
    ],
    [
      'password grant',
      { scope: 's' },
      { kind: 'password', username: 'ü&x', password: 'p w+' },
      'grant_type=password&username=%C3%BC%26x&password=p%20w%2B&scope=s&client_id=cid&client_secret=sec',
      undefined,
    ],
    [
      'password grant without a client',
      { client_id: null, client_secret: null },
      { kind: 'password', username: 'u', password: 'p' },
      'grant_type=password&username=u&password=p',
      undefined,
    ],
    [
      'password grant with a blank client',
      { client_id: '', client_secret: '' },
      { kind: 'password', username: 'u', password: 'p' },
      'grant_type=password&username=u&password=p',
      undefined,
    ],
    [
      'code',
      {},
      { kind: 'authorization_code', code: 'c/d', redirectUri: 'https://me/oauth/callback' },
      'grant_type=authorization_code&code=c%2Fd&redirect_uri=https%3A%2F%2Fme%2Foauth%2Fcallback&client_id=cid&client_secret=sec',
      undefined,
    ],
    [
      'code with PKCE: verifier, id and secret all in the body (O-08)',
      {},
      { kind: 'authorization_code', code: 'c', redirectUri: 'https://me/cb', codeVerifier: 'v' },
      'grant_type=authorization_code&code=c&redirect_uri=https%3A%2F%2Fme%2Fcb&code_verifier=v&client_id=cid&client_secret=sec',
      undefined,
    ],
    [
      'refresh in the body (O-06), no scope',
      { scope: 's' },
      { kind: 'refresh_token', refreshToken: 'R/1' },
      'grant_type=refresh_token&refresh_token=R%2F1&client_id=cid&client_secret=sec',
      undefined,
    ],
    [
      'refresh with scope when the system asks for it',
      { scope: 's t', send_scope_on_refresh: true, extra_refresh_params: { x: 'y' } },
      { kind: 'refresh_token', refreshToken: 'R' },
      'grant_type=refresh_token&refresh_token=R&scope=s%20t&x=y&client_id=cid&client_secret=sec',
      undefined,
    ],
    [
      'a public client, body (O-16)',
      { client_secret: null },
      { kind: 'refresh_token', refreshToken: 'R' },
      'grant_type=refresh_token&refresh_token=R&client_id=cid',
      undefined,
    ],
    [
      'a public client, Basic chosen (O-18)',
      { client_secret: '', client_authentication: 'basic_header' },
      { kind: 'refresh_token', refreshToken: 'R' },
      'grant_type=refresh_token&refresh_token=R&client_id=cid',
      undefined,
    ],
    [
      'an empty secret where the server wants one (O-19)',
      { client_secret: null, send_empty_client_secret: true },
      { kind: 'refresh_token', refreshToken: 'R' },
      'grant_type=refresh_token&refresh_token=R&client_id=cid&client_secret=',
      undefined,
    ],
    [
      'golden body',
      { client_id: ID, client_secret: SECRET },
      { kind: 'client_credentials' },
      "grant_type=client_credentials&client_id=client%20id%3A&client_secret=s3%2B%2F%3D%26%20%25%3A!'()*~",
      undefined,
    ],
    [
      'golden Basic',
      { client_id: ID, client_secret: SECRET, client_authentication: 'basic_header' },
      { kind: 'client_credentials' },
      'grant_type=client_credentials',
      'Basic Y2xpZW50K2lkJTNBOnMzJTJCJTJGJTNEJTI2KyUyNSUzQSUyMSUyNyUyOCUyOSUyQX4=',
    ],
    [
      'golden raw Basic',
      { client_id: ID, client_secret: SECRET, client_authentication: 'basic_header', basic_encoding: 'raw' },
      { kind: 'client_credentials' },
      'grant_type=client_credentials',
      'Basic Y2xpZW50IGlkOjpzMysvPSYgJTohJygpKn4=',
    ],
    [
      'a non-ASCII secret in the body (O-14)',
      { client_secret: 'a§b' },
      { kind: 'client_credentials' },
      'grant_type=client_credentials&client_id=cid&client_secret=a%C2%A7b',
      undefined,
    ],
    [
      'a non-ASCII secret as Basic (O-14)',
      { client_secret: 'a§b', client_authentication: 'basic_header' },
      { kind: 'client_credentials' },
      'grant_type=client_credentials',
      `Basic ${Buffer.from('cid:a%C2%A7b').toString('base64')}`,
    ],
  ])('%s', async (_, members, grant, body, authorization) => {
    const { base, seen } = await tokenServer();
    const outcome = await endpoint().request(settings({ ...members, token_url: `${base}/token?x=1` }), grant);
    expect(outcome).toMatchObject({
      ok: true,
      tokens: { accessToken: 'A', obtainedAt: 1_000_000, expiresAt: 4_600_000 },
    });
    const [request] = seen;
    expect(request?.body).toBe(body);
    expect(request?.headers.authorization).toBe(authorization);
  });

  it('posts to the Token URL with its query, as a form, asking for JSON, without encoding, cookie or charset (O-23)', async () => {
    const { base, seen } = await tokenServer();
    const url = `${base}//oauth2/token?resource=https://api.businesscentral.dynamics.com#frag`;
    await endpoint().request(settings({ token_url: url }), { kind: 'client_credentials' });
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '//oauth2/token?resource=https://api.businesscentral.dynamics.com',
    });
    const {
      accept,
      'content-type': type,
      'user-agent': agent,
      cookie,
      'accept-encoding': encoding,
    } = seen[0]?.headers ?? {};
    expect({ accept, type, agent, cookie, encoding }).toEqual({
      accept: 'application/json',
      type: 'application/x-www-form-urlencoded',
      agent: 'Pipewright',
      cookie: undefined,
      encoding: undefined,
    });
  });

  it('revokes with the same client authentication and takes the empty 200', async () => {
    const { base, seen } = await tokenServer({ body: '' });
    const target = endpoint();
    const body = settings({ token_url: `${base}/t`, revocation_url: `${base}/revoke` });
    expect(await target.revoke(body, 'R', 'refresh_token')).toBeNull();
    expect(
      await target.revoke({ ...body, clientAuthentication: 'basic_header' }, 'A', 'access_token'),
    ).toBeNull();
    expect(await target.revoke({ ...body, clientSecret: null }, 'A', 'access_token')).toBeNull();
    expect(await target.revoke({ ...body, clientId: null }, 'A', 'access_token')).toBeNull();
    expect(seen.map((request) => [request.url, request.body, request.headers.authorization])).toEqual([
      ['/revoke', 'token=R&token_type_hint=refresh_token&client_id=cid&client_secret=sec', undefined],
      ['/revoke', 'token=A&token_type_hint=access_token', 'Basic Y2lkOnNlYw=='],
      ['/revoke', 'token=A&token_type_hint=access_token&client_id=cid', undefined],
      ['/revoke', 'token=A&token_type_hint=access_token', undefined],
    ]);
  });
});

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
      cleanups.push(() => socket.destroy());
      socket.once('data', () => onData(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/t`;
  }

  it('fails in time, transiently, when the server is silent or drips (O-77)', async () => {
    const silent = await tcp(() => undefined);
    const drip = await tcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n');
      const timer = setInterval(() => socket.write(' '), 20);
      cleanups.push(() => clearInterval(timer));
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
        body: '{"access_token":"••••••••","token_type":"bearer","expires_in":3600,"scope":"s","user":{"id":7,"mail":"••••••••"}}',
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
    cleanups.push(() => transport.close());
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

describe('TokenEndpoint, advice', () => {
  const refusing = (accepts: (request: Seen) => boolean, code = 'invalid_client') =>
    serve((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { method = '', url = '', headers, rawHeaders } = request;
        const isGood = accepts({ method, url, headers, rawHeaders, body });
        response
          .writeHead(isGood ? 200 : 401, { 'content-type': 'application/json' })
          .end(isGood ? '{"access_token":"A"}' : `{"error":"${code}"}`);
      });
    });
  const diagnose = async (
    members: Partial<OAuthMembers>,
    grant: TokenGrant = { kind: 'client_credentials' },
  ) => {
    const target = endpoint();
    const outcome = await target.request(settings(members), grant);
    if (outcome.ok) throw new Error('expected a refusal');
    return { outcome, found: await tryVariants(target, settings(members), grant, outcome.failure) };
  };

  it('proposes the raw encoding where the server does not decode (O-12)', async () => {
    const raw = `Basic ${Buffer.from('cid:a+b/c').toString('base64')}`;
    const base = await refusing(({ headers }) => headers.authorization === raw);
    const { outcome, found } = await diagnose({
      token_url: base,
      client_secret: 'a+b/c',
      client_authentication: 'basic_header',
    });
    expect(!outcome.ok && outcome.failure.message).toContain('raw');
    expect(found?.suggestion).toMatchObject({ code: 'basic_encoding', change: { basic_encoding: 'raw' } });
  });

  it('finds that a server wants the Basic header, or the body', async () => {
    const basic = await refusing(
      ({ headers, body }) => headers.authorization !== undefined && !body.includes('client_id'),
    );
    expect((await diagnose({ token_url: basic })).found?.suggestion).toMatchObject({
      message: expect.stringContaining('Basic header'),
      change: { client_authentication: 'basic_header' },
    });
    const inBody = await refusing(({ headers }) => headers.authorization === undefined);
    expect(
      (await diagnose({ token_url: inBody, client_authentication: 'basic_header' })).found?.suggestion.change,
    ).toEqual({ client_authentication: 'body' });
  });

  it('never tries a code twice', async () => {
    let requests = 0;
    const base = await refusing(() => ((requests += 1), false));
    expect(
      (
        await diagnose(
          { token_url: base },
          { kind: 'authorization_code', code: 'c', redirectUri: 'https://me/' },
        )
      ).found,
    ).toBeNull();
    expect(requests).toBe(1);
  });

  it.each(['invalid_client', 'unauthorized_client', 'invalid_request', 'other'])(
    'says that a client is required when there is none (%s with 401)',
    async (code) => {
      const base = await refusing(() => false, code);
      const { outcome } = await diagnose(
        { token_url: base, grant_type: 'resource_owner_credentials', client_id: null, client_secret: null },
        { kind: 'password', username: 'u', password: 'p' },
      );
      expect(!outcome.ok && outcome.failure.message).toContain('requires a client ID and a client secret');
    },
  );

  it('warns when a consent brings no refresh token (O-72)', async () => {
    const { base } = await tokenServer();
    const outcome = await endpoint().request(
      settings({ token_url: base, grant_type: 'authorization_code' }),
      { kind: 'authorization_code', code: 'c', redirectUri: 'https://me/' },
    );
    expect(outcome).toMatchObject({
      ok: true,
      advice: { code: 'refresh_token_missing', message: expect.stringContaining('scope') },
    });
  });
});
