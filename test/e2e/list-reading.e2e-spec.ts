/** How lists are read over HTTP: every page with the credential, and no more of the records than were asked for. */
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { type Asked, MockServer, type Reply } from '../support/mock-server.js';
import {
  anOrder,
  aReadyPipe,
  type Json,
  type Order,
  orders,
  type ReadyPipe,
  runToEnd,
  waitForRun,
} from '../support/runs.js';

const SIZE = 10;

describe('a list', () => {
  let test: TestApp;
  let shop: MockServer;
  let erp: MockServer;
  let list: Order[];
  let answerShop: (asked: Asked) => Reply;

  beforeAll(async () => {
    test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
    shop = await MockServer.start((asked) => answerShop(asked));
    erp = await MockServer.start(() => ({ status: 201, body: {} }));
  });
  afterAll(async () => {
    await test.close();
    await Promise.all([shop.stop(), erp.stop()]);
  });
  beforeEach(() => {
    shop.asked.length = 0;
    erp.asked.length = 0;
    list = orders(43);
  });
  const aPipe = (more: object): Promise<ReadyPipe> =>
    aReadyPipe(test, { shopUrl: shop.url, erpUrl: erp.url, ...more });
  const sent = (): string[] => erp.asked.map(({ body }) => body.number).sort((a, b) => a - b);
  /** The page at `from` of what this caller may see, with a link to the next one. */
  const linked = (seen: readonly Order[], from: number, link: (next: number) => string): Reply => ({
    headers: from + SIZE < seen.length ? { link: `<${link(from + SIZE)}>; rel="next"` } : {},
    body: { orders: seen.slice(from, from + SIZE) },
  });

  it('that shows a stranger less is read whole by its links: each page is asked for with the credential', async () => {
    answerShop = ({ headers, query }) =>
      linked(
        headers.authorization === 'Bearer shop-token' ? list : list.slice(0, 39),
        Number(query.get('from') ?? 0),
        (next) => `${shop.url}/orders?from=${next}`,
      );
    const pipe = await aPipe({ orders: { path: '/orders', pagination: { kind: 'link_header' } } });
    expect(await runToEnd(test, pipe)).toMatchObject({
      status: 'succeeded',
      counts: { read: 43, delivered: 43 },
    });
    expect(shop.asked.map(({ headers }) => headers.authorization)).toEqual(
      Array(5).fill('Bearer shop-token'),
    );
    expect(sent()).toEqual(list.map(({ id }) => String(id)));
  });

  it('whose links leave out key and filters is asked for with both where the API keeps them', async () => {
    answerShop = ({ query }) =>
      query.get('api_key') === 'key-in-query' && query.get('q') === 'abc'
        ? linked(list, Number(query.get('from') ?? 0), (next) => `?from=${next}`)
        : { status: 403 };
    const pipe = await aReadyPipe(test, {
      shopUrl: shop.url,
      erpUrl: erp.url,
      shop: { authentication_type: 'api_key', api_key_in: 'query', api_key_name: 'api_key' },
      shopInputs: { api_key: 'key-in-query' },
      orders: {
        path: '/orders',
        query_parameters: { q: 'abc' },
        pagination: { kind: 'link_header', keep_query: true },
      },
    });
    expect(await runToEnd(test, pipe)).toMatchObject({ status: 'succeeded', counts: { delivered: 43 } });
    expect(shop.asked.map(({ query }) => query.getAll('api_key'))).toEqual(Array(5).fill(['key-in-query']));
  });

  it('gives the records with chosen keys, or the first ones, and its cursor stays', async () => {
    list = [1, 2, 3, 4, 5].map((id) => anOrder(id, { at: `2026-01-0${id}T00:00:00Z` }));
    answerShop = () => ({ body: { orders: list } });
    const pipe = await aPipe({
      orders: {
        pagination: { kind: 'none' },
        incremental: { cursor_path: 'at', parameter: 'since', start_at: '2025-12-01T00:00:00Z' },
      },
    });
    const cursors = (): Promise<Json[]> =>
      test.sql('select cursor from pipe_cursors where pipe_id = $1', [pipe.pipeId]);
    await runToEnd(test, pipe, { dry_run: true });
    expect(sent()).toEqual([]);
    expect(await runToEnd(test, pipe, { record_keys: ['2', '4'] })).toMatchObject({
      counts: { delivered: 2 },
    });
    expect(sent()).toEqual(['2', '4']);
    expect(await runToEnd(test, pipe, { limit: 3 })).toMatchObject({
      counts: { read: 3, delivered: 2, skipped: 1 },
    });
    expect(await cursors()).toEqual([]);
    expect(await runToEnd(test, pipe)).toMatchObject({ counts: { read: 5, delivered: 1, skipped: 4 } });
    expect(sent()).toEqual(['1', '2', '3', '4', '5']);
    expect(await cursors()).toEqual([{ cursor: '2026-01-05T00:00:00Z' }]);
    await runToEnd(test, pipe, { record_keys: ['3'], force_resend: true });
    expect(sent()).toEqual(['1', '2', '3', '3', '4', '5']);
  });

  it('is read from its beginning after a reset, which stands in the activity log', async () => {
    list = [anOrder(1, { at: '2026-01-01T00:00:00Z' })];
    answerShop = () => ({ body: { orders: list } });
    const pipe = await aPipe({
      orders: { pagination: { kind: 'none' }, incremental: { cursor_path: 'at', parameter: 'since' } },
    });
    await test.post(pipe.workspace.at('settings/update'), { activity_logs___activity_logs: true });
    await runToEnd(test, pipe);
    await runToEnd(test, pipe, { reset_cursor: true });
    expect(shop.asked.map(({ query }) => query.get('since'))).toEqual([null, null]);
    const logs = (await test.get(pipe.workspace.at('activity_logs?action=cursor_reset'))).body.data;
    expect(logs).toEqual([
      expect.objectContaining({ resource_type: 'pipe', resource_id: pipe.pipeId, actor: expect.anything() }),
    ]);
  });

  it('is compared with the ledger by a reconciliation: the keys that were never delivered are its records', async () => {
    list = orders(12);
    answerShop = ({ query }) => linked(list, Number(query.get('from') ?? 0), (next) => `?from=${next}`);
    const pipe = await aPipe({ orders: { path: '/orders', pagination: { kind: 'link_header' } } });
    await runToEnd(test, pipe, { record_keys: list.filter(({ id }) => id % 5).map(({ id }) => String(id)) });
    erp.asked.length = 0;
    const { run_id: runId } = (await test.post(pipe.workspace.at(`pipes/reconcile/${pipe.pipeId}`))).body
      .data;
    expect(await waitForRun(test, pipe, runId)).toMatchObject({
      trigger: 'reconcile',
      status: 'succeeded',
      counts: { read: 12 },
    });
    const records = (await test.get(pipe.workspace.at(`runs/${runId}/records`))).body.data;
    expect(records.map((record: Json) => [record.record_key, record.code])).toEqual([
      ['5', 'NOT_IN_LEDGER'],
      ['10', 'NOT_IN_LEDGER'],
    ]);
    expect(erp.asked).toEqual([]);
  });
});
