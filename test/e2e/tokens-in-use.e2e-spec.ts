import { CredentialsService } from '../../src/credentials/credentials.service.js';
import type { CredentialAuthorizer } from '../../src/credentials/credential-authorizer.types.js';
import { CredentialOutages } from '../../src/credentials/credential-outages.service.js';
import { RenewalJob } from '../../src/credentials/renewal-job.service.js';
import { TokenRepository } from '../../src/credentials/token.repository.js';
import { TokenSource } from '../../src/credentials/token-source.service.js';
import { EventBus } from '../../src/common/events/domain-event.js';
import { SystemsService } from '../../src/systems/systems.service.js';
import type { TestApp } from '../support/create-test-app.js';
import { aPipe, aShopToErpPath, aSystem, type Workspace } from '../support/factories.js';
import type { MockServer } from '../support/mock-server.js';
import { TokenScene } from '../support/token-scene.js';

describe('tokens in use', () => {
  let test: TestApp;
  let workspace: Workspace;
  let server: MockServer;
  let issued = 0;
  const scene = new TokenScene(() => ({
    body: { access_token: `A${(issued += 1)}`, refresh_token: `R${issued}`, expires_in: 3600 },
  }));
  beforeAll(() => void ({ test, workspace, server } = scene));

  const LIVE = `expires_at = now() + interval '1 hour', renew_at = now() + interval '55 minutes'`;
  const ENDED = `expires_at = now() - interval '1 second', renew_at = now() - interval '5 minutes'`;

  async function aConnection(
    members: object = {},
    inputs: object = { username: 'ann', password: 'p' },
    { at, projectId }: Workspace = workspace,
  ): Promise<string> {
    const system = await aSystem(
      test,
      { at, projectId },
      {
        base_url: server.url,
        authentication_type: 'oauth2',
        grant_type: 'resource_owner_credentials',
        token_url: `${server.url}/token`,
        client_id: 'cid',
        ...members,
      },
    );
    const body = { credential_name: `C ${Math.random()}`, system_id: system, inputs };
    const id = (await test.post(at('credentials/create'), body)).body.data.credential_id as string;
    const tested = await test.post(at(`credentials/test/${id}`), {});
    if (tested.body.data.ok !== true) throw new Error(tested.text);
    server.asked.length = 0;
    return id;
  }
  async function open(id: string): Promise<CredentialAuthorizer> {
    const credentials = test.app.get(CredentialsService);
    const credential = await credentials.get(workspace.projectId, id);
    const system = await test.app.get(SystemsService).get(workspace.projectId, credential.systemId);
    return test.app.get(TokenSource).open(system, credential, credentials.inputsOf(credential).all);
  }
  const set = async (id: string, columns: string) => {
    await test.sql(`update credentials set ${columns} where id = $1`, [id]);
    test.app.get(TokenSource).forget(id);
  };
  const use = async (authorizer: CredentialAuthorizer) =>
    authorizer.apply(`${server.url}/x`, { Accept: 'a/b' });
  const row = async (id: string) =>
    (
      await test.sql(
        'select status, renew_failures, renew_at, last_error, token_version from credentials where id = $1',
        [id],
      )
    )[0];

  it('puts a cached token on a call in far less than a millisecond, without network or query', async () => {
    const authorizer = await open(await aConnection());
    expect((await use(authorizer)).headers).toEqual({
      Accept: 'a/b',
      Authorization: expect.stringMatching(/^Bearer A\d+$/),
    });
    const started = performance.now();
    for (let call = 0; call < 10_000; call++) await use(authorizer);
    expect((performance.now() - started) / 10_000).toBeLessThan(0.2);
    expect(server.asked).toHaveLength(0);
  });

  it('makes one token call for 100 parallel uses at expiry', async () => {
    const id = await aConnection();
    await set(id, ENDED);
    const authorizers = await Promise.all(Array.from({ length: 100 }, () => open(id)));
    const used = await Promise.all(authorizers.map(use));
    expect(new Set(used.map(({ headers }) => headers.Authorization)).size).toBe(1);
    expect(server.to('/token')).toHaveLength(1);
    expect(String(server.to('/token')[0]?.body)).toMatch(
      /^grant_type=refresh_token&refresh_token=R\d+&client_id=cid$/,
    );
  });

  it('renews once for a refused token, and not again for a call that used the older one', async () => {
    const id = await aConnection();
    const authorizer = await open(id);
    const calls = await Promise.all(Array.from({ length: 10 }, () => use(authorizer)));
    const renewed = await Promise.all(calls.map(({ tokenVersion }) => authorizer.renew(tokenVersion)));
    expect(renewed).toEqual(calls.map(() => true));
    expect(await authorizer.renew(calls[0]?.tokenVersion ?? 0)).toBe(true);
    expect(server.to('/token')).toHaveLength(1);
    expect((await use(authorizer)).headers.Authorization).not.toBe(calls[0]?.headers.Authorization);
  });

  it('does not take a system for refusing when the token endpoint is away after a 401', async () => {
    const id = await aConnection();
    const authorizer = await open(id);
    const { tokenVersion } = await use(authorizer);
    scene.answer = () => ({ status: 503 });
    for (let call = 0; call < 2; call++) {
      await expect(authorizer.renew(tokenVersion)).rejects.toMatchObject({ kind: 'transient' });
    }
    expect(server.to('/token')).toHaveLength(1);
    expect(await row(id)).toMatchObject({ status: 'connected', renew_failures: 1 });
  });

  it('keeps using a token that is still good while its renewal fails for a moment, and honours Retry-After', async () => {
    const id = await aConnection();
    await set(id, `expires_at = now() + interval '2 minutes', renew_at = now() - interval '1 second'`);
    scene.answer = () => ({ status: 503, headers: { 'retry-after': '600' } });
    const authorizer = await open(id);
    for (let call = 0; call < 5; call++)
      expect((await use(authorizer)).headers.Authorization).toMatch(/^Bearer/);
    expect(server.to('/token')).toHaveLength(1);
    const after = (await row(id)) as { status: string; renew_failures: number; renew_at: Date };
    expect(after).toMatchObject({ status: 'connected', renew_failures: 1, last_error: { code: 'http_503' } });
    expect(after.renew_at.getTime() - Date.now()).toBeGreaterThan(590_000);
  });

  it('tells a passing fault from one that needs a person when the token has ended', async () => {
    const id = await aConnection();
    await set(id, ENDED);
    scene.answer = () => ({ status: 500 });
    await expect(use(await open(id))).rejects.toMatchObject({ kind: 'transient' });
    await set(id, `${ENDED}, renew_failures = 0`);
    scene.answer = () => ({ status: 400, body: { error: 'invalid_client' } });
    await expect(use(await open(id))).rejects.toMatchObject({ kind: 'configuration' });
    expect(await row(id)).toMatchObject({ status: 'failed' });
  });

  it('needs its owner after a known code, says so once and asks no more', async () => {
    const id = await aConnection();
    const events: string[] = [];
    test.app.get(EventBus).on('*', (event) => void (event.resourceId === id && events.push(event.type)));
    await set(id, ENDED);
    scene.answer = () => ({ body: { error: 'bad_refresh_token', error_description: 'gone' } });
    for (let call = 0; call < 3; call++)
      await expect(use(await open(id))).rejects.toMatchObject({
        kind: 'reconnect',
        message: expect.stringContaining('gone'),
      });
    expect(server.to('/token')).toHaveLength(1);
    expect(await row(id)).toMatchObject({
      status: 'reconnect_required',
      last_error: { code: 'bad_refresh_token' },
    });
    expect(events).toEqual(['credential.reconnect_required']);
  });

  it('asks again with the kept password when the refresh token is dead', async () => {
    const id = await aConnection({}, { username: 'ann', password: 'p', store_password: true });
    await set(id, ENDED);
    scene.answer = ({ body }) =>
      String(body).startsWith('grant_type=refresh_token')
        ? { status: 400, body: { error: 'invalid_grant' } }
        : { body: { access_token: 'by-password', expires_in: 60 } };
    expect((await use(await open(id))).headers.Authorization).toBe('Bearer by-password');
  });

  it('works again with a password that is typed anew after the refresh token died', async () => {
    const id = await aConnection();
    const events: string[] = [];
    test.app.get(EventBus).on('*', (event) => void (event.resourceId === id && events.push(event.type)));
    await set(id, ENDED);
    scene.answer = ({ body }) =>
      String(body).startsWith('grant_type=refresh_token')
        ? { status: 400, body: { error: 'invalid_grant' } }
        : { body: { access_token: 'by-password', expires_in: 3600 } };
    await expect(use(await open(id))).rejects.toMatchObject({ kind: 'reconnect' });
    expect(await row(id)).toMatchObject({ status: 'reconnect_required' });
    const update = (body: object) => test.post(workspace.at(`credentials/update/${id}`), body);
    expect((await update({ credential_name: 'Other name' })).status).toBe(200);
    expect(await row(id)).toMatchObject({ status: 'reconnect_required' });
    expect((await update({ inputs: { username: 'ann', password: 'new' } })).body.data).toMatchObject({
      status: 'connected',
      last_error: null,
    });
    expect(await row(id)).toMatchObject({ renew_at: expect.any(Date), renew_failures: 0 });
    expect(events).toEqual([
      'credential.reconnect_required',
      'credential.updated',
      'credential.updated',
      'credential.connected',
    ]);
    expect((await use(await open(id))).headers.Authorization).toBe('Bearer by-password');
  });

  it('keeps a name and a password that change while a renewal writes', async () => {
    const id = await aConnection({}, { username: 'ann', password: 'p', store_password: true });
    await set(id, ENDED);
    const update = (body: object) => test.post(workspace.at(`credentials/update/${id}`), body);
    const name = `N ${Math.random()}`;
    const [, ...answers] = await Promise.all([
      use(await open(id)).catch(() => undefined),
      update({ credential_name: name }),
      update({ inputs: { password: 'changed' } }),
      update({ inputs: { username: 'bob' } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const credentials = test.app.get(CredentialsService);
    const credential = await credentials.get(workspace.projectId, id);
    expect(credential.credentialName).toBe(name);
    expect(credentials.inputsOf(credential).all).toMatchObject({ username: 'bob', password: 'changed' });
  });

  it('keeps the name that a connection was given while its consent or test was under way', async () => {
    const system = await aSystem(test, workspace, {
      base_url: server.url,
      authentication_type: 'oauth2',
      grant_type: 'client_credentials',
      token_url: `${server.url}/token`,
      client_id: 'cid',
      client_secret: 'secret',
    });
    const body = { credential_name: `C ${Math.random()}`, system_id: system };
    const id = (await test.post(workspace.at('credentials/create'), body)).body.data.credential_id as string;
    scene.answer = async () => {
      await test.post(workspace.at(`credentials/update/${id}`), { credential_name: 'Named meanwhile' });
      return { body: { access_token: 'A' } };
    };
    expect((await test.post(workspace.at(`credentials/test/${id}`), {})).body.data.ok).toBe(true);
    expect((await test.get(workspace.at(`credentials/${id}`))).body.data).toMatchObject({
      credential_name: 'Named meanwhile',
      status: 'connected',
    });
  });

  it('bears an unknown refusal three times, and no outage before it counts', async () => {
    const id = await aConnection();
    await set(id, 'renew_failures = 10');
    scene.answer = () => ({ status: 403, text: '' });
    for (const status of ['connected', 'connected', 'connected', 'reconnect_required']) {
      await set(id, ENDED);
      await use(await open(id)).catch(() => undefined);
      expect(await row(id)).toMatchObject({ status });
    }
  });

  it('uses a token of unknown end until it is refused (O-69)', async () => {
    scene.answer = () => ({ body: { access_token: `U${(issued += 1)}` } });
    const id = await aConnection();
    const authorizer = await open(id);
    for (let call = 0; call < 5; call++) {
      test.app.get(TokenSource).forget(id);
      await use(authorizer);
    }
    expect(server.to('/token')).toHaveLength(0);
    expect(await authorizer.renew((await use(authorizer)).tokenVersion)).toBe(true);
    expect(server.to('/token')).toHaveLength(1);
  });

  it('sees within seconds that another process renewed, and at once that the credential is gone', async () => {
    const id = await aConnection();
    const authorizer = await open(id);
    await use(authorizer);
    await set(id, `${LIVE}, token_version = token_version + 7`);
    expect((await use(authorizer)).tokenVersion).toBeGreaterThan(7);
    await test.post(workspace.at(`credentials/delete/${id}`));
    await expect(use(authorizer)).rejects.toMatchObject({ kind: 'configuration' });
  });

  it('uses a token that has not ended on while the database is away', async () => {
    const authorizer = await open(await aConnection());
    const before = await use(authorizer);
    const find = jest
      .spyOn(test.app.get(TokenRepository), 'findWithSystem')
      .mockRejectedValue(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    const clock = jest.spyOn(Date, 'now');
    try {
      clock.mockReturnValue(Date.now() + 6_000);
      expect(await use(authorizer)).toEqual(before);
      expect(find).toHaveBeenCalledTimes(1);
      // it has ended
      clock.mockReturnValue(Date.now() + 3_600_000);
      await expect(use(authorizer)).rejects.toThrow('ECONNREFUSED');
    } finally {
      clock.mockRestore();
      find.mockRestore();
    }
  });

  it('is not held against a new token that an older one was refused', async () => {
    const id = await aConnection();
    const { tokenVersion } = await use(await open(id));
    const outages = test.app.get(CredentialOutages);
    await set(id, 'token_version = token_version + 1');
    expect(await outages.setRefused(workspace.projectId, id, 'refused', tokenVersion)).toBe(false);
    expect(await row(id)).toMatchObject({ status: 'connected', last_error: null });
    expect(await outages.setRefused(workspace.projectId, id, 'refused', tokenVersion + 1)).toBe(true);
    expect(await row(id)).toMatchObject({ last_error: { message: 'refused' } });
    // told before
    expect(await outages.setRefused(workspace.projectId, id, 'refused', tokenVersion + 1)).toBe(true);
  });

  it('renews in the background what is due and an enabled pipe uses, and only that', async () => {
    const path = await aShopToErpPath(test);
    const [on, off] = [await aPipe(test, path), await aPipe(test, path)];
    await test.sql('update pipes set enabled = true where id = $1', [on]);
    const make = () => aConnection({}, undefined, path.workspace);
    const [used, ofDisabled, unused, fresh] = [await make(), await make(), await make(), await make()];
    const link = (pipe: string, id: string) =>
      test.sql(
        `insert into pipe_credentials (project_id, pipe_id, system_id, credential_id)
         select project_id, $1, system_id, id from credentials where id = $2`,
        [pipe, id],
      );
    await link(on, used);
    await link(on, fresh);
    await link(off, ofDisabled);
    for (const id of [used, ofDisabled, unused])
      await set(id, `expires_at = now() + interval '1 minute', renew_at = now()`);
    await set(fresh, LIVE);
    // Connections that ended long ago and that nothing uses never hide the ones in use.
    await test.sql(
      `insert into credentials (id, project_id, system_id, credential_name, name_key, status, saved_at, inputs, token_set, token_version, renew_at)
       select gen_random_uuid(), project_id, system_id, 'old ' || n, 'old ' || n, status, saved_at, inputs, token_set, 1, now() - interval '1 day'
       from credentials, generate_series(1, 300) n where id = $1`,
      [unused],
    );
    const jobs = [test.app.get(RenewalJob), test.app.get(RenewalJob)];
    await Promise.all(jobs.map((job) => job.run()));
    expect(server.to('/token')).toHaveLength(1);
    expect(await row(used)).toMatchObject({ token_version: 2 });
    for (const id of [ofDisabled, unused, fresh]) expect(await row(id)).toMatchObject({ token_version: 1 });
  });

  it('has no secret in answers, activity logs or the database', async () => {
    const canaries = ['canary-access', 'canary-refresh', 'canary-pass', 'canary-client'];
    scene.answer = () => ({
      body: {
        access_token: canaries[0],
        refresh_token: canaries[1],
        expires_in: 3600,
        id_token: 'canary-id',
      },
    });
    const id = await aConnection(
      { client_secret: canaries[3] },
      { username: 'ann', password: canaries[2], store_password: true },
    );
    const texts = [
      (await test.post(workspace.at(`credentials/test/${id}`), { fresh_token: true })).text,
      (await test.get(workspace.at('credentials?include_drafts=true'))).text,
      (await test.get(workspace.at('systems'))).text,
      (await test.get(workspace.at('activity_logs'))).text,
    ];
    const tables = await test.sql<{ name: string }>(
      `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    for (const { name } of tables) {
      const rows = await test.sql<{ text: string }>(`select row_to_json(t)::text as text from ${name} t`);
      texts.push(...rows.map(({ text }) => text));
    }
    const everything = texts.join('\n');
    for (const canary of [...canaries, 'canary-id']) {
      expect(everything).not.toContain(canary);
      expect(everything).not.toContain(Buffer.from(canary).toString('base64').replace(/=+$/, ''));
    }
    expect(everything).not.toContain(Buffer.from(`cid:${canaries[3]}`).toString('base64'));
  });
});
