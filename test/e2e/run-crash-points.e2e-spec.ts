/**
 * Real worker processes killed by -9 while runs stand exactly at the points where a crash could hurt: what the
 * destination has received after another worker went on. All runs stand still before the one kill, so the lease is
 * waited for once.
 */
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { CONCURRENCY, CrashScene, PAGE, PLAIN, RECORDS, type SceneSetup } from '../support/crash-scene.js';
import type { StopPoint } from '../support/stop-points.js';
import { killAll, startWorker, type WorkerProcess } from '../support/worker-process.js';

jest.setTimeout(240_000);

const LOOKUP: SceneSetup = { create: PLAIN, lookup: { path: '/sales-orders/{number}', found_path: 'id' } };

/** The fifth write arrives, and its answer never leaves the destination. */
const holdFifthWrite: SceneSetup['onErp'] = async (_asked, scene) => {
  if (scene.erp.asked.length === 5) await scene.hold();
};
/** The second page is answered only when the worker that asked is dead. */
const holdSecondPage: SceneSetup['onShop'] = async ({ query }, scene) => {
  if (query.get('page') === '2') await scene.hold();
};

/** Where each run stands when its worker dies; without a point a mock holds it there. */
const SCENES: Record<string, SceneSetup & { at?: StopPoint }> = {
  claimed: { at: 'claimed' },
  reading: { onShop: async ({ query }, scene) => (query.get('page') === '1' ? scene.hold() : undefined) },
  read: { at: 'page read' },
  staged: { at: 'page staged' },
  'intents of a chunk': { at: 'intents kept', create: PLAIN },
  'before a send with key': { at: 'before the third write' },
  'acted with key': { onErp: holdFifthWrite },
  'acted with look-up': { onErp: holdFifthWrite, ...LOOKUP },
  'acted without': { onErp: holdFifthWrite, create: PLAIN },
  'answered with key': { at: 'third write answered' },
  'answered with look-up': { at: 'third write answered', ...LOOKUP },
  'answered without': { at: 'third write answered', create: PLAIN },
  'outcomes kept': { at: 'before the page commit', create: PLAIN },
  'outcomes kept with key': {
    at: 'before the page commit',
    onErp: () => ({ status: 201, body: { ok: true }, delayMs: 150 }),
    pipe: { concurrency: 1 },
  },
  'page committed': { at: 'page committed', onShop: holdSecondPage, pipe: { concurrency: 1 } },
  done: { at: 'before the end' },
};

describe('a worker killed while a run', () => {
  let test: TestApp;
  let victims: WorkerProcess[] = [];
  let survivor: WorkerProcess | undefined;
  let killedAt = 0;
  const scenes = new Map<string, CrashScene>();
  const committedBefore = new Map<string, number>();
  const arrivedBefore = new Map<string, number>();

  beforeAll(async () => {
    test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1', ROLE: 'api', RATE_LIMIT_PER_SECOND: '0' });
    const stopAt: Record<string, StopPoint> = {};
    for (const [name, { at, ...setup }] of Object.entries(SCENES)) {
      const scene = await CrashScene.open(test, setup);
      scenes.set(name, scene);
      if (at) stopAt[scene.pipe.pipeId] = at;
    }
    victims = await Promise.all([startWorker(test, { stopAt }), startWorker(test, { stopAt })]);
    for (const scene of scenes.values()) await scene.start();
    const standing = [...scenes.values()].map((scene) =>
      stopAt[scene.pipe.pipeId]
        ? Promise.race(victims.map((victim) => victim.stopped(scene.pipe.pipeId)))
        : scene.isHeld,
    );
    await Promise.all(standing);
    survivor = await startWorker(test);
    const pages = await test.sql<{ run_id: string; pages: number }>('select run_id, pages from run_progress');
    for (const { run_id, pages: committed } of pages) committedBefore.set(run_id, committed);
    await killAll(victims);
    killedAt = Date.now();
    for (const scene of scenes.values()) {
      arrivedBefore.set(scene.runId, scene.erp.asked.length);
      // what the source answers from now on is something else: kept pages must not be read again
      scene.list = scene.list.map((order) => ({ ...order, customer: { email: 'changed@example.com' } }));
      scene.release();
    }
    await Promise.all([...scenes.values()].map((scene) => scene.end()));
  });
  afterAll(async () => {
    survivor?.kill('SIGTERM');
    await survivor?.exited;
    await killAll(victims);
    await test.close();
    await Promise.all([...scenes.values()].map((scene) => scene.close()));
  });

  const scene = (name: string): CrashScene => scenes.get(name) as CrashScene;
  const whole = {
    status: 'succeeded',
    attempts: 2,
    counts: { read: RECORDS, delivered: RECORDS, failed: 0 },
  };
  const once = { records: RECORDS, repeats: 0, doubled: 0 };

  it('is claimed and has asked for nothing: everything happens once', () => {
    expect(scene('claimed').run).toMatchObject(whole);
    expect(scene('claimed').effects()).toEqual(once);
    expect(scene('claimed').pages()).toEqual([1, 1, 1, 1]);
  });

  it.each(['reading', 'read'])(
    'reads its first page (%s): the page is read again, each record sent once',
    (name) => {
      expect(scene(name).run).toMatchObject(whole);
      expect(scene(name).effects()).toEqual(once);
      expect(scene(name).pages()).toEqual([2, 1, 1, 1]);
    },
  );

  it('has its first page kept: it goes on from there, though the source has changed since', () => {
    const { run, pages, effects, arrivals } = bound(scene('staged'));
    expect(run).toMatchObject(whole);
    expect(effects()).toEqual(once);
    expect(pages()[0]).toBe(1);
    for (let id = 1; id <= PAGE; id++)
      expect(arrivals().get(String(id))?.[0]?.body.email).toBe(`c${id}@example.com`);
  });

  it('has noted what it is about to send without a key: at most that chunk is held, nothing is sent twice', async () => {
    await expectHeld(scene('intents of a chunk'), CONCURRENCY);
  });

  it.each(['before a send with key', 'acted with key', 'answered with key'])(
    'sends with a key (%s): everything arrives, what is repeated has the same key',
    (name) => {
      const { run, effects } = bound(scene(name));
      expect(run).toMatchObject(whole);
      expect(effects()).toMatchObject({ records: RECORDS, doubled: 0 });
      // no more than the pages in flight
      expect(effects().repeats).toBeLessThanOrEqual(2 * PAGE);
    },
  );

  it.each(['acted with look-up', 'answered with look-up'])(
    'sends to a destination that can be asked (%s): it is asked, and nothing is sent twice',
    (name) => {
      expect(scene(name).run).toMatchObject(whole);
      expect(scene(name).effects()).toEqual(once);
    },
  );

  it.each(['acted without', 'answered without'])(
    'sends a plain POST (%s): nothing is sent twice, at most one chunk is held as an open error',
    async (name) => expectHeld(scene(name), CONCURRENCY),
  );

  it('has every outcome of a page but those of its last chunk recorded: what was delivered is skipped, that chunk is held', async () => {
    await expectHeld(scene('outcomes kept'), CONCURRENCY);
    const slow = scene('outcomes kept with key');
    expect(slow.run).toMatchObject(whole);
    expect(slow.effects()).toMatchObject({ records: RECORDS, doubled: 0 });
    // outcomes of a slow destination are kept apart from the page
    expect(slow.effects().repeats).toBeLessThan(PAGE / 2);
  });

  it('has committed a page: the next page follows', () => {
    const { run, runId, pages, effects } = bound(scene('page committed'));
    expect(committedBefore.get(runId)).toBe(1);
    expect(run).toMatchObject(whole);
    expect(effects()).toEqual(once);
    expect(pages()).toEqual([1, 2, 1, 1]);
  });

  it('has done everything: it is only finished', () => {
    const { run, runId, erp, pages } = bound(scene('done'));
    expect(run).toMatchObject(whole);
    expect(erp.asked).toHaveLength(arrivedBefore.get(runId) ?? 0);
    expect(pages()).toEqual([1, 1, 1, 1]);
    expect(Date.parse(run.finished_at) - killedAt).toBeLessThan(20_000);
  });

  it('and is taken over within 20 s in each case', () => {
    for (const [name, each] of scenes) {
      if (name !== 'done') expect([name, each.firstRequestAfter(killedAt) < 20_000]).toEqual([name, true]);
    }
  });

  async function expectHeld(held: CrashScene, most: number): Promise<void> {
    const { failed, delivered } = held.run.counts;
    expect(held.run).toMatchObject({ status: 'partially_failed', attempts: 2 });
    expect(failed).toBeGreaterThan(0);
    expect(failed).toBeLessThanOrEqual(most);
    expect(delivered + failed).toBe(RECORDS);
    expect(held.effects()).toMatchObject({ repeats: 0, doubled: 0 });
    const errors = await test.get(held.pipe.workspace.at(`pipes/${held.pipe.pipeId}/errors`));
    expect(
      errors.body.data.map((each: { code: string; status: string }) => [each.code, each.status]),
    ).toEqual(Array.from({ length: failed }, () => ['UNKNOWN_OUTCOME', 'open']));
  }
});

/** The parts of a scene, its methods bound to it. */
function bound(
  scene: CrashScene,
): Pick<CrashScene, 'run' | 'runId' | 'erp' | 'pages' | 'effects' | 'arrivals'> {
  const { run, runId, erp } = scene;
  return {
    run,
    runId,
    erp,
    pages: () => scene.pages(),
    effects: () => scene.effects(),
    arrivals: () => scene.arrivals(),
  };
}
