/** The queue on PostgreSQL and, where a redis-server is installed, on Redis: the same promises on both. */
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { MockServer } from '../support/mock-server.js';
import { hasRedis, startRedis, type TestRedis } from '../support/redis.js';
import { aReadyPipe, orders, pageOf, type ReadyPipe, startRun, waitForRun } from '../support/runs.js';
import { startWorker, type WorkerProcess } from '../support/worker-process.js';

jest.setTimeout(120_000);

const backends = hasRedis() ? ['PostgreSQL', 'Redis'] : ['PostgreSQL'];
if (!hasRedis()) {
  process.stderr.write(
    '\n*** NO redis-server FOUND: the queue is tested on PostgreSQL only (apt-get install redis-server). ***\n\n',
  );
}

describe.each(backends)('the queue on %s', (backend) => {
  let redis: TestRedis | null = null;
  let test: TestApp;
  let shop: MockServer;
  let erp: MockServer;
  let workers: WorkerProcess[] = [];
  let latencyMs = 0;

  beforeAll(async () => {
    redis = backend === 'Redis' ? await startRedis() : null;
    test = await createTestApp({
      OUTBOUND_ALLOW: '127.0.0.1',
      ROLE: 'api',
      ...(redis ? { QUEUE_URL: redis.url } : {}),
    });
    shop = await MockServer.start(({ query }) => ({ body: pageOf(orders(20), query) }));
    erp = await MockServer.start(() => ({ status: 201, body: {}, delayMs: latencyMs }));
    workers = await Promise.all([startWorker(test), startWorker(test)]);
  });
  afterAll(async () => {
    workers.forEach((worker) => worker.kill('SIGTERM'));
    await Promise.all(workers.map((worker) => worker.exited));
    await test.close();
    await shop.stop();
    await erp.stop();
    await redis?.stop();
  });
  const aPipe = (more: object = {}): Promise<ReadyPipe> =>
    aReadyPipe(test, { shopUrl: shop.url, erpUrl: erp.url, ...more });

  it('brings each run to exactly one of two worker processes', async () => {
    const pipes = await Promise.all(Array.from({ length: 6 }, () => aPipe()));
    erp.asked.length = 0;
    const runs = await Promise.all(
      pipes.map(async (pipe) => waitForRun(test, pipe, await startRun(test, pipe))),
    );
    expect(runs.map((run) => [run.status, run.attempts, run.counts.delivered])).toEqual(
      pipes.map(() => ['succeeded', 1, 20]),
    );
    expect(erp.asked).toHaveLength(120);
  });

  it('takes up a run whose job was never added', async () => {
    const pipe = await aPipe();
    const first = await startRun(test, pipe);
    await waitForRun(test, pipe, first);
    // a process killed between the commit of the row and the job
    await test.sql(
      `insert into runs (id, project_id, pipe_id, snapshot_id, trigger, status, request, warnings, attempts, queued_at, created_at, updated_at)
       select gen_random_uuid(), project_id, pipe_id, snapshot_id, 'manual', 'queued', '{}', '[]', 0, now(), now(), now() from runs where id = $1`,
      [first],
    );
    await test.sql(
      'insert into run_leases (run_id) select id from runs r where not exists (select 1 from run_leases l where l.run_id = r.id)',
    );
    const [row] = await test.sql<{ id: string }>("select id from runs where status = 'queued'");
    expect(await waitForRun(test, pipe, row?.id ?? '')).toMatchObject({
      status: 'succeeded',
      counts: { skipped: 20 },
    });
  });

  it('lets one run of a pipe wait for the other, and starts it when that one has ended', async () => {
    latencyMs = 20;
    const pipe = await aPipe({ pipe: { concurrency: 1 } });
    const first = await startRun(test, pipe);
    const second = await startRun(test, pipe);
    const [one, two] = [await waitForRun(test, pipe, first), await waitForRun(test, pipe, second)];
    expect(new Date(two.started_at).getTime()).toBeGreaterThanOrEqual(new Date(one.finished_at).getTime());
    latencyMs = 0;
  });

  if (backend === 'PostgreSQL') {
    it('goes on when its connections were cut, LISTEN included', async () => {
      const pipe = await aPipe();
      await test.sql(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name <> ''",
      );
      const runId = await startRun(test, pipe);
      const run = await waitForRun(test, pipe, runId);
      expect(run).toMatchObject({ status: 'succeeded', counts: { delivered: 20 } });
    });
  }
});
