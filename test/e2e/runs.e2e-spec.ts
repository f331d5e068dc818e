import { MaintenanceRegistry } from '../../src/common/maintenance/maintenance-registry.js';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { MockServer } from '../support/mock-server.js';
import { expectGuarded } from '../support/route-cases.js';
import {
  anOrder,
  aReadyPipe,
  type Json,
  type Order,
  orders,
  pageOf,
  type ReadyPipe,
  runToEnd,
  startRun,
  waitForRun,
} from '../support/runs.js';
import { untilBlocked } from '../support/until-blocked.js';

describe('runs', () => {
  let test: TestApp;
  let shop: MockServer;
  let erp: MockServer;
  let list: Order[];
  let answerErp: (number: string) => { status?: number; body?: unknown; delayMs?: number };

  beforeAll(async () => {
    test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
    shop = await MockServer.start(({ query, headers }) =>
      headers.authorization === 'Bearer shop-token' ? { body: pageOf(list, query) } : { status: 401 },
    );
    erp = await MockServer.start(({ body }) => answerErp(body?.number ?? body?.orders?.[0]?.number));
  });
  afterAll(async () => {
    await test.close();
    await shop.stop();
    await erp.stop();
  });
  beforeEach(() => {
    shop.asked.length = 0;
    erp.asked.length = 0;
    list = orders(120);
    answerErp = () => ({ status: 201, body: { ok: true } });
  });
  const aPipe = (more: object = {}): Promise<ReadyPipe> =>
    aReadyPipe(test, { shopUrl: shop.url, erpUrl: erp.url, ...more });

  it('groups failed records by their reason, whatever values it names', async () => {
    list = orders(4);
    answerErp = (number) => ({
      status: 422,
      body: { message: number.endsWith('1') ? 'email is required' : `there is no article "A-${number}"` },
    });
    const pipe = await aPipe();
    const run = await runToEnd(test, pipe);
    const causes = async (route: string) =>
      (await test.get(pipe.workspace.at(route))).body.data.map((cause: Json) => cause.count).sort();
    expect(await causes(`runs/${run.run_id}/records?status=failed&group_by=cause`)).toEqual([1, 3]);
    expect(await causes(`pipes/${pipe.pipeId}/errors?status=open&group_by=cause`)).toEqual([1, 3]);
    const errors = pipe.workspace.at(`pipes/${pipe.pipeId}/errors`);
    const [most] = (await test.get(`${errors}?status=open&group_by=cause`)).body.data;
    expect((await test.get(`${errors}?status=open&cause=${most.cause}`)).body.data).toHaveLength(3);
    const retry = await test.post(`${errors}/retry`, { filter: { cause: most.cause } });
    expect((await waitForRun(test, pipe, retry.body.data.run_id)).counts).toMatchObject({ read: 3 });
  });

  it('moves every record once, page by page, mapped and authorised', async () => {
    const pipe = await aPipe();
    const run = await runToEnd(test, pipe);
    expect(run).toMatchObject({
      status: 'succeeded',
      trigger: 'manual',
      counts: {
        read: 120,
        mapped: 120,
        delivered: 120,
        skipped: 0,
        failed: 0,
        handlers: { create: { delivered: 120 } },
      },
      error: null,
      attempts: 1,
    });
    expect(shop.asked.map((asked) => asked.query.get('page'))).toEqual(['1', '2', '3', '4']);
    expect(new Set(erp.asked.map((asked) => asked.body.number)).size).toBe(120);
    expect(erp.asked[0]).toMatchObject({
      method: 'POST',
      headers: {
        authorization: 'Bearer erp-token-secret',
        'idempotency-key': expect.stringMatching(/^[a-z2-7]{40}$/),
      },
    });
    expect(erp.asked.find((asked) => asked.body.number === '7')?.body).toEqual({
      number: '7',
      email: 'c7@example.com',
      lines: [{ code: 'S7', quantity: 2 }],
    });
  });

  it('sends nothing that was delivered unchanged, and what has changed', async () => {
    const pipe = await aPipe();
    await runToEnd(test, pipe);
    erp.asked.length = 0;
    list[4] = anOrder(5, { customer: { email: 'new@example.com' } });
    const run = await runToEnd(test, pipe);
    expect(run.counts).toMatchObject({ read: 120, delivered: 1, skipped: 119 });
    expect(erp.asked.map((asked) => asked.body.number)).toEqual(['5']);
    erp.asked.length = 0;
    expect(
      (await runToEnd(test, pipe, { force_resend: true, record_keys: ['5', '6'] })).counts,
    ).toMatchObject({ delivered: 2 });
  });

  it('keeps failed records with their four stages and a reason, and retries only them', async () => {
    list = orders(3);
    list[1] = anOrder(2, { customer: {} });
    answerErp = (number) =>
      number === '3' ? { status: 422, body: { error: 'no such item' } } : { status: 201 };
    const pipe = await aPipe({
      links: [
        { to: 'number', from: 'id', type: 'string' },
        { to: 'email', from: 'customer.email', required: true },
      ],
    });
    const run = await runToEnd(test, pipe);
    expect(run).toMatchObject({ status: 'partially_failed', counts: { read: 3, delivered: 1, failed: 2 } });
    const records = (await test.get(pipe.workspace.at(`runs/${run.run_id}/records?status=failed`))).body.data;
    expect(records.map((record: Json) => [record.record_key, record.code, record.class])).toEqual(
      expect.arrayContaining([
        ['2', 'REQUIRED', 'MAPPING'],
        ['3', 'HTTP_422', 'CLIENT'],
      ]),
    );
    expect(records.find((record: Json) => record.record_key === '3')).toMatchObject({
      source: list[2],
      mapped: { number: '3' },
      request: { method: 'POST', url: `${erp.url}/sales-orders`, body: { number: '3' } },
      response: { status: 422, body: { error: 'no such item' } },
    });
    const open = (await test.get(pipe.workspace.at(`pipes/${pipe.pipeId}/errors?status=open`))).body.data;
    expect(open).toHaveLength(2);
    const causes = (
      await test.get(pipe.workspace.at(`pipes/${pipe.pipeId}/errors?status=open&group_by=cause`))
    ).body.data;
    expect(causes.map((cause: Json) => [cause.code, cause.count])).toEqual(
      expect.arrayContaining([['HTTP_422', 1]]),
    );

    erp.asked.length = 0;
    answerErp = () => ({ status: 201 });
    const retry = await test.post(pipe.workspace.at(`runs/retry/${run.run_id}`), { record_keys: ['3'] });
    const again = await waitForRun(test, pipe, retry.body.data.run_id);
    expect(again).toMatchObject({ trigger: 'retry', status: 'succeeded', counts: { read: 1, delivered: 1 } });
    expect(erp.asked.map((asked) => asked.body.number)).toEqual(['3']);
    const left = (await test.get(pipe.workspace.at(`pipes/${pipe.pipeId}/errors?status=open`))).body.data;
    expect(left.map((error: Json) => error.record_key)).toEqual(['2']);
  });

  it('sends batches and keeps the records that the answer refuses', async () => {
    const pipe = await aPipe({
      create: {
        batch: { max_records: 30, path: 'orders', answer: 'by_index', result_path: 'results' },
        sample_request: {
          body: { number: 'SO-1', email: 'a@b.example', lines: [{ code: 'A', quantity: 1 }] },
        },
      },
    });
    answerErp = () => ({
      body: {
        results: erp.asked.at(-1)?.body.orders.map((each: Json) => ({ success: each.number !== '17' })),
      },
    });
    const run = await runToEnd(test, pipe);
    expect(run.counts).toMatchObject({ read: 120, delivered: 119, failed: 1 });
    expect(erp.asked.map((asked) => asked.body.orders.length).sort()).toEqual([20, 20, 20, 30, 30]);
  });

  it('shows what it would send in a dry run and sends nothing', async () => {
    const pipe = await aPipe();
    const run = await runToEnd(test, pipe, { dry_run: true });
    expect(run).toMatchObject({
      status: 'succeeded',
      trigger: 'dry_run',
      counts: { read: 10, mapped: 10, delivered: 0 },
    });
    const records = (await test.get(pipe.workspace.at(`runs/${run.run_id}/records`))).body.data;
    expect(records).toHaveLength(10);
    expect(records[0].request).toMatchObject({ method: 'POST', body: { number: '1' } });
    expect(erp.asked).toHaveLength(0);
    expect(await test.sql('select 1 from deliveries where pipe_id = $1', [pipe.pipeId])).toEqual([]);
  });

  it('takes the ledger of a deleted pipe along, what is being written to it included', async () => {
    const pipe = await aPipe();
    const { run_id } = await runToEnd(test, pipe);
    const ledger = (): Promise<unknown[]> =>
      test.sql('select 1 from deliveries where pipe_id = $1', [pipe.pipeId]);
    expect((await ledger()).length).toBeGreaterThan(0);
    await test.sql('begin');
    await test.sql('select 1 from run_leases where run_id = $1 for share', [run_id]);
    await test.sql(
      `insert into deliveries (pipe_id, handler_id, record_key, content_hash, state, generation, fence, attempt, at)
       values ($1, 'create', 'late', 'a', 'delivered', 0, 1, 1, now())`,
      [pipe.pipeId],
    );
    const deleted = test.post(pipe.workspace.at(`pipes/delete/${pipe.pipeId}`));
    await untilBlocked(test, 'delete from "pipes"');
    await test.sql('commit');
    expect((await deleted).status).toBe(200);
    expect(await ledger()).toEqual([]);
  });

  it('cancels a running run between two writes, and answers success for one that has ended', async () => {
    list = orders(2000);
    answerErp = () => ({ status: 201, delayMs: 300 });
    const pipe = await aPipe({ pipe: { concurrency: 1 } });
    const runId = await startRun(test, pipe);
    while (erp.asked.length < 3) await new Promise((resolve) => setTimeout(resolve, 50));
    const asked = erp.asked.length;
    const answer = await test.post(pipe.workspace.at(`runs/cancel/${runId}`));
    expect(answer.status).toBe(200);
    const run = await waitForRun(test, pipe, runId, undefined, 15_000);
    expect(run.status).toBe('cancelled');
    expect(erp.asked.length - asked).toBeLessThanOrEqual(10);
    expect((await test.post(pipe.workspace.at(`runs/cancel/${runId}`))).body.data).toEqual({
      run_id: runId,
      status: 'cancelled',
    });
  });

  it('lets one run wait while one is active, or refuses it where the pipe skips', async () => {
    list = orders(20);
    answerErp = () => ({ status: 201, delayMs: 100 });
    const pipe = await aPipe({ pipe: { concurrency: 1 } });
    const first = await startRun(test, pipe);
    const second = await startRun(test, pipe);
    expect(await startRun(test, pipe)).toBe(second);
    expect(second).not.toBe(first);
    await waitForRun(test, pipe, second);
    const skipping = await aPipe({ pipe: { concurrency: 1, overlap: 'skip' } });
    const only = await startRun(test, skipping);
    expect(await test.post(skipping.workspace.at(`pipes/run/${skipping.pipeId}`), {})).toMatchObject({
      status: 409,
      body: { error_code: 'already_running' },
    });
    await waitForRun(test, skipping, only);
  });

  it('streams the progress of a run until its end', async () => {
    const pipe = await aPipe();
    const runId = await startRun(test, pipe);
    const stream = await test.get(pipe.workspace.at(`runs/${runId}/events`));
    expect(stream.headers['content-type']).toContain('text/event-stream');
    const events = stream.text.split('\n\n').filter((part) => part.startsWith('event: '));
    expect(events.at(-1)).toMatch(/^event: end\ndata: \{.*"status":"succeeded"/);
  });

  it('parks on a refused credential and tells its owner instead of failing records', async () => {
    const pipe = await aPipe();
    await test.post(pipe.workspace.at(`credentials/update/${pipe.shopCredentialId}`), {
      inputs: { token: 'wrong' },
    });
    const run = await waitForRun(test, pipe, await startRun(test, pipe), ['waiting']);
    expect(run).toMatchObject({ waiting_reason: 'CREDENTIAL', counts: { failed: 0 } });
    const credential = (await test.get(pipe.workspace.at(`credentials/${pipe.shopCredentialId}`))).body.data;
    expect(credential.status).toBe('failed');
    expect((await test.post(pipe.workspace.at(`runs/cancel/${run.run_id}`))).body.data.status).toBe(
      'cancelled',
    );
  });

  it('stores no secret of the credentials anywhere', async () => {
    answerErp = () => ({ status: 422, body: { echo: 'Bearer erp-token-secret' } });
    list = orders(2);
    const pipe = await aPipe();
    await runToEnd(test, pipe);
    const rows = await test.sql('select * from run_records where project_id = $1', [
      pipe.workspace.projectId,
    ]);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('erp-token-secret');
  });

  it('forgets old runs and settled records, and keeps what is still open', async () => {
    list = orders(2);
    answerErp = (number) => (number === '2' ? { status: 422 } : { status: 201 });
    const pipe = await aPipe();
    const run = await runToEnd(test, pipe);
    await test.sql("update runs set created_at = now() - interval '40 days' where id = $1", [run.run_id]);
    await test.app.get(MaintenanceRegistry).run();
    expect((await test.get(pipe.workspace.at(`runs/${run.run_id}`))).status).toBe(404);
    expect(await test.sql('select record_key from run_records where run_id = $1', [run.run_id])).toEqual([
      { record_key: '2' },
    ]);
    const [error] = (await test.get(pipe.workspace.at(`pipes/${pipe.pipeId}/errors?status=open`))).body.data;
    expect(error).toMatchObject({ record_key: '2', source: list[1] });
    expect(await test.sql('select state from deliveries where pipe_id = $1', [pipe.pipeId])).toHaveLength(2);
    await test.sql("update deliveries set at = now() - interval '91 days' where pipe_id = $1", [pipe.pipeId]);
    await test.app.get(MaintenanceRegistry).run();
    expect(await test.sql('select state from deliveries where pipe_id = $1', [pipe.pipeId])).toEqual([]);
  });

  it('keeps the last 10,000 runs of a pipe, and those that are still to end', async () => {
    list = [];
    const pipe = await aPipe();
    const run = await runToEnd(test, pipe);
    await test.sql(
      `insert into runs (id, project_id, pipe_id, snapshot_id, trigger, status, request, counts, warnings, attempts, queued_at, created_at, updated_at)
       select gen_random_uuid(), project_id, pipe_id, snapshot_id, 'schedule', 'succeeded', '{}', counts, '[]', 1, now(), created_at - make_interval(secs => n), now()
         from runs, generate_series(1, 11200) n where id = $1`,
      [run.run_id],
    );
    const [oldest] = await test.sql(
      `update runs set status = 'waiting', waiting_since = now() where id = (select id from runs where pipe_id = $1 order by created_at limit 1) returning id`,
      [pipe.pipeId],
    );
    await test.app.get(MaintenanceRegistry).run();
    const ended = await test.sql<{ id: string; is_recent: boolean }>(
      `select id, created_at > (select created_at from runs where id = $2) - interval '10000 seconds' as is_recent
         from runs where pipe_id = $1 and status <> 'waiting'`,
      [pipe.pipeId, run.run_id],
    );
    expect(ended).toHaveLength(10_000);
    expect(ended.every((row) => row.is_recent)).toBe(true);
    expect(ended.some((row) => row.id === run.run_id)).toBe(true);
    expect((await test.get(pipe.workspace.at(`runs/${String(oldest?.id)}`))).body.data.status).toBe(
      'waiting',
    );
  });

  it('remembers what was delivered for ever where nothing may be sent twice, by default too', async () => {
    list = orders(2);
    for (const create of [{ idempotency_header: null }, { on_unknown: 'hold' }]) {
      const pipe = await aPipe({ create });
      await runToEnd(test, pipe);
      await test.sql("update deliveries set at = now() - interval '91 days' where pipe_id = $1", [
        pipe.pipeId,
      ]);
      await test.app.get(MaintenanceRegistry).run();
      expect(await test.sql('select state from deliveries where pipe_id = $1', [pipe.pipeId])).toHaveLength(
        2,
      );
    }
  });

  it('guards every route', async () => {
    const pipe = await aPipe();
    const run = await runToEnd(test, pipe);
    await expectGuarded(test, pipe.workspace, [
      { method: 'GET', route: 'runs' },
      { method: 'GET', route: 'runs/stats' },
      { method: 'GET', route: `runs/${run.run_id}` },
      { method: 'GET', route: `runs/${run.run_id}/records` },
      { method: 'GET', route: `runs/${run.run_id}/events` },
      { method: 'POST', route: `runs/cancel/${run.run_id}` },
      { method: 'POST', route: `runs/retry/${run.run_id}` },
      { method: 'POST', route: `pipes/run/${pipe.pipeId}` },
      { method: 'POST', route: `pipes/reconcile/${pipe.pipeId}` },
      { method: 'GET', route: `pipes/${pipe.pipeId}/errors` },
    ]);
  });
});
