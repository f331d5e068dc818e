/** A cancel is seen within a second, whatever the run is doing. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { MockServer, type Reply } from '../support/mock-server.js';
import {
  aReadyPipe,
  type Json,
  orders,
  pageOf,
  type PipeSetup,
  type ReadyPipe,
  startRun,
  waitForRun,
} from '../support/runs.js';

/** A second for the worker to see it, and some for a machine that is busy. */
const SEEN_MS = 1_000;
const BUSY_MS = 3_000;

describe('a cancel ends a run', () => {
  let test: TestApp;
  let shop: MockServer;
  let erp: MockServer;
  let answerShop: (query: URLSearchParams) => Reply;
  let answerErp: (path: string) => Reply;

  beforeAll(async () => {
    test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
    shop = await MockServer.start(({ query }) => answerShop(query));
    erp = await MockServer.start(({ path }) => answerErp(path));
  });
  afterAll(async () => {
    await test.close();
    await Promise.all([shop.stop(), erp.stop()]);
  });
  beforeEach(() => {
    shop.asked.length = 0;
    erp.asked.length = 0;
    answerShop = (query) => ({ body: pageOf(orders(500), query) });
    answerErp = () => ({ status: 201, body: {} });
  });
  const aPipe = (more: Partial<PipeSetup> = {}): Promise<ReadyPipe> =>
    aReadyPipe(test, { shopUrl: shop.url, erpUrl: erp.url, ...more });
  const until = async (isSo: () => boolean): Promise<void> => {
    for (let tries = 0; !isSo() && tries < 1_200; tries++) await sleep(25);
    if (!isSo()) throw new Error('the run does not come so far');
  };
  /** Cancels, and answers how long it took until the run had ended. */
  const cancel = async (pipe: ReadyPipe, runId: string): Promise<{ run: Json; ms: number }> => {
    const began = Date.now();
    await test.post(pipe.workspace.at(`runs/cancel/${runId}`));
    const run = await waitForRun(test, pipe, runId);
    return { run, ms: Date.now() - began };
  };
  const expectEnd = async (pipe: ReadyPipe, runId: string): Promise<Json> => {
    const { run, ms } = await cancel(pipe, runId);
    expect(run.status).toBe('cancelled');
    expect(ms).toBeLessThan(SEEN_MS + BUSY_MS);
    return run;
  };

  it('that is in line, at once, and the next in line goes on', async () => {
    answerErp = () => ({ status: 201, delayMs: 50 });
    answerShop = (query) => ({ body: pageOf(orders(20), query) });
    const pipe = await aPipe({ pipe: { concurrency: 1 } });
    const first = await startRun(test, pipe);
    const second = await startRun(test, pipe, { limit: 1 });
    const { run, ms } = await cancel(pipe, second);
    expect(run).toMatchObject({ status: 'cancelled', started_at: null, attempts: 0 });
    expect(ms).toBeLessThan(BUSY_MS);
    expect((await waitForRun(test, pipe, first)).status).toBe('succeeded');
  });

  it('that is parked', async () => {
    answerErp = () => ({ status: 429, headers: { 'retry-after': '600' } });
    const pipe = await aPipe();
    const runId = await startRun(test, pipe);
    await waitForRun(test, pipe, runId, ['waiting']);
    const { run, ms } = await cancel(pipe, runId);
    expect(run).toMatchObject({ status: 'cancelled', waiting_until: null, waiting_reason: null });
    expect(ms).toBeLessThan(BUSY_MS);
  });

  it('that reads a page which does not come', async () => {
    answerShop = () => ({ fault: 'never' });
    const pipe = await aPipe();
    const runId = await startRun(test, pipe);
    await until(() => shop.asked.length === 1);
    const aborted = shop.aborted;
    await expectEnd(pipe, runId);
    await until(() => shop.aborted > aborted);
  });

  it('that is in a pause between two attempts', async () => {
    answerErp = () => ({ status: 503 });
    const pipe = await aPipe({ pipe: { concurrency: 1 } });
    const runId = await startRun(test, pipe);
    // after the fourth attempt it waits for 4 to 8 seconds
    await until(() => erp.asked.length === 4);
    await expectEnd(pipe, runId);
    expect(erp.asked).toHaveLength(4);
  });

  it('that waits for its turn by the rate of its system', async () => {
    const pipe = await aPipe({ erp: { rate_limit: { requests: 1, per_seconds: 30, burst: 1 } } });
    const runId = await startRun(test, pipe);
    await until(() => erp.asked.length === 1);
    await sleep(200);
    await expectEnd(pipe, runId);
    expect(erp.asked).toHaveLength(1);
  });

  it('that waits for a free slot of its system', async () => {
    answerErp = () => ({ status: 201, delayMs: 1_000 });
    const pipe = await aPipe({ erp: { max_concurrency: 1 } });
    const runId = await startRun(test, pipe);
    await until(() => erp.asked.length === 1);
    await expectEnd(pipe, runId);
    expect(erp.asked.length).toBeLessThanOrEqual(5);
  });

  it('that waits for a token endpoint which says nothing', async () => {
    let isSilent = false;
    answerErp = (path) => {
      if (path !== '/token') return { status: 201, body: {} };
      return isSilent ? { fault: 'never' } : { body: { access_token: 'first', expires_in: 3600 } };
    };
    const pipe = await aPipe({
      erp: {
        authentication_type: 'oauth2',
        grant_type: 'client_credentials',
        token_url: `${erp.url}/token`,
        client_id: 'c',
        client_secret: 'a-client-secret',
      },
      erpInputs: {},
    });
    isSilent = true;
    await test.sql(
      "update credentials set expires_at = now() - interval '1 minute', renew_at = null where id = $1",
      [pipe.erpCredentialId],
    );
    const asked = erp.asked.length;
    const runId = await startRun(test, pipe);
    await until(() => erp.asked.length > asked);
    await expectEnd(pipe, runId);
  });

  it('that is in the middle of its writes: no new one is begun', async () => {
    answerErp = () => ({ status: 201, delayMs: 100 });
    const pipe = await aPipe({ pipe: { concurrency: 2 } });
    const runId = await startRun(test, pipe);
    await until(() => erp.asked.length >= 6);
    const asked = erp.asked.length;
    const run = await expectEnd(pipe, runId);
    expect(erp.asked.length - asked).toBeLessThanOrEqual(2 * 40);
    await sleep(300);
    // what had arrived is counted, all of it
    expect(run.counts.delivered).toBe(erp.asked.length);
  });
});
