/** Which run in line stands for which: no worker takes them here, so the line stays as it is put. */
import { Scheduler } from '../../src/triggers/scheduler.service.js';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { MockServer } from '../support/mock-server.js';
import {
  aReadyPipe,
  type Json,
  orders,
  pageOf,
  type ReadyPipe,
  saveMapping,
  startRun,
  stopSchedules,
} from '../support/runs.js';

describe('a run in line', () => {
  let test: TestApp;
  let system: MockServer;
  beforeAll(async () => {
    test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1', ROLE: 'api' });
    await stopSchedules(test);
    system = await MockServer.start(({ query }) => ({ body: pageOf(orders(1), query) }));
  });
  afterAll(async () => {
    await test.close();
    await system.stop();
  });

  const aPipe = async (pipe: object = {}): Promise<ReadyPipe> => {
    const ready = await aReadyPipe(test, { shopUrl: system.url, erpUrl: system.url, pipe });
    await test.post(ready.workspace.at(`pipes/enable/${ready.pipeId}`));
    return ready;
  };
  const triggersOf = async (pipe: ReadyPipe): Promise<string[]> =>
    (
      await test.sql<{ trigger: string }>(
        'select trigger from runs where pipe_id = $1 order by created_at, id',
        [pipe.pipeId],
      )
    ).map((row) => row.trigger);
  const reconcile = (pipe: ReadyPipe): Promise<Json> =>
    test.post(pipe.workspace.at(`pipes/reconcile/${pipe.pipeId}`));
  const aSchedule = async (pipe: ReadyPipe, settings: object): Promise<void> => {
    const made = await test.post(pipe.workspace.at(`pipes/${pipe.pipeId}/triggers/create`), {
      kind: 'schedule',
      every_seconds: 3600,
      timezone: 'UTC',
      ...settings,
    });
    await test.sql("update triggers set next_run_at = now() - interval '3 hours 10 minutes' where id = $1", [
      made.body.data.trigger_id,
    ]);
    await test.app.get(Scheduler, { strict: false }).scan();
  };

  it('stands for another only where both do the same', async () => {
    const pipe = await aPipe();
    const first = await startRun(test, pipe);
    const looking = await startRun(test, pipe, { dry_run: true });
    const manual = await startRun(test, pipe);
    await reconcile(pipe);
    await aSchedule(pipe, { missed: 'last' });
    expect(new Set([first, looking, manual]).size).toBe(3);
    expect(await startRun(test, pipe, { dry_run: true })).toBe(looking);
    expect(await startRun(test, pipe)).toBe(manual);
    await reconcile(pipe);
    expect(await triggersOf(pipe)).toEqual(['manual', 'dry_run', 'manual', 'reconcile']);
  });

  it('that delivers nothing keeps no delivery out of a pipe that takes one at a time', async () => {
    const pipe = await aPipe({ overlap: 'skip' });
    await startRun(test, pipe, { dry_run: true });
    await aSchedule(pipe, { missed: 'last' });
    expect(await triggersOf(pipe)).toEqual(['dry_run', 'schedule']);
    const refused = await test.post(pipe.workspace.at(`pipes/run/${pipe.pipeId}`), {});
    expect(refused.body).toMatchObject({ error_code: 'already_running' });
    const look = await test.post(pipe.workspace.at(`pipes/run/${pipe.pipeId}`), { dry_run: true });
    expect(look.body).toMatchObject({ error_code: 'already_running' });
  });

  it('that stands for a later one does it as the pipe is then', async () => {
    const pipe = await aPipe();
    await startRun(test, pipe);
    const waiting = await startRun(test, pipe);
    const snapshot = async (): Promise<string> =>
      (
        await test.sql<{ content: string }>(
          'select s.content from runs r join run_snapshots s on s.project_id = r.project_id and s.id = r.snapshot_id where r.id = $1',
          [waiting],
        )
      )[0]!.content;
    expect(await snapshot()).not.toContain('corrected');
    await saveMapping(test, pipe.workspace, pipe.pipeId, 'to_erp', [{ to: 'number', value: 'corrected' }]);
    expect(await startRun(test, pipe)).toBe(waiting);
    expect(await snapshot()).toContain('corrected');
  });

  it.each(['queue_one', 'skip'])(
    'is there for each slot that is caught up, with the overlap rule %s',
    async (overlap) => {
      const pipe = await aPipe({ overlap });
      await aSchedule(pipe, { missed: 'all' });
      expect(await triggersOf(pipe)).toEqual(['schedule', 'schedule', 'schedule', 'schedule']);
      const runs = await test.sql(
        'select distinct s.run_id from schedule_slots s join triggers t on t.id = s.trigger_id where t.pipe_id = $1',
        [pipe.pipeId],
      );
      expect(runs).toHaveLength(4);
    },
  );

  it('is found by times with a zone only', async () => {
    const pipe = await aPipe();
    await startRun(test, pipe);
    const at = (query: string) => test.get(pipe.workspace.at(`runs${query}`));
    for (const from of ['2026-01-31T08:00:00', '2026-01-31', '2026-01-31T08:00'])
      for (const route of ['', '/stats'])
        expect((await at(`${route}?from=${from}`)).body).toMatchObject({
          status_code: 400,
          errors: [{ field: 'from' }],
        });
    for (const from of ['2026-01-31T08:00:00Z', '2026-01-31T08:00:00.123%2B02:00', '2026-01-31T08:00-05:00'])
      expect((await at(`?from=${from}`)).body.data).toHaveLength(1);
  });
});
