/** The embedded PostgreSQL in the situations that daily life brings: killed, orphaned, shared, run by root. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';
import { isAlive } from '../../src/database/embedded/processes.js';
import { readPostmasterPid } from '../../src/database/embedded/postmaster-pid.js';

jest.setTimeout(120_000);

const support = resolve(process.cwd(), 'test/support');
let dataDir: string;
let children: ChildProcess[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pipewright-embedded-'));
  await chmod(dataDir, 0o755);
  children = [];
});

afterEach(async () => {
  for (const child of children) await end(child, 'SIGTERM');
  // A test that failed half-way may have left the server: starting and stopping ends it.
  await (await startEmbeddedPostgres({ dataDir })).stop();
  const elsewhere = await readFile(join(dataDir, 'postgres-location'), 'utf8').catch(() => null);
  if (elsewhere) await rm(elsewhere.trim(), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
});

test('rows outlive a stop, the password is asked for and kept from other users', async () => {
  const first = await startEmbeddedPostgres({ dataDir });
  await query(first.connectionUrl, 'create table kept as select 42 as answer');
  await expect(query(first.connectionUrl.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(
    /password authentication failed/,
  );
  await first.stop();
  await expect(query(first.connectionUrl, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
  expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o077).toBe(0);

  const second = await startEmbeddedPostgres({ dataDir });
  expect(second.port).toBe(first.port);
  expect(await query(second.connectionUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
  await second.stop();
});

test('it speaks UTF-8 and sorts the same on every machine', async () => {
  const server = await startEmbeddedPostgres({ dataDir });
  const sql = `select datcollate, datlocprovider::text as provider, datlocale, pg_encoding_to_char(encoding) as encoding
    from pg_database where datname = current_database()`;
  expect(await query(server.connectionUrl, sql)).toEqual([
    { datcollate: 'C', provider: 'b', datlocale: 'C.UTF-8', encoding: 'UTF8' },
  ]);
  expect(await query(server.connectionUrl, `select upper('straße é') as text`)).toEqual([
    { text: 'STRAßE É' },
  ]);
  await server.stop();
});

test('a server orphaned by kill -9 of its process is stopped and started again, with every committed row', async () => {
  const owner = await startProcess();
  await query(owner.connectionUrl, 'create table kept as select generate_series(1, 1000) as n');
  const orphan = await postmaster();
  await end(owner.child, 'SIGKILL');
  expect(await isAlive(orphan)).toBe(true);

  const server = await startEmbeddedPostgres({ dataDir });
  expect(await isAlive(orphan)).toBe(false);
  expect(await query(server.connectionUrl, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }]);
  await server.stop();
});

test('kill -9 of the process and of the server loses no committed row', async () => {
  const owner = await startProcess();
  await query(owner.connectionUrl, 'create table kept as select generate_series(1, 1000) as n');
  const pid = await postmaster();
  await end(owner.child, 'SIGKILL');
  process.kill(pid, 'SIGKILL');

  const server = await startEmbeddedPostgres({ dataDir });
  expect(await query(server.connectionUrl, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }]);
  await server.stop();
});

test('a server that dies under a living process comes back on the same port', async () => {
  const server = await startEmbeddedPostgres({ dataDir });
  await query(server.connectionUrl, 'create table kept as select 1 as n');
  process.kill(await postmaster(), 'SIGKILL');
  await sleep(200);
  let rows: unknown = null;
  for (let i = 0; i < 600 && rows === null; i++) {
    rows = await query(server.connectionUrl, 'select n from kept').catch(() => sleep(100, null));
  }
  expect(rows).toEqual([{ n: 1 }]);
  await server.stop();
});

test('processes that start at the same moment share one server, and the last to leave stops it', async () => {
  const [a, b, c] = await Promise.all([startProcess(), startProcess(), startProcess()]);
  expect(new Set([a.connectionUrl, b.connectionUrl, c.connectionUrl]).size).toBe(1);
  const pid = await postmaster();
  await end(a.child, 'SIGTERM');
  await end(b.child, 'SIGKILL');
  expect(await query(c.connectionUrl, 'select 1 as n')).toEqual([{ n: 1 }]);
  expect(await postmaster()).toBe(pid);
  await end(c.child, 'SIGTERM');
  expect(await isAlive(pid)).toBe(false);
});

test('a lost password file is mended without loss', async () => {
  const first = await startEmbeddedPostgres({ dataDir });
  await query(first.connectionUrl, 'create table kept as select 1 as n');
  await first.stop();
  await rm(join(dataDir, 'postgres-password'));
  const second = await startEmbeddedPostgres({ dataDir });
  expect(await query(second.connectionUrl, 'select n from kept')).toEqual([{ n: 1 }]);
  await second.stop();
});

test('a first start that was cut off leaves nothing in the way', async () => {
  await mkdir(join(dataDir, 'postgres.new-abc', 'cluster'), { recursive: true });
  const server = await startEmbeddedPostgres({ dataDir });
  expect(await query(server.connectionUrl, 'select 1 as n')).toEqual([{ n: 1 }]);
  await expect(stat(join(dataDir, 'postgres.new-abc'))).rejects.toThrow(/ENOENT/);
  await server.stop();
});

test('a data folder below a closed one works, for root too', async () => {
  const closed = join(dataDir, 'closed');
  await mkdir(closed, { mode: 0o700 });
  const options = { dataDir: join(closed, 'data'), forTests: true };
  const first = await startEmbeddedPostgres(options);
  await query(first.connectionUrl, 'create table kept as select 1 as n');
  await first.stop();
  const second = await startEmbeddedPostgres(options);
  expect(await query(second.connectionUrl, 'select n from kept')).toEqual([{ n: 1 }]);
  await second.stop();
  const elsewhere = await readFile(join(options.dataDir, 'postgres-location'), 'utf8').catch(() => null);
  expect(elsewhere !== null).toBe(process.getuid?.() === 0);
  if (elsewhere) await rm(elsewhere.trim(), { recursive: true, force: true });
});

async function startProcess(): Promise<{ child: ChildProcess; connectionUrl: string }> {
  const child = spawn(
    process.execPath,
    ['-r', join(support, 'register-ts.cjs'), join(support, 'embedded-server-process.ts'), dataDir],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  children.push(child);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, ...(JSON.parse(line) as { connectionUrl: string }) };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

async function postmaster(): Promise<number> {
  return (await readPostmasterPid(join(dataDir, 'postgres')))?.pid ?? 0;
}

async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
