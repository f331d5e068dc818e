/** What is kept of failed records: shown without secrets, sent again as they came, with what their page said. */
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { MockServer } from '../support/mock-server.js';
import {
  anOrder,
  aReadyPipe,
  type Json,
  orders,
  pageOf,
  type ReadyPipe,
  runToEnd,
  waitForRun,
} from '../support/runs.js';

describe('failed records', () => {
  let test: TestApp;
  let shop: MockServer;
  let erp: MockServer;
  let answerShop: (query: URLSearchParams) => unknown;
  let isRefused = true;
  beforeAll(async () => {
    test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
    shop = await MockServer.start(({ query }) => ({ body: answerShop(query) }));
    erp = await MockServer.start(() => (isRefused ? { status: 422, body: {} } : { status: 201, body: {} }));
  });
  afterAll(async () => {
    await test.close();
    await shop.stop();
    await erp.stop();
  });
  beforeEach(() => {
    erp.asked.length = 0;
    isRefused = true;
  });

  const retried = async (pipe: ReadyPipe, runId: string): Promise<Json> => {
    isRefused = false;
    erp.asked.length = 0;
    const retry = await test.post(pipe.workspace.at(`runs/retry/${runId}`), {});
    return waitForRun(test, pipe, retry.body.data.run_id);
  };

  it('that repeat a secret are shown without it and sent again with it', async () => {
    answerShop = () => ({ orders: [anOrder(1, { note: 'seen with shop-token' }), anOrder(2)] });
    const pipe = await aReadyPipe(test, {
      shopUrl: shop.url,
      erpUrl: erp.url,
      orders: { sample_response: { orders: [anOrder(1, { note: 'a note' })] } },
      create: { sample_request: { body: { number: '1', note: 'a note' } } },
      links: [
        { to: 'number', from: 'id', type: 'string' },
        { to: 'note', from: 'note' },
      ],
    });
    const run = await runToEnd(test, pipe);
    const byNumber = (): Json[] =>
      erp.asked.map((asked) => asked.body).sort((a, b) => Number(a.number) - Number(b.number));
    const sent = byNumber();
    for (const route of [`runs/${run.run_id}/records`, `pipes/${pipe.pipeId}/errors`]) {
      const shown = await test.get(pipe.workspace.at(route));
      expect(shown.body.data).toHaveLength(2);
      expect(shown.text).toContain('seen with [secret]');
      expect(shown.text).not.toContain('shop-token');
    }
    const rows = await test.sql('select * from run_records where run_id = $1', [run.run_id]);
    expect(JSON.stringify(rows)).not.toContain('shop-token');
    expect(await retried(pipe, run.run_id)).toMatchObject({ status: 'succeeded', counts: { delivered: 2 } });
    expect(byNumber()).toEqual(sent);
    expect(sent[0]).toMatchObject({ note: 'seen with shop-token' });
  });

  it('are mapped again with what their page said beside them', async () => {
    answerShop = (query) => ({
      currency: query.get('page') === '1' ? 'EUR' : 'USD',
      total: { of: 12345678901234567890n.toString() },
      ...pageOf(orders(3), query),
    });
    const pipe = await aReadyPipe(test, {
      shopUrl: shop.url,
      erpUrl: erp.url,
      orders: {
        pagination: { kind: 'page', parameter: 'page', start: 1, size_parameter: 'per_page', size: 2 },
        sample_response: { currency: 'EUR', orders: [anOrder(1)] },
      },
      create: { sample_request: { body: { number: '1', currency: 'EUR' } } },
      links: [
        { to: 'number', from: 'id', type: 'string' },
        { to: 'currency', from: '@response.body.currency', required: true },
      ],
    });
    const run = await runToEnd(test, pipe);
    const sent = erp.asked.map((asked) => asked.body);
    expect(sent.map((body) => body.currency).sort()).toEqual(['EUR', 'EUR', 'USD']);
    expect(await retried(pipe, run.run_id)).toMatchObject({ status: 'succeeded', counts: { delivered: 3 } });
    expect(erp.asked.map((asked) => [asked.body.number, asked.body.currency]).sort()).toEqual(
      sent.map((body) => [body.number, body.currency]).sort(),
    );
  });

  it('go into one retry as far as they fit, with what their pages said: the rest is left for the next', async () => {
    isRefused = true;
    answerShop = (query) => ({ beside: 'y'.repeat(200_000), ...pageOf(orders(90), query) });
    const pipe = await aReadyPipe(test, {
      shopUrl: shop.url,
      erpUrl: erp.url,
      orders: {
        pagination: { kind: 'page', parameter: 'page', start: 1, size_parameter: 'per_page', size: 1 },
      },
    });
    const run = await runToEnd(test, pipe);
    expect(run.counts.failed).toBe(90);
    const begun = await test.post(pipe.workspace.at(`runs/retry/${run.run_id}`), {});
    const taken = Number(/for (\d+) of 90 records/.exec(begun.body.message)?.[1]);
    expect(taken).toBeGreaterThan(40);
    expect(taken).toBeLessThan(80);
    expect(await waitForRun(test, pipe, begun.body.data.run_id)).toMatchObject({ counts: { read: taken } });
  });

  it('come in slices that are bounded by bytes, until the last one', async () => {
    answerShop = (query) =>
      pageOf(
        orders(14).map((order) => ({ ...order, text: 'x'.repeat(900_000) })),
        query,
      );
    const pipe = await aReadyPipe(test, { shopUrl: shop.url, erpUrl: erp.url });
    const run = await runToEnd(test, pipe);
    for (const route of [
      `runs/${run.run_id}/records?status=failed`,
      `pipes/${pipe.pipeId}/errors?status=open`,
    ]) {
      const keys: string[] = [];
      let slices = 0;
      for (let next: string | null = ''; next !== null; slices++) {
        const slice: Json = (await test.get(pipe.workspace.at(`${route}${next && `&after=${next}`}`))).body;
        keys.push(...slice.data.map((record: Json) => record.record_key));
        next = slice.additional_data.pagination.next;
      }
      expect(slices).toBe(2);
      expect(new Set(keys).size).toBe(14);
      expect(keys).toHaveLength(14);
      const grouped = await test.get(pipe.workspace.at(`${route}&group_by=cause`));
      expect(grouped.body.data).toMatchObject([{ count: 14, source: null }]);
    }
  });
});
