/** Incremental lists over whole runs: late rows, clocks that differ, and from where a list is read again. */
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { MockServer, type Reply } from '../support/mock-server.js';
import {
  anOrder,
  aReadyPipe,
  type Json,
  type Order,
  type ReadyPipe,
  runToEnd,
  startRun,
  waitForRun,
} from '../support/runs.js';

describe('an incremental list', () => {
  let test: TestApp;
  let shop: MockServer;
  let erp: MockServer;
  let rows: Order[];
  /** While set, the ERP does not answer before it is over. */
  let held: Promise<void> | null = null;
  let answerErp: () => Reply;

  beforeAll(async () => {
    test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
    // a source as they are: it answers what was changed since, in the order of the changes
    shop = await MockServer.start(({ query }) => ({
      body: {
        orders: rows
          .filter(
            (row) => Date.parse(String(row.at)) >= Date.parse(query.get('since') ?? '1970-01-01T00:00:00Z'),
          )
          .sort((left, right) => Date.parse(String(left.at)) - Date.parse(String(right.at))),
      },
    }));
    erp = await MockServer.start(async () => {
      await held;
      return answerErp();
    });
  });
  afterAll(async () => {
    await test.close();
    await Promise.all([shop.stop(), erp.stop()]);
  });
  beforeEach(() => {
    answerErp = () => ({ status: 201, body: {} });
    shop.asked.length = 0;
    erp.asked.length = 0;
  });
  const aPipe = (incremental: object = {}): Promise<ReadyPipe> =>
    aReadyPipe(test, {
      shopUrl: shop.url,
      erpUrl: erp.url,
      orders: {
        pagination: { kind: 'none' },
        incremental: { cursor_path: 'at', parameter: 'since', sorted: true, ...incremental },
      },
    });
  const sent = (): string[] => erp.asked.map(({ body }) => body.number);
  const cursorOf = async (pipe: ReadyPipe): Promise<string | null> =>
    (
      await test.sql<{ cursor: string }>('select cursor from pipe_cursors where pipe_id = $1', [pipe.pipeId])
    )[0]?.cursor ?? null;

  it.each([
    ['with the usual overlap', {}],
    ['without an overlap, by the lag alone', { overlap_seconds: 0 }],
  ])('brings what was stamped just before a run and seen only after it, %s', async (_, incremental) => {
    const pipe = await aPipe(incremental);
    rows = [anOrder(1, { at: new Date(Date.now() + 200).toISOString() })];
    const first = await runToEnd(test, pipe);
    // committed late: stamped a millisecond before the run began
    rows.push(anOrder(2, { at: new Date(Date.parse(first.started_at) - 1).toISOString() }));
    const second = await runToEnd(test, pipe);
    expect(sent().sort()).toEqual(['1', '2']);
    expect(second.counts).toMatchObject({ delivered: 1, skipped: 1 });
  });

  it('brings a row that was committed late below the newest one that was read', async () => {
    const pipe = await aPipe();
    const newest = Date.now() - 3600_000;
    rows = [anOrder(1, { at: new Date(newest).toISOString() })];
    await runToEnd(test, pipe);
    expect(await cursorOf(pipe)).toBe(new Date(newest).toISOString());
    rows.push(anOrder(2, { at: new Date(newest - 3_000).toISOString() }));
    const second = await runToEnd(test, pipe);
    expect(sent()).toEqual(['1', '2']);
    expect(second.counts).toMatchObject({ delivered: 1, skipped: 1 });
    // the older row does not take the cursor back
    expect(await cursorOf(pipe)).toBe(new Date(newest).toISOString());
  });

  it('is read from its cursor less the overlap, not from its start', async () => {
    const pipe = await aPipe({ start_at: '2022-01-01T00:00:00Z', overlap_seconds: 2 * 86_400 });
    rows = [anOrder(1, { at: '2022-06-10T00:00:00Z' })];
    await runToEnd(test, pipe);
    await runToEnd(test, pipe);
    const asked: Json[] = shop.asked.map(({ query }) => query.get('since'));
    expect(asked).toEqual(['2021-12-30T00:00:00Z', '2022-06-08T00:00:00Z']);
  });

  it('is read from its beginning after a reset, also where the very first run was still at work', async () => {
    const pipe = await aPipe();
    rows = [anOrder(1, { at: '2022-06-10T00:00:00Z' })];
    let release: () => void = () => undefined;
    held = new Promise((resolve) => (release = resolve));
    const first = await startRun(test, pipe);
    while (erp.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const second = await startRun(test, pipe, { reset_cursor: true });
    release();
    held = null;
    for (const id of [first, second])
      expect(await waitForRun(test, pipe, id)).toMatchObject({ status: 'succeeded' });
    expect(shop.asked.map(({ query }) => query.get('since'))).toEqual([null, null]);
    expect(await cursorOf(pipe)).toBe('2022-06-10T00:00:00Z');
  });

  it('is read from its beginning after a reset, also by the run before it that was parked meanwhile', async () => {
    const pipe = await aPipe();
    rows = [anOrder(1, { at: '2022-06-10T00:00:00Z' })];
    answerErp = () => ({ status: 429, headers: { 'retry-after': '70' } });
    const first = await startRun(test, pipe);
    await waitForRun(test, pipe, first, ['waiting']);
    const second = await startRun(test, pipe, { reset_cursor: true });
    answerErp = () => ({ status: 201, body: {} });
    await test.sql('update runs set waiting_until = now() where id = $1', [first]);
    await test.sql('update credential_health set blocked_until = null, probe_until = null');
    for (const id of [first, second])
      expect(await waitForRun(test, pipe, id)).toMatchObject({ status: 'succeeded' });
    expect(shop.asked.map(({ query }) => query.get('since'))).toEqual([null, null]);
  });
});
