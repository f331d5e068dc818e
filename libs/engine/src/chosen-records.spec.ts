// Runs of chosen records, and reconciliations: what is told of records that are not there.
import { MemoryPipe, MemoryStore, type Mock } from './testing/memory-ports.js';
import { anApi, call, ids, mapping, runShop, SHOP_HANDLERS, type ShopSetup } from './testing/shop-flow.js';

const paged: ShopSetup = { orders: { pagination: { kind: 'page', parameter: 'page' } } };
const pages: Mock = (request) => {
  if (request.path !== '/orders') return { status: 201, body: {} };
  const page = Number(request.query.get('page'));
  return { body: { orders: page > 3 ? [] : ids(page * 2 - 1, page * 2) } };
};
const chosen = (...keys: string[]): ShopSetup => ({ ...paged, options: { record_keys: new Set(keys) } });

describe('a run of chosen records', () => {
  it('tells which keys brought no record', async () => {
    const run = await runShop(pages, chosen('2', '77', '5', '78'));
    expect(run.result).toMatchObject({ state: 'succeeded', counts: { read: 2, delivered: 2 } });
    expect(run.result).toMatchObject({
      warnings: [
        {
          code: 'KEYS_NOT_FOUND',
          message: '"orders" brought no record with the keys "77", "78".',
          handler_id: 'orders',
        },
      ],
    });
  });

  it('tells nothing where all were found, or the run ended at its limit', async () => {
    expect((await runShop(pages, chosen('1', '6'))).result).toMatchObject({ warnings: [] });
    const cut = chosen('1', '6', '77');
    const run = await runShop(pages, { ...cut, options: { ...cut.options, limit: 1 } });
    expect(run.result).toMatchObject({ warnings: [], counts: { read: 1 } });
  });

  it('remembers over a kill what it has found', async () => {
    let kills = 0;
    for (let at = 1; at <= 8; at += 1) {
      const store = new MemoryStore(new MemoryPipe(), 'run-1');
      let steps = 0;
      store.crashAfter = () => (steps += 1) === at;
      const setup = { ...chosen('1', '4', '77'), store };
      const first = await runShop(pages, setup);
      const isKilled = first.result.state === 'lost';
      if (isKilled) kills += 1;
      const last = isKilled ? await runShop(pages, setup) : first;
      expect([at, last.result]).toMatchObject([
        at,
        { state: 'succeeded', warnings: [{ message: '"orders" brought no record with the key "77".' }] },
      ]);
    }
    expect(kills).toBeGreaterThan(0);
  });
});

describe('a reconciliation', () => {
  const list: Mock = (request) =>
    request.path === '/orders'
      ? {
          body: {
            orders: [
              { id: 1, kind: 'b2b' },
              { id: 2, kind: 'shop' },
              { id: 3, kind: 'b2b' },
            ],
          },
        }
      : request.path === '/rates'
        ? { body: { rates: [{ id: 1 }, { id: 2 }] } }
        : { status: 201, body: { id: 'x' } };
  const isB2b = { path: 'kind', op: 'eq', value: 'b2b' };
  const missing = async (setup: ShopSetup): Promise<unknown[]> => {
    const run = await runShop(list, { ...setup, options: { mode: 'reconcile', run_id: 'look' } });
    expect(run.calls.to('erp')).toEqual([]);
    return run.store.lines.map(({ record_key, handler_id, code }) => [record_key, handler_id, code]);
  };

  it('lists no record that the condition of its handler leaves out', async () => {
    const [orders, m1] = SHOP_HANDLERS;
    const handlers = [orders!, m1!, call('erp', { when: isB2b })];
    expect(await missing({ handlers })).toEqual([
      ['1', 'erp', 'NOT_IN_LEDGER'],
      ['3', 'erp', 'NOT_IN_LEDGER'],
    ]);
    const pipe = new MemoryPipe();
    await runShop(list, { handlers, pipe });
    expect(await missing({ handlers, pipe })).toEqual([]);
  });

  it('lists none at what is written back for such a record', async () => {
    const apis = { back: anApi('back', { method: 'PUT', path: '/back/{id}' }) };
    const handlers = [
      ...SHOP_HANDLERS.slice(0, 2),
      call('erp', { when: isB2b }),
      mapping('m2', ['orders', 'erp'], 'back'),
      call('back'),
    ];
    const setup: ShopSetup = {
      handlers,
      apis,
      map: (_, { record }) => ({
        parts: { body: record, path: { id: String((record as { id: number }).id) } },
        errors: [],
        warnings: [],
      }),
    };
    const pipe = new MemoryPipe();
    await runShop(list, { ...setup, pipe });
    expect(await missing({ ...setup, pipe })).toEqual([]);
  });

  it('lists apart those whose condition reads an answer that was not asked for', async () => {
    const apis = { look: anApi('look') };
    const handlers = [
      SHOP_HANDLERS[0]!,
      mapping('m0', ['orders'], 'look'),
      call('look'),
      SHOP_HANDLERS[1]!,
      call('erp', { when: { path: '@steps.look.response.body.id', op: 'eq', value: 'x' } }),
    ];
    expect((await missing({ handlers, apis })).map((line) => (line as string[])[2])).toEqual([
      'PERHAPS_LEFT_OUT',
      'PERHAPS_LEFT_OUT',
      'PERHAPS_LEFT_OUT',
    ]);
  });

  it('lists no record that its join leaves out', async () => {
    const apis = { rates: anApi('rates', { records_path: 'rates' }) };
    const handlers = [
      SHOP_HANDLERS[0]!,
      call('rates', { join: { left_path: 'id', right_path: 'id', on_missing: 'skip' } }),
      ...SHOP_HANDLERS.slice(1),
    ];
    expect((await missing({ handlers, apis })).map((line) => (line as string[])[0])).toEqual(['1', '2']);
  });
});
