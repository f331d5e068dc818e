/**
 * Workers killed by -9 at random moments while pipes run: nothing is lost, a destination that takes keys has each
 * record once, one that takes none is never asked twice. `npm run soak:kill` does 200 kills (KILLS), on Redis too (KILLS_ON).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { MockServer } from '../support/mock-server.js';
import {
  anOrder,
  aReadyPipe,
  type Json,
  pageOf,
  type ReadyPipe,
  startRun,
  waitForRun,
} from '../support/runs.js';
import { startRedis, type TestRedis } from '../support/redis.js';
import { startWorker, type WorkerProcess } from '../support/worker-process.js';

const KILLS = Number(process.env.KILLS ?? 20);
const WORKERS = 4;
const RECORDS = 200;
const CONCURRENCY = 4;

jest.setTimeout(180_000 + KILLS * 20_000);

interface Driven {
  pipe: ReadyPipe;
  shop: MockServer;
  /** content of this round; each round sends every record anew */
  round: number;
  runs: Json[];
}

describe(`${KILLS} kills of workers at random moments`, () => {
  let redis: TestRedis | null = null;
  let test: TestApp;
  let erp: MockServer;
  let isOver = false;
  let kills = 0;
  const driven: Driven[] = [];
  let held: Driven;

  const drive = async (each: Driven): Promise<void> => {
    while (!isOver) {
      each.round += 1;
      const runId = await startRun(test, each.pipe);
      each.runs.push(await waitForRun(test, each.pipe, runId, undefined, 150_000));
    }
  };

  const open = async (name: string, create: object): Promise<Driven> => {
    const each: Driven = { pipe: {} as ReadyPipe, shop: {} as MockServer, round: 0, runs: [] };
    each.shop = await MockServer.start(({ query }) => {
      const list = Array.from({ length: RECORDS }, (_, index) =>
        anOrder(index + 1, { customer: { email: `${name}.${each.round}@example.com` } }),
      );
      return { body: pageOf(list, query) };
    });
    each.pipe = await aReadyPipe(test, {
      shopUrl: each.shop.url,
      erpUrl: erp.url,
      orders: {
        pagination: { kind: 'page', parameter: 'page', start: 1, size_parameter: 'per_page', size: 20 },
      },
      create,
      pipe: { concurrency: CONCURRENCY },
    });
    return each;
  };

  beforeAll(async () => {
    redis = process.env.KILLS_ON === 'redis' ? await startRedis() : null;
    test = await createTestApp({
      OUTBOUND_ALLOW: '127.0.0.1',
      ROLE: 'api',
      ...(redis ? { QUEUE_URL: redis.url } : {}),
    });
    const token = await test.post('/api/access_tokens/create', { token_name: 'Kills', expires_in_days: 1 });
    test.ownerToken = token.body.data.access_token;
    // slow enough that processes may start beside it, and that every kill meets requests on their way
    erp = await MockServer.start(() => ({ status: 201, body: { ok: true }, delayMs: 80 }));
    for (let index = 0; index < 3; index++) driven.push(await open(`keyed${index}`, {}));
    held = await open('held', { idempotency_header: null });

    const workers: WorkerProcess[] = await Promise.all(
      Array.from({ length: WORKERS }, () => startWorker(test)),
    );
    const replacements: Promise<void>[] = [];
    const rounds = Promise.all([...driven, held].map(drive));
    while (kills < KILLS) {
      await sleep(100 + Math.random() * 1000);
      // one worker at least is left to go on; replacements come up meanwhile
      if (workers.length < 2) continue;
      const victim = workers.splice(Math.floor(Math.random() * workers.length), 1)[0];
      victim?.kill('SIGKILL');
      kills += 1;
      // one that cannot start is started again, as whoever watches over processes does
      const replacement = startWorker(test).catch(() => startWorker(test));
      replacements.push(replacement.then((worker) => void workers.push(worker)));
    }
    await Promise.all(replacements);
    isOver = true;
    await rounds;
    workers.forEach((worker) => worker.kill('SIGTERM'));
    await Promise.all(workers.map((worker) => worker.exited));
  });
  afterAll(async () => {
    const runs = [...driven, held].flatMap((each) => each.runs);
    const takenUp = runs.reduce((sum, run) => sum + Number(run.attempts) - 1, 0);
    const sent = erp.asked.length;
    process.stderr.write(
      `${kills} kills: ${runs.length} runs, taken up again ${takenUp} times, ${sent} writes, ${heldUnits()} held\n`,
    );
    await test.close();
    await erp.stop();
    await Promise.all([...driven, held].map(({ shop }) => shop.stop()));
    await redis?.stop();
  });

  const heldUnits = (): number => held.runs.reduce((sum, run) => sum + Number(run.counts.failed), 0);

  /** Keys by record and round. */
  const arrivals = (prefix: string): Map<string, string[]> => {
    const found = new Map<string, string[]>();
    for (const { body, headers } of erp.asked) {
      if (!body.email.startsWith(prefix)) continue;
      const name = `${body.number} ${body.email}`;
      found.set(name, [...(found.get(name) ?? []), String(headers['idempotency-key'])]);
    }
    return found;
  };

  it('lose no record and end every run', () => {
    for (const each of driven) {
      expect(each.runs.length).toBe(each.round);
      expect(each.runs.map((run) => [run.status, run.counts.delivered])).toEqual(
        each.runs.map(() => ['succeeded', RECORDS]),
      );
    }
    for (const [index, each] of driven.entries())
      expect(arrivals(`keyed${index}.`).size).toBe(each.round * RECORDS);
  });

  it('give each record one key, so that a destination that takes keys has it once', () => {
    for (const index of driven.keys()) {
      const keys = [...arrivals(`keyed${index}.`).values()];
      expect(keys.filter((list) => new Set(list).size > 1)).toEqual([]);
    }
  });

  it('repeat nothing where no key is sent, and hold at most one chunk for each kill', () => {
    const sent = [...arrivals('held.').values()];
    expect(sent.filter((list) => list.length > 1)).toEqual([]);
    expect(heldUnits()).toBeLessThanOrEqual(KILLS * CONCURRENCY);
    for (const run of held.runs)
      expect(run.counts.delivered + run.counts.failed + run.counts.skipped).toBe(RECORDS);
  });

  it('leave no run behind, and nothing that was kept for one', async () => {
    expect(await test.sql("select id from runs where status in ('queued', 'running', 'waiting')")).toEqual(
      [],
    );
    expect(await test.sql('select run_id from run_pages')).toEqual([]);
    expect(await test.sql('select run_id from run_progress')).toEqual([]);
  });
});
