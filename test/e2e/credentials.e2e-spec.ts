import type { TestApp } from '../support/create-test-app.js';
import { aProject, aSystem, type Workspace } from '../support/factories.js';
import type { MockServer, Reply } from '../support/mock-server.js';
import { expectGuarded, expectRefused } from '../support/route-cases.js';
import { TokenScene } from '../support/token-scene.js';

describe('credentials of systems with tokens', () => {
  let test: TestApp;
  let workspace: Workspace;
  let server: MockServer;
  let counter = 0;
  const scene = new TokenScene(() => ({ body: { access_token: `A${(counter += 1)}`, expires_in: 3600 } }));
  beforeAll(() => void ({ test, workspace, server } = scene));

  const oauthSystem = (members: object = {}) =>
    aSystem(test, workspace, {
      base_url: server.url,
      authentication_type: 'oauth2',
      grant_type: 'client_credentials',
      token_url: `${server.url}/token`,
      client_id: 'cid',
      client_secret: 'canary-client-secret',
      ...members,
    });
  const create = async (systemId: string, inputs: object = {}) => {
    const body = { credential_name: `Connection ${(counter += 1)}`, system_id: systemId, inputs };
    const created = await test.post(workspace.at('credentials/create'), body);
    if (created.status !== 200) throw new Error(created.text);
    return created.body.data.credential_id as string;
  };
  const testIt = async (id: string, body: object = { fresh_token: true }) =>
    (await test.post(workspace.at(`credentials/test/${id}`), body)).body.data;
  const get = scene.credential;
  const listed = async () =>
    ((await test.get(workspace.at('credentials?per_page=200'))).body.data as { credential_id: string }[]).map(
      (row) => row.credential_id,
    );

  it('guards every route', async () => {
    const id = await create(await oauthSystem());
    await expectGuarded(test, workspace, [
      { method: 'POST', route: `credentials/test/${id}`, body: {} },
      { method: 'POST', route: `credentials/authorize/${id}` },
      { method: 'GET', route: `credentials/attempts/${id}` },
    ]);
    await expectRefused(test, workspace.at(`credentials/test/${id}`), [
      [{ fresh_token: 'yes' }, 'fresh_token'],
      [{ fresh: true }, 'fresh'],
    ]);
  });

  it('keeps a draft out of the list until its first token, which saves it', async () => {
    const id = await create(await oauthSystem({ scope: 'read' }));
    expect(await get(id)).toMatchObject({ status: 'draft' });
    expect(await listed()).not.toContain(id);
    const result = await testIt(id);
    expect(result).toMatchObject({
      ok: true,
      suggestion: null,
      steps: [
        {
          name: 'Token request',
          ok: true,
          status: 200,
          request: {
            method: 'POST',
            url: `${server.url}/token`,
            body: 'grant_type=client_credentials&scope=read&client_id=cid&client_secret=••••••••',
          },
          response: { status: 200, body: '{"access_token":"••••••••","expires_in":3600}' },
        },
      ],
    });
    expect(new Date(result.expires_at).getTime()).toBeGreaterThan(Date.now() + 3_500_000);
    expect(await get(id)).toMatchObject({ status: 'connected', last_error: null });
    expect(await listed()).toContain(id);
  });

  it('uses the stored token unless a fresh one is asked for', async () => {
    const id = await create(await oauthSystem());
    await testIt(id);
    expect(await testIt(id, {})).toMatchObject({ ok: true, steps: [{ name: 'Stored token', ok: true }] });
    expect(server.to('/token')).toHaveLength(1);
    await testIt(id);
    expect(server.to('/token')).toHaveLength(2);
  });

  it('tells why there is no token and what to change, and keeps the reason', async () => {
    scene.answer = ({ headers }) =>
      headers.authorization
        ? { body: { access_token: 'ok' } }
        : { status: 401, body: { error: 'invalid_client', error_description: 'use Basic' } };
    const id = await create(await oauthSystem());
    const result = await testIt(id);
    expect(result).toMatchObject({ ok: false, suggested_change: { client_authentication: 'basic_header' } });
    expect(result.suggestion).toContain('Basic header');
    expect(result.steps[0]).toMatchObject({ ok: false, status: 401 });
    expect(await get(id)).toMatchObject({
      status: 'draft',
      last_error: { code: 'invalid_client', message: expect.stringContaining('use Basic') },
    });
    expect(await listed()).not.toContain(id);
  });

  it('runs the test request with the token, whose failure does not change the status', async () => {
    scene.answer = ({ path, headers }) =>
      path === '/token'
        ? { body: { access_token: 'canary-token-1', token_type: 'bearer' } }
        : headers.authorization === 'Bearer canary-token-1'
          ? { status: 403, body: { you: 'sent', authorization: headers.authorization } }
          : { status: 401 };
    const id = await create(await oauthSystem({ test_request: { method: 'GET', path: '/me' } }));
    const answered = await test.post(workspace.at(`credentials/test/${id}`), {});
    expect(answered.body.data).toMatchObject({
      ok: true,
      steps: [
        { name: 'Token request', ok: true },
        {
          name: 'Test request',
          ok: false,
          status: 403,
          request: {
            method: 'GET',
            url: `${server.url}/me`,
            headers: { Authorization: 'Bearer ••••••••' },
          },
        },
      ],
    });
    expect(answered.body.data.suggestion).toContain('check the scope');
    expect(answered.text).not.toContain('canary');
    expect(await get(id)).toMatchObject({ status: 'connected' });
  });

  it.each([
    [
      'a redirect',
      { status: 302, headers: { location: 'https://elsewhere.example/t' }, body: { access_token: 'X' } },
      'redirect',
    ],
    [
      'an HTML page',
      { status: 200, headers: { 'content-type': 'text/html' }, text: '<html>no</html>' },
      'invalid_answer',
    ],
    ['a huge answer', { text: `{"access_token":"${'x'.repeat(70_000)}"}` }, 'too_large_or_cut_off'],
    ['a cut connection', { fault: 'reset' }, 'connection_lost'],
    [
      'an error in a 200',
      { body: { error: 'incorrect_client_credentials' } },
      'incorrect_client_credentials',
    ],
    ['a 500', { status: 500, text: 'boom' }, 'http_500'],
  ] satisfies [string, Reply, string][])('saves no token from %s', async (_, reply, code) => {
    scene.answer = () => reply;
    const id = await create(await oauthSystem());
    expect(await testIt(id)).toMatchObject({ ok: false });
    expect(await get(id)).toMatchObject({ status: 'draft', last_error: { code } });
  });

  it('refuses private addresses as Token URL when it is saved and at each request', async () => {
    for (const [token_url, code] of [
      ['https://169.254.169.254/token', 'blocked_address'],
      ['https://[::ffff:10.0.0.1]/token', 'blocked_address'],
      ['http://idp.example.com/token', 'insecure_url'],
    ]) {
      const answered = await test.post(workspace.at('systems/create'), {
        system_name: `Private ${(counter += 1)}`,
        base_url: server.url,
        authentication_type: 'oauth2',
        grant_type: 'client_credentials',
        client_id: 'cid',
        client_secret: 'sec',
        token_url,
      });
      expect(answered.status).toBe(400);
      expect(answered.body.errors).toMatchObject([{ field: 'token_url', code }]);
    }
    const system = await oauthSystem();
    const id = await create(system);
    // As if the name had turned to a private address after it was saved.
    await test.sql(
      `update systems set authentication = authentication || '{"token_url": "https://169.254.169.254/token"}' where id = $1`,
      [system],
    );
    expect(await testIt(id)).toMatchObject({ ok: false });
    expect(await get(id)).toMatchObject({ last_error: { code: 'blocked_address' } });
  });

  it('drops the password once there is a refresh token, unless it is to be kept', async () => {
    const system = await oauthSystem({ grant_type: 'resource_owner_credentials' });
    scene.answer = ({ body }) => ({
      body: { access_token: 'A', refresh_token: 'R', expires_in: 60, seen: String(body).length },
    });
    const dropped = await create(system, { username: 'ann', password: 'canary-password' });
    const kept = await create(system, { username: 'ann', password: 'canary-password', store_password: true });
    await testIt(dropped);
    await testIt(kept);
    expect((await get(dropped)).inputs).toEqual({ username: 'ann' });
    expect((await get(kept)).inputs).toEqual({ username: 'ann', store_password: true, password_set: true });
    expect(server.to('/token')[0]?.body).toBe(
      'grant_type=password&username=ann&password=canary-password&client_id=cid&client_secret=canary-client-secret',
    );
  });

  it('revokes refresh and access token when the credential is deleted, and deletes whatever the answer', async () => {
    const system = await oauthSystem({
      grant_type: 'resource_owner_credentials',
      revocation_url: `${server.url}/revoke`,
    });
    scene.answer = ({ path }) =>
      path === '/revoke'
        ? { status: 503 }
        : { body: { access_token: 'A9', refresh_token: 'R9', expires_in: 60 } };
    const id = await create(system, { username: 'ann', password: 'p' });
    await testIt(id);
    expect((await test.post(workspace.at(`credentials/delete/${id}`))).status).toBe(200);
    expect(server.to('/revoke').map((asked) => String(asked.body))).toEqual([
      'token=R9&token_type_hint=refresh_token&client_id=cid&client_secret=canary-client-secret',
      'token=A9&token_type_hint=access_token&client_id=cid&client_secret=canary-client-secret',
    ]);
  });

  it('does not let a revocation that is never answered hold a deletion up', async () => {
    const system = await oauthSystem({
      grant_type: 'resource_owner_credentials',
      revocation_url: `${server.url}/revoke`,
    });
    scene.answer = ({ path }) =>
      path === '/revoke'
        ? { fault: 'never' }
        : { body: { access_token: 'A9', refresh_token: 'R9', expires_in: 60 } };
    const id = await create(system, { username: 'ann', password: 'p' });
    await testIt(id);
    const began = Date.now();
    expect((await test.post(workspace.at(`credentials/delete/${id}`))).status).toBe(200);
    expect(Date.now() - began).toBeLessThan(8_000);
    expect((await test.get(workspace.at(`credentials/${id}`))).status).toBe(404);
    expect(server.to('/revoke')).toHaveLength(1);
  });

  it('revokes the tokens of a project that is deleted, and waits for none that is not answered', async () => {
    const own = workspace;
    workspace = await aProject(test);
    const doomed = workspace;
    const grant = { grant_type: 'resource_owner_credentials', revocation_url: `${server.url}/revoke` };
    const systems = [await oauthSystem(grant), await oauthSystem(grant)];
    for (const system of systems) await testIt(await create(system, { username: 'ann', password: 'p' }));
    workspace = own;
    const asked = () => server.to('/revoke').map(({ text }) => new URLSearchParams(text).get('token'));
    const issued = server.to('/token').length;
    expect(issued).toBe(2);
    scene.answer = ({ path, text }) =>
      path === '/revoke' && text.includes(`token=A${counter}&`) ? { fault: 'never' } : { body: {} };
    const began = Date.now();
    const { project_name } = (await test.get(`/api/projects/${doomed.projectId}`)).body.data;
    const deleted = await test.post(`/api/projects/delete/${doomed.projectId}`, { project_name });
    expect(deleted.status).toBe(200);
    expect(Date.now() - began).toBeLessThan(6_000);
    expect(asked()).toHaveLength(2);
    expect(await test.sql('select 1 from credentials where project_id = $1', [doomed.projectId])).toEqual([]);
  });

  it('drops tokens and secrets when the system moves to another host', async () => {
    const system = await oauthSystem();
    const id = await create(system);
    await testIt(id);
    const moved = await test.post(workspace.at(`systems/update/${system}`), {
      token_url: 'https://other.example/token',
      client_secret: 'new-secret',
      confirm_disconnect: true,
    });
    expect(moved.status).toBe(200);
    const [row] = await test.sql<{ token_set: string | null }>(
      'select token_set from credentials where id = $1',
      [id],
    );
    expect(row?.token_set).toBeNull();
  });

  it('gets a token by a chain of calls', async () => {
    const system = await aSystem(test, workspace, {
      base_url: server.url,
      authentication_type: 'dynamic_token',
      credential_inputs: [
        { name: 'user', label: 'User', secret: false },
        { name: 'key', label: 'Key', secret: true },
      ],
      token_calls: [
        {
          name: 'login',
          url: `${server.url}/login`,
          body: { user: '{{inputs.user}}', key: '{{inputs.key}}' },
        },
        { name: 'session', method: 'GET', url: `${server.url}/session?id={{calls.login.id}}` },
      ],
      token_path: 'session.token',
      expires_in_path: 'session.ttl',
      authorization_format: 'Session DYNAMIC_TOKEN',
      test_request: { path: '/me' },
    });
    scene.answer = ({ path, headers }) =>
      path === '/login'
        ? { body: { id: 's 1' } }
        : path === '/session'
          ? { body: { session: { token: 'canary-session', ttl: 600 } } }
          : { status: headers.authorization === 'Session canary-session' ? 200 : 401 };
    const id = await create(system, { user: 'ann', key: 'canary-key' });
    const answered = await test.post(workspace.at(`credentials/test/${id}`), { fresh_token: true });
    expect(answered.body.data).toMatchObject({
      ok: true,
      steps: [
        { name: 'login', ok: true },
        { name: 'session', ok: true },
        { name: 'Test request', ok: true, status: 200 },
      ],
    });
    expect(server.asked[0]?.body).toEqual({ user: 'ann', key: 'canary-key' });
    expect(server.asked[1]?.query.get('id')).toBe('s 1');
    expect(answered.text).not.toContain('canary');
  });

  it('tests the other types by their test request, and says when there is none', async () => {
    scene.answer = ({ headers, query }) => ({
      status:
        headers['x-key'] === 'k1' || query.get('key') === 'k1' || headers.authorization === 'Basic YW5uOnA='
          ? 200
          : 401,
    });
    const test_request = { path: '/me', expected_statuses: [200] };
    const url = `${server.url}/me`;
    const cases: [object, object, object][] = [
      [
        { authentication_type: 'api_key', api_key_in: 'header', api_key_name: 'X-Key' },
        { api_key: 'k1' },
        { url, headers: { 'X-Key': '••••••••' } },
      ],
      [
        { authentication_type: 'api_key', api_key_in: 'query', api_key_name: 'key' },
        { api_key: 'k1' },
        { url: `${url}?key=••••••••`, headers: {} },
      ],
      [
        { authentication_type: 'basic' },
        { username: 'ann', password: 'p' },
        { url, headers: { Authorization: 'Basic ••••••••' } },
      ],
    ];
    for (const [members, inputs, request] of cases) {
      const id = await create(
        await aSystem(test, workspace, { base_url: server.url, test_request, ...members }),
        inputs,
      );
      expect(await testIt(id)).toMatchObject({
        ok: true,
        steps: [{ name: 'Test request', ok: true, request }],
      });
    }
    const wrong = await create(
      await aSystem(test, workspace, {
        base_url: server.url,
        test_request,
        authentication_type: 'bearer_token',
      }),
      { token: 'no' },
    );
    expect(await testIt(wrong)).toMatchObject({ ok: false });
    expect(await get(wrong)).toMatchObject({
      status: 'failed',
      last_error: { message: expect.stringContaining('401') },
    });
    const untestable = await create(
      await aSystem(test, workspace, { base_url: server.url, authentication_type: 'bearer_token' }),
      { token: 'x' },
    );
    expect(await testIt(untestable)).toMatchObject({
      ok: null,
      steps: [],
      suggestion: expect.stringContaining('test request'),
    });
  });
});
