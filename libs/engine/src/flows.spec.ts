import { planFlow } from './plan.js';
import { MemoryPipe, type Mock } from './testing/memory-ports.js';
import { anApi, runShop, type TestApi } from './testing/shop-flow.js';
import type { Handler } from './types.js';
import type { MapResult, MappingInput } from './ports.js';

const call = (handler_id: string, more: object = {}): Handler => ({
  handler_id,
  kind: 'api_call',
  api_id: `api-${handler_id}`,
  ...more,
});
const mapping = (
  handler_id: string,
  source_handler_ids: string[],
  destination_handler_id: string,
): Handler => ({
  handler_id,
  kind: 'mapping',
  source_handler_ids,
  destination_handler_id,
});
const body = (value: unknown, path?: Record<string, string>): MapResult => ({
  parts: { body: value, path },
  errors: [],
  warnings: [],
});

describe('planning a flow', () => {
  const list = anApi('list', { records_path: 'rows' });
  const one = anApi('one');
  const write = anApi('write', { method: 'POST' });
  const second = anApi('second', { records_path: 'rows' });
  const codesOf = (handlers: Handler[], apis: TestApi[]): string[] =>
    planFlow(handlers, new Map(apis.map((api) => [api.api_id, api]))).problems.map((problem) => problem.code);

  it('refuses a mapping before its source or after its destination', () => {
    expect(codesOf([mapping('m', ['list'], 'write'), call('list'), call('write')], [list, write])).toContain(
      'MAPPING_ORDER',
    );
    expect(codesOf([call('list'), call('write'), mapping('m', ['list'], 'write')], [list, write])).toContain(
      'MAPPING_ORDER',
    );
  });

  it('refuses a second list without a join, and takes it with one', () => {
    const flow = (join: object): Handler[] => [
      call('list'),
      call('second', join),
      mapping('m', ['list', 'second'], 'write'),
      call('write'),
    ];
    expect(codesOf(flow({}), [list, second, write])).toEqual(['JOIN_REQUIRED']);
    expect(codesOf(flow({ join: { left_path: 'a', right_path: 'b' } }), [list, second, write])).toEqual([]);
  });

  it('refuses a call once per run that uses a single record', () => {
    const joined = [
      call('list'),
      mapping('m1', ['list'], 'second'),
      call('second', { join: { left_path: 'a', right_path: 'b' } }),
    ];
    expect(codesOf(joined, [list, second])).toEqual(['LEVEL_ESCAPE']);
    expect(
      codesOf([call('one', { when: { path: 'x', op: 'eq', value: 1 } }), call('list')], [one, list]),
    ).toEqual(['LEVEL_ESCAPE']);
  });

  it('refuses batches that would be sent again without a key', () => {
    const batch = anApi('write', { method: 'POST', batch: {}, on_unknown: 'resend' });
    expect(codesOf([call('list'), mapping('m', ['list'], 'write'), call('write')], [list, batch])).toEqual([
      'RESEND_NEEDS_KEY',
    ]);
    expect(
      codesOf(
        [call('list'), mapping('m', ['list'], 'write'), call('write')],
        [list, { ...batch, method: 'PUT' }],
      ),
    ).toEqual([]);
  });

  it('refuses names that do not exist, and tells all problems at once', () => {
    expect(codesOf([call('list'), call('list'), mapping('m', ['nobody'], 'write')], [list])).toEqual([
      'DUPLICATE_HANDLER',
      'UNKNOWN_HANDLER',
      'UNKNOWN_HANDLER',
    ]);
  });

  it('gives each handler its role and level', () => {
    const lookup = anApi('lookup', { path: '/lookup/{id}' });
    const { plan } = planFlow(
      [
        call('one'),
        call('list'),
        mapping('m1', ['list'], 'lookup'),
        call('lookup'),
        mapping('m2', ['list', 'lookup', 'one'], 'write'),
        call('write'),
      ],
      new Map([one, list, lookup, write].map((api) => [api.api_id, api])),
    );
    const told = [
      ...(plan?.before ?? []),
      ...(plan?.driver ? [plan.driver] : []),
      ...(plan?.during ?? []),
    ].map((step) => [step.handler_id, step.role, step.level]);
    expect(told).toEqual([
      ['one', 'read', 'run'],
      ['list', 'driver', 'run'],
      ['lookup', 'lookup', 'record'],
      ['write', 'write', 'record'],
    ]);
  });
});

describe('running a flow', () => {
  const orders = [
    { id: 1, customer: 'c1', status: 'paid' },
    { id: 2, customer: 'c2', status: 'open' },
  ];

  it('looks up per record, reads run-level calls once, and gives mappings all answers', async () => {
    const seen: MappingInput[] = [];
    const run = await runShop(
      (request) => {
        if (request.path === '/rates') return { body: { eur: 2 } };
        if (request.path === '/orders') return { body: { orders } };
        if (request.path.startsWith('/customers/'))
          return { body: { name: `Name ${request.path.slice(-2)}` } };
        return { status: 201 };
      },
      {
        handlers: [
          call('rates'),
          call('orders'),
          mapping('m1', ['orders'], 'customer'),
          call('customer'),
          mapping('m2', ['orders', 'customer', 'rates'], 'erp'),
          call('erp'),
        ],
        apis: { rates: anApi('rates'), customer: anApi('customer', { path: '/customers/{id}' }) },
        map: (id, input) => {
          if (id === 'm1') return body(undefined, { id: (input.record as { customer: string }).customer });
          seen.push(input);
          return body({
            name: (input.steps.customer?.response.body as { name: string }).name,
            rate: (input.steps.rates?.response.body as { eur: number }).eur,
          });
        },
      },
    );
    expect(run.calls.to('rates')).toHaveLength(1);
    expect(
      run.calls
        .to('erp')
        .map((request) => request.body)
        .sort(),
    ).toEqual(['{"name":"Name c1","rate":2}', '{"name":"Name c2","rate":2}']);
    expect(seen[0]).toMatchObject({
      record: orders[0],
      response: { status: 200, body: { orders } },
      run: { id: 'run-1' },
    });
  });

  it('writes back, and repeats only the write-back when it alone failed', async () => {
    const pipe = new MemoryPipe();
    const setup = {
      pipe,
      handlers: [
        call('orders'),
        mapping('m1', ['orders'], 'erp'),
        call('erp'),
        mapping('m2', ['orders', 'erp'], 'back'),
        call('back'),
      ],
      apis: { back: anApi('back', { method: 'PUT', path: '/orders/{id}' }) },
      map: (id: string, input: MappingInput): MapResult =>
        id === 'm1'
          ? body(input.record)
          : body(
              { erp_id: (input.steps.erp?.response.body as { erp_id: string }).erp_id },
              { id: String((input.record as { id: number }).id) },
            ),
    };
    let isBackUp = false;
    const mock: Mock = (request) => {
      if (request.path === '/orders') return { body: { orders } };
      if (request.path === '/erp')
        return { status: 201, body: { erp_id: `E${(request.json as { id: number }).id}` } };
      return isBackUp ? { status: 200 } : { status: 422 };
    };
    const first = await runShop(mock, setup);
    expect(first.result).toMatchObject({ state: 'failed', counts: { failed: 2 } });
    isBackUp = true;
    const second = await runShop(mock, { ...setup, options: { run_id: 'run-2' } });
    expect(second.calls.to('erp')).toEqual([]);
    expect(second.calls.to('back').map((request) => request.body)).toEqual([
      '{"erp_id":"E1"}',
      '{"erp_id":"E2"}',
    ]);
    expect(second.result).toMatchObject({ state: 'succeeded', counts: { delivered: 2 } });
  });

  it.each([
    ['null', { delivered: 2, skipped: 0, failed: 0 }],
    ['skip', { delivered: 1, skipped: 1, failed: 0 }],
    ['error', { delivered: 1, skipped: 0, failed: 1 }],
  ])('joins a second list by key; a missing match by "%s"', async (on_missing, counts) => {
    const bodies: unknown[] = [];
    const run = await runShop(
      (request) => {
        if (request.path === '/orders') return { body: { orders } };
        if (request.path === '/customers')
          return {
            body: {
              data: {
                rows: [
                  { id: 'c1', name: 'Ann' },
                  { id: 'c9', name: 'Zoe' },
                ],
              },
            },
          };
        return { status: 201 };
      },
      {
        handlers: [
          call('orders'),
          call('customers', { join: { left_path: 'customer', right_path: 'id', on_missing } }),
          mapping('m', ['orders', 'customers'], 'erp'),
          call('erp'),
        ],
        apis: { customers: anApi('customers', { records_path: 'data.rows' }) },
        map: (_, input) => {
          bodies.push(input.steps.customers?.response.body);
          return body({ id: (input.record as { id: number }).id });
        },
      },
    );
    expect(run.calls.to('customers')).toHaveLength(1);
    expect(bodies[0]).toEqual({ data: { rows: [{ id: 'c1', name: 'Ann' }] } });
    expect(run.result).toMatchObject({ counts });
  });

  it('reads each page of two lists once', async () => {
    const paged = { pagination: { kind: 'offset', parameter: 'offset', limit: 10 } as const };
    const run = await runShop(
      (request) => {
        if (request.path === '/erp') return { status: 201 };
        const rows =
          Number(request.query.get('offset')) < 20
            ? Array.from({ length: 10 }, (_, index) => ({ id: index + Number(request.query.get('offset')) }))
            : [];
        return { body: { orders: rows } };
      },
      {
        orders: paged,
        handlers: [
          call('other', { join: { left_path: 'id', right_path: 'id' } }),
          call('orders'),
          mapping('m', ['orders', 'other'], 'erp'),
          call('erp'),
        ],
        apis: { other: anApi('other', { records_path: 'orders', ...paged }) },
      },
    );
    expect(run.calls.to('other').map((request) => request.path)).toEqual([
      '/other?offset=0',
      '/other?offset=10',
      '/other?offset=20',
    ]);
    expect(run.calls.to('orders').map((request) => request.path)).toEqual([
      '/orders?offset=0',
      '/orders?offset=10',
      '/orders?offset=20',
    ]);
  });

  it('leaves out what a condition does not let through', async () => {
    const run = await runShop(
      (request) => (request.path === '/orders' ? { body: { orders } } : { status: 201 }),
      {
        handlers: [
          call('orders'),
          mapping('m1', ['orders'], 'erp'),
          call('erp', { when: { path: 'status', op: 'eq', value: 'paid' } }),
        ],
      },
    );
    expect(run.calls.to('erp')).toHaveLength(1);
    expect(run.result).toMatchObject({ state: 'succeeded', counts: { read: 2, delivered: 1, skipped: 1 } });
  });

  it('takes the whole body as the one record where no list is read', async () => {
    const run = await runShop(
      (request) => (request.path === '/orders' ? { body: { id: 9 } } : { status: 201, body: { ok: 1 } }),
      { orders: { records_path: '' } },
    );
    expect(run.calls.to('erp').map((request) => request.body)).toEqual(['{"id":9}']);
    expect(run.result).toMatchObject({ counts: { read: 1, delivered: 1 }, last_response: { ok: 1 } });
  });

  it('takes given answers instead of calls', async () => {
    const given = new Map([
      [
        'orders',
        [
          {
            kind: 'answer' as const,
            status: 200,
            headers: {},
            body: Buffer.from('{"orders":[{"id":4}]}'),
            url: 'about:given',
          },
        ],
      ],
    ]);
    const run = await runShop(() => ({ status: 201 }), { options: { given } });
    expect(run.calls.requests.map((request) => request.body)).toEqual(['{"id":4}']);
  });

  it('calls what comes after the records once, at the end', async () => {
    const run = await runShop(
      (request) => (request.path === '/orders' ? { body: { orders } } : { status: 200 }),
      {
        handlers: [call('orders'), mapping('m1', ['orders'], 'erp'), call('erp'), call('done')],
        apis: { done: anApi('done', { method: 'POST' }) },
      },
    );
    expect(run.calls.requests.map((request) => request.path)).toEqual(['/orders', '/erp', '/erp', '/done']);
    expect(run.result).toMatchObject({ state: 'succeeded' });
  });
});

describe('incremental reading', () => {
  const START = '2026-01-01T00:00:00.000Z';
  const incremental = { cursor_path: 'at', parameter: 'since', sorted: true };
  const reading =
    (rows: object[]): Mock =>
    (request) =>
      request.path === '/orders' ? { body: { orders: rows } } : { status: 201 };

  it('asks inclusively from the cursor minus the overlap, in the text’s own form', async () => {
    const pipe = new MemoryPipe();
    pipe.cursors.set('orders', '2022-06-10');
    const run = await runShop(reading([]), {
      pipe,
      orders: {
        incremental: {
          ...incremental,
          start_at: '2022-01-01',
          overlap_seconds: 172_800,
          until_parameter: 'to',
        },
      },
    });
    expect(run.calls.to('orders')[0]?.path).toBe('/orders?since=2022-06-08&to=2025-12-31');
  });

  it('delivers a new row at the cursor’s own time and skips the old one', async () => {
    const pipe = new MemoryPipe();
    const at = '2022-01-03T00:00:00.123456Z';
    const setup = { pipe, orders: { incremental: { ...incremental, overlap_seconds: 0 } } };
    await runShop(reading([{ id: 1, at }]), setup);
    expect(pipe.cursors.get('orders')).toBe(at);
    const second = await runShop(
      reading([
        { id: 1, at },
        { id: 2, at },
      ]),
      { ...setup, options: { run_id: 'run-2' } },
    );
    expect(second.calls.to('orders')[0]?.path).toBe(`/orders?since=${encodeURIComponent(at)}`);
    expect(second.result).toMatchObject({ counts: { delivered: 1, skipped: 1 } });
  });

  it('never moves the cursor past run start − lag, nor before it has to', async () => {
    const pipe = new MemoryPipe();
    await runShop(reading([{ id: 1, at: '2025-12-31T23:59:59.999Z' }]), { pipe, orders: { incremental } });
    expect(pipe.cursors.get('orders')).toBe('2025-12-31T23:59:55.000Z');
    expect(START).toBeTruthy();
  });

  it('moves only at the end where the source is not sorted, to the highest seen', async () => {
    const pipe = new MemoryPipe();
    const run = await runShop(
      (request) => {
        if (request.path === '/erp') return { status: 201 };
        const page = Number(request.query.get('page'));
        return {
          body: {
            orders:
              page > 2
                ? []
                : [{ id: page, at: page === 1 ? '2025-03-01T00:00:00Z' : '2025-01-01T00:00:00Z' }],
          },
        };
      },
      {
        pipe,
        orders: {
          pagination: { kind: 'page', parameter: 'page' },
          incremental: { ...incremental, sorted: false },
        },
      },
    );
    expect(pipe.cursors.get('orders')).toBe('2025-03-01T00:00:00Z');
    expect(run.store.commits.filter((change) => change.page?.cursor)).toHaveLength(1);
  });

  it('finds a declared order wrong, warns, and goes back to the end rule', async () => {
    const pipe = new MemoryPipe();
    pipe.cursors.set('orders', '2024-01-01T00:00:00Z');
    const run = await runShop(
      reading([
        { id: 1, at: '2025-03-01T00:00:00Z' },
        { id: 2, at: '2025-01-01T00:00:00Z' },
      ]),
      { pipe, orders: { incremental } },
    );
    expect(run.result).toMatchObject({ warnings: [expect.objectContaining({ code: 'NOT_SORTED' })] });
  });

  it('begins from now where that was chosen', async () => {
    const pipe = new MemoryPipe();
    const run = await runShop(reading([]), {
      pipe,
      orders: { incremental: { ...incremental, start_at: 'now', overlap_seconds: 0 } },
    });
    expect(run.calls.to('orders')[0]?.path).toBe(`/orders?since=${encodeURIComponent(START)}`);
    expect(pipe.cursors.get('orders')).toBe(START);
  });

  it.each([
    ['a limit', { limit: 1 }],
    ['chosen records', { record_keys: new Set(['1']) }],
    ['a dry run', { mode: 'dry_run' as const }],
  ])('leaves the cursor alone in a run with %s', async (_, options) => {
    const pipe = new MemoryPipe();
    await runShop(reading([{ id: 1, at: '2025-01-01T00:00:00Z' }]), {
      pipe,
      orders: { incremental },
      options,
    });
    expect(pipe.cursors.size).toBe(0);
  });
});

describe('ways to run', () => {
  const orders = [{ id: 1 }, { id: 2 }, { id: 3 }];
  const mock: Mock = (request) => (request.path === '/orders' ? { body: { orders } } : { status: 201 });

  it('a dry run shows the requests and sends none', async () => {
    const run = await runShop(mock, { options: { mode: 'dry_run', limit: 2 } });
    expect(run.calls.to('erp')).toEqual([]);
    expect(run.store.lines.map((line) => line.request?.body)).toEqual([{ id: 1 }, { id: 2 }]);
    expect(run.store.pipe.ledger.size).toBe(0);
  });

  it('only the chosen records are sent, and again when forced', async () => {
    const pipe = new MemoryPipe();
    await runShop(mock, { pipe });
    const again = await runShop(mock, {
      pipe,
      options: { run_id: 'run-2', record_keys: new Set(['2']), force_resend: true },
    });
    expect(again.calls.to('erp').map((request) => request.body)).toEqual(['{"id":2}']);
  });

  it('reconciling lists the keys that are missing from the ledger and sends nothing', async () => {
    const pipe = new MemoryPipe();
    await runShop(mock, { pipe, options: { record_keys: new Set(['1', '3']) } });
    const run = await runShop(mock, { pipe, options: { run_id: 'run-2', mode: 'reconcile' } });
    expect(run.calls.to('erp')).toEqual([]);
    expect(
      run.store.lines.filter((line) => line.code === 'NOT_IN_LEDGER').map((line) => line.record_key),
    ).toEqual(['2']);
    expect(run.result).toMatchObject({ state: 'succeeded', counts: { read: 3, delivered: 2, skipped: 1 } });
  });

  it.each([
    ['cancel', { state: 'cancelled' }],
    ['timeout', { state: 'timed_out' }],
    ['shutdown', { state: 'stopped' }],
    ['lost', { state: 'lost' }],
  ])('%s starts no new write and ends the run as it should', async (reason, result) => {
    const stop = new AbortController();
    let sent = 0;
    const run = await runShop(
      (request) => {
        if (request.path === '/orders')
          return { body: { orders: Array.from({ length: 100 }, (_, id) => ({ id })) } };
        if ((sent += 1) === 10) stop.abort(reason);
        return { status: 201 };
      },
      { options: { signal: stop.signal, concurrency: 2 } },
    );
    expect(run.result).toMatchObject(result);
    expect(sent).toBeLessThanOrEqual(12);
  });
});
