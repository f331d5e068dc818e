// A master key that is lost for good: what was sealed with it is given up, and the instance starts again.
import { Client } from 'pg';
import { type ForgetReport, forgetKey } from '../../src/cli/forget-key.js';
import { KeyRing } from '../../src/common/crypto/key-ring.js';
import { checkMasterKey } from '../../src/database/key-check.js';
import { SEALED_COLUMNS } from '../../src/database/sealed-columns.js';
import { makeWorld } from '../contract/support/world.js';
import { createTestApp, createTestDatabase, OWNER, type TestApp } from '../support/create-test-app.js';
import { aCredential, aSystem } from '../support/factories.js';
import { MockServer } from '../support/mock-server.js';

const keyOf = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
const OLD = keyOf('k1', 1);
const NEW = keyOf('k2', 2);
/** What a first start makes where the file of the keys is gone: the same id, another key. */
const MADE_AGAIN = keyOf('k1', 3);

describe('keys forget', () => {
  let server: MockServer;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let client: Client;
  let at: (route: string) => string;
  let ids: Record<'systemId' | 'consent' | 'fetched' | 'typed' | 'hook', string>;

  beforeAll(async () => {
    server = await MockServer.start(() => ({
      body: { access_token: 'A', refresh_token: 'R', expires_in: 3600 },
    }));
  });
  afterAll(() => server.stop());

  const runs = async (keys: string, work: (test: TestApp) => Promise<void>, withOwner = false) => {
    const settings = {
      DATABASE_URL: database.url,
      MASTER_KEYS: keys,
      OUTBOUND_ALLOW: '127.0.0.1',
      ROLE: 'api',
    };
    const test = await createTestApp(settings, { withOwner });
    try {
      if (!withOwner) {
        const { email, password } = OWNER;
        const login = await test.post('/api/auth/login', { email, password }, { token: null });
        test.ownerToken = login.body.data.access_token as string;
      }
      await work(test);
    } finally {
      await test.close();
    }
  };

  /** One of each: fetched by the program, by a consent, typed in; a webhook and a second factor. */
  async function fill(test: TestApp): Promise<void> {
    const world = await makeWorld(test);
    const workspace = {
      projectId: world.own.project!,
      at: (route: string) => `/workspace/${world.own.project}/api/${route}`,
    };
    at = workspace.at;
    await test.post('/api/auth/second_factor/create', {}, { token: world.callers.stranger });
    const oauth = {
      base_url: server.url,
      authentication_type: 'oauth2',
      grant_type: 'client_credentials',
      token_url: `${server.url}/token`,
      client_id: 'id',
      client_secret: 'client-secret',
    };
    const connected = async (system_name: string) => {
      const systemId = await aSystem(test, workspace, { ...oauth, system_name });
      const id = await aCredential(test, workspace, systemId, {
        credential_name: `C ${system_name}`,
        inputs: {},
      });
      await test.post(at(`credentials/test/${id}`), { fresh_token: true });
      return { systemId, id };
    };
    const { systemId, id: fetched } = await connected('Fetched');
    const { systemId: consentId, id: consent } = await connected('Consent');
    await test.sql(
      `update systems set authentication = authentication || '{"grant_type": "authorization_code"}' where id = $1`,
      [consentId],
    );
    const keyed = await aSystem(test, workspace, { system_name: 'Keyed' });
    const typed = await aCredential(test, workspace, keyed, { credential_name: 'C Keyed' });
    const hook = await test.post(at(`pipes/${world.own.pipe}/triggers/create`), { kind: 'webhook' });
    ids = { systemId, consent, fetched, typed, hook: new URL(hook.body.data.url as string).pathname };
  }

  beforeEach(async () => {
    database = await createTestDatabase();
    await runs(OLD, fill, true);
    client = new Client({ connectionString: database.url });
    await client.connect();
  }, 90_000);
  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  const forget = (keys: string, id: string, isAgreed: boolean): Promise<ForgetReport> =>
    forgetKey(client, KeyRing.parse(keys), id, isAgreed);

  it('tells what is lost and changes nothing until it is agreed', async () => {
    await expect(checkMasterKey(database.url, KeyRing.parse(NEW))).rejects.toThrow('pipewright keys forget');
    const report = await forget(NEW, 'k1', false);
    expect(report.lost).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^client secret of the system "Fetched" in the project "/),
        expect.stringMatching(/^token of the credential "C Consent" in the project "/),
        expect.stringMatching(/^secret inputs of the credential "C Keyed" in the project "/),
        expect.stringMatching(/^secret of the webhook of the pipe "/),
        'second factor of stray@example.com',
      ]),
    );
    expect(report.count).toBeGreaterThanOrEqual(report.lost.length);
    await expect(checkMasterKey(database.url, KeyRing.parse(OLD))).resolves.toBeUndefined();
  });

  it.each([
    ['a new ring', NEW],
    ['a ring with another key of that id', MADE_AGAIN],
  ])(
    'lets the instance start again with %s, each connection in its right state',
    async (_name, keys) => {
      await forget(keys, 'k1', true);
      await expect(checkMasterKey(database.url, KeyRing.parse(keys))).resolves.toBeUndefined();
      expect((await forget(keys, 'k1', true)).count).toBe(0);
      await runs(keys, async (test) => {
        const credential = async (id: string) => (await test.get(at(`credentials/${id}`))).body.data;
        expect(await credential(ids.consent)).toMatchObject({
          status: 'reconnect_required',
          last_error: { code: 'key_lost', message: expect.stringContaining('connect it again') },
        });
        expect(await credential(ids.typed)).toMatchObject({
          status: 'failed',
          last_error: { code: 'key_lost', message: expect.stringContaining('secret inputs') },
        });
        expect(await credential(ids.fetched)).toMatchObject({ status: 'connected' });
        expect((await test.get(at(`systems/${ids.systemId}`))).body.data.client_secret_set).toBe(false);

        // What is entered again works at once, and so does what needs nobody.
        await test.post(at(`systems/update/${ids.systemId}`), { client_secret: 'again' });
        const fetched = await test.post(at(`credentials/test/${ids.fetched}`), { fresh_token: true });
        expect(fetched.body.data).toMatchObject({ ok: true });
        const entered = await test.post(at(`credentials/update/${ids.typed}`), {
          inputs: { token: 'tok-2' },
        });
        expect(entered.body.data.status).toBe('connected');

        // A webhook without a secret takes nothing, however it is signed.
        const unsigned = { token: null, headers: { 'x-webhook-token': '' } };
        expect((await test.post(ids.hook, {}, unsigned)).status).toBe(401);
      });
      for (const { table, column } of SEALED_COLUMNS) {
        const { rows } = await client.query(`select 1 from "${table}" where "${column}" like 's1.k1.%'`);
        if (keys === NEW) expect([table, column, rows.length]).toEqual([table, column, 0]);
      }
    },
    90_000,
  );

  it('leaves alone what a key of the ring opens', async () => {
    const before = (await client.query('select secret_inputs, token_set from credentials order by id')).rows;
    expect(await forget(`${NEW},${OLD}`, 'k1', true)).toMatchObject({ lost: [], count: 0 });
    expect((await client.query('select secret_inputs, token_set from credentials order by id')).rows).toEqual(
      before,
    );
    await expect(checkMasterKey(database.url, KeyRing.parse(OLD))).resolves.toBeUndefined();
  });

  it('leaves the check of the keys alone where the id is mistyped and the ring is a wrong one', async () => {
    expect(await forget(NEW, 'k9', true)).toMatchObject({ lost: [], count: 0 });
    await expect(checkMasterKey(database.url, KeyRing.parse(OLD))).resolves.toBeUndefined();
    await expect(checkMasterKey(database.url, KeyRing.parse(NEW))).rejects.toThrow('pipewright keys forget');
  });

  it('asks for the password again where only a token was kept, whatever else is stored', async () => {
    await client.query(
      `update systems set authentication = authentication || '{"grant_type": "resource_owner_credentials"}' where id = $1`,
      [ids.systemId],
    );
    // other secret inputs, which the ring opens
    const [other] = (await client.query('select secret_inputs from credentials where id = $1', [ids.typed]))
      .rows;
    await client.query('update credentials set secret_inputs = $2 where id = $1', [
      ids.fetched,
      `x${other.secret_inputs}`,
    ]);
    await forget(NEW, 'k1', true);
    const { rows } = await client.query('select status, last_error from credentials where id = $1', [
      ids.fetched,
    ]);
    expect(rows).toEqual([
      {
        status: 'failed',
        last_error: expect.objectContaining({
          code: 'key_lost',
          message: expect.stringContaining('secret inputs'),
        }),
      },
    ]);
  });

  it('does nothing beside a running service, which may hold the key', async () => {
    await runs(OLD, async () => {
      expect(await forget(NEW, 'k1', true)).toEqual({ isServiceRunning: true, lost: [], count: 0 });
    });
  });
});
