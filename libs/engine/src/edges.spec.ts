// Flows at their edges: chains of run-level calls, look-ups without an answer, batches whose outcome is unknown.
import { EngineError } from './errors.js';
import { MemoryPipe, MemoryStore, type Mock } from './testing/memory-ports.js';
import { anApi, body, call, mapping, runShop, sentIds } from './testing/shop-flow.js';
import type { MapResult, MappingInput } from './ports.js';

const memberOf = (value: unknown, name: string): string =>
  String((value as Record<string, unknown> | undefined)?.[name]);

describe('a list that is asked with what calls before it answered', () => {
  it('brings its records, also behind a chain that begins with a write', async () => {
    const run = await runShop(
      (request) => {
        if (request.path === '/settings') return { body: { shop: 's1' } };
        if (request.path === '/exports') return { status: 201, body: { export: 'x7' } };
        if (request.path === '/exports/x7/rows') return { body: { rows: [{ id: 1 }, { id: 2 }] } };
        return { status: 201 };
      },
      {
        handlers: [
          call('settings'),
          mapping('m1', ['settings'], 'exports'),
          call('exports'),
          mapping('m2', ['exports'], 'rows'),
          call('rows'),
          mapping('m3', ['rows'], 'erp'),
          call('erp'),
        ],
        apis: {
          settings: anApi('settings'),
          exports: anApi('exports', { method: 'POST', idempotency_header: 'Key' }),
          rows: anApi('rows', { path: '/exports/{id}/rows', records_path: 'rows', record_key: ['id'] }),
        },
        map: (id, input) =>
          id === 'm2' ? body(undefined, { id: memberOf(input.record, 'export') }) : body(input.record),
      },
    );
    expect(sentIds(run)).toEqual([1, 2]);
    expect(run.result).toMatchObject({ state: 'succeeded', counts: { read: 2, delivered: 2 } });
  });

  it('may be the second list, joined', async () => {
    const run = await runShop(
      (request) => {
        if (request.path === '/settings') return { body: { region: 'eu' } };
        if (request.path === '/orders') return { body: { orders: [{ id: 1, sku: 'a' }] } };
        if (request.path === '/prices/eu') return { body: { rows: [{ sku: 'a', price: 5 }] } };
        return { status: 201 };
      },
      {
        handlers: [
          call('settings'),
          call('orders'),
          mapping('m1', ['settings'], 'prices'),
          call('prices', { join: { left_path: 'sku', right_path: 'sku', on_missing: 'error' } }),
          mapping('m2', ['orders', 'prices'], 'erp'),
          call('erp'),
        ],
        apis: {
          settings: anApi('settings'),
          prices: anApi('prices', { path: '/prices/{region}', records_path: 'rows' }),
        },
        map: (id, input) =>
          id === 'm1'
            ? body(undefined, { region: memberOf(input.record, 'region') })
            : body(input.steps.prices?.response.body),
      },
    );
    expect(run.result).toMatchObject({ state: 'succeeded', counts: { delivered: 1 } });
    expect(run.calls.to('erp').map((request) => String(request.body))).toEqual([
      '{"rows":[{"sku":"a","price":5}]}',
    ]);
  });

  it('cannot be asked where its mapping fails or a path parameter is missing: the run fails with the reason', async () => {
    const setup = {
      handlers: [
        call('settings'),
        mapping('m1', ['settings'], 'orders'),
        call('orders'),
        mapping('m2', ['orders'], 'erp'),
        call('erp'),
      ],
      apis: { settings: anApi('settings') },
      orders: { path: '/shops/{shop}/orders' },
    };
    const mock: Mock = () => ({ body: {} });
    const missing = await runShop(mock, { ...setup, map: () => body(undefined) });
    expect(missing.result).toMatchObject({
      state: 'failed',
      error: { code: 'CONFIG', handler_id: 'orders' },
    });
    const refused: MapResult = {
      parts: {},
      errors: [{ code: 'REQUIRED', message: 'no shop' }],
      warnings: [],
    };
    const failing = await runShop(mock, { ...setup, map: () => refused });
    expect(failing.result).toMatchObject({
      state: 'failed',
      error: { code: 'REQUIRED', handler_id: 'orders' },
    });
    const unmapped = await runShop(mock, { orders: { path: '/shops/{shop}/orders' } });
    expect(unmapped.result).toMatchObject({ state: 'failed', error: { code: 'CONFIG' } });
  });

  it('or a condition that cannot be compiled fails its run with the reason', async () => {
    const run = await runShop(() => ({ body: {} }), {
      orders: { success_when: { path: 'x' } },
      prepare: ({ ports }) => {
        ports.compileCondition = () => {
          throw new EngineError('CONFIG', 'no such operator');
        };
      },
    });
    expect(run.result).toMatchObject({
      state: 'failed',
      error: { code: 'CONFIG', message: 'no such operator' },
    });
  });
});

describe('a joined list', () => {
  const run = (prices: Mock, more: object = {}) =>
    runShop(
      (request) => {
        if (request.path === '/orders') return { body: { orders: [{ id: 1, sku: 'a' }] } };
        return request.path === '/prices' ? prices(request) : { status: 201 };
      },
      {
        handlers: [
          call('orders'),
          call('prices', { join: { left_path: 'sku', right_path: 'sku', on_missing: 'error' }, ...more }),
          mapping('m2', ['orders', 'prices'], 'erp'),
          call('erp'),
        ],
        apis: {
          prices: anApi('prices', { records_path: '$', pagination: { kind: 'page', parameter: 'page' } }),
        },
        map: (_, input) => body({ price: input.steps.prices?.response.body ?? null }),
      },
    );

  it('of which a page cannot be read is no table at all where its errors are ignored', async () => {
    const broken: Mock = (request) =>
      request.query.get('page') === '1' ? { body: [{ sku: 'b' }] } : { status: 400 };
    const ignored = await run(broken, { on_error: 'ignore' });
    expect(ignored.calls.to('erp').map((request) => String(request.body))).toEqual(['{"price":null}']);
    expect(ignored.result).toMatchObject({ state: 'succeeded', warnings: [{ code: 'HTTP_400' }] });
    expect((await run(broken)).result).toMatchObject({ state: 'failed', error: { handler_id: 'prices' } });
  });

  it('is not read where its condition says so', async () => {
    const left = await run(() => ({ body: [] }), { when: { path: '@run.id', op: 'eq', value: 'another' } });
    expect(left.calls.to('prices')).toEqual([]);
    expect(left.result).toMatchObject({ state: 'succeeded', counts: { delivered: 1 } });
  });
});

describe('a look-up per record', () => {
  const orders = [
    { id: 1, customer: 'c1' },
    { id: 2, customer: 'c2' },
  ];
  const run = (answer: Mock, more: object, seen: MappingInput[]) =>
    runShop(
      (request) => {
        if (request.path === '/orders') return { body: { orders } };
        return request.path.startsWith('/customers') ? answer(request) : { status: 201 };
      },
      {
        handlers: [
          call('orders'),
          mapping('m1', ['orders'], 'customer'),
          call('customer', more),
          mapping('m2', ['orders', 'customer'], 'erp'),
          call('erp'),
        ],
        apis: { customer: anApi('customer', { path: '/customers/{id}' }) },
        map: (id, input) => {
          if (id === 'm1') return body(undefined, { id: memberOf(input.record, 'customer') });
          seen.push(input);
          return body(input.record);
        },
      },
    );

  it.each([
    ['an empty list', { body: [] }],
    ['no body', { status: 204 }],
    ['null', { body: null }],
  ])('that finds %s is no error: the mapping sees nothing there', async (_, answer) => {
    const seen: MappingInput[] = [];
    const { result } = await run(() => answer, {}, seen);
    expect(result).toMatchObject({ state: 'succeeded', counts: { delivered: 2, failed: 0 } });
    expect(seen).toHaveLength(2);
  });

  it('that fails is an error of its record alone, or nothing where its errors are ignored', async () => {
    const answer: Mock = (request) =>
      request.path.endsWith('c1') ? { status: 404, body: {} } : { body: { name: 'Ann' } };
    const strict = await run(answer, {}, []);
    expect(strict.result).toMatchObject({ state: 'partially_failed', counts: { delivered: 1, failed: 1 } });
    const seen: MappingInput[] = [];
    const lenient = await run(answer, { on_error: 'ignore' }, seen);
    expect(lenient.result).toMatchObject({ state: 'succeeded', counts: { delivered: 2, failed: 0 } });
    expect(seen.map((input) => input.steps.customer?.response.body)).toEqual(
      expect.arrayContaining([undefined, { name: 'Ann' }]),
    );
  });
});

describe('the answer that a waiting caller gets', () => {
  it('is that of the last call, whatever kind it is', async () => {
    const mock: Mock = (request) => {
      if (request.path === '/orders') return { body: { orders: [{ id: 1 }] } };
      return request.path === '/erp' ? { status: 201, body: { made: 1 } } : { body: { state: 'booked' } };
    };
    const lookup = await runShop(mock, {
      handlers: [
        call('orders'),
        mapping('m1', ['orders'], 'erp'),
        call('erp'),
        mapping('m2', ['erp'], 'check'),
        call('check'),
      ],
      apis: { check: anApi('check') },
    });
    expect(lookup.result).toMatchObject({ last_response: { state: 'booked' } });
    const after = await runShop(mock, {
      handlers: [call('orders'), mapping('m1', ['orders'], 'erp'), call('erp'), call('done')],
      apis: { done: anApi('done') },
    });
    expect(after.result).toMatchObject({ last_response: { state: 'booked' } });
    const before = await runShop(mock, {
      pipe: new MemoryPipe(),
      handlers: [
        call('rates'),
        call('orders'),
        mapping('m1', ['orders', 'rates'], 'erp'),
        call('erp', { when: { path: 'id', op: 'eq', value: 9 } }),
      ],
      apis: { rates: anApi('rates') },
    });
    expect(before.result).toMatchObject({ last_response: null });
  });
});

describe('a batch whose outcome is looked up', () => {
  const lookup = { on_unknown: 'lookup' as const, lookup: { api_id: 'api-find', found_path: 'id' } };
  const erp = { batch: { max_records: 10 }, idempotency_header: null, ...lookup };
  const list = [{ id: 1 }, { id: 2 }, { id: 3 }];

  it('is asked for record by record when its answer was lost, and only what did not arrive is sent again', async () => {
    const arrived = new Set<string>();
    let times = 0;
    const run = await runShop(
      (request) => {
        if (request.path === '/orders') return { body: { orders: list } };
        if (request.path.startsWith('/lookup/'))
          return arrived.has(request.path.slice(8)) ? { body: { id: 'E' } } : { status: 404 };
        times += 1;
        if (times > 1) return { status: 201 };
        arrived.add('1').add('3');
        return { fault: 'RESET', sent: true };
      },
      { erp },
    );
    expect(run.result).toMatchObject({ state: 'succeeded', counts: { delivered: 3, failed: 0 } });
    const batches = run.calls.to('erp').map((request) => JSON.parse(String(request.body)) as unknown);
    expect(batches).toEqual([list, [{ id: 2 }]]);
  });

  it('is asked for after a kill, too', async () => {
    const store = new MemoryStore(new MemoryPipe(), 'run-1');
    const arrived = new Set<string>();
    const mock: Mock = (request) => {
      if (request.path === '/orders') return { body: { orders: list } };
      if (request.path.startsWith('/lookup/'))
        return arrived.has(request.path.slice(8)) ? { body: { id: 'E' } } : { status: 404 };
      for (const each of request.json as { id: number }[]) arrived.add(String(each.id));
      return { status: 201 };
    };
    store.crashAt = (what, change) =>
      what === 'commit' && (change?.ledger.some((row) => row.state === 'delivered') ?? false);
    expect((await runShop(mock, { erp, store })).result.state).toBe('lost');
    store.crashAt = null;
    const again = await runShop(mock, { erp, store });
    expect(again.calls.to('erp')).toEqual([]);
    expect(again.result).toMatchObject({ state: 'succeeded', counts: { delivered: 3, failed: 0 } });
  });
});

describe('reconciling', () => {
  it('leaves out what the list’s own condition leaves out', async () => {
    const run = await runShop(
      () => ({
        body: {
          orders: [
            { id: 1, status: 'open' },
            { id: 2, status: 'paid' },
          ],
        },
      }),
      {
        handlers: [
          call('orders', { when: { path: 'status', op: 'eq', value: 'paid' } }),
          mapping('m1', ['orders'], 'erp'),
          call('erp'),
        ],
        options: { mode: 'reconcile' },
      },
    );
    expect(run.store.lines.map((line) => line.record_key)).toEqual(['2']);
  });
});

describe('an answer that was given and cannot be read', () => {
  it('fails its run with the reason', async () => {
    const answer = {
      kind: 'answer' as const,
      status: 200,
      headers: {},
      body: Buffer.from('{"orders":'),
      url: 'about:given',
    };
    const run = await runShop(() => ({ status: 201 }), {
      options: { given: new Map([['orders', [answer]]]) },
    });
    expect(run.result).toMatchObject({ state: 'failed', error: { code: 'BODY', handler_id: 'orders' } });
  });
});

describe('a write made once per run', () => {
  const handlers = [call('orders'), mapping('m1', ['orders'], 'erp'), call('erp'), call('done')];
  const mock: Mock = (request) => {
    if (request.path === '/orders') return { body: { orders: [{ id: 1 }, { id: 2 }] } };
    return { status: request.path === '/done' ? 422 : 201 };
  };

  it('is no record: it counts at its handler, however often its outcome is committed', async () => {
    const done = anApi('done', { method: 'POST', on_unknown: 'hold' });
    const run = await runShop((request) => (request.path === '/done' ? { status: 201 } : mock(request)), {
      handlers: [
        call('settings'),
        ...handlers.slice(0, 3),
        mapping('m2', ['settings'], 'done'),
        call('done'),
      ],
      apis: { done, settings: anApi('settings') },
    });
    expect(run.result).toMatchObject({
      state: 'succeeded',
      counts: { read: 2, delivered: 2, handlers: { done: { delivered: 1 } } },
    });
  });

  it('makes the run one with failures when it is refused', async () => {
    const run = await runShop(mock, {
      handlers: [
        call('settings'),
        ...handlers.slice(0, 3),
        mapping('m2', ['settings'], 'done'),
        call('done'),
      ],
      apis: { done: anApi('done', { method: 'POST' }), settings: anApi('settings') },
    });
    expect(run.result).toMatchObject({
      state: 'partially_failed',
      counts: { read: 2, delivered: 2, failed: 1, handlers: { done: { failed: 1 } } },
    });
  });
});
