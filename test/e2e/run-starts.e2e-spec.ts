/** Processes killed while a run begins: before its row is committed nobody was told of it, after it nothing is lost. */
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { CrashScene, RECORDS } from '../support/crash-scene.js';
import type { Json } from '../support/runs.js';
import { killAll, startWorker, type WorkerProcess } from '../support/worker-process.js';

jest.setTimeout(120_000);

describe('a process killed', () => {
  let test: TestApp;
  let worker: WorkerProcess | undefined;
  let hooked: CrashScene;
  let scheduled: CrashScene;
  let manual: CrashScene;
  let hookPath = '';
  /** what the callers of the killed process heard */
  const heard: Record<string, number | 'nothing'> = {};
  const rowsBefore: Record<string, Json[]> = {};

  const runsOf = ({ pipe }: CrashScene): Promise<Json[]> =>
    test.sql('select id, status, attempts from runs where pipe_id = $1', [pipe.pipeId]);
  const aTrigger = async ({ pipe }: CrashScene, body: object): Promise<Json> => {
    await test.post(pipe.workspace.at(`pipes/enable/${pipe.pipeId}`));
    const answer = await test.post(pipe.workspace.at(`pipes/${pipe.pipeId}/triggers/create`), body);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.data;
  };
  /** 503: the service was too busy to take it (machines under load). */
  const post = async (url: string, headers: Record<string, string> = {}): Promise<number | 'nothing'> => {
    const options = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    };
    for (;;) {
      const status = await fetch(url, options).then(
        (answer) => answer.status,
        () => 'nothing' as const,
      );
      if (status !== 503) return status;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  };

  beforeAll(async () => {
    test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1', ROLE: 'api', RATE_LIMIT_PER_SECOND: '0' });
    [hooked, scheduled, manual] = [
      await CrashScene.open(test),
      await CrashScene.open(test),
      await CrashScene.open(test),
    ];
    const hook = await aTrigger(hooked, { kind: 'webhook' });
    hookPath = new URL(hook.url, 'http://localhost').pathname;
    const headers = { authorization: `Bearer ${hook.secret}` };
    await aTrigger(scheduled, { kind: 'schedule', cron: '0 0 1 1 *', timezone: 'Europe/Berlin' });

    const [api, scheduler] = await Promise.all([
      startWorker(test, {
        role: 'api',
        stopAt: { [hooked.pipe.pipeId]: 'in admission', [manual.pipe.pipeId]: 'admitted' },
      }),
      startWorker(test, { stopAt: { [scheduled.pipe.pipeId]: 'in admission' } }),
    ]);
    await test.sql("update triggers set next_run_at = date_trunc('second', now()) where pipe_id = $1", [
      scheduled.pipe.pipeId,
    ]);
    const calls = [
      post(api.url + hookPath, headers).then((status) => (heard.hook = status)),
      post(api.url + manual.pipe.workspace.at(`pipes/run/${manual.pipe.pipeId}`), {
        authorization: `Bearer ${test.ownerToken}`,
        'idempotency-key': 'cut-off',
      }).then((status) => (heard.run = status)),
    ];
    await api.stopped(hooked.pipe.pipeId, manual.pipe.pipeId);
    await scheduler.stopped(scheduled.pipe.pipeId);
    await killAll([api, scheduler]);
    await Promise.all(calls);
    for (const [name, scene] of Object.entries({ hooked, scheduled, manual }))
      rowsBefore[name] = await runsOf(scene);
    worker = await startWorker(test);
    // a sender repeats what was not taken
    do heard.repeated = (await test.post(hookPath, {}, { token: null, headers })).status;
    while (heard.repeated === 503);
  });
  afterAll(async () => {
    if (worker) await killAll([worker]);
    await test.close();
    await Promise.all([hooked, scheduled, manual].map((scene) => scene.close()));
  });

  async function expectOneRun(scene: CrashScene): Promise<void> {
    let rows = await runsOf(scene);
    for (let tries = 0; tries < 200 && rows[0]?.status !== 'succeeded'; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      rows = await runsOf(scene);
    }
    expect(rows).toMatchObject([{ status: 'succeeded', attempts: 1 }]);
    expect(scene.effects()).toEqual({ records: RECORDS, repeats: 0, doubled: 0 });
  }

  it('before a webhook’s run is committed has answered nothing; the sender’s repeat makes the one run', async () => {
    expect(heard.hook).toBe('nothing');
    expect(rowsBefore.hooked).toEqual([]);
    expect(heard.repeated).toBe(202);
    await expectOneRun(hooked);
  });

  it('before a slot’s run is committed leaves the slot due; another scheduler takes it once', async () => {
    expect(rowsBefore.scheduled).toEqual([]);
    await expectOneRun(scheduled);
    const [trigger] = await test.sql<{ next_run_at: Date }>(
      'select next_run_at from triggers where pipe_id = $1',
      [scheduled.pipe.pipeId],
    );
    expect(trigger?.next_run_at.getTime()).toBeGreaterThan(Date.now());
  });

  it('after a run is committed, before a worker knows of it, loses nothing: it is found and run once', async () => {
    expect(heard.run).toBe('nothing');
    expect(rowsBefore.manual).toMatchObject([{ status: 'queued' }]);
    await expectOneRun(manual);
  });

  it('leaves the Idempotency-Key of its call taken: a repeat never makes a second run', async () => {
    const repeat = () =>
      test.post(
        manual.pipe.workspace.at(`pipes/run/${manual.pipe.pipeId}`),
        {},
        { headers: { 'idempotency-key': 'cut-off' } },
      );
    expect((await repeat()).body).toMatchObject({ status_code: 409, error_code: 'idempotency_conflict' });
    await test.sql(
      "update idempotency_keys set created_at = now() - interval '3 minutes' where answer is null",
    );
    const later = await repeat();
    expect(later.body).toMatchObject({ status_code: 409, error_code: 'idempotency_conflict' });
    expect(later.body.message).toContain('was cut off');
    expect(await runsOf(manual)).toHaveLength(1);
  });
});
