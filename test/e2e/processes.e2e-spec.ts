// Several processes on one database, and the end of one: one owner ever, requests in work are answered.
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { createTestDatabase } from '../support/create-test-app.js';
import { startServiceProcess, startToEnd } from '../support/service-process.js';

const SETUP_TOKEN = 'set-up-token-for-tests';
const KEYS = `k1:${Buffer.alloc(32, 7).toString('base64')}`;

describe('processes on one database', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let folder: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'pipewright-processes-'));
    // An embedded PostgreSQL of a run by root is another user, who must be able to pass.
    chmodSync(folder, 0o755);
  });
  afterEach(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const environment = () => ({
    DATABASE_URL: database.url,
    SETUP_TOKEN,
    MASTER_KEYS: KEYS,
    ROLE: 'api',
    RATE_LIMIT_PER_SECOND: '0',
  });

  it('make exactly one owner of 100 parallel set-up calls to two of them, started at once on an empty database', async () => {
    const services = await Promise.all([
      startServiceProcess(join(folder, 'a'), environment()),
      startServiceProcess(join(folder, 'b'), environment()),
    ]);
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const answer = await fetch(`${services[index % 2]!.url}/api/auth/setup`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            setup_token: SETUP_TOKEN,
            name: `Owner ${index}`,
            email: `owner${index}@example.com`,
            password: 'correct horse battery',
          }),
        });
        return answer.status;
      }),
    );
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter((status) => status !== 200 && status !== 404 && status !== 503)).toEqual([]);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    expect((await client.query('select role from users')).rows).toEqual([{ role: 'owner' }]);
    expect(
      (await client.query('select count(*)::int as n from schema_migrations')).rows[0].n,
    ).toBeGreaterThan(0);
    await client.end();
    for (const service of services) expect(await service.end('SIGTERM')).toBe(0);
  }, 120_000);

  it('answer the request in work at SIGTERM and exit 0 soon after it', async () => {
    const service = await startServiceProcess(folder, environment());
    const { port } = new URL(service.url);
    const socket = connect(Number(port), '127.0.0.1');
    let heard = '';
    const closed = once(socket, 'close');
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
    const body = JSON.stringify({ email: 'a@b.example', password: 'not the password' });
    socket.write(
      `POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    );
    await sleep(1_500);
    const ended = service.end('SIGTERM');
    await sleep(500);
    socket.write(body.slice(10));
    const answered = Date.now();
    expect(await ended).toBe(0);
    expect(Date.now() - answered).toBeLessThan(12_000);
    await closed;
    expect(heard).toMatch(/^HTTP\/1\.1 401 /);
    expect(heard).toContain('Suspicious login attempt');
  }, 120_000);

  it('does not start where the port is taken, names PORT, and leaves no PostgreSQL behind', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { code, words } = await startToEnd({ DATA_DIR: folder, PORT: String(port), SETUP_TOKEN });
    taken.close();
    expect(code).toBe(1);
    expect(words).toContain(`PORT ${port} of 127.0.0.1 is taken by another program`);
    expect(existsSync(join(folder, 'postgres', 'PG_VERSION'))).toBe(true);
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
  }, 120_000);

  it('ends in order at a SIGTERM in the middle of its first start', async () => {
    const { code } = await startToEnd(
      { DATA_DIR: folder, PORT: '0', SETUP_TOKEN, LOG_LEVEL: 'info' },
      (words) => words.includes('Creating the embedded PostgreSQL'),
    );
    expect(code).toBe(0);
    expect(existsSync(join(folder, 'postgres', 'PG_VERSION'))).toBe(true);
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
  }, 120_000);

  it('names DATABASE_URL when there is no PostgreSQL, without its password', async () => {
    const { code, words } = await startToEnd({
      ...environment(),
      DATA_DIR: folder,
      DATABASE_URL: 'postgres://user:pass-canary@127.0.0.1:1/none',
    });
    expect(code).toBe(1);
    expect(words).toMatch(
      /DATABASE_URL: the PostgreSQL at 127\.0\.0\.1:1\/none cannot be used: .*ECONNREFUSED/,
    );
    expect(words).not.toContain('pass-canary');
  }, 120_000);

  it('does not start with a wrong master key, says so in one line, and changes nothing', async () => {
    const first = await startServiceProcess(folder, environment());
    await first.end('SIGTERM');
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const facts = (await client.query('select * from instance_facts')).rows;
    for (const keys of [
      `k1:${Buffer.alloc(32, 8).toString('base64')}`,
      `k2:${Buffer.alloc(32, 7).toString('base64')}`,
    ]) {
      const failure: unknown = await startServiceProcess(folder, {
        ...environment(),
        MASTER_KEYS: keys,
      }).then(
        () => null,
        (error: unknown) => error,
      );
      expect(String(failure)).toMatch(
        /cannot start: WrongMasterKeyError: MASTER_KEYS does not fit this database/,
      );
      expect(String(failure)).not.toContain(keys.slice(3));
    }
    expect((await client.query('select * from instance_facts')).rows).toEqual(facts);
    await client.end();
  }, 120_000);
});
