// What an operator does from the command line: keys rotated while the service runs, a back-up restored elsewhere.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { writeBackup } from '../../src/cli/backup.js';
import { restoreBackup } from '../../src/cli/restore.js';
import { rotateKeys } from '../../src/cli/rotate-keys.js';
import { SEALED_COLUMNS } from '../../src/database/sealed-columns.js';
import { KeyRing } from '../../src/common/crypto/key-ring.js';
import { Sealer } from '../../src/common/crypto/sealer.js';
import { checkMasterKey } from '../../src/database/key-check.js';
import { migrateDatabase } from '../../src/database/migrate.js';
import { fingerprint, makeWorld } from '../contract/support/world.js';
import { createTestApp, createTestDatabase, OWNER, type TestApp } from '../support/create-test-app.js';

const OLD = `old:${Buffer.alloc(32, 1).toString('base64')}`;
const NEW = `new:${Buffer.alloc(32, 2).toString('base64')}`;

describe('operator commands', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pipewright-operator-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A world with something in every sealed column that can be filled by calls. */
  const fill = async (test: TestApp) => {
    const world = await makeWorld(test);
    const at = (route: string) => `/workspace/${world.own.project}/api/${route}`;
    await test.post('/api/auth/second_factor/create', {}, { token: world.callers.stranger });
    await test.post(
      '/api/projects/create',
      { project_name: 'Sealed' },
      { headers: { 'idempotency-key': 'operator' } },
    );
    const system = await test.post(at('systems/create'), {
      system_name: 'OAuth',
      base_url: 'https://erp.example.com',
      authentication_type: 'oauth2',
      grant_type: 'client_credentials',
      token_url: 'https://erp.example.com/token',
      client_id: 'id',
      client_secret: 'client-secret-canary',
    });
    expect(system.status).toBe(200);
    return world;
  };

  describe('keys rotate', () => {
    it('seals every value with the new key while the service answers, and the old key can go', async () => {
      const database = await createTestDatabase();
      const first = await createTestApp({ DATABASE_URL: database.url, MASTER_KEYS: OLD });
      const world = await fill(first);
      await first.close();

      // The service runs with both keys, the new one first; the command works beside it.
      const both = await createTestApp(
        { DATABASE_URL: database.url, MASTER_KEYS: `${NEW},${OLD}` },
        { withOwner: false },
      );
      const client = await connected(database.url);
      const sealedWith = async (id: string): Promise<number> => {
        let count = 0;
        for (const { table, column } of SEALED_COLUMNS)
          count += (await client.query(`select 1 from "${table}" where "${column}" like 's1.${id}.%'`)).rows
            .length;
        return count;
      };
      const before = await sealedWith('old');
      expect(before).toBeGreaterThan(6);
      const login = await both.post(
        '/api/auth/login',
        { email: OWNER.email, password: OWNER.password },
        { token: null },
      );
      both.ownerToken = login.body.data.access_token as string;
      const [report, ...answers] = await Promise.all([
        rotateKeys(client, KeyRing.parse(`${NEW},${OLD}`)),
        ...Array.from({ length: 20 }, () => both.get('/api/auth/me')),
      ]);
      expect(answers.every((answer) => answer.status === 200)).toBe(true);
      expect(report).toEqual({ resealed: before, unreadable: [], others: [], forgotten: [] });
      expect(await sealedWith('old')).toBe(0);
      expect((await rotateKeys(client, KeyRing.parse(`${NEW},${OLD}`))).resealed).toBe(0);
      await both.close();

      // Without the old key everything still opens: the service starts, and a repeated key gives its stored answer.
      const last = await createTestApp(
        { DATABASE_URL: database.url, MASTER_KEYS: NEW },
        { withOwner: false },
      );
      expect(
        (await last.get(`/workspace/${world.own.project}/api/systems`, { token: world.callers.readOnly }))
          .status,
      ).toBe(200);
      expect((await rotateKeys(client, KeyRing.parse(NEW))).unreadable).toEqual([]);
      await last.close();
      await client.end();
      await database.drop();
    }, 90_000);

    it('does nothing while a running service seals with another key, and says which', async () => {
      const test = await createTestApp({ MASTER_KEYS: OLD });
      await fill(test);
      const client = await connected(test.databaseUrl);
      expect(await rotateKeys(client, KeyRing.parse(`${NEW},${OLD}`))).toEqual({
        resealed: 0,
        unreadable: [],
        others: ['old'],
        forgotten: [],
      });
      expect((await client.query("select 1 from systems where client_secret like 's1.new.%'")).rows).toEqual(
        [],
      );
      await client.end();
      await test.close();
    }, 90_000);

    it('is needed before a key goes: a ring without it does not start', async () => {
      const database = await createTestDatabase();
      const first = await createTestApp({ DATABASE_URL: database.url, MASTER_KEYS: OLD });
      await fill(first);
      await first.close();
      const client = await connected(database.url);
      await rotateKeys(client, KeyRing.parse(`${NEW},${OLD}`));
      // Sealed by a service that came back with the old ring after the rotation.
      const [row] = (await client.query('select id, project_id from systems where client_secret is not null'))
        .rows;
      await client.query('update systems set client_secret = $1 where id = $2', [
        new Sealer(KeyRing.parse(OLD)).seal('late', {
          table: 'systems',
          column: 'client_secret',
          rowId: row.id,
          projectId: row.project_id,
        }),
        row.id,
      ]);
      await expect(checkMasterKey(database.url, KeyRing.parse(NEW))).rejects.toThrow(
        'it lacks the key "old", which secrets of systems.client_secret are sealed with.',
      );
      await expect(checkMasterKey(database.url, KeyRing.parse(`${NEW},${OLD}`))).resolves.toBeUndefined();
      await client.end();
      await database.drop();
    }, 90_000);

    it('leaves what no key opens and names it', async () => {
      const test = await createTestApp({ MASTER_KEYS: `${NEW},${OLD}` });
      await fill(test);
      await test.sql(
        "update systems set client_secret = replace(client_secret, 's1.new.', 's1.gone.') where client_secret is not null",
      );
      const client = await connected(test.databaseUrl);
      const report = await rotateKeys(client, KeyRing.parse(`${NEW},${OLD}`));
      expect(report.unreadable).toHaveLength(1);
      expect(report.unreadable[0]).toMatch(/^systems\.client_secret of /);
      await client.end();
      await test.close();
    }, 90_000);
  });

  describe('backup and restore', () => {
    let source: TestApp;
    let file: string;
    beforeAll(async () => {
      source = await createTestApp({ MASTER_KEYS: OLD, ROLE: 'api' });
      await fill(source);
      file = join(folder, 'whole.backup');
    }, 90_000);
    afterAll(() => source.close());

    const backUp = async (): Promise<number> => {
      const client = await connected(source.databaseUrl);
      try {
        return await writeBackup(client, file);
      } finally {
        await client.end();
      }
    };
    const emptyInstance = async () => {
      const database = await createTestDatabase();
      await migrateDatabase(database.url);
      return { ...database, client: await connected(database.url) };
    };

    it('bring everything back, with all pipes disabled, from a back-up taken under load', async () => {
      await source.sql('update pipes set enabled = true');
      let isRunning = true;
      const loads = [1, 2, 3].map(async (lane) => {
        for (let count = 0; isRunning; count++) await changeThings(source, `Load ${lane}.${count}`);
      });
      // What the database holds at the very moment that the back-up shows.
      const reference = await connected(source.databaseUrl);
      await reference.query('begin isolation level repeatable read read only');
      const moment = (await reference.query<{ id: string }>('select pg_export_snapshot() as id')).rows[0]!.id;
      const rows = await backUpAt(source.databaseUrl, moment, file);
      const sql: TestApp['sql'] = async (text, values) => (await reference.query(text, values)).rows as never;
      const was = await fingerprint({ sql });
      const pipesWere = await pipesOf({ sql });
      await reference.end();
      const now = await fingerprint(source);
      isRunning = false;
      await Promise.all(loads);
      expect(now.projects).not.toBe(was.projects);
      expect(rows).toBeGreaterThan(50);
      expect(statSync(file).mode & 0o777).toBe(0o600);

      const target = await emptyInstance();
      expect(await restoreBackup(target.client, KeyRing.parse(OLD), file)).toBeGreaterThan(50);
      const restored = await createTestApp(
        { DATABASE_URL: target.url, MASTER_KEYS: OLD, ROLE: 'api' },
        { withOwner: false },
      );
      const is = await fingerprint(restored);
      const differing = Object.keys(was).filter((table) => was[table] !== is[table]);
      expect(differing.sort()).toEqual([
        'consent_attempts',
        'idempotency_keys',
        'pipes',
        'run_leases',
        'sessions',
        'sign_in_attempts',
      ]);
      expect(await pipesOf(restored)).toEqual(pipesWere);
      expect(await restored.sql('select 1 from pipes where enabled')).toEqual([]);
      const login = await restored.post(
        '/api/auth/login',
        { email: OWNER.email, password: OWNER.password },
        { token: null },
      );
      expect(login.status).toBe(200);
      await restored.close();
      await target.client.end();
      await target.drop();
    }, 120_000);

    it('bring back texts that end lines elsewhere, and rows of many megabytes', async () => {
      const name = 'Lines\u2028and\u2029paragraphs\u0085and\u000bmore';
      await source.post('/api/projects/create', { project_name: name, project_description: 'a\r\nb\u2028c' });
      const apis = await source.sql<{ id: string }>('select id from apis');
      const large = { text: `\u2028${'ä"\\n'.repeat(1_500_000)}`, number: '12345678901234567890.10' };
      await source.sql('update apis set sample_response = $1', [JSON.stringify(large)]);
      await backUp();
      const target = await emptyInstance();
      await restoreBackup(target.client, KeyRing.parse(OLD), file);
      const read = async (client: { query: Client['query'] }) => [
        (
          await client.query(
            "select project_name, project_description from projects where project_name like 'Lines%'",
          )
        ).rows,
        (await client.query('select id, md5(sample_response::text) from apis order by id')).rows,
      ];
      const was = await connected(source.databaseUrl);
      expect(apis.length).toBeGreaterThan(3);
      expect(await read(target.client)).toEqual(await read(was));
      await source.sql("update apis set sample_response = '{}'");
      await was.end();
      await target.client.end();
      await target.drop();
    }, 120_000);

    it('say what is wrong with a file that cannot be written, read or understood', async () => {
      const nowhere = join(folder, 'no', 'such', 'folder', 'x.backup');
      const client = await connected(source.databaseUrl);
      await expect(writeBackup(client, nowhere)).rejects.toThrow(/ENOENT/);
      // The connection is as before: nothing is left open in it.
      expect((await client.query('select pg_current_xact_id_if_assigned() as id')).rows).toEqual([
        { id: null },
      ]);
      await client.end();
      const target = await emptyInstance();
      const rubbish = join(folder, 'rubbish.backup');
      for (const [content, words] of [
        [null, /cannot be read/],
        [Buffer.from('no gzip at all'), /no back-up/],
        [gzipSync('no lines of ours\n'), /no back-up/],
        [gzipSync(''), /no back-up/],
        [gzipSync('H {}\nT users\n{"id":1'), /no back-up|another version|cannot read/],
      ] as const) {
        if (content) writeFileSync(rubbish, content);
        await expect(
          restoreBackup(target.client, KeyRing.parse(OLD), content ? rubbish : nowhere),
        ).rejects.toThrow(words);
      }
      await target.client.end();
      await target.drop();
    }, 60_000);

    it('hold no key, and no secret in the clear', async () => {
      await backUp();
      const text = gunzipSync(readFileSync(file)).toString('utf8');
      expect(text).not.toContain('client-secret-canary');
      expect(text).not.toContain(OLD.slice(4));
    }, 60_000);

    it.each([
      ['another master key', NEW, (whole: Buffer) => whole, /MASTER_KEYS does not fit/],
      ['a file that was cut', OLD, cutEnd, /not whole/],
      ['another schema', OLD, otherSchema, /made by another version/],
    ])(
      'refuse %s and change nothing',
      async (_name, keys, change, words) => {
        await backUp();
        const changed = join(folder, 'changed.backup');
        writeFileSync(changed, change(readFileSync(file)));
        const target = await emptyInstance();
        await expect(restoreBackup(target.client, KeyRing.parse(keys), changed)).rejects.toThrow(words);
        expect((await target.client.query('select 1 from users')).rows).toEqual([]);
        await target.client.end();
        await target.drop();
      },
      60_000,
    );

    it('refuse an instance that is in use', async () => {
      await backUp();
      const client = await connected(source.databaseUrl);
      await expect(restoreBackup(client, KeyRing.parse(OLD), file)).rejects.toThrow(/in use/);
      expect((await client.query("select 1 from users where role = 'owner'")).rows).toHaveLength(1);
      await client.end();
    }, 60_000);
  });
});

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Rows come, change and go, in several tables. */
async function changeThings(test: TestApp, name: string): Promise<void> {
  const made = await test.post('/api/projects/create', { project_name: name, users: ['load@example.com'] });
  const id = made.body.data.project_id as string;
  await test.post(`/workspace/${id}/api/settings/update`, { activity_logs___activity_logs: true });
  await test.post(`/workspace/${id}/api/systems/create`, {
    system_name: name,
    base_url: 'https://shop.example.com',
    authentication_type: 'none',
  });
  if (name.endsWith('0')) await test.post(`/api/projects/delete/${id}`, { project_name: name });
}

/** A back-up whose transaction sees what another one sees. */
async function backUpAt(databaseUrl: string, moment: string, file: string): Promise<number> {
  const client = await connected(databaseUrl);
  const query = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<unknown>;
  const atMoment = async (text: string, values?: unknown[]): Promise<unknown> => {
    const answer = await query(text, values);
    if (text.startsWith('begin')) await query(`set transaction snapshot '${moment}'`);
    return answer;
  };
  Object.assign(client, { query: atMoment });
  try {
    return await writeBackup(client, file);
  } finally {
    await client.end();
  }
}

/** All of the pipes but whether they are enabled. */
const pipesOf = ({ sql }: Pick<TestApp, 'sql'>): Promise<unknown[]> =>
  sql("select to_jsonb(p) - 'enabled' as pipe from pipes p order by id");

const relined = (whole: Buffer, change: (lines: string[]) => string[]): Buffer =>
  gzipSync(change(gunzipSync(whole).toString('utf8').split('\n')).join('\n'));

function cutEnd(whole: Buffer): Buffer {
  return relined(whole, (lines) => lines.slice(0, -10));
}

function otherSchema(whole: Buffer): Buffer {
  return relined(whole, ([header = '', ...lines]) => [
    header.replace(/"schema":\["/, '"schema":["Other'),
    ...lines,
  ]);
}
