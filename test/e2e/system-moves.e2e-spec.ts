// A system that moves to another host: what was stored or under way for the old one never reaches the new one.
import { RenewalJob } from '../../src/credentials/renewal-job.service.js';
import { TokenRenewal } from '../../src/credentials/token-renewal.service.js';
import { SystemsService } from '../../src/systems/systems.service.js';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { aProject, aSystem, type Workspace } from '../support/factories.js';
import { type Asked, MockServer, type Reply } from '../support/mock-server.js';

const PUBLIC_URL = 'https://pipewright.example';

describe('a system that moves', () => {
  let test: TestApp;
  let workspace: Workspace;
  let old: MockServer;
  let other: MockServer;
  let answer: (asked: Asked) => Reply | Promise<Reply>;
  let count = 0;

  beforeAll(async () => {
    test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1', PUBLIC_URL });
    workspace = await aProject(test);
    old = await MockServer.start((asked) => answer(asked));
    other = await MockServer.start(() => ({ body: { access_token: 'of-the-new-host' } }));
  }, 60_000);
  afterAll(async () => {
    await test.close();
    await Promise.all([old.stop(), other.stop()]);
  });
  beforeEach(() => {
    other.asked.length = 0;
    answer = () => ({
      body: { access_token: `A${(count += 1)}`, refresh_token: `R${count}`, expires_in: 3600 },
    });
  });
  afterEach(() => jest.restoreAllMocks());

  const post = async (route: string, body: object = {}) => {
    const answered = await test.post(workspace.at(route), body);
    if (answered.status !== 200) throw new Error(answered.text);
    return answered.body.data;
  };
  const aConsentSystem = () =>
    aSystem(test, workspace, {
      base_url: old.url,
      authentication_type: 'oauth2',
      grant_type: 'authorization_code_pkce',
      authorization_url: 'https://as.example/authorize',
      token_url: `${old.url}/token`,
      client_id: 'cid',
      client_secret: 'old-secret',
    });
  const aDraft = async (system_id: string, inputs: object = {}) =>
    (await post('credentials/create', { credential_name: `C ${(count += 1)}`, system_id, inputs }))
      .credential_id as string;
  const begin = async (id: string) => {
    const started = await test.post(workspace.at(`credentials/authorize/${id}`));
    const cookie = String([started.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
    const state = new URL(started.body.data.authorization_url).searchParams.get('state') ?? '';
    return { cookie, state, attempt: started.body.data.attempt_id as string };
  };
  const finish = ({ state, cookie }: { state: string; cookie: string }) =>
    test.get(`/oauth/callback?code=old-code&state=${state}`, { token: null, headers: { cookie } });
  const connected = async () => {
    const system = await aConsentSystem();
    const id = await aDraft(system);
    expect((await finish(await begin(id))).status).toBe(200);
    return { system, id };
  };
  const moving = { client_secret: 'new-secret', confirm_disconnect: true };
  const move = (system: string) =>
    post(`systems/update/${system}`, { ...moving, token_url: `${other.url}/token` });
  /** The move comes at the moment when the next caller is about to read the system. */
  const moveBeforeSystemIsRead = (system: string) => {
    const service = test.app.get(SystemsService);
    const get = service.get.bind(service);
    const spy = jest.spyOn(service, 'get').mockImplementation(async (projectId, id) => {
      spy.mockRestore();
      await move(system);
      return get(projectId, id);
    });
  };
  const row = async (id: string) =>
    (
      await test.sql<{ token_set: string | null; status: string; token_version: number }>(
        'select token_set, status, token_version from credentials where id = $1',
        [id],
      )
    )[0];
  const attemptOf = async (id: string) =>
    (await test.get(workspace.at(`credentials/attempts/${id}`))).body.data;

  it('moves only together with the drop of its tokens', async () => {
    const { system, id } = await connected();
    const before = await row(id);
    let isFailing = true;
    test.app.get(SystemsService).moveWith(async () => {
      if (isFailing) throw new Error('the drop failed');
    });
    const body = { ...moving, token_url: `${other.url}/token` };
    expect((await test.post(workspace.at(`systems/update/${system}`), body)).status).toBe(500);
    isFailing = false;
    expect((await test.get(workspace.at(`systems/${system}`))).body.data.token_url).toBe(`${old.url}/token`);
    expect(await row(id)).toEqual(before);
    await move(system);
    expect(await row(id)).toMatchObject({ token_set: null, status: 'reconnect_required' });
  });

  it('gets no old token from a renewal that read the credential before', async () => {
    const { system, id } = await connected();
    const { token_version: version } = (await row(id)) ?? { token_version: -1 };
    moveBeforeSystemIsRead(system);
    await test.app.get(TokenRenewal).renew(workspace.projectId, id, version);
    expect(other.asked).toEqual([]);
    expect(await row(id)).toMatchObject({ token_set: null, status: 'reconnect_required' });
  });

  it('gets no password from a test that read the credential before', async () => {
    const system = await aSystem(test, workspace, {
      base_url: old.url,
      authentication_type: 'oauth2',
      grant_type: 'resource_owner_credentials',
      token_url: `${old.url}/token`,
      client_id: 'cid',
      client_secret: 'old-secret',
    });
    const id = await aDraft(system, { username: 'ann', password: 'old-password' });
    moveBeforeSystemIsRead(system);
    expect(await post(`credentials/test/${id}`)).toMatchObject({ ok: false });
    expect(JSON.stringify(other.asked.map(({ text }) => text))).not.toContain('old-');
    expect(await row(id)).toMatchObject({ token_set: null, status: 'draft' });
  });

  it('asks for the password of a connection that lived by its refresh token', async () => {
    const system = await aSystem(test, workspace, {
      base_url: old.url,
      authentication_type: 'oauth2',
      grant_type: 'resource_owner_credentials',
      token_url: `${old.url}/token`,
    });
    const id = await aDraft(system, { username: 'ann', password: 'old-password' });
    expect(await post(`credentials/test/${id}`)).toMatchObject({ ok: true });
    await post(`systems/update/${system}`, { confirm_disconnect: true, token_url: `${other.url}/token` });
    expect(await row(id)).toMatchObject({ token_set: null, status: 'failed' });
    const inputs = { username: 'ann', password: 'new-password' };
    expect(await post(`credentials/update/${id}`, { inputs })).toMatchObject({
      status: 'connected',
      last_error: null,
    });
    expect(await post(`credentials/test/${id}`)).toMatchObject({ ok: true });
    expect(other.asked.map(({ text }) => text)).toEqual([expect.stringContaining('password=new-password')]);
  });

  it('stores no token that a renewal got while it moved', async () => {
    const { system, id } = await connected();
    answer = async () => {
      await move(system);
      return { body: { access_token: 'late', refresh_token: 'late' } };
    };
    await test.sql(`update credentials set renew_at = now() - interval '1 second' where id = $1`, [id]);
    await test.app.get(RenewalJob).run();
    await post(`credentials/test/${id}`, { fresh_token: true });
    expect(await row(id)).toMatchObject({ token_set: null, status: 'reconnect_required' });
    expect(other.asked).toEqual([]);
  });

  it.each<[string, (system: string) => Promise<unknown> | void]>([
    ['moved before the callback', (system) => move(system)],
    ['moves as the callback comes', (system) => moveBeforeSystemIsRead(system)],
    [
      'moves while the code is exchanged',
      (system) => {
        answer = async () => {
          await move(system);
          return { body: { access_token: 'late', refresh_token: 'late' } };
        };
      },
    ],
  ])('fails the consent of a system that %s, and posts its code nowhere new', async (_, change) => {
    const { system, id } = await connected();
    const draft = await aDraft(system);
    const begun = [await begin(id), await begin(draft)];
    await change(system);
    for (const consent of begun) {
      const page = await finish(consent);
      expect([page.status, page.text]).toEqual([400, expect.stringContaining('moved to another host')]);
      expect(await attemptOf(consent.attempt)).toMatchObject({
        status: 'failed',
        error: expect.stringContaining('moved to another host'),
      });
    }
    expect(other.asked).toEqual([]);
    expect(await row(id)).toMatchObject({ token_set: null, status: 'reconnect_required' });
    expect(await row(draft)).toMatchObject({ token_set: null, status: 'draft' });
    expect((await finish(await begin(id))).status).toBe(200);
    expect(other.asked.map(({ text }) => text)).toEqual([
      expect.stringContaining('client_secret=new-secret'),
    ]);
  });
});
