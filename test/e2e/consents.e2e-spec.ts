import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventBus } from '../../src/common/events/domain-event.js';
import {
  type AuthorizationServers,
  Browser,
  NODE_SECRET,
  OIDC_SECRET,
  startAuthorizationServers,
} from '../support/authorization-servers.js';
import { type Answer, createTestApp, type TestApp } from '../support/create-test-app.js';
import { aProject, aSystem, type Workspace } from '../support/factories.js';
import { startServiceProcess } from '../support/service-process.js';
import { untilTaken } from '../support/until-taken.js';

const PUBLIC_URL = 'https://pipewright.example';
const CALLBACK = `${PUBLIC_URL}/oauth/callback`;
const ENVIRONMENT = {
  OUTBOUND_ALLOW: '127.0.0.1',
  PUBLIC_URL,
  MASTER_KEYS: `k1:${randomBytes(32).toString('base64')}`,
};

interface Started {
  attempt_id: string;
  authorization_url: string;
  expires_at: string;
  setCookie: string;
  cookie: string;
}

describe('consents', () => {
  let test: TestApp;
  let workspace: Workspace;
  let servers: AuthorizationServers;
  let counter = 0;

  beforeAll(async () => {
    servers = await startAuthorizationServers(CALLBACK);
    test = await createTestApp(ENVIRONMENT);
    workspace = await aProject(test);
  }, 60_000);
  afterAll(async () => {
    await test.close();
    await servers.stop();
  });

  const oidc = (members: object = {}) => ({
    authorization_url: `${servers.oidc}/auth`,
    token_url: `${servers.oidc}/token`,
    revocation_url: `${servers.oidc}/token/revocation`,
    issuer: servers.oidc,
    client_id: 'basic',
    client_secret: OIDC_SECRET,
    client_authentication: 'basic_header',
    scope: 'openid offline_access',
    extra_authorize_params: { prompt: 'consent' },
    grant_type: 'authorization_code_pkce',
    ...members,
  });
  const node = (members: object = {}) => ({
    authorization_url: `${servers.node}/authorize`,
    token_url: `${servers.node}/token`,
    client_id: 'raw',
    client_secret: NODE_SECRET,
    ...members,
  });
  const credentialOf = async (members: object, inputs: object = {}) => {
    const system_id = await aSystem(test, workspace, {
      base_url: 'https://api.example.com',
      authentication_type: 'oauth2',
      ...members,
    });
    const body = { credential_name: `Connection ${(counter += 1)}`, system_id, inputs };
    const created = await test.post(workspace.at('credentials/create'), body);
    if (created.status !== 200) throw new Error(created.text);
    return created.body.data.credential_id as string;
  };
  const get = async (id: string) => (await test.get(workspace.at(`credentials/${id}`))).body.data;
  const attemptOf = async (id: string) =>
    (await test.get(workspace.at(`credentials/attempts/${id}`))).body.data;
  const authorize = async (id: string) => {
    const answer = await test.post(workspace.at(`credentials/authorize/${id}`));
    if (answer.status !== 200) throw new Error(answer.text);
    const cookie = String([answer.headers['set-cookie']].flat()[0]);
    return { ...answer.body.data, setCookie: cookie, cookie: cookie.split(';')[0] ?? '' } as Started;
  };
  const comeBack = (url: string, cookie = ''): Promise<Answer> =>
    test.get(url.slice(PUBLIC_URL.length), { token: null, headers: cookie ? { cookie } : {} });
  /** The whole consent of one browser. */
  const connect = async (id: string) => {
    const started = await authorize(id);
    const back = await new Browser().consent(started.authorization_url, CALLBACK);
    return { started, back, page: await comeBack(back, started.cookie) };
  };
  const renew = async (id: string) =>
    (await test.post(workspace.at(`credentials/test/${id}`), { fresh_token: true })).body.data;

  const codeGrants: [string, () => object][] = [
    ['oidc-provider, PKCE S256, Basic', () => oidc()],
    ['oidc-provider, code, Basic', () => oidc({ grant_type: 'authorization_code' })],
    ['oidc-provider, PKCE S256, body', () => oidc({ client_id: 'post', client_authentication: 'body' })],
    [
      'oidc-provider, code, body',
      () => oidc({ client_id: 'post', client_authentication: 'body', grant_type: 'authorization_code' }),
    ],
    ['oidc-provider, PKCE, public client', () => oidc({ client_id: 'public', client_secret: null })],
    [
      'oidc-provider, PKCE, public client with Basic chosen',
      () => oidc({ client_id: 'public', client_secret: null, client_authentication: 'basic_header' }),
    ],
    [
      'oauth2-server, PKCE S256, raw Basic',
      () =>
        node({
          grant_type: 'authorization_code_pkce',
          client_authentication: 'basic_header',
          basic_encoding: 'raw',
        }),
    ],
    [
      'oauth2-server, PKCE plain, body',
      () =>
        node({
          grant_type: 'authorization_code_pkce',
          transformation_method: 'plain',
          client_authentication: 'body',
        }),
    ],
    [
      'oauth2-server, code, body',
      () => node({ grant_type: 'authorization_code', client_authentication: 'body' }),
    ],
    [
      'oauth2-server, code, raw Basic',
      () =>
        node({
          grant_type: 'authorization_code',
          client_authentication: 'basic_header',
          basic_encoding: 'raw',
        }),
    ],
    [
      'oauth2-server, PKCE, public client',
      () => node({ grant_type: 'authorization_code_pkce', client_id: 'public', client_secret: null }),
    ],
  ];
  it.each(codeGrants)('connects and renews: %s', async (_, members) => {
    const id = await credentialOf(members());
    const { started, page } = await connect(id);
    expect(page.text).toContain('The connection works.');
    expect(page.status).toBe(200);
    expect(await attemptOf(started.attempt_id)).toEqual({ status: 'succeeded', error: null });
    expect(await get(id)).toMatchObject({ status: 'connected', last_error: null });
    expect(await renew(id)).toMatchObject({ ok: true, steps: [{ name: 'Token renewal', status: 200 }] });
    expect(await renew(id)).toMatchObject({ ok: true });
  });

  const otherGrants: [string, () => object, object][] = [
    [
      'oidc-provider, client credentials, Basic',
      () => oidc({ grant_type: 'client_credentials', scope: '', issuer: null }),
      {},
    ],
    [
      'oidc-provider, client credentials, body',
      () =>
        oidc({
          grant_type: 'client_credentials',
          scope: '',
          issuer: null,
          client_id: 'post',
          client_authentication: 'body',
        }),
      {},
    ],
    [
      'oidc-provider, password, Basic',
      () => oidc({ grant_type: 'resource_owner_credentials' }),
      { username: 'ann', password: 'pässword' },
    ],
    [
      'oidc-provider, password, body',
      () =>
        oidc({ grant_type: 'resource_owner_credentials', client_id: 'post', client_authentication: 'body' }),
      { username: 'ann', password: 'pässword' },
    ],
    [
      'oidc-provider, password, public client',
      () => oidc({ grant_type: 'resource_owner_credentials', client_id: 'public', client_secret: null }),
      { username: 'ann', password: 'pässword' },
    ],
    [
      'oauth2-server, client credentials, raw Basic',
      () =>
        node({
          grant_type: 'client_credentials',
          client_authentication: 'basic_header',
          basic_encoding: 'raw',
        }),
      {},
    ],
    [
      'oauth2-server, client credentials, body',
      () => node({ grant_type: 'client_credentials', client_authentication: 'body' }),
      {},
    ],
    [
      'oauth2-server, password, body',
      () => node({ grant_type: 'resource_owner_credentials', client_authentication: 'body' }),
      { username: 'ann', password: 'pässword' },
    ],
    [
      'oauth2-server, password, raw Basic',
      () =>
        node({
          grant_type: 'resource_owner_credentials',
          client_authentication: 'basic_header',
          basic_encoding: 'raw',
        }),
      { username: 'ann', password: 'pässword' },
    ],
  ];
  it.each(otherGrants)('connects and renews without a browser: %s', async (_, members, inputs) => {
    const id = await credentialOf(members(), inputs);
    expect(await renew(id)).toMatchObject({ ok: true, steps: [{ status: 200 }] });
    expect(await renew(id)).toMatchObject({ ok: true });
    expect(await get(id)).toMatchObject({ status: 'connected' });
  });

  it.each<[string, () => object, object]>([
    [
      'raw',
      () => node({ grant_type: 'client_credentials', client_authentication: 'basic_header' }),
      { basic_encoding: 'raw' },
    ],
    [
      'rfc6749',
      () => oidc({ grant_type: 'client_credentials', scope: '', issuer: null, basic_encoding: 'raw' }),
      { basic_encoding: 'rfc6749' },
    ],
  ])('finds that a real server wants the %s encoding', async (_, members, change) => {
    const result = await renew(await credentialOf(members()));
    expect(result).toMatchObject({ ok: false, suggested_change: change });
  });

  it.each<[string, { status: number; body: unknown }, object]>([
    [
      'O-31',
      {
        status: 200,
        body: {
          error: 'bad_refresh_token',
          error_description: 'The refresh token passed is incorrect or expired.',
        },
      },
      { code: 'bad_refresh_token', message: expect.stringContaining('incorrect or expired') },
    ],
    [
      'O-32',
      {
        status: 200,
        body: {
          error: 'incorrect_client_credentials',
          error_description: 'The client_id and/or client_secret passed are incorrect.',
        },
      },
      { code: 'incorrect_client_credentials' },
    ],
    [
      'O-33',
      { status: 200, body: { ok: false, error: 'invalid_refresh_token' } },
      { code: 'invalid_refresh_token' },
    ],
    ['an empty object', { status: 200, body: {} }, { code: 'invalid_answer' }],
    [
      'a token that is an object',
      { status: 200, body: { access_token: { value: 'x' } } },
      { code: 'invalid_answer' },
    ],
    ['a token in a list', { status: 200, body: [{ access_token: 'x' }] }, { code: 'invalid_answer' }],
    [
      'O-27',
      {
        status: 403,
        body: { error: 'access_denied', error_description: 'No audience parameter was provided' },
      },
      { code: 'access_denied', message: expect.stringContaining('audience') },
    ],
    [
      'an outage',
      { status: 503, body: { error: 'temporarily_unavailable' } },
      { code: 'temporarily_unavailable' },
    ],
  ])('tells what a server meant: %s', async (_, forced, lastError) => {
    const id = await credentialOf({
      grant_type: 'client_credentials',
      token_url: `${servers.mock}/token`,
      client_id: 'c',
      client_secret: 's',
    });
    await servers.force(forced);
    expect(await renew(id)).toMatchObject({ ok: false });
    expect(await get(id)).toMatchObject({ status: 'draft', last_error: lastError });
    await servers.force(null);
    expect(await renew(id)).toMatchObject({ ok: true });
  });

  it('binds the flow to the browser by its own cookie, and shows the redirect URL it sends', async () => {
    const id = await credentialOf(oidc());
    const started = await authorize(id);
    expect(started.setCookie).toMatch(
      /^oauth_flow_[0-9a-f]{8}=[\w-]{43}; Max-Age=600; Path=\/oauth\/callback; HttpOnly; Secure; SameSite=Lax$/,
    );
    const url = new URL(started.authorization_url);
    expect(url.searchParams.get('redirect_uri')).toBe(CALLBACK);
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    expect(url.searchParams.has('client_secret')).toBe(false);
    expect([...url.searchParams.values()]).not.toContain('s3');
    expect(new Date(started.expires_at).getTime() - Date.now()).toBeGreaterThan(590_000);
    expect(await get(id)).toMatchObject({ status: 'awaiting_consent' });
    expect(await attemptOf(started.attempt_id)).toEqual({ status: 'pending', error: null });
    const [row] = await test.sql<{ row: string }>(
      'select row_to_json(a)::text as row from consent_attempts a where id = $1',
      [started.attempt_id],
    );
    for (const secret of [url.searchParams.get('state') ?? '?', started.cookie.split('=')[1] ?? '?']) {
      expect(row?.row).not.toContain(secret);
    }
  });

  it('lets one of 50 callbacks of a state in', async () => {
    const id = await credentialOf(oidc());
    const started = await authorize(id);
    const back = await new Browser().consent(started.authorization_url, CALLBACK);
    const pages = await Promise.all(
      Array.from({ length: 50 }, () => untilTaken(() => comeBack(back, started.cookie))),
    );
    expect(pages.filter((page) => page.status === 200)).toHaveLength(1);
    expect(pages.filter((page) => page.status === 400 && page.text.includes('already used'))).toHaveLength(
      49,
    );
    expect(await get(id)).toMatchObject({ status: 'connected' });
  });

  it('refuses another browser, consumes the state, stores nothing', async () => {
    const id = await credentialOf(oidc());
    const started = await authorize(id);
    const other = await authorize(await credentialOf(oidc()));
    const back = await new Browser().consent(started.authorization_url, CALLBACK);
    const page = await comeBack(back, other.cookie);
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('another browser')]);
    expect((await comeBack(back, started.cookie)).status).toBe(400);
    expect(await attemptOf(started.attempt_id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('another browser'),
    });
    expect(await get(id)).toMatchObject({ status: 'draft', last_error: { code: 'other_browser' } });
    const [row] = await test.sql<{ token_set: string | null }>(
      'select token_set from credentials where id = $1',
      [id],
    );
    expect(row?.token_set).toBeNull();
  });

  it('shows the reason of a denial in the pop-up and on the page', async () => {
    const id = await credentialOf(oidc({ extra_authorize_params: { login_hint: 'deny' } }));
    const { started, page } = await connect(id);
    expect(page.status).toBe(400);
    expect(page.text).toContain('access_denied (The user denied access)');
    expect(await attemptOf(started.attempt_id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('The user denied access'),
    });
    expect(await get(id)).toMatchObject({ status: 'draft', last_error: { code: 'access_denied' } });
  });

  it.each<[string, (url: URL) => void, string]>([
    ['a state that was never given', (url) => url.searchParams.set('state', 'x'.repeat(43)), 'not known'],
    ['no state', (url) => url.searchParams.delete('state'), 'no state'],
    ['a parameter twice', (url) => url.searchParams.append('code', 'x'), 'twice'],
    ['another issuer', (url) => url.searchParams.set('iss', 'https://evil.example'), 'another issuer'],
    [
      'a missing issuer that is announced',
      (url) => url.searchParams.delete('iss'),
      'does not name its issuer',
    ],
    ['a wrong code', (url) => url.searchParams.set('code', 'wrong'), 'invalid_grant'],
    ['no code', (url) => url.searchParams.delete('code'), 'without a code'],
    [
      'hostile texts',
      (url) => (url.searchParams.delete('code'), url.searchParams.set('error', '<script>alert(1)</script>')),
      '&lt;script&gt;',
    ],
  ])('refuses a callback with %s', async (_, change, words) => {
    const id = await credentialOf(oidc());
    const started = await authorize(id);
    const back = new URL(await new Browser().consent(started.authorization_url, CALLBACK));
    const secrets = [back.searchParams.get('code') ?? '?', back.searchParams.get('state') ?? '?'];
    change(back);
    const page = await comeBack(back.href, started.cookie);
    expect(page.status).toBe(400);
    expect(page.text).toContain(words);
    for (const secret of secrets) expect(page.text).not.toContain(secret);
    const [row] = await test.sql<{ token_set: string | null }>(
      'select token_set from credentials where id = $1',
      [id],
    );
    expect(row?.token_set).toBeNull();
  });

  it('lets two people consent to one connection at the same time, and refuses one that is too old', async () => {
    const id = await credentialOf(oidc());
    const started = [await authorize(id), await authorize(id), await authorize(id)];
    const backs = [];
    for (const { authorization_url: url } of started) backs.push(await new Browser().consent(url, CALLBACK));
    const [first, second, late] = started as [Started, Started, Started];
    expect((await comeBack(backs[1] ?? '', second.cookie)).status).toBe(200);
    expect((await comeBack(backs[0] ?? '', first.cookie)).status).toBe(200);
    for (const { attempt_id } of [first, second])
      expect(await attemptOf(attempt_id)).toEqual({ status: 'succeeded', error: null });
    await test.sql("update consent_attempts set expires_at = now() - interval '1 second' where id = $1", [
      late.attempt_id,
    ]);
    expect((await comeBack(backs[2] ?? '', late.cookie)).status).toBe(400);
    expect(await attemptOf(late.attempt_id)).toEqual({ status: 'expired', error: null });
    expect((await renew(id)).ok).toBe(true);
  });

  it('leaves the tokens of a saved connection untouched when a reconnect fails', async () => {
    const id = await credentialOf(oidc());
    await connect(id);
    const tokens = () =>
      test.sql('select token_set, token_version, status from credentials where id = $1', [id]);
    const before = await tokens();
    const started = await authorize(id);
    await comeBack(
      `${CALLBACK}?error=access_denied&iss=${servers.oidc}&state=${new URL(started.authorization_url).searchParams.get('state')}`,
      started.cookie,
    );
    expect(await tokens()).toEqual(before);
    expect(await get(id)).toMatchObject({ status: 'connected', last_error: { code: 'access_denied' } });
    expect((await renew(id)).ok).toBe(true);
  });

  it('shows a page that no script of a stranger runs on, and frees the cookie', async () => {
    const { page } = await connect(await credentialOf(oidc()));
    const nonce = /script nonce="([^"]+)"/.exec(page.text)?.[1];
    expect(page.headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(page.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    expect(String(page.headers['set-cookie'])).toMatch(/oauth_flow_[0-9a-f]{8}=; .*Path=\/oauth\/callback/);
    expect(page.text).toContain('BroadcastChannel');
  });

  it('asks for a consent only where there is one', async () => {
    const id = await credentialOf(oidc({ grant_type: 'client_credentials', scope: '', issuer: null }));
    expect((await test.post(workspace.at(`credentials/authorize/${id}`))).status).toBe(400);
  });

  it('needs its owner when the refresh token is dead, once, and works again after a new consent', async () => {
    const id = await credentialOf(oidc());
    await connect(id);
    const events: string[] = [];
    test.app.get(EventBus).on('*', (event) => void (event.resourceId === id && events.push(event.type)));
    // The family is revoked by using an old refresh token again.
    const [row] = await test.sql<{ token_set: string }>('select token_set from credentials where id = $1', [
      id,
    ]);
    await renew(id);
    await test.sql('update credentials set token_set = $2 where id = $1', [id, row?.token_set]);
    expect(await renew(id)).toMatchObject({ ok: false });
    expect(await get(id)).toMatchObject({
      status: 'reconnect_required',
      last_error: { code: 'invalid_grant' },
    });
    await servers.forgetRequests();
    await renew(id);
    expect(events).toEqual(['credential.reconnect_required']);
    await connect(id);
    expect(await get(id)).toMatchObject({ status: 'connected', last_error: null });
    expect(events).toEqual(['credential.reconnect_required', 'credential.connected']);
  });

  it('renews once for 40 parallel uses in two processes at expiry, on a server that rotates', async () => {
    const id = await credentialOf(oidc());
    await connect(id);
    const dataDir = mkdtempSync(join(tmpdir(), 'pipewright-second-'));
    const second = await startServiceProcess(dataDir, {
      ...ENVIRONMENT,
      DATABASE_URL: test.databaseUrl,
      ROLE: 'api',
    });
    try {
      for (let round = 1; round <= 3; round++) {
        await test.sql(
          "update credentials set expires_at = now() - interval '1 second', renew_at = now() where id = $1",
          [id],
        );
        await servers.forgetRequests();
        const route = workspace.at(`credentials/test/${id}`);
        const elsewhere = async () => {
          const headers = { authorization: `Bearer ${test.ownerToken}`, 'content-type': 'application/json' };
          const answer = await untilTaken(() =>
            fetch(second.url + route, { method: 'POST', headers, body: '{}' }),
          );
          return ((await answer.json()) as { data: { ok: boolean } }).data.ok;
        };
        const here = async () => (await untilTaken(() => test.post(route, {}))).body.data.ok as boolean;
        const results = await Promise.all(
          Array.from({ length: 40 }, (_, index) => (index % 2 ? here() : elsewhere())),
        );
        expect(results).toEqual(results.map(() => true));
        expect(await servers.requests(servers.oidc)).toHaveLength(1);
      }
    } finally {
      await second.end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    }
  }, 120_000);
});
