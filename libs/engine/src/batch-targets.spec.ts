import type { Mock } from './testing/memory-ports.js';
import { codes, ids, runShop, type ShopSetup } from './testing/shop-flow.js';

interface Sale {
  id: number;
  store: string;
  items?: unknown[];
}

const sales = (...stores: string[]): Sale[] => stores.map((store, index) => ({ id: index + 1, store }));
const taking =
  (list: Sale[]): Mock =>
  (request) =>
    request.path === '/orders' ? { body: { orders: list } } : { status: 201, body: {} };
const batch = { batch: { max_records: 10, answer: 'all' as const } };
/** What was sent, and where to. */
const sent = (run: Awaited<ReturnType<typeof runShop>>): unknown[] =>
  run.calls.requests.slice(1).map(({ path, body }) => [path, JSON.parse(body ?? 'null')]);

describe('a batch', () => {
  it('holds only records whose requests go to one address', async () => {
    const setup: ShopSetup = {
      erp: { path: '/stores/{store}/sales', ...batch },
      map: (_, { record }) => {
        const { id, store } = record as Sale;
        return { parts: { path: { store }, body: { id } }, errors: [], warnings: [] };
      },
    };
    const run = await runShop(taking(sales('a', 'b', 'a', 'b')), setup);
    expect(sent(run)).toEqual([
      ['/stores/a/sales', [{ id: 1 }, { id: 3 }]],
      ['/stores/b/sales', [{ id: 2 }, { id: 4 }]],
    ]);
    expect(run.result).toMatchObject({ state: 'succeeded', counts: { delivered: 4 } });
  });

  it('holds only records whose requests have the same headers', async () => {
    const run = await runShop(taking(sales('a', 'b', 'a')), {
      erp: { path: '/erp', ...batch },
      map: (_, { record }) => {
        const { id, store } = record as Sale;
        return { parts: { headers: { 'x-store': store }, body: { id } }, errors: [], warnings: [] };
      },
    });
    expect(
      run.calls.to('erp').map(({ headers, body }) => [headers['x-store'], JSON.parse(body ?? '')]),
    ).toEqual([
      ['a', [{ id: 1 }, { id: 3 }]],
      ['b', [{ id: 2 }]],
    ]);
  });

  it('holds only records with the same words around the list', async () => {
    const run = await runShop(taking(sales('a', 'b', 'a')), {
      erp: { path: '/erp', batch: { ...batch.batch, path: 'sales' } },
      map: (_, { record }) => {
        const { id, store } = record as Sale;
        return { parts: { body: { store, sales: [{ id }] } }, errors: [], warnings: [] };
      },
    });
    expect(sent(run)).toEqual([
      ['/erp', { store: 'a', sales: [{ id: 1 }, { id: 3 }] }],
      ['/erp', { store: 'b', sales: [{ id: 2 }] }],
    ]);
  });

  it('is not made of records that have nothing to send', async () => {
    const list = [
      { id: 1, store: 'a', items: [] },
      { id: 2, store: 'a', items: [7] },
    ];
    const setup: ShopSetup = {
      erp: { path: '/erp', batch: { ...batch.batch, path: 'items' } },
      map: (_, { record }) => ({
        parts: { body: { items: (record as Sale).items } },
        errors: [],
        warnings: [],
      }),
    };
    const some = await runShop(taking(list), setup);
    expect(sent(some)).toEqual([['/erp', { items: [7] }]]);
    expect(some.result).toMatchObject({ state: 'succeeded', counts: { delivered: 1, skipped: 1 } });
    const none = await runShop(taking(list.slice(0, 1)), setup);
    expect(sent(none)).toEqual([]);
    expect(none.result).toMatchObject({ state: 'succeeded', counts: { delivered: 0, skipped: 1 } });
    expect(none.store.lines).toEqual([expect.objectContaining({ status: 'skipped', code: 'EMPTY' })]);
  });

  it.each<[string, string | undefined, (list: string) => string]>([
    ['no path', undefined, (list) => list],
    ['a path', 'orders', (list) => `{"orders":${list}}`],
    ['a longer path', 'data.orders', (list) => `{"data":{"orders":${list}}}`],
  ])('of whole records has the very bytes of their list, with %s', async (_name, path, around) => {
    const values = ['Zoë 🎉 日本', undefined, null, '[]', { a: [[]], '[]': '[]' }, 7];
    const run = await runShop(taking(values.map((_, index) => ({ id: index + 1, store: '' }))), {
      erp: { path: '/erp', batch: { max_records: 4, answer: 'all', path } },
      map: (_, { record }) => ({
        parts: { body: values[(record as Sale).id - 1] },
        errors: [],
        warnings: [],
      }),
    });
    expect(run.calls.to('erp').map(({ body }) => body)).toEqual([
      around('["Zoë 🎉 日本",null,null,"[]"]'),
      around('[{"a":[[]],"[]":"[]"},7]'),
    ]);
    expect(run.result).toMatchObject({ counts: { delivered: 6 } });
  });

  it('that is halved has the bytes of each half', async () => {
    const run = await runShop(
      (request) =>
        request.path === '/orders'
          ? { body: { orders: ids(1, 3) } }
          : { status: (request.json as unknown[]).length > 2 ? 413 : 201, body: {} },
      { erp: { path: '/erp', batch: { max_records: 3, answer: 'all' } } },
    );
    expect(run.calls.to('erp').map(({ body }) => body)).toEqual([
      '[{"id":1},{"id":2},{"id":3}]',
      '[{"id":1},{"id":2}]',
      '[{"id":3}]',
    ]);
  });

  it.each([
    ['all', undefined, { results: [{ n: 1 }, { n: 2 }] }],
    ['by_index', 'results', { results: [{ n: 2 }] }],
    ['by_key', 'results', { results: [{ n: 2 }] }],
  ] as const)(
    'answered %s leaves the last record its own answer as that of the run',
    async (answer, result_path, last) => {
      const run = await runShop(
        (request) =>
          request.path === '/orders'
            ? { body: { orders: ids(1, 2) } }
            : { status: 200, body: { results: [{ n: 1 }, { n: 2 }] } },
        { erp: { path: '/erp', batch: { answer, result_path, result_key_path: 'n' } } },
      );
      expect(run.result).toMatchObject({ state: 'succeeded', last_response: last });
    },
  );

  it.each([
    ['by_index', 409],
    ['by_key', 409],
    ['by_index', 200],
    ['by_key', 200],
  ] as const)(
    'whose refusal a retry rule ignores counts as delivered, also with answers %s and status %d',
    async (answer, status) => {
      const run = await runShop(
        (request) =>
          request.path === '/orders'
            ? { body: { orders: sales('a', 'b') } }
            : { status, body: { error: { code: 'DUPLICATE' } } },
        {
          erp: {
            path: '/erp',
            batch: { answer, result_path: 'results', result_key_path: 'id' },
            retry: [
              { when: { path: '@response.body.error.code', op: 'eq', value: 'DUPLICATE' }, action: 'ignore' },
            ],
          },
        },
      );
      expect(run.result).toMatchObject({ state: 'succeeded', counts: { delivered: 2 } });
      expect(codes(run)).toEqual([]);
    },
  );
});
