/** Workers frozen, killed, sent away and crashing again and again: who goes on, how soon, and what is sent meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../src/common/http/id.js';
import { RunClaimRepository } from '../../src/runs/run-claim.repository.js';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { CONCURRENCY, CrashScene, PLAIN, RECORDS, type SceneSetup } from '../support/crash-scene.js';
import { waitForRun } from '../support/runs.js';
import type { StopPoint } from '../support/stop-points.js';
import { killAll, startWorker, type WorkerProcess, type WorkerSetup } from '../support/worker-process.js';

jest.setTimeout(240_000);

let test: TestApp;
let workers: WorkerProcess[] = [];
let scenes: CrashScene[] = [];

beforeAll(async () => {
  test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1', ROLE: 'api', RATE_LIMIT_PER_SECOND: '0' });
});
afterEach(async () => {
  await killAll(workers);
  await Promise.all(scenes.map((scene) => scene.close()));
  workers = [];
  scenes = [];
});
afterAll(() => test.close());

async function aScene(setup: SceneSetup): Promise<CrashScene> {
  const scene = await CrashScene.open(test, setup);
  scenes.push(scene);
  return scene;
}

async function aWorker(setup: WorkerSetup = {}): Promise<WorkerProcess> {
  const worker = await startWorker(test, setup);
  workers.push(worker);
  return worker;
}

const holdWrite =
  (number: number): SceneSetup['onErp'] =>
  async (_asked, scene) => {
    if (scene.erp.asked.length === number) await scene.hold();
  };
const slowly =
  (delayMs: number): SceneSetup['onErp'] =>
  () => ({ status: 201, body: { ok: true }, delayMs });

async function writes(scene: CrashScene, count: number): Promise<void> {
  while (scene.erp.asked.length < count) await sleep(10);
}

const cancel = (scene: CrashScene) => test.post(scene.pipe.workspace.at(`runs/cancel/${scene.runId}`));

it('a frozen worker loses its runs and sends nothing more; a cancelled run of a dead one ends within its lease', async () => {
  const keyed = await aScene({ onErp: holdWrite(14) });
  const plain = await aScene({ onErp: holdWrite(14), create: PLAIN });
  const doomed = await aScene({ count: 400, onErp: slowly(300), pipe: { concurrency: 1 } });
  const later = await aScene({});
  const frozen = await aWorker();
  for (const scene of [keyed, plain]) await scene.start();
  await Promise.all([keyed.isHeld, plain.isHeld]);
  frozen.kill('SIGSTOP');
  for (const scene of [keyed, plain]) scene.release();
  const dying = await aWorker();
  await doomed.start();
  await writes(doomed, 2);
  const other = await aWorker();
  await killAll([dying]);
  const killedAt = Date.now();
  await cancel(doomed);
  await Promise.all([keyed, plain, doomed].map((scene) => scene.end()));

  expect(doomed.run).toMatchObject({ status: 'cancelled', attempts: 1 });
  expect(Date.parse(doomed.run.finished_at) - killedAt).toBeLessThan(25_000);
  const counts = { read: RECORDS, delivered: RECORDS, failed: 0 };
  expect(keyed.run).toMatchObject({ status: 'succeeded', counts });
  expect(keyed.run.attempts).toBeGreaterThan(1);
  expect(keyed.effects()).toMatchObject({ records: RECORDS, doubled: 0 });
  expect(plain.run.status).toBe('partially_failed');
  // a chunk of each worker that lost it
  expect(plain.run.counts.failed).toBeLessThanOrEqual(CONCURRENCY * (plain.run.attempts - 1));
  expect(plain.effects().repeats).toBe(0);

  const requests = () => [keyed, plain].map(({ erp, shop }) => erp.asked.length + shop.asked.length);
  const before = requests();
  frozen.kill('SIGCONT');
  await sleep(2_000);
  expect(requests()).toEqual(before);
  other.kill('SIGTERM');
  await other.exited;
  await later.start();
  expect(await later.end()).toMatchObject({ status: 'succeeded', attempts: 1 });
});

describe('SIGTERM', () => {
  it('lets the chunk in hand end and another worker go on within 2 s, with and without keys', async () => {
    const heldThenSlow: SceneSetup['onErp'] = async (_asked, scene) => {
      if (scene.erp.asked.length === 20) await scene.hold();
      return { status: 201, body: { ok: true }, delayMs: 25 };
    };
    const keyed = await aScene({ count: 400, onErp: heldThenSlow });
    const plain = await aScene({ count: 400, onErp: heldThenSlow, create: PLAIN });
    const first = await aWorker();
    for (const scene of [keyed, plain]) await scene.start();
    await Promise.all([keyed.isHeld, plain.isHeld]);
    await aWorker();
    for (const scene of [keyed, plain]) scene.release();
    await Promise.all([writes(keyed, 50), writes(plain, 50)]);
    const toldAt = Date.now();
    first.kill('SIGTERM');
    await first.exited;
    const exitedAt = Date.now();
    expect(first.child.exitCode).toBe(0);
    expect(exitedAt - toldAt).toBeLessThan(25_000);
    for (const scene of [keyed, plain]) {
      expect(await scene.end()).toMatchObject({
        status: 'succeeded',
        attempts: 2,
        counts: { read: 400, delivered: 400, failed: 0 },
      });
      expect(scene.effects()).toEqual({ records: 400, repeats: 0, doubled: 0 });
      const next = scene.erp.asked.find(({ at }) => at > exitedAt)?.at ?? Infinity;
      expect(next - exitedAt).toBeLessThan(2_000);
    }
  });
});

describe('a cancel', () => {
  it('is seen by the process that runs: few more writes of 300 ms', async () => {
    const scene = await aScene({ count: 10_000, onErp: slowly(300), pipe: { concurrency: 1 } });
    await aWorker();
    await scene.start();
    await writes(scene, 5);
    expect((await cancel(scene)).status).toBe(200);
    const before = scene.erp.asked.length;
    expect(await scene.end()).toMatchObject({ status: 'cancelled' });
    await sleep(1_000);
    expect(scene.erp.asked.length - before).toBeLessThanOrEqual(10);
    expect((await cancel(scene)).body.data).toMatchObject({ status: 'cancelled' });
  });
});

it('the progress of a run that another process works on is told while it goes on, and its end', async () => {
  const scene = await aScene({ count: 30, onErp: slowly(150), pipe: { concurrency: 1 } });
  await aWorker();
  await scene.start();
  const stream = await test.get(scene.pipe.workspace.at(`runs/${scene.runId}/events`));
  const events = stream.text
    .split('\n\n')
    .filter((part) => part.startsWith('event: '))
    .map((part) => {
      const [event = '', data = ''] = part.split('\n');
      return { event: event.slice(7), run: JSON.parse(data.slice(6)) };
    });
  const delivered = events.map(({ run }) => run.counts.delivered);
  expect(delivered).toEqual([...delivered].sort((one, other) => one - other));
  // not only its beginning and its end
  expect(new Set(delivered).size).toBeGreaterThan(3);
  expect(events.at(-1)).toMatchObject({
    event: 'end',
    run: { status: 'succeeded', counts: { delivered: 30 } },
  });
});

describe('a run that crashes its worker again and again', () => {
  /** Lets the lease of a dead worker be over at once. */
  const endLease = (scene: CrashScene) =>
    test.sql(
      "update run_workers set seen_at = now() - interval '1 minute' where id = (select worker_id from run_leases where run_id = $1)",
      [scene.runId],
    );

  it('is given up after five recoveries without a page, and shows its attempts, its last page and one alert', async () => {
    const scene = await aScene({ pipe: { concurrency: 1 } });
    await test.sql('update projects set settings = settings || $2 where id = $1', [
      scene.pipe.workspace.projectId,
      { alerts___on_failure: true, alerts___email_addresses: ['ops@example.com'] },
    ]);
    const at = (point: StopPoint): WorkerSetup => ({ stopAt: { [scene.pipe.pipeId]: point } });
    const first = await aWorker(at('page committed'));
    await scene.start();
    await first.stopped(scene.pipe.pipeId);
    let crashing = await Promise.all(Array.from({ length: 5 }, () => aWorker(at('claimed'))));
    await killAll([first]);
    await endLease(scene);
    while (crashing.length > 0) {
      const hit = await Promise.race(
        crashing.map((worker) => worker.stopped(scene.pipe.pipeId).then(() => worker)),
      );
      await killAll([hit]);
      crashing = crashing.filter((worker) => worker !== hit);
      await endLease(scene);
    }
    await aWorker();
    const run = await waitForRun(test, scene.pipe, scene.runId);
    expect(run).toMatchObject({
      status: 'failed',
      attempts: 6,
      pages: 1,
      error: { code: 'CRASH_LOOP' },
    });
    expect(run.counts.delivered).toBeGreaterThanOrEqual(10);
    expect(await test.sql('select id from alerts where occasion = $1', [`run:${scene.runId}`])).toHaveLength(
      1,
    );
    expect(scene.effects()).toMatchObject({ doubled: 0 });
  });

  it('is not given up while its pages are committed', async () => {
    const scene = await aScene({ count: 80, pipe: { concurrency: 1 } });
    const claims = test.app.get(RunClaimRepository);
    await scene.start();
    // workers that never give a sign of life are dead at once
    for (let attempt = 1; attempt <= 8; attempt++) {
      const claim = await claims.claim(scene.runId, newId());
      expect(claim.kind).toBe('claimed');
      if (attempt === 5)
        await test.sql(
          "insert into run_progress (run_id, pages, warnings) values ($1, 1, '[]') on conflict (run_id) do update set pages = 1",
          [scene.runId],
        );
    }
    for (const expected of ['claimed', 'claimed', 'crash_loop', 'no'])
      expect((await claims.claim(scene.runId, newId())).kind).toBe(expected);
  });
});
