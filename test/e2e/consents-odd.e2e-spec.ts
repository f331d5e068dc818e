// Consents with servers that answer oddly, and what follows for the connection.
import { RenewalJob } from '../../src/credentials/renewal-job.service.js';
import { CredentialsService } from '../../src/credentials/credentials.service.js';
import { TokenSource } from '../../src/credentials/token-source.service.js';
import { SystemsService } from '../../src/systems/systems.service.js';
import type { Answer, TestApp } from '../support/create-test-app.js';
import { aSystem, type Workspace } from '../support/factories.js';
import type { MockServer } from '../support/mock-server.js';
import { type Begun, TokenScene } from '../support/token-scene.js';

describe('consents with odd servers', () => {
  let test: TestApp;
  let workspace: Workspace;
  let server: MockServer;
  let issued = 0;
  const scene = new TokenScene(
    () => ({ body: { access_token: `A${(issued += 1)}`, refresh_token: `R${issued}`, expires_in: 3600 } }),
    { PUBLIC_URL: 'https://pipewright.example' },
  );
  const { post, credential: get, begin: start } = scene;
  const finish = (begun: Begun, params: Record<string, string> = { code: 'canary-code' }) =>
    scene.finish(begun, params);
  beforeAll(async () => {
    ({ test, workspace, server } = scene);
    await post('settings/update', { activity_logs___activity_logs: true });
  });

  const aDraft = async (members: object = {}) => {
    const system_id = await aSystem(test, workspace, {
      base_url: server.url,
      authentication_type: 'oauth2',
      grant_type: 'authorization_code_pkce',
      authorization_url: 'https://as.example/authorize',
      token_url: `${server.url}/token`,
      client_id: 'cid',
      client_secret: 'canary-client-secret',
      ...members,
    });
    const credential_name = `Connection ${(issued += 1)}`;
    const { credential_id: id } = await post('credentials/create', { credential_name, system_id });
    return { id: id as string, system: system_id };
  };
  /** A consent whose authorization server says `params`. */
  const consent = async (id: string, params?: Record<string, string>) => {
    const started = await start(id);
    return { page: await finish(started, params), ...started };
  };
  const set = async (id: string, columns: string) => {
    await test.sql(`update credentials set ${columns} where id = $1`, [id]);
    test.app.get(TokenSource).forget(id);
  };
  const header = async (id: string) => {
    const credentials = test.app.get(CredentialsService);
    const credential = await credentials.get(workspace.projectId, id);
    const system = await test.app.get(SystemsService).get(workspace.projectId, credential.systemId);
    const authorizer = test.app.get(TokenSource).open(system, credential, {});
    return (await authorizer.apply(`${server.url}/x`, {})).headers.Authorization;
  };

  it('uses a token without a refresh token to its end, and needs its owner then (O-46, O-72)', async () => {
    scene.answer = () => ({ body: { access_token: 'A-only', expires_in: 3600 } });
    const { id } = await aDraft();
    const { page } = await consent(id);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('no refresh token')]);
    server.asked.length = 0;
    await set(id, `expires_at = now() + interval '30 seconds'`);
    await test.app.get(RenewalJob).run();
    expect(await post(`credentials/test/${id}`, { fresh_token: true })).toMatchObject({
      ok: false,
      steps: [{ error: expect.stringContaining('no refresh token') }],
    });
    expect(await get(id)).toMatchObject({ status: 'connected', last_error: null });
    expect(await header(id)).toBe('Bearer A-only');
    await set(id, `expires_at = now() - interval '1 second', renew_at = now() - interval '1 second'`);
    await expect(header(id)).rejects.toMatchObject({ kind: 'reconnect' });
    expect(await get(id)).toMatchObject({ status: 'reconnect_required' });
    expect(server.asked).toEqual([]);
  });

  it('sends the name by which the server knows the redirect URL, in both requests', async () => {
    const { id, system } = await aDraft({ redirect_uri_name: 'Ann_E-AnnExamp-Shop-abc' });
    const started = await test.post(workspace.at(`credentials/authorize/${id}`));
    const sent = new URL(started.body.data.authorization_url).searchParams.get('redirect_uri');
    const { page } = await consent(id);
    expect([sent, page.status]).toEqual(['Ann_E-AnnExamp-Shop-abc', 200]);
    expect(new URLSearchParams(server.to('/token')[0]?.text).get('redirect_uri')).toBe(sent);
    expect((await test.get(workspace.at(`systems/${system}`))).body.data).toMatchObject({
      redirect_uri_name: sent,
      redirect_url: 'https://pipewright.example/oauth/callback',
    });
    const other = { redirect_uri_name: 'https://elsewhere.example/callback' };
    const refused = await test.post(workspace.at(`systems/update/${system}`), other);
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'redirect_uri_name' }] } });
  });

  it('needs its owner at once when the system refuses a token that cannot be renewed', async () => {
    scene.answer = () => ({ body: { access_token: 'A-only' } });
    const { id } = await aDraft();
    await consent(id);
    const credentials = test.app.get(CredentialsService);
    const credential = await credentials.get(workspace.projectId, id);
    const system = await test.app.get(SystemsService).get(workspace.projectId, credential.systemId);
    const authorizer = test.app.get(TokenSource).open(system, credential, {});
    const { tokenVersion } = await authorizer.apply(`${server.url}/x`, {});
    await expect(authorizer.renew(tokenVersion)).rejects.toMatchObject({ kind: 'reconnect' });
    expect(await get(id)).toMatchObject({ status: 'reconnect_required' });
  });

  it('logs each consent and each first token of a test under the name of the person', async () => {
    const { id } = await aDraft();
    await consent(id);
    await consent(id);
    const { id: tested } = await aDraft({ grant_type: 'client_credentials', authorization_url: null });
    await post(`credentials/test/${tested}`);
    const of = async (resource: string) =>
      (await test.get(workspace.at(`activity_logs?resource_id=${resource}&action=connected`))).body.data;
    const [{ name }] = (await test.sql<{ name: string }>('select name from users limit 1')) as [
      { name: string },
    ];
    expect(await of(id)).toMatchObject([{ actor: name }, { actor: name }]);
    expect(await of(tested)).toMatchObject([{ actor: name }]);
  });

  it('keeps the id of a connection that is connected again, and uses the new token at once', async () => {
    const { id } = await aDraft();
    await consent(id);
    const before = await header(id);
    await consent(id);
    expect(await header(id)).not.toBe(before);
    expect(await header(id)).toBe(`Bearer A${issued}`);
    expect(await get(id)).toMatchObject({ credential_id: id, status: 'connected' });
  });

  it('shows no code, state or secret that a server repeats', async () => {
    scene.answer = ({ body }) => ({
      status: 400,
      body: { error: 'invalid_request', error_description: `you sent ${decodeURIComponent(String(body))}` },
    });
    const { id } = await aDraft();
    const { page, attempt, state } = await consent(id);
    expect(page.text).toContain('you sent');
    const echoed = await consent(id, { error: 'server_error', error_description: `state: ${state}` });
    const shown = [
      page.text,
      echoed.page.text,
      JSON.stringify(await get(id)),
      (await test.get(workspace.at(`credentials/attempts/${attempt}`))).text,
    ].join();
    expect(shown).not.toContain('canary');
    expect(await get(id)).toMatchObject({ status: 'draft' });
  });

  it('tells in the test that a call cannot carry the token as the format says', async () => {
    const { id, system } = await aDraft({ authorization_format: 'Bearer DYNAMIC_TOKEN[data][jwt]' });
    await consent(id);
    expect(await post(`credentials/test/${id}`)).toMatchObject({
      ok: true,
      steps: [
        { ok: true },
        { name: 'Authorization Format', ok: false, error: 'The token answer has no member data.jwt.' },
      ],
    });
    await expect(header(id)).rejects.toMatchObject({ kind: 'configuration' });
    await post(`systems/update/${system}`, { authorization_format: 'Token DYNAMIC_TOKEN' });
    expect(await header(id)).toMatch(/^Token A/);
    // A change of the format acts at once, without a new token.
    await post(`systems/update/${system}`, { authorization_format: 'Bearer DYNAMIC_TOKEN[access_token]' });
    expect(await header(id)).toMatch(/^Bearer A/);
  });

  it('shows in the test what a token lacks', async () => {
    scene.answer = () => ({
      body: { access_token: 'A', token_type: 'DPoP', scope: 'read', refresh_token: 'R' },
    });
    const { id } = await aDraft({
      grant_type: 'client_credentials',
      authorization_url: null,
      scope: 'read write',
    });
    expect(await post(`credentials/test/${id}`)).toMatchObject({
      ok: true,
      warnings: [expect.stringContaining('dpop'), expect.stringContaining('missing: write')],
    });
  });

  it('shows each way that was tried to name the client, and saves none of their tokens', async () => {
    scene.answer = ({ headers }) =>
      headers.authorization
        ? { body: { access_token: 'other' } }
        : { status: 401, body: { error: 'invalid_client' } };
    const { id } = await aDraft({ grant_type: 'client_credentials', authorization_url: null });
    expect(await post(`credentials/test/${id}`)).toMatchObject({
      ok: false,
      steps: [
        { ok: false, status: 401, request: { body: expect.stringContaining('client_secret=••••••••') } },
        { ok: true, status: 200, request: { headers: { Authorization: 'Basic ••••••••' } } },
      ],
      suggested_change: { client_authentication: 'basic_header' },
    });
    expect(await get(id)).toMatchObject({ status: 'draft' });
  });

  it('rejects a callback without issuer where RFC 8414 metadata announce it', async () => {
    const issuer = `${server.url}/tenant`;
    scene.answer = ({ path }) =>
      path === '/.well-known/oauth-authorization-server/tenant'
        ? { body: { issuer, authorization_response_iss_parameter_supported: true } }
        : path === '/token'
          ? { body: { access_token: 'A', refresh_token: 'R' } }
          : { status: 404 };
    const { id } = await aDraft({ issuer });
    expect((await consent(id)).page.text).toContain('does not name its issuer');
    expect((await consent(id, { code: 'c', iss: `${issuer}/` })).page.text).toContain('another issuer');
    expect((await consent(id, { code: 'c', iss: issuer })).page.status).toBe(200);
  });

  it.each<[string, (userId: string) => Promise<Answer>]>([
    ['suspended', (userId) => test.post(`/api/users/update/${userId}`, { suspended: true })],
    ['deleted', (userId) => test.post(`/api/users/delete/${userId}`)],
    [
      'taken out of the project',
      () => test.post(`/api/projects/update/${workspace.projectId}`, { users: [] }),
    ],
  ])('connects nothing for a person who was %s while the browser was away', async (_, end) => {
    const email = `member-${(issued += 1)}@example.com`;
    const { userId, token } = await test.signUp(email);
    await test.post(`/api/projects/update/${workspace.projectId}`, { users: [email] });
    const { id } = await aDraft();
    const [kept, ended] = [await start(id, token), await start(id, token)];
    expect((await finish(kept)).status).toBe(200);
    server.asked.length = 0;
    const tokens = () => test.sql('select token_set, status from credentials where id = $1', [id]);
    const before = await tokens();
    expect((await end(userId)).status).toBe(200);
    const page = await finish(ended);
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('may not work in this project')]);
    expect(server.asked).toEqual([]);
    expect(await tokens()).toEqual(before);
    expect((await test.get(workspace.at(`credentials/attempts/${ended.attempt}`))).body.data.status).toBe(
      'failed',
    );
  });

  it('deletes a system that only drafts belong to, and lists none of them as its users', async () => {
    const { id, system } = await aDraft();
    expect((await test.get(workspace.at(`systems/usages/${system}`))).body.data).toEqual([]);
    await post(`systems/delete/${system}`);
    expect((await test.get(workspace.at(`credentials/${id}`))).status).toBe(404);
  });

  it('drops what a draft holds when its system moves to another host', async () => {
    const moved = await aSystem(test, workspace, {
      base_url: server.url,
      authentication_type: 'oauth2',
      grant_type: 'resource_owner_credentials',
      token_url: `${server.url}/token`,
    });
    const draft = await post('credentials/create', {
      credential_name: 'draft with a password',
      system_id: moved,
      inputs: { username: 'ann', password: 'canary-password' },
    });
    await post(`systems/update/${moved}`, { token_url: 'https://elsewhere.example/token' });
    expect((await get(draft.credential_id)).inputs).toEqual({ username: 'ann' });
  });
});
