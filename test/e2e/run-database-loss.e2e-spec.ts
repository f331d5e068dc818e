/**
 * PostgreSQL stopped, killed with everything it had in memory, and cut off, under runs: on a server of this test's own
 * with the settings of the product.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';
import type { EmbeddedPostgres } from '../../src/database/embedded/embedded.types.js';
import { readPostmasterPid } from '../../src/database/embedded/postmaster-pid.js';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { CONCURRENCY, CrashScene, PLAIN, type SceneSetup } from '../support/crash-scene.js';
import { startCutProxy } from '../support/cut-proxy.js';
import { killAll, startWorker, type WorkerProcess } from '../support/worker-process.js';

jest.setTimeout(180_000);

const COUNT = 120;
const slowly: SceneSetup = { count: COUNT, onErp: () => ({ status: 201, body: { ok: true }, delayMs: 25 }) };

let folder: string;
let server: EmbeddedPostgres;
let test: TestApp;
let keyed: CrashScene;
let plain: CrashScene;
let workers: WorkerProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pipewright-loss-'));
  await chmod(folder, 0o755);
  server = await startEmbeddedPostgres({ dataDir: folder });
  test = await openTest();
});
afterAll(async () => {
  await test.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  keyed = await CrashScene.open(test, slowly);
  plain = await CrashScene.open(test, { ...slowly, create: PLAIN });
});
afterEach(async () => {
  await killAll(workers);
  workers = [];
  await Promise.all([keyed.close(), plain.close()]);
});

async function openTest(): Promise<TestApp> {
  const opened = await createTestApp({
    OUTBOUND_ALLOW: '127.0.0.1',
    ROLE: 'api',
    RATE_LIMIT_PER_SECOND: '0',
    DATABASE_URL: server.connectionUrl,
  });
  // signing in again is not what is tested while the database comes and goes
  const token = await opened.post('/api/access_tokens/create', { token_name: 'Loss', expires_in_days: 1 });
  opened.ownerToken = token.body.data.access_token;
  // one connection of its own would be gone with the server
  opened.sql = (text, values = []) => opened.app.get(DataSource).query(text, values);
  return opened;
}

async function aWorker(env: Record<string, string> = {}): Promise<WorkerProcess> {
  const worker = await startWorker(test, { env });
  workers.push(worker);
  return worker;
}

const postmaster = async (): Promise<number> => (await readPostmasterPid(join(folder, 'postgres')))?.pid ?? 0;

const sql = <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  test.app.get(DataSource).query(text, values);

async function recovered(): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return void (await sql('select 1'));
    } catch (error) {
      if (tries > 150) throw error;
      await sleep(200);
    }
  }
}

async function writes(scene: CrashScene, count: number): Promise<void> {
  while (scene.erp.asked.length < count) await sleep(5);
}

/** Nothing lost; one key for each record; without a key nothing twice, and what is not known is held. */
async function expectKept(): Promise<void> {
  await Promise.all([keyed.end(), plain.end()]);
  expect(keyed.run).toMatchObject({
    status: 'succeeded',
    counts: { read: COUNT, delivered: COUNT, failed: 0 },
  });
  expect(keyed.effects()).toMatchObject({ records: COUNT, doubled: 0 });
  const { delivered, failed } = plain.run.counts;
  expect(delivered + failed).toBe(COUNT);
  expect(failed).toBeLessThanOrEqual(CONCURRENCY * plain.run.attempts);
  expect(plain.effects().repeats).toBe(0);
}

it('a restart under runs (immediate shutdown) costs neither a record nor the run', async () => {
  await aWorker();
  await Promise.all([keyed.start(), plain.start()]);
  await Promise.all([writes(keyed, 30), writes(plain, 30)]);
  process.kill(await postmaster(), 'SIGQUIT');
  await expectKept();
});

it('a power loss (database and worker killed at once) keeps everything that was committed', async () => {
  for (const setting of ['synchronous_commit', 'fsync', 'full_page_writes'])
    expect(await sql(`select setting from pg_settings where name = $1`, [setting])).toEqual([
      { setting: 'on' },
    ]);
  await aWorker();
  await Promise.all([keyed.start(), plain.start()]);
  await Promise.all([writes(keyed, 60), writes(plain, 60)]);
  const runIds = [keyed.runId, plain.runId];
  const ledger = () =>
    sql<{ name: string }>(
      "select handler_id || '/' || record_key || '/' || content_hash as name from deliveries where state = 'delivered' and pipe_id = any($1)",
      [[keyed.pipe.pipeId, plain.pipe.pipeId]],
    );
  const pages = () =>
    sql<{ run_id: string; pages: number }>('select run_id, pages from run_progress where run_id = any($1)', [
      runIds,
    ]);
  const processes = await sql<{ pid: number }>('select pid from pg_stat_activity');
  const [ledgerBefore, pagesBefore] = [await ledger(), await pages()];
  for (const pid of [await postmaster(), ...processes.map((each) => each.pid)]) killNow(pid);
  await killAll(workers);
  await recovered();
  const ledgerAfter = new Set((await ledger()).map(({ name }) => name));
  const pagesAfter = new Map((await pages()).map((row) => [row.run_id, row.pages]));
  expect(ledgerBefore.length).toBeGreaterThan(20);
  expect(ledgerBefore.filter(({ name }) => !ledgerAfter.has(name))).toEqual([]);
  for (const { run_id, pages: count } of pagesBefore)
    expect(pagesAfter.get(run_id)).toBeGreaterThanOrEqual(count);
  await aWorker();
  await expectKept();
});

it('a worker cut off from the database for longer than its lease sends nothing meanwhile and goes on afterwards', async () => {
  const proxy = await startCutProxy(server.connectionUrl);
  try {
    await aWorker({ DATABASE_URL: proxy.url });
    await Promise.all([keyed.start(), plain.start()]);
    await Promise.all([writes(keyed, 30), writes(plain, 30)]);
    await proxy.cut();
    const cutAt = Date.now();
    await sleep(17_000);
    await proxy.restore();
    const restoredAt = Date.now();
    // kept pages are the intents of keyed writes: those in flight may end
    expect(plain.erp.asked.filter(({ at }) => at > cutAt + 500)).toEqual([]);
    expect(
      [...keyed.erp.asked, ...keyed.shop.asked].filter(({ at }) => at > cutAt + 12_000 && at < restoredAt),
    ).toEqual([]);
    await expectKept();
  } finally {
    await proxy.close();
  }
});

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it ended with the one before it
  }
}
