// What the queue promises, whatever brings the jobs: several worker and API processes on one database.
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestApp, type TestApp } from './create-test-app.js';
import { MockServer } from './mock-server.js';
import {
  anotherPipe,
  aReadyPipe,
  type Json,
  orders,
  pageOf,
  type ReadyPipe,
  startRun,
  waitForRun,
} from './runs.js';
import { killAll, startWorker, type WorkerProcess } from './worker-process.js';

const RECORDS = 20;

interface QueueScene {
  test: TestApp;
  workers: WorkerProcess[];
  aPipe(): Promise<ReadyPipe>;
  /** ms from being put in line to the start of a fresh run that then ends well */
  startDelay(pipe: ReadyPipe): Promise<number>;
  /** Lets no write be answered from now on; the result lets them go. */
  holdWrites(): () => void;
}

/** `environment` of all processes; `more`: what only this queue promises. */
export function promisesOfTheQueue(
  environment: () => Promise<Record<string, string>>,
  more: (scene: () => QueueScene) => void,
): void {
  let scene: QueueScene;
  let shop: MockServer;
  let erp: MockServer;
  let held: Promise<void> | null = null;
  let delayMs = 0;
  const ended = new Map<string, string>();

  beforeAll(async () => {
    const test = await createTestApp({
      OUTBOUND_ALLOW: '127.0.0.1',
      ROLE: 'api',
      RATE_LIMIT_PER_SECOND: '0',
      ...(await environment()),
    });
    shop = await MockServer.start(({ query }) => ({ body: pageOf(orders(RECORDS), query) }));
    erp = await MockServer.start(async () => {
      await held;
      return { status: 201, body: {}, delayMs };
    });
    const workers = await Promise.all([startWorker(test), startWorker(test)]);
    scene = {
      test,
      workers,
      aPipe: () => aReadyPipe(test, { shopUrl: shop.url, erpUrl: erp.url }),
      startDelay: async (pipe) => {
        const run = await toEnd(pipe, await startRun(test, pipe));
        expect(run.status).toBe('succeeded');
        return Date.parse(run.started_at) - Date.parse(run.created_at);
      },
      holdWrites: () => {
        let letGo: () => void = () => undefined;
        held = new Promise((resolve) => (letGo = resolve));
        return () => {
          held = null;
          letGo();
        };
      },
    };
  });
  afterAll(async () => {
    await killAll(scene.workers);
    await scene.test.close();
    await shop.stop();
    await erp.stop();
  });

  async function toEnd(pipe: ReadyPipe, runId: string): Promise<Json> {
    const run = await waitForRun(scene.test, pipe, runId, undefined, 60_000);
    ended.set(runId, run.status);
    return run;
  }

  /** Pipes of one flow in one project, which lets so many run at once. */
  async function pipesOf(count: number, atOnce: number): Promise<ReadyPipe[]> {
    const first = await scene.aPipe();
    await scene.test.sql('update projects set settings = settings || $2 where id = $1', [
      first.workspace.projectId,
      { runs___max_concurrent: atOnce },
    ]);
    const pipes = [first];
    while (pipes.length < count) pipes.push(await anotherPipe(scene.test, first));
    return pipes;
  }

  const runningIn = async (pipe: ReadyPipe): Promise<number> => {
    const [row] = await scene.test.sql<{ n: number }>(
      "select count(*)::int as n from runs where project_id = $1 and status = 'running'",
      [pipe.workspace.projectId],
    );
    return row?.n ?? 0;
  };

  it('frees the places of two killed workers within their lease, and the queue drains', async () => {
    const { test, workers } = scene;
    const pipes = await pipesOf(6, 3);
    const letGo = scene.holdWrites();
    const runs = await Promise.all(pipes.map((pipe) => startRun(test, pipe)));
    while ((await runningIn(pipes[0] as ReadyPipe)) < 3) await sleep(50);
    // the other two of four also serve the API
    const victims = workers.splice(0, 2);
    workers.push(
      ...(await Promise.all([
        startWorker(test, { role: 'api,worker' }),
        startWorker(test, { role: 'api,worker' }),
      ])),
    );
    expect(await runningIn(pipes[0] as ReadyPipe)).toBe(3);
    await killAll(victims);
    const killedAt = Date.now();
    letGo();
    const all = await Promise.all(pipes.map((pipe, index) => toEnd(pipe, runs[index] ?? '')));
    expect(all.map((run) => [run.status, run.counts.delivered])).toEqual(
      all.map(() => ['succeeded', RECORDS]),
    );
    expect(all.map((run) => run.attempts).sort()).toEqual([1, 1, 1, 2, 2, 2]);
    const next = all.filter((run) => run.attempts === 1).map((run) => Date.parse(run.started_at) - killedAt);
    expect(Math.min(...next)).toBeLessThan(30_000);
    expect(Math.max(...all.map((run) => Date.parse(run.finished_at) - killedAt))).toBeLessThan(60_000);
  });

  it('brings each run to exactly one of four worker processes', async () => {
    const { test, workers } = scene;
    workers.push(...(await Promise.all([startWorker(test), startWorker(test)])));
    const pipes = await pipesOf(12, 12);
    erp.asked.length = 0;
    const runs = await Promise.all(pipes.map(async (pipe) => toEnd(pipe, await startRun(test, pipe))));
    expect(runs.map((run) => [run.status, run.attempts, run.counts.delivered])).toEqual(
      pipes.map(() => ['succeeded', 1, RECORDS]),
    );
    expect(erp.asked).toHaveLength(12 * RECORDS);
  });

  it('makes one run of one POST, and of one key sent to three API processes at once', async () => {
    const { test, workers } = scene;
    const pipe = await scene.aPipe();
    const url = pipe.workspace.at(`pipes/run/${pipe.pipeId}`);
    const headers = { 'idempotency-key': `once-${pipe.pipeId}` };
    const elsewhere = (base: string) =>
      fetch(base + url, {
        method: 'POST',
        headers: {
          ...headers,
          authorization: `Bearer ${test.ownerToken}`,
          'content-type': 'application/json',
        },
        body: '{}',
      }).then(async (answer) => ({ status: answer.status, body: (await answer.json()) as Json }));
    const bases = workers.flatMap((worker) => (worker.url ? [worker.url] : []));
    expect(bases).toHaveLength(2);
    const answers = await Promise.all([...bases.map(elsewhere), test.post(url, {}, { headers })]);
    const ids = new Set(
      answers.filter(({ status }) => status === 200).map(({ body }) => body.data.run_id as string),
    );
    expect(ids.size).toBe(1);
    for (const { status } of answers) expect([200, 409, 503]).toContain(status);
    for (const id of ids) await toEnd(pipe, id);
    await toEnd(pipe, await startRun(test, pipe));
    expect(await test.sql('select id from runs where pipe_id = $1', [pipe.pipeId])).toHaveLength(2);
  });

  it('takes up a run whose job was never added', async () => {
    const { test } = scene;
    const pipe = await scene.aPipe();
    const first = await startRun(test, pipe);
    await toEnd(pipe, first);
    // a process killed between the commit of the row and the job
    const [row] = await test.sql<{ id: string }>(
      `with run as (
         insert into runs (id, project_id, pipe_id, snapshot_id, trigger, status, request, warnings, attempts, queued_at, created_at, updated_at)
         select gen_random_uuid(), project_id, pipe_id, snapshot_id, 'manual', 'queued', '{}', '[]', 0, now(), now(), now() from runs where id = $1
         returning id)
       insert into run_leases (run_id) select id from run returning run_id as id`,
      [first],
    );
    expect(await toEnd(pipe, row?.id ?? '')).toMatchObject({
      status: 'succeeded',
      counts: { skipped: RECORDS },
    });
  });

  it('lets one run of a pipe wait for the other, and starts it when that one has ended', async () => {
    const { test } = scene;
    const pipe = await scene.aPipe();
    const letGo = scene.holdWrites();
    const ids = [await startRun(test, pipe), await startRun(test, pipe)];
    await waitForRun(test, pipe, ids[0] ?? '', ['running']);
    await sleep(1_500);
    expect(await runningIn(pipe)).toBe(1);
    letGo();
    const [one, two] = [await toEnd(pipe, ids[0] ?? ''), await toEnd(pipe, ids[1] ?? '')];
    expect(Date.parse(two.started_at)).toBeGreaterThanOrEqual(Date.parse(one.finished_at));
  });

  it('starts a slot once, though four schedulers look and the run lasts longer than a look', async () => {
    const { test } = scene;
    const pipe = await scene.aPipe();
    await test.post(pipe.workspace.at(`pipes/enable/${pipe.pipeId}`));
    const made = await test.post(pipe.workspace.at(`pipes/${pipe.pipeId}/triggers/create`), {
      kind: 'schedule',
      cron: '0 0 1 1 *',
      timezone: 'Europe/Berlin',
    });
    expect(made.status).toBe(200);
    const letGo = scene.holdWrites();
    await test.sql("update triggers set next_run_at = date_trunc('second', now()) where pipe_id = $1", [
      pipe.pipeId,
    ]);
    const slots = () =>
      test.sql<{ id: string }>("select id from runs where pipe_id = $1 and trigger = 'schedule'", [
        pipe.pipeId,
      ]);
    while ((await slots()).length === 0) await sleep(50);
    await sleep(2_500);
    letGo();
    expect(await slots()).toHaveLength(1);
    for (const { id } of await slots())
      expect(await toEnd(pipe, id)).toMatchObject({ status: 'succeeded', attempts: 1 });
    const [trigger] = await test.sql<{ next_run_at: Date }>(
      'select next_run_at from triggers where pipe_id = $1',
      [pipe.pipeId],
    );
    expect(trigger?.next_run_at.getTime()).toBeGreaterThan(Date.now());
  });

  more(() => scene);

  it('hands runs over at once, not at the end of a lease, when workers are sent away', async () => {
    const { test, workers } = scene;
    const pipes = await pipesOf(4, 4);
    delayMs = 100;
    erp.asked.length = 0;
    const runs = await Promise.all(pipes.map((pipe) => startRun(test, pipe)));
    while (erp.asked.length < 20) await sleep(10);
    const leaving = workers.splice(0, 3);
    leaving.forEach((worker) => worker.kill('SIGTERM'));
    await Promise.all(leaving.map((worker) => worker.exited));
    const exitedAt = Date.now();
    expect(leaving.map(({ child }) => child.exitCode)).toEqual([0, 0, 0]);
    const all = await Promise.all(pipes.map((pipe, index) => toEnd(pipe, runs[index] ?? '')));
    expect(all.map((run) => [run.status, run.counts.delivered])).toEqual(
      all.map(() => ['succeeded', RECORDS]),
    );
    expect(erp.asked).toHaveLength(4 * RECORDS);
    // what is left takes a second once it has begun; a lease that had to end would take ten
    expect(Math.max(...all.map((run) => Date.parse(run.finished_at) - exitedAt))).toBeLessThan(9_000);
    delayMs = 0;
  });

  it('leaves ended runs as they are when all workers are killed and come again', async () => {
    const { test, workers } = scene;
    expect(ended.size).toBeGreaterThanOrEqual(20);
    await killAll(workers.splice(0));
    const asked = erp.asked.length;
    workers.push(await startWorker(test));
    await sleep(2_500);
    const rows = await test.sql<{ id: string; status: string }>('select id, status from runs');
    expect(new Map(rows.map(({ id, status }) => [id, status]))).toEqual(ended);
    expect(erp.asked).toHaveLength(asked);
  });
}
