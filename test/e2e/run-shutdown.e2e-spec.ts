/** SIGTERM with a destination or a database that hangs: the service still stops in time, and nothing is lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { CrashScene, PLAIN, type SceneSetup } from '../support/crash-scene.js';
import { type CutProxy, startCutProxy } from '../support/cut-proxy.js';
import { killAll, startWorker, type WorkerProcess } from '../support/worker-process.js';

jest.setTimeout(180_000);

describe('SIGTERM while a run', () => {
  let test: TestApp;
  let proxy: CutProxy | null = null;
  let workers: WorkerProcess[] = [];
  let scenes: CrashScene[] = [];

  beforeAll(async () => {
    test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1', ROLE: 'api', RATE_LIMIT_PER_SECOND: '0' });
  });
  afterEach(async () => {
    await killAll(workers);
    await Promise.all(scenes.map((scene) => scene.close()));
    await proxy?.close();
    workers = [];
    scenes = [];
    proxy = null;
  });
  afterAll(() => test.close());

  const aScene = async (setup: SceneSetup): Promise<CrashScene> => {
    const scene = await CrashScene.open(test, setup);
    scenes.push(scene);
    return scene;
  };
  const aWorker = async (env: Record<string, string> = {}): Promise<WorkerProcess> => {
    const worker = await startWorker(test, { env });
    workers.push(worker);
    return worker;
  };
  const stop = async (worker: WorkerProcess): Promise<number> => {
    const began = Date.now();
    worker.kill('SIGTERM');
    await worker.exited;
    return Date.now() - began;
  };
  const writes = async (scene: CrashScene, count: number): Promise<void> => {
    while (scene.erp.asked.length < count) await sleep(10);
  };

  it('waits for a destination that says nothing: it stops within 25 s, what hung is sent again or held', async () => {
    let isSilent = true;
    const silent: SceneSetup['onErp'] = (_asked, scene) =>
      scene.erp.asked.length > 6 && isSilent ? { fault: 'never' } : { status: 201, body: { ok: true } };
    const keyed = await aScene({ count: 20, onErp: silent });
    const plain = await aScene({ count: 20, onErp: silent, create: PLAIN });
    const worker = await aWorker();
    for (const scene of [keyed, plain]) await scene.start();
    await Promise.all([writes(keyed, 8), writes(plain, 8)]);
    await sleep(500);
    const [hungKeyed, hungPlain] = [keyed, plain].map((scene) => scene.erp.asked.length - 6);
    expect(await stop(worker)).toBeLessThan(25_000);
    expect(worker.child.exitCode).toBe(0);
    // the runs are back in line: nobody waits for a lease to end
    expect(
      await test.sql('select distinct status from runs where started_at is not null and finished_at is null'),
    ).toEqual([{ status: 'queued' }]);
    isSilent = false;
    const other = await aWorker();
    await keyed.end();
    await plain.end();
    expect(keyed.run).toMatchObject({ status: 'succeeded', attempts: 2, counts: { delivered: 20 } });
    expect(keyed.effects()).toEqual({ records: 20, repeats: hungKeyed, doubled: 0 });
    expect(plain.run).toMatchObject({
      status: 'partially_failed',
      attempts: 2,
      counts: { delivered: 20 - Number(hungPlain), failed: hungPlain },
    });
    expect(plain.effects()).toEqual({ records: 20, repeats: 0, doubled: 0 });
    expect(await stop(other)).toBeLessThan(15_000);
  });

  it('waits for a database that says nothing: it stops within 25 s, and the run goes on elsewhere', async () => {
    proxy = await startCutProxy(test.databaseUrl);
    const scene = await aScene({
      count: 60,
      onErp: () => ({ status: 201, body: { ok: true }, delayMs: 100 }),
    });
    const worker = await aWorker({ DATABASE_URL: proxy.url });
    await scene.start();
    await writes(scene, 12);
    proxy.hang();
    await sleep(300);
    expect(await stop(worker)).toBeLessThan(25_500);
    await aWorker();
    expect(await scene.end()).toMatchObject({ status: 'succeeded', counts: { delivered: 60, failed: 0 } });
    expect(scene.effects()).toMatchObject({ records: 60, doubled: 0 });
  });

  it('is parked, or has nothing to do, ends the worker at once', async () => {
    const scene = await aScene({ onErp: () => ({ status: 429, headers: { 'retry-after': '900' } }) });
    const worker = await aWorker();
    await scene.start();
    await writes(scene, 1);
    await sleep(1_000);
    expect(await stop(worker)).toBeLessThan(10_000);
    expect(worker.child.exitCode).toBe(0);
  });
});
