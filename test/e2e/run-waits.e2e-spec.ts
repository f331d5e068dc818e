/** Runs that are parked: what wakes them, and what their waiting counts towards. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { aCredential } from '../support/factories.js';
import { MockServer, type Reply } from '../support/mock-server.js';
import {
  anotherPipe,
  aReadyPipe,
  type Json,
  orders,
  pageOf,
  type ReadyPipe,
  runOf,
  startRun,
  waitForRun,
} from '../support/runs.js';

describe('parked runs', () => {
  let test: TestApp;
  let shop: MockServer;
  let erp: MockServer;
  let answerErp: () => Reply;

  beforeAll(async () => {
    test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
    shop = await MockServer.start(({ query }) => ({ body: pageOf(orders(2), query) }));
    erp = await MockServer.start(() => answerErp());
  });
  afterAll(async () => {
    await test.close();
    await Promise.all([shop.stop(), erp.stop()]);
  });
  beforeEach(() => {
    erp.asked.length = 0;
    answerErp = () => ({ status: 201, body: {} });
  });
  const aPipe = (more: object = {}): Promise<ReadyPipe> =>
    aReadyPipe(test, { shopUrl: shop.url, erpUrl: erp.url, ...more });
  const parkedByRefusal = async (pipe: ReadyPipe): Promise<Json> => {
    answerErp = () => ({ status: 401, body: {} });
    const run = await waitForRun(test, pipe, await startRun(test, pipe), ['waiting']);
    expect(run).toMatchObject({ waiting_reason: 'CREDENTIAL', waiting_until: null });
    answerErp = () => ({ status: 201, body: {} });
    return run;
  };

  it('go on though their credential was connected anew in the very moment in which they were parked', async () => {
    const pipe = await aPipe();
    const { run_id: runId } = await parkedByRefusal(pipe);
    await sleep(3_000);
    expect((await runOf(test, pipe, runId)).status).toBe('waiting');
    // nobody tells of it: the word came while the run was still at work
    await test.sql("update credentials set status = 'connected' where id = $1", [pipe.erpCredentialId]);
    expect((await waitForRun(test, pipe, runId, undefined, 30_000)).status).toBe('succeeded');
  });

  it('are tried less and less often when their credential only seems to be in order', async () => {
    const pipe = await aPipe();
    const { run_id: runId } = await parkedByRefusal(pipe);
    answerErp = () => ({ status: 401, body: {} });
    await test.sql('update runs set attempts = 100 where id = $1', [runId]);
    await test.sql("update credentials set status = 'connected' where id = $1", [pipe.erpCredentialId]);
    erp.asked.length = 0;
    await sleep(4_000);
    expect(erp.asked).toHaveLength(0);
    await test.post(pipe.workspace.at(`runs/cancel/${runId}`));
  });

  it('fail when the connection for which they wait is deleted', async () => {
    const pipe = await aPipe();
    const { run_id: runId } = await parkedByRefusal(pipe);
    const { at } = pipe.workspace;
    const other = await aCredential(test, pipe.workspace, pipe.erpId, { inputs: { token: 'another' } });
    await test.post(at(`pipes/update/${pipe.pipeId}`), { credential_ids: [pipe.shopCredentialId, other] });
    expect((await test.post(at(`credentials/delete/${pipe.erpCredentialId}`))).status).toBe(200);
    expect(await waitForRun(test, pipe, runId, undefined, 30_000)).toMatchObject({
      status: 'failed',
      error: { code: 'CONFIG', message: expect.stringContaining('has been deleted') },
    });
  });

  it('for an outage are woken by another run that is answered with the same credential', async () => {
    const pipe = await aPipe();
    const other = await anotherPipe(test, pipe);
    const parked = await startRun(test, pipe);
    await waitForRun(test, pipe, parked);
    // as an outage leaves them: one parked for long, the next look at the system due now
    await test.sql(
      "update runs set status = 'waiting', finished_at = null, waiting_since = now(), waiting_until = now() + interval '10 minutes', waiting_reason = 'OFFLINE' where id = $1",
      [parked],
    );
    await test.sql(
      `insert into credential_health (credential_id, refilled_at, probes, failures, failing_since, blocked_until)
       values ($1, now(), 4, 30, now() - interval '1 hour', now() - interval '1 second')
       on conflict (credential_id) do update set probes = 4, blocked_until = now() - interval '1 second'`,
      [pipe.erpCredentialId],
    );
    await sleep(1_100);
    expect((await waitForRun(test, other, await startRun(test, other))).status).toBe('succeeded');
    expect((await waitForRun(test, pipe, parked, undefined, 30_000)).status).toBe('succeeded');
  });

  it('do not run out of time while they wait', async () => {
    const pipe = await aPipe({ pipe: { timeout_seconds: 5 } });
    const { run_id: runId } = await parkedByRefusal(pipe);
    // an hour later
    await test.sql(
      "update runs set started_at = started_at - interval '1 hour', waiting_since = waiting_since - interval '1 hour' where id = $1",
      [runId],
    );
    await test.post(pipe.workspace.at(`credentials/update/${pipe.erpCredentialId}`), {
      inputs: { token: 'a-new-token' },
    });
    expect((await waitForRun(test, pipe, runId)).status).toBe('succeeded');
  });

  it('are waited for over a long weekend, and not for ever', async () => {
    const pipe = await aPipe();
    const { run_id: runId } = await parkedByRefusal(pipe);
    const waitedSince = (days: number): Promise<unknown> =>
      test.sql(
        `update runs set started_at = now() - interval '${days} days', waiting_since = now() - interval '${days} days' where id = $1`,
        [runId],
      );
    await waitedSince(4);
    await sleep(2_500);
    expect((await runOf(test, pipe, runId)).status).toBe('waiting');
    await waitedSince(31);
    expect(await waitForRun(test, pipe, runId)).toMatchObject({
      status: 'timed_out',
      error: { code: 'TIMED_OUT' },
    });
  });
});
