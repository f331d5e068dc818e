/** Runs with large payloads: their list stays quick and small, and so does the page of one. */
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { MockServer } from '../support/mock-server.js';
import { aReadyPipe, orders, pageOf, type ReadyPipe, runToEnd } from '../support/runs.js';

const MIB = 1024 * 1024;

describe('50 runs with 30 MiB of payloads each', () => {
  let test: TestApp;
  let shop: MockServer;
  let erp: MockServer;
  let pipe: ReadyPipe;
  let runId = '';

  beforeAll(async () => {
    test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1', RATE_LIMIT_PER_SECOND: '0' });
    shop = await MockServer.start(({ query }) => ({ body: pageOf(orders(3), query) }));
    erp = await MockServer.start(() => ({ status: 201, body: {} }));
    pipe = await aReadyPipe(test, { shopUrl: shop.url, erpUrl: erp.url });
    runId = (await runToEnd(test, pipe)).run_id;
    await test.sql(
      `with payload as materialized (select repeat('0123456789abcdef', 10 * 1024 * 64) as text),
       copies as (
         insert into runs (id, project_id, pipe_id, snapshot_id, trigger, status, request, response, counts, warnings, attempts, queued_at, started_at, finished_at, created_at, updated_at)
         select gen_random_uuid(), project_id, pipe_id, snapshot_id, 'webhook', status,
                jsonb_build_object('given', jsonb_build_object('orders', jsonb_build_array(jsonb_build_object('status', 200, 'headers', '{}'::jsonb, 'body', text)))),
                jsonb_build_object('text', text), counts, warnings, 1, now(), now(), now(), now(), now()
           from runs, payload, generate_series(1, 50) where id = $1
         returning id, project_id)
       insert into run_records (id, project_id, run_id, handler_id, record_key, status, errors, warnings, attempt, page, source, created_at, updated_at)
       select gen_random_uuid(), project_id, id, 'create', '1', 'failed', '[]', '[]', 1, 0, text, now(), now() from copies, payload`,
      [runId],
    );
  }, 120_000);
  afterAll(async () => {
    await test.close();
    await shop.stop();
    await erp.stop();
  });

  it('are listed in less than 300 ms and less than 50 MiB', async () => {
    const list = () => test.get(pipe.workspace.at('runs?limit=200'));
    await list();
    // the best of some: the machine does other work beside it
    let milliseconds = Infinity;
    const bytes: number[] = [];
    for (let round = 0; round < 5; round++) {
      const before = memory();
      const began = performance.now();
      const answer = await list();
      milliseconds = Math.min(milliseconds, performance.now() - began);
      bytes.push(memory() - before);
      expect(answer.body.data).toHaveLength(51);
      expect(answer.text.length).toBeLessThan(MIB);
    }
    expect(milliseconds).toBeLessThan(300);
    // a collection in between makes one of them small, or less than nothing
    expect(bytes.sort((left, right) => left - right)[2]).toBeLessThan(50 * MIB);
  });

  it('do not hold up the next run of their pipe', async () => {
    const began = performance.now();
    const run = await runToEnd(test, pipe);
    expect(run.status).toBe('succeeded');
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});

function memory(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
