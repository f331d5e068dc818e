/** Workers killed, frozen and sent away at chosen points: what the destination has received afterwards. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { type Asked, MockServer, type Reply } from '../support/mock-server.js';
import {
  aReadyPipe,
  type Json,
  orders,
  pageOf,
  type ReadyPipe,
  startRun,
  waitForRun,
} from '../support/runs.js';
import { startWorker, type WorkerProcess } from '../support/worker-process.js';

jest.setTimeout(240_000);

interface SceneSetup {
  count?: number;
  size?: number;
  create?: object;
  pipe?: object;
}

/** One database, one API process, one mock pair and as many workers as asked for. */
class Scene {
  workers: WorkerProcess[] = [];
  /** Set when the second worker is up: a kill before would only measure its start. */
  ready: Promise<unknown> = Promise.resolve();
  onShop: (asked: Asked) => void | Promise<void> = () => undefined;
  onErp: (asked: Asked) => Reply | Promise<Reply> = () => ({ status: 201, body: { ok: true } });
  private constructor(
    readonly test: TestApp,
    readonly shop: MockServer,
    readonly erp: MockServer,
    readonly pipe: ReadyPipe,
  ) {}

  private static opening: Promise<unknown> = Promise.resolve();

  /** One after the other: signing in goes through a strategy that the last app of a process owns. */
  static open(setup: SceneSetup = {}): Promise<Scene> {
    const opened = Scene.opening.then(() => Scene.openOne(setup));
    Scene.opening = opened.catch(() => undefined);
    return opened;
  }

  private static async openOne(setup: SceneSetup): Promise<Scene> {
    const test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1', ROLE: 'api' });
    const token = await test.post('/api/access_tokens/create', { token_name: 'Scene', expires_in_days: 1 });
    test.ownerToken = token.body.data.access_token;
    const list = orders(setup.count ?? 30);
    const scene: { it?: Scene } = {};
    const shop = await MockServer.start(async (asked) => {
      await scene.it?.onShop(asked);
      return { body: pageOf(list, asked.query) };
    });
    const erp = await MockServer.start((asked) => scene.it?.onErp(asked) ?? {});
    const pipe = await aReadyPipe(test, {
      shopUrl: shop.url,
      erpUrl: erp.url,
      orders: {
        pagination: {
          kind: 'page',
          parameter: 'page',
          start: 1,
          size_parameter: 'per_page',
          size: setup.size ?? 10,
        },
      },
      create: setup.create,
      pipe: { concurrency: 4, ...setup.pipe },
    });
    scene.it = new Scene(test, shop, erp, pipe);
    return scene.it;
  }

  async worker(env: Record<string, string> = {}): Promise<WorkerProcess> {
    const worker = await startWorker(this.test, env);
    this.workers.push(worker);
    return worker;
  }

  /** Lets the mocks answer: from now on the second worker is on its way. */
  arm: () => void = () => undefined;
  readonly armed = new Promise<void>((resolve) => (this.arm = resolve));

  start(): Promise<string> {
    return startRun(this.test, this.pipe);
  }

  end(runId: string, withinMs = 60_000): Promise<Json> {
    return waitForRun(this.test, this.pipe, runId, undefined, withinMs);
  }

  /** Keys that arrived for each record. */
  effects(): Map<string, Set<string>> {
    const effects = new Map<string, Set<string>>();
    for (const { body, headers } of this.erp.asked) {
      const keys = effects.get(body.number) ?? new Set();
      effects.set(body.number, keys.add(String(headers['idempotency-key'])));
    }
    return effects;
  }

  repeats(): number {
    return this.erp.asked.length - this.effects().size;
  }

  async close(): Promise<void> {
    for (const worker of this.workers) worker.kill('SIGKILL');
    await Promise.all(this.workers.map((worker) => worker.exited));
    await this.test.close();
    await this.shop.stop();
    await this.erp.stop();
  }
}

interface Outcome {
  run: Json;
  effects: number;
  /** records for which more than one key arrived */
  doubled: number;
  repeats: number;
  seconds: number;
  scene: Scene;
}

/** Kills the first worker when `when` says so, and waits for another one to end the run. */
async function killOnce(
  setup: SceneSetup,
  arm: (scene: Scene, kill: () => void) => void,
  signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' = 'SIGKILL',
): Promise<Outcome> {
  const scene = await Scene.open(setup);
  try {
    const first = await scene.worker();
    let killedAt = 0;
    const kill = (): void => {
      if (killedAt > 0) return;
      killedAt = Date.now();
      first.kill(signal);
    };
    arm(scene, kill);
    const runId = await scene.start();
    await waitForRun(scene.test, scene.pipe, runId, ['running'], 60_000);
    scene.ready = scene.worker();
    scene.arm();
    const second = await (scene.ready as Promise<WorkerProcess>);
    expect(second.child.pid).not.toBe(first.child.pid);
    const run = await scene.end(runId);
    expect(killedAt).toBeGreaterThan(0);
    const effects = scene.effects();
    return {
      run,
      effects: effects.size,
      doubled: [...effects.values()].filter((keys) => keys.size > 1).length,
      repeats: scene.repeats(),
      seconds: takenOverAfter(scene, killedAt) / 1000,
      scene,
    };
  } finally {
    await scene.close();
  }
}

/** From the kill to the first request of the other worker; those of the killed one were on their way already. */
function takenOverAfter(scene: Scene, killedAt: number): number {
  const times = [...scene.shop.asked, ...scene.erp.asked]
    .map((asked) => asked.at - killedAt)
    .filter((ms) => ms > 400);
  return times.length > 0 ? Math.min(...times) : Infinity;
}

const plain = { create: { idempotency_header: null } };
const whole = { status: 'succeeded', counts: { read: 30, delivered: 30, failed: 0 } };

describe('a worker killed', () => {
  // The scenes mostly wait for a lease to end, so they run side by side.
  const scenes: Record<string, Promise<Outcome>> = {};
  beforeAll(() => {
    const begin = (name: string, scene: Promise<Outcome>): void => {
      scenes[name] = scene;
      scene.catch(() => undefined);
    };
    begin(
      'reading',
      killOnce({}, (scene, kill) => {
        scene.onShop = async () => {
          await scene.armed;
          await scene.ready;
          kill();
          await sleep(200);
        };
      }),
    );
    begin(
      'sending with a key',
      killOnce({}, (scene, kill) => {
        scene.onErp = async () => {
          await scene.armed;
          if (scene.erp.asked.length === 14) {
            await scene.ready;
            kill();
          }
          await sleep(20);
          return { status: 201, body: { ok: true } };
        };
      }),
    );
    begin(
      'sending a plain POST',
      killOnce(plain, (scene, kill) => {
        scene.onErp = async () => {
          await scene.armed;
          if (scene.erp.asked.length === 14) {
            await scene.ready;
            kill();
          }
          await sleep(20);
          return { status: 201, body: { ok: true } };
        };
      }),
    );
    begin(
      'between pages',
      killOnce({ pipe: { concurrency: 1 } }, (scene, kill) => {
        scene.onShop = async ({ query }) => {
          if (query.get('page') === '4') {
            while (scene.erp.asked.length < 30) await sleep(10);
            await sleep(300);
            await scene.armed;
            await scene.ready;
            kill();
          }
        };
      }),
    );
    begin(
      'frozen past its lease',
      killOnce(
        {},
        (scene, kill) => {
          scene.onErp = async () => {
            await scene.armed;
            if (scene.erp.asked.length === 14) {
              await scene.ready;
              kill();
              setTimeout(() => scene.workers[0]?.kill('SIGCONT'), 22_000);
            }
            await sleep(20);
            return { status: 201, body: { ok: true } };
          };
        },
        'SIGSTOP',
      ),
    );
    begin(
      'sent away',
      killOnce(
        { count: 400, size: 50 },
        (scene, kill) => {
          scene.onErp = async () => {
            await scene.armed;
            if (scene.erp.asked.length === 60) {
              await scene.ready;
              kill();
            }
            await sleep(25);
            return { status: 201, body: { ok: true } };
          };
        },
        'SIGTERM',
      ),
    );
  });

  it('while it reads: the page is read again and each record sent once', async () => {
    const outcome = await scenes['reading'];
    expect(outcome).toMatchObject({ run: { ...whole, attempts: 2 }, effects: 30, repeats: 0 });
  });

  it('while it sends with keys: everything arrives, repeated requests carry the same key', async () => {
    const outcome = await scenes['sending with a key'];
    expect(outcome).toMatchObject({ run: { ...whole, attempts: 2 }, effects: 30, doubled: 0 });
    expect(outcome?.seconds).toBeLessThan(20);
  });

  it('while it sends plain POSTs: nothing is repeated, at most one chunk is held', async () => {
    const outcome = await scenes['sending a plain POST'];
    expect(outcome).toMatchObject({ run: { status: 'partially_failed' }, repeats: 0 });
    const { failed, delivered } = outcome?.run.counts ?? {};
    expect(failed).toBeGreaterThan(0);
    expect(failed).toBeLessThanOrEqual(4);
    expect(delivered + failed).toBe(30);
  });

  it('after its pages were committed: nothing is sent again', async () => {
    expect(await scenes['between pages']).toMatchObject({ run: whole, effects: 30, repeats: 0 });
  });

  it('or frozen past its lease: the other worker ends the run and the first one stops', async () => {
    expect(await scenes['frozen past its lease']).toMatchObject({
      run: { ...whole, attempts: 2 },
      effects: 30,
      doubled: 0,
    });
  });

  it('or sent away by SIGTERM: another worker goes on without a lease to wait for', async () => {
    const outcome = await scenes['sent away'];
    expect(outcome).toMatchObject({
      run: { status: 'succeeded', counts: { read: 400, delivered: 400 } },
      effects: 400,
      repeats: 0,
    });
    expect(outcome?.seconds).toBeLessThan(10);
  });
});
