/** Reports from this field turned into whole runs: pace, time-outs, cursors over a publish, pipes switched off and on. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Scheduler } from '../../src/triggers/scheduler.service.js';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { MockServer, type Reply } from '../support/mock-server.js';
import {
  anOrder,
  aReadyPipe,
  type Json,
  orders,
  pageOf,
  type ReadyPipe,
  runToEnd,
  startRun,
  waitForRun,
  stopSchedules,
} from '../support/runs.js';

describe('whole runs', () => {
  let test: TestApp;
  let shop: MockServer;
  let erp: MockServer;
  let answerShop: (query: URLSearchParams) => Reply | Promise<Reply>;
  let answerErp: () => Reply;

  beforeAll(async () => {
    test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
    await stopSchedules(test);
    shop = await MockServer.start(({ query }) => answerShop(query));
    erp = await MockServer.start(() => answerErp());
  });
  afterAll(async () => {
    await test.close();
    await Promise.all([shop.stop(), erp.stop()]);
  });
  beforeEach(() => {
    shop.asked.length = 0;
    erp.asked.length = 0;
    answerShop = (query) => ({ body: pageOf(orders(3), query) });
    answerErp = () => ({ status: 201, body: {} });
  });
  const aPipe = (more: object = {}): Promise<ReadyPipe> =>
    aReadyPipe(test, { shopUrl: shop.url, erpUrl: erp.url, ...more });
  const sent = (): string[] => erp.asked.map(({ body }) => body.number).sort();

  it('page no faster than the system allows', async () => {
    answerShop = (query) => ({ body: pageOf(orders(12), query) });
    const pipe = await aPipe({
      shop: { rate_limit: { requests: 2, per_seconds: 1 } },
      orders: {
        pagination: {
          kind: 'page',
          parameter: 'page',
          start: 1,
          size_parameter: 'per_page',
          size: 2,
          max_pages: 6,
        },
      },
    });
    expect((await runToEnd(test, pipe)).status).toBe('succeeded');
    const times = shop.asked.map(({ at }) => at);
    expect(times).toHaveLength(6);
    const most = Math.max(
      ...times.map((from) => times.filter((time) => time >= from && time < from + 1000).length),
    );
    expect(most).toBeLessThanOrEqual(3);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(2_000);
  });

  it('end in time when a system accepts and never answers, with its socket closed', async () => {
    answerShop = () => ({ fault: 'never' });
    const pipe = await aPipe({
      orders: { timeouts: { total_ms: 2_000 } },
      pipe: { timeout_seconds: 5 },
    });
    const began = Date.now();
    const aborted = shop.aborted;
    const runId = await startRun(test, pipe);
    for (let tries = 0; shop.aborted === aborted && tries < 160; tries++) await sleep(50);
    expect(shop.aborted).toBeGreaterThan(aborted);
    expect(Date.now() - began).toBeLessThan(20_000);
    const run = await waitForRun(test, pipe, runId);
    expect(run.status).toBe('timed_out');
    expect(Date.parse(run.finished_at) - Date.parse(run.started_at)).toBeLessThan(7_000);
    expect(Date.now() - began).toBeLessThan(25_000);
  });

  it('cancel at once while they only wait for a system that asked to wait', async () => {
    answerErp = () => ({ status: 429, headers: { 'retry-after': '50' } });
    const pipe = await aPipe();
    const runId = await startRun(test, pipe);
    for (let tries = 0; erp.asked.length === 0 && tries < 600; tries++) await sleep(50);
    await sleep(300);
    const began = Date.now();
    await test.post(pipe.workspace.at(`runs/cancel/${runId}`));
    expect((await waitForRun(test, pipe, runId)).status).toBe('cancelled');
    expect(Date.now() - began).toBeLessThan(15_000);
  });

  it('of a webhook are answered before they run: the sender never hears that its destination refuses', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const slow = await MockServer.start(async () => {
      await held;
      return { status: 422, body: { message: 'no such article' } };
    });
    const pipe = await aReadyPipe(test, { shopUrl: shop.url, erpUrl: slow.url });
    await test.post(pipe.workspace.at(`pipes/enable/${pipe.pipeId}`));
    const hook: Json = (
      await test.post(pipe.workspace.at(`pipes/${pipe.pipeId}/triggers/create`), {
        kind: 'webhook',
        source_handler_id: 'orders',
      })
    ).body.data;
    const call = () =>
      test.post(
        new URL(hook.url).pathname,
        { orders: [anOrder(1)] },
        { token: null, headers: { 'x-webhook-token': hook.secret } },
      );
    const answer = await call();
    expect(answer).toMatchObject({ status: 202, body: { data: { duplicate: false } } });
    const runId: string = answer.body.data.run_id;
    for (let tries = 0; slow.asked.length === 0 && tries < 600; tries++) await sleep(50);
    // it hangs at the destination, and a repetition is answered all the same
    expect((await call()).body.data).toEqual({ run_id: runId, duplicate: true });
    release();
    expect(await waitForRun(test, pipe, runId)).toMatchObject({ status: 'failed', counts: { failed: 1 } });
    expect((await call()).body.data).toEqual({ run_id: runId, duplicate: true });
    expect(slow.asked).toHaveLength(1);
    await slow.stop();
  });

  it('keep their cursor over a publish, so that nothing of the time between is lost', async () => {
    const list = [anOrder(1, { at: '2026-01-01T00:00:00Z' })];
    answerShop = () => ({ body: { orders: list } });
    const pipe = await aPipe({
      orders: {
        pagination: { kind: 'none' },
        incremental: { cursor_path: 'at', parameter: 'since', start_at: '2025-12-01T00:00:00Z' },
      },
    });
    await runToEnd(test, pipe);
    list.push(anOrder(2, { at: '2026-01-02T00:00:00Z' }));
    const flow = (await test.get(pipe.workspace.at(`flows/${pipe.flowId}`))).body.data;
    await test.post(pipe.workspace.at(`flows/update/${pipe.flowId}`), {
      version: flow.version,
      description: 'Another one.',
    });
    expect((await test.post(pipe.workspace.at(`flows/publish/${pipe.flowId}`))).status).toBe(200);
    await runToEnd(test, pipe);
    expect(shop.asked.map(({ query }) => query.get('since'))).toEqual([
      '2025-11-30T23:59:00Z',
      '2025-12-31T23:59:00Z',
    ]);
    expect(sent()).toEqual(['1', '2']);
  });

  it('deliver an item once when their pipe is switched off and on while they go on', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    answerShop = async (query) => {
      await held;
      return { body: pageOf(orders(1), query) };
    };
    const pipe = await aPipe();
    const scan = (): Promise<void> => test.app.get(Scheduler, { strict: false }).scan();
    await test.post(pipe.workspace.at(`pipes/enable/${pipe.pipeId}`));
    const trigger: Json = (
      await test.post(pipe.workspace.at(`pipes/${pipe.pipeId}/triggers/create`), {
        kind: 'schedule',
        every_seconds: 3600,
        timezone: 'UTC',
      })
    ).body.data;
    const fire = async (): Promise<void> => {
      await test.sql("update triggers set next_run_at = now() - interval '1 second' where id = $1", [
        trigger.trigger_id,
      ]);
      await scan();
    };
    await fire();
    await test.post(pipe.workspace.at(`pipes/disable/${pipe.pipeId}`));
    await scan();
    await test.post(pipe.workspace.at(`pipes/enable/${pipe.pipeId}`));
    await fire();
    release();
    const runs: Json[] = (await test.get(pipe.workspace.at(`runs?pipe_id=${pipe.pipeId}`))).body.data;
    for (const run of runs) await waitForRun(test, pipe, run.run_id);
    expect(sent()).toEqual(['1']);
  });

  it('start once for a slot whose schedule is changed just before it, and by the new one after it', async () => {
    const pipe = await aPipe();
    const scan = (): Promise<void> => test.app.get(Scheduler, { strict: false }).scan();
    await test.post(pipe.workspace.at(`pipes/enable/${pipe.pipeId}`));
    const triggers = pipe.workspace.at(`pipes/${pipe.pipeId}/triggers`);
    const made: Json = (
      await test.post(`${triggers}/create`, { kind: 'schedule', cron: '0 */2 * * *', timezone: 'UTC' })
    ).body.data;
    const slot = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString();
    const due = (): Promise<unknown> =>
      test.sql('update triggers set next_run_at = $2 where id = $1', [made.trigger_id, slot]);
    await due();
    await scan();
    await test.post(`${triggers}/update/${made.trigger_id}`, { cron: '0 */4 * * *' });
    // the new rhythm has the same slot
    await due();
    await scan();
    const runs: Json[] = (await test.get(pipe.workspace.at(`runs?pipe_id=${pipe.pipeId}`))).body.data;
    expect(runs).toHaveLength(1);
    await waitForRun(test, pipe, runs[0].run_id);
    const next = new Date((await test.get(triggers)).body.data[0].next_run_at);
    expect([next.getUTCHours() % 4, next.getUTCMinutes()]).toEqual([0, 0]);
  });

  it('start once for a slot that passed while nobody looked, and the slot keeps its own time', async () => {
    const pipe = await aPipe();
    const scan = (): Promise<void> => test.app.get(Scheduler, { strict: false }).scan();
    await test.post(pipe.workspace.at(`pipes/enable/${pipe.pipeId}`));
    const triggers = pipe.workspace.at(`pipes/${pipe.pipeId}/triggers`);
    const missed = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 300_000);
    const { trigger_id: id, next_run_at: next }: Json = (
      await test.post(`${triggers}/create`, {
        kind: 'schedule',
        cron: `${missed.getUTCMinutes()} ${missed.getUTCHours()} * * *`,
        timezone: 'UTC',
      })
    ).body.data;
    expect(Date.parse(next)).toBe(missed.getTime() + 86_400_000);
    await test.sql('update triggers set next_run_at = $2 where id = $1', [id, missed]);
    await scan();
    await scan();
    const slots = await test.sql<{ slot: Date; run_id: string }>(
      'select slot, run_id from schedule_slots where trigger_id = $1',
      [id],
    );
    expect(slots).toEqual([{ slot: missed, run_id: expect.any(String) }]);
    expect((await waitForRun(test, pipe, slots[0]!.run_id)).trigger).toBe('schedule');
    expect((await test.get(triggers)).body.data[0].next_run_at).toBe(next);
  });

  it('start by each of several schedules of their pipe, which shows the earliest', async () => {
    const pipe = await aPipe();
    const scan = (): Promise<void> => test.app.get(Scheduler, { strict: false }).scan();
    await test.post(pipe.workspace.at(`pipes/enable/${pipe.pipeId}`));
    const triggers = pipe.workspace.at(`pipes/${pipe.pipeId}/triggers`);
    const make = async (members: object): Promise<Json> =>
      (await test.post(`${triggers}/create`, { kind: 'schedule', ...members })).body.data;
    const daily = await make({ cron: '0 9 * * *', timezone: 'Asia/Tokyo' });
    const hourly = await make({ every_seconds: 3600, timezone: 'UTC' });
    const weekly = await make({ cron: '0 9 * * 1', timezone: 'Europe/Berlin' });
    const earliest = [daily, hourly, weekly].map(({ next_run_at: next }) => next).sort()[0];
    const shown = async (): Promise<Json> =>
      (await test.get(pipe.workspace.at(`pipes/${pipe.pipeId}`))).body.data;
    expect((await shown()).next_run_at).toBe(earliest);
    for (const [index, { trigger_id: id }] of [daily, weekly].entries()) {
      await test.sql("update triggers set next_run_at = now() - interval '1 second' where id = $1", [id]);
      await scan();
      const runs: Json[] = (await test.get(pipe.workspace.at(`runs?pipe_id=${pipe.pipeId}`))).body.data;
      expect(runs).toHaveLength(index + 1);
      await waitForRun(test, pipe, runs[0].run_id);
    }
    const after: Json[] = (await test.get(triggers)).body.data;
    expect(after.find(({ trigger_id: id }) => id === hourly.trigger_id).next_run_at).toBe(hourly.next_run_at);
    for (const { next_run_at: next } of after) expect(Date.parse(next)).toBeGreaterThan(Date.now());
    expect((await shown()).next_run_at).toBe(after.map(({ next_run_at: next }) => next).sort()[0]);
  });
});
