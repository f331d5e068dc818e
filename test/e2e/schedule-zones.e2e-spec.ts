/** Schedules over processes that stand in other time zones: the stored zone alone counts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { MockServer } from '../support/mock-server.js';
import { aReadyPipe, type Json, orders, pageOf, type ReadyPipe } from '../support/runs.js';
import { killAll, startWorker, type WorkerProcess } from '../support/worker-process.js';

/** The next time at which clocks in Paris show it. */
function nextInParis(hour: number, minute: number, after: Date): Date {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Paris',
    hour: '2-digit',
    minute: '2-digit',
  });
  const wanted = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  for (let at = Math.floor(after.getTime() / 60_000) * 60_000 + 60_000; ; at += 60_000)
    if (clock.format(at) === wanted) return new Date(at);
}

describe('a schedule of Paris', () => {
  let test: TestApp;
  let shop: MockServer;
  let erp: MockServer;
  let pipe: ReadyPipe;
  const processes: WorkerProcess[] = [];

  beforeAll(async () => {
    test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1', ROLE: 'api' });
    shop = await MockServer.start(({ query }) => ({ body: pageOf(orders(1), query) }));
    erp = await MockServer.start(() => ({ status: 201, body: {} }));
    pipe = await aReadyPipe(test, { shopUrl: shop.url, erpUrl: erp.url });
    await test.post(pipe.workspace.at(`pipes/enable/${pipe.pipeId}`));
    processes.push(
      await startWorker(test, { role: 'api', env: { TZ: 'Africa/Johannesburg' } }),
      await startWorker(test, { env: { TZ: 'UTC' } }),
    );
  });
  afterAll(async () => {
    await killAll(processes);
    await test.close();
    await Promise.all([shop.stop(), erp.stop()]);
  });

  it('fires by the clocks of Paris, whoever made it and whoever fires it', async () => {
    const token: string = (
      await test.post('/api/access_tokens/create', { token_name: 'zones', expires_in_days: 1 })
    ).body.data.access_token;
    const before = new Date();
    const answer = await fetch(
      `${processes[0]?.url}${pipe.workspace.at(`pipes/${pipe.pipeId}/triggers/create`)}`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ kind: 'schedule', cron: '15 7 * * *', timezone: 'Europe/Paris' }),
      },
    );
    const made: Json = ((await answer.json()) as Json).data;
    const slot = nextInParis(7, 15, before);
    expect(made.next_run_at).toBe(slot.toISOString());
    // it is due, and the worker plans the slot after it
    await test.sql("update triggers set next_run_at = now() - interval '1 second' where id = $1", [
      made.trigger_id,
    ]);
    const next = async (): Promise<Date> =>
      (
        await test.sql<{ next: Date }>('select next_run_at as next from triggers where id = $1', [
          made.trigger_id,
        ])
      )[0]!.next;
    for (let tries = 0; (await next()) < new Date() && tries < 600; tries++) await sleep(100);
    expect(await next()).toEqual(slot);
    expect(await test.sql('select 1 from runs where pipe_id = $1', [pipe.pipeId])).toHaveLength(1);
  });
});
