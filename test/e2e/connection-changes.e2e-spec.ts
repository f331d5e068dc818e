// What comes between: a system that is changed, a connection that goes or is connected while something is under way.
import { CredentialRepository } from '../../src/credentials/credential.repository.js';
import { CredentialsService } from '../../src/credentials/credentials.service.js';
import { ConsentAttemptRepository } from '../../src/credentials/consent-attempt.repository.js';
import { TokenSource } from '../../src/credentials/token-source.service.js';
import { TokenRepository } from '../../src/credentials/token.repository.js';
import { SystemsService } from '../../src/systems/systems.service.js';
import type { TestApp } from '../support/create-test-app.js';
import { aSystem, type Workspace } from '../support/factories.js';
import type { MockServer } from '../support/mock-server.js';
import { TokenScene } from '../support/token-scene.js';

describe('connections and what comes between', () => {
  let test: TestApp;
  let workspace: Workspace;
  let server: MockServer;
  let count = 0;
  const scene = new TokenScene(
    ({ path }) =>
      path === '/revoke'
        ? { status: 200 }
        : { body: { access_token: `A${(count += 1)}`, refresh_token: `R${count}`, expires_in: 3600 } },
    { PUBLIC_URL: 'https://pipewright.example' },
  );
  const { post, credential: get, begin, finish } = scene;
  beforeAll(() => void ({ test, workspace, server } = scene));
  afterEach(() => jest.restoreAllMocks());

  const aConsentSystem = (members: object = {}) =>
    aSystem(test, workspace, {
      base_url: server.url,
      authentication_type: 'oauth2',
      grant_type: 'authorization_code_pkce',
      authorization_url: 'https://as.example/authorize',
      token_url: `${server.url}/token`,
      client_id: 'cid',
      client_secret: 'a-secret',
      ...members,
    });
  const aCredential = async (system_id: string, inputs: object = {}) =>
    (await post('credentials/create', { credential_name: `C ${(count += 1)}`, system_id, inputs }))
      .credential_id as string;
  const attemptOf = async (id: string) =>
    (await test.get(workspace.at(`credentials/attempts/${id}`))).body.data;
  /** What comes right after the next read of a credential by a service that goes on with what it read. */
  const afterNextRead = (what: () => Promise<unknown>) => {
    const rows = test.app.get(CredentialRepository);
    const read = rows.find.bind(rows);
    const spy = jest.spyOn(rows, 'find').mockImplementation(async (projectId, id) => {
      const row = await read(projectId, id);
      spy.mockRestore();
      await what();
      return row;
    });
  };

  describe('a consent', () => {
    it('that is refused while another one connects leaves the connection connected', async () => {
      const id = await aCredential(await aConsentSystem());
      const [refused, good] = [await begin(id), await begin(id)];
      afterNextRead(() => finish(good));
      expect((await finish(refused, { error: 'access_denied' })).status).toBe(400);
      expect(await get(id)).toMatchObject({ status: 'connected' });
    });

    it('that begins while another one connects leaves the connection connected', async () => {
      const id = await aCredential(await aConsentSystem());
      const good = await begin(id);
      afterNextRead(() => finish(good));
      await begin(id);
      expect(await get(id)).toMatchObject({ status: 'connected' });
    });

    it('whose connection is deleted during the exchange ends on a page, and its tokens are revoked', async () => {
      const id = await aCredential(await aConsentSystem({ revocation_url: `${server.url}/revoke` }));
      const begun = await begin(id);
      const tokens = scene.answer;
      scene.answer = async (asked) => {
        if (asked.path === '/token') await post(`credentials/delete/${id}`);
        return tokens(asked);
      };
      const page = await finish(begun);
      expect(page.status).toBe(400);
      expect(page.headers['content-type']).toContain('text/html');
      expect(page.text).toContain('deleted');
      const revoked = server.to('/revoke').map(({ text }) => new URLSearchParams(text).get('token'));
      expect(revoked).toEqual([`R${count}`, `A${count}`]);
    });

    it('that comes back too late is told so, and not that it was used', async () => {
      const id = await aCredential(await aConsentSystem());
      const begun = await begin(id);
      await test.sql("update consent_attempts set expires_at = now() - interval '1 second' where id = $1", [
        begun.attempt,
      ]);
      const page = await finish(begun);
      expect(page.status).toBe(400);
      expect(page.text).toContain('more than ten minutes ago');
      expect(page.text).not.toContain('already used');
      expect(server.asked).toEqual([]);
    });

    it('that the service cannot finish ends on a page, and is known as failed', async () => {
      const id = await aCredential(await aConsentSystem());
      const begun = await begin(id);
      jest
        .spyOn(test.app.get(ConsentAttemptRepository), 'personOf')
        .mockRejectedValue(new Error('canary: out of order'));
      const page = await finish(begun);
      expect(page.status).toBe(500);
      expect(page.headers['content-type']).toContain('text/html');
      expect(page.text).not.toContain('canary');
      expect(await attemptOf(begun.attempt)).toMatchObject({ status: 'failed' });
    });

    it('that brings no refresh token says so on a page that stays open', async () => {
      const id = await aCredential(await aConsentSystem());
      expect((await finish(await begin(id))).text).toContain('data-closes="true"');
      scene.answer = () => ({ body: { access_token: 'A', expires_in: 3600 } });
      const page = await finish(await begin(id));
      expect(page.text).toContain('no refresh token');
      expect(page.text).toContain('data-closes="false"');
    });
  });

  describe('a system that is mended', () => {
    it('is asked for tokens at once, without the wait after the failures before', async () => {
      scene.answer = ({ text }) =>
        text.includes('right-secret')
          ? { body: { access_token: 'good', expires_in: 3600 } }
          : { status: 401, body: { error: 'invalid_client' } };
      const members = { grant_type: 'client_credentials', authorization_url: null };
      const system = await aConsentSystem({ ...members, client_secret: 'right-secret' });
      const id = await aCredential(system);
      await post(`credentials/test/${id}`);
      await post(`systems/update/${system}`, { client_secret: 'wrong-secret' });
      await post(`credentials/test/${id}`, { fresh_token: true });
      expect(await get(id)).toMatchObject({ status: 'failed' });
      await test.sql("update credentials set expires_at = now() - interval '1 second' where id = $1", [id]);
      await post(`systems/update/${system}`, { client_secret: 'right-secret' });
      test.app.get(TokenSource).forget(id);
      const credential = await test.app.get(CredentialsService).get(workspace.projectId, id);
      const row = await test.app.get(SystemsService).get(workspace.projectId, system);
      const authorizer = test.app.get(TokenSource).open(row, credential, {});
      expect((await authorizer.apply(`${server.url}/x`, {})).headers.Authorization).toBe('Bearer good');
      expect(await get(id)).toMatchObject({ status: 'connected', last_error: null });
    });
  });

  describe('a system of another authentication type', () => {
    const change = (system: string, members: object) =>
      post(`systems/update/${system}`, { client_secret: null, confirm_disconnect: true, ...members });

    it('has no drafts that wait for a token where there is none to wait for', async () => {
      const system = await aConsentSystem();
      const id = await aCredential(system);
      await change(system, { authentication_type: 'none' });
      expect((await test.get(workspace.at(`credentials/${id}`))).status).toBe(404);
    });

    it('asks for the inputs that its connections lack', async () => {
      const system = await aSystem(test, workspace, {
        base_url: server.url,
        authentication_type: 'none',
        test_request: { path: '/me' },
      });
      const id = await aCredential(system);
      await change(system, { authentication_type: 'basic' });
      expect(await get(id)).toMatchObject({
        status: 'failed',
        last_error: { code: 'system_changed', message: expect.stringContaining('authentication type') },
      });
      await post(`credentials/update/${id}`, { inputs: { username: 'u', password: 'p' } });
      expect(await get(id)).toMatchObject({ status: 'connected', last_error: null });
    });

    it('leaves connections connected where nothing is to be entered', async () => {
      const basic = await aSystem(test, workspace, { base_url: server.url, authentication_type: 'basic' });
      const id = await aCredential(basic, { username: 'u', password: 'p' });
      await change(basic, { authentication_type: 'none' });
      expect(await get(id)).toMatchObject({ status: 'connected', last_error: null });
      const consented = await aConsentSystem();
      const other = await aCredential(consented);
      await finish(await begin(other));
      await change(consented, {
        grant_type: 'client_credentials',
        client_secret: 'again',
        token_url: `${server.url.replace('127.0.0.1', 'localhost')}/token`,
      }).catch(() => undefined);
      await change(consented, { authentication_type: 'none' });
      expect(await get(other)).toMatchObject({ status: 'connected', last_error: null });
    });
  });

  it('sends the test request with the inputs of the connection filled in, as calls are', async () => {
    scene.answer = ({ path, headers }) => ({
      status: path === '/t/acme/users/u%2F1' && headers['x-region'] === 'eu' ? 200 : 404,
    });
    const system = await aSystem(test, workspace, {
      base_url: `${server.url}/t/{{inputs.tenant}}`,
      authentication_type: 'none',
      default_headers: { 'X-Region': '{{ inputs.region }}' },
      test_request: { path: '/users/{{inputs.user}}' },
      credential_inputs: ['tenant', 'region', 'user'].map((name) => ({ name, label: name })),
    });
    const id = await aCredential(system, { tenant: 'acme', region: 'eu', user: 'u/1' });
    expect(await post(`credentials/test/${id}`)).toMatchObject({ ok: true });
    await post(`systems/update/${system}`, { test_request: { path: '/{{inputs.later}}' } });
    expect(await post(`credentials/test/${id}`)).toMatchObject({
      ok: false,
      steps: [{ error: 'The credential has no input "later".' }],
    });
  });

  it('refuses a base URL with a query, behind which no path can stand', async () => {
    const answered = await test.post(workspace.at('systems/create'), {
      system_name: 'With a query',
      base_url: 'https://api.example.com/v1?key=1',
      authentication_type: 'none',
    });
    expect(answered.status).toBe(400);
    expect(answered.body.errors).toMatchObject([{ field: 'base_url' }]);
  });

  describe('an own input', () => {
    /** The system makes it a secret right before this method of the service goes on. */
    const makesSecretBefore = <T extends object>(
      target: T,
      method: keyof T & string,
      system: () => string,
    ) => {
      const original = (target[method] as (...given: unknown[]) => Promise<unknown>).bind(target);
      const spy = jest.spyOn(target, method as never) as unknown as jest.SpyInstance;
      spy.mockImplementationOnce(async (...given: unknown[]) => {
        const change = post(`systems/update/${system()}`, { credential_inputs: inputs(true) });
        // Where the system is held the change comes after.
        await Promise.race([change, new Promise((resolve) => setTimeout(resolve, 500))]);
        pending = change;
        return original(...given);
      });
    };
    let pending: Promise<unknown> = Promise.resolve();
    const aPasswordSystem = () =>
      aConsentSystem({
        grant_type: 'resource_owner_credentials',
        authorization_url: null,
        credential_inputs: inputs(false),
      });
    const typed = { username: 'ann', password: 'p-1', tenant: 'acme-7', region: 'eu' };

    it('that becomes a secret while a credential is made is sealed in it', async () => {
      const system = await aPasswordSystem();
      makesSecretBefore(test.app.get(CredentialRepository), 'insert', () => system);
      const id = await aCredential(system, typed);
      await pending;
      expect((await get(id)).inputs).toMatchObject({ region: 'eu', tenant_set: true });
      expect((await get(id)).inputs).not.toHaveProperty('tenant');
    });

    it.each([
      ['the first token', SystemsService, 'ifInPlace'],
      ['a renewed one', TokenRepository, 'settle'],
    ] as const)(
      'that becomes a secret while %s is stored stays in it, and the password goes',
      async (_name, type, method) => {
        const system = await aPasswordSystem();
        const id = await aCredential(system, { ...typed, store_password: method === 'settle' });
        if (method === 'settle') {
          await post(`credentials/test/${id}`);
          await post(`credentials/update/${id}`, { inputs: { store_password: false, password: 'p-1' } });
        }
        makesSecretBefore(
          test.app.get<SystemsService | TokenRepository>(type),
          method as never,
          () => system,
        );
        expect(await post(`credentials/test/${id}`, { fresh_token: true })).toMatchObject({ ok: true });
        await pending;
        expect(await stored(id)).toMatchObject({
          all: { username: 'ann', tenant: 'acme-7' },
          secret: ['acme-7'],
        });
      },
    );

    const inputs = (secret: boolean) => [
      { name: 'tenant', label: 'Tenant', secret },
      { name: 'region', label: 'Region', secret: false },
    ];
    const stored = async (id: string) => {
      const service = test.app.get(CredentialsService);
      return service.inputsOf(await service.get(workspace.projectId, id));
    };

    it('that becomes a secret is shown no more, and is not lost by the next change', async () => {
      const system = await aSystem(test, workspace, {
        base_url: server.url,
        authentication_type: 'none',
        credential_inputs: inputs(false),
      });
      const id = await aCredential(system, { tenant: 'acme-7', region: 'eu' });
      await post(`systems/update/${system}`, { credential_inputs: inputs(true) });
      expect((await get(id)).inputs).toEqual({ region: 'eu', tenant_set: true });
      const rows = await test.sql<{ inputs: object }>('select inputs from credentials where id = $1', [id]);
      expect(rows).toEqual([{ inputs: { region: 'eu' } }]);
      await post(`credentials/update/${id}`, { inputs: { region: 'us' } });
      expect(await stored(id)).toEqual({ all: { tenant: 'acme-7', region: 'us' }, secret: ['acme-7'] });
    });

    it('that is a secret no more keeps its value sealed until it is typed anew', async () => {
      const system = await aSystem(test, workspace, {
        base_url: server.url,
        authentication_type: 'none',
        credential_inputs: inputs(true),
      });
      const id = await aCredential(system, { tenant: 'acme-7', region: 'eu' });
      await post(`systems/update/${system}`, { credential_inputs: inputs(false) });
      expect((await get(id)).inputs).toEqual({ region: 'eu', tenant_set: true });
      await post(`credentials/update/${id}`, { inputs: { region: 'us' } });
      expect(await stored(id)).toEqual({ all: { tenant: 'acme-7', region: 'us' }, secret: ['acme-7'] });
      await post(`credentials/update/${id}`, { inputs: { tenant: 'acme-8' } });
      expect((await get(id)).inputs).toEqual({ region: 'us', tenant: 'acme-8' });
      expect((await stored(id)).secret).toEqual([]);
    });
  });
});
