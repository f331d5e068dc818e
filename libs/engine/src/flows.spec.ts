import { MemoryPipe, type Mock } from './testing/memory-ports.js';
import { anApi, body, call, mapping, runShop } from './testing/shop-flow.js';
import type { MapResult, MappingInput } from './ports.js';

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

  it('maps from a joined list alone: its rows of each record, and the answers of look-ups made with them', async () => {
    const customers = [
      { id: 'c1', name: 'Ann', group: 'g1' },
      { id: 'c2', name: 'Bob', group: 'g2' },
    ];
    const run = await runShop(
      (request) => {
        if (request.path === '/orders') return { body: { orders } };
        if (request.path === '/customers') return { body: { rows: customers } };
        if (request.path.startsWith('/groups/')) return { body: { of: request.path.slice(-2) } };
        return { status: 201 };
      },
      {
        handlers: [
          call('orders'),
          call('customers', { join: { left_path: 'customer', right_path: 'id' } }),
          mapping('m1', ['customers'], 'group'),
          call('group'),
          mapping('m2', ['customers', 'group'], 'erp'),
          call('erp'),
        ],
        apis: {
          customers: anApi('customers', { records_path: 'rows' }),
          group: anApi('group', { path: '/groups/{id}' }),
        },
        map: (id, { record, steps }) => {
          const { name, group } = record as { name: string; group: string };
          return id === 'm1'
            ? body(undefined, { id: group })
            : body({ name, group: (steps.group?.response.body as { of: string }).of });
        },
      },
    );
    expect(run.calls.to('erp').map((request) => request.body)).toEqual([
      '{"name":"Ann","group":"g1"}',
      '{"name":"Bob","group":"g2"}',
    ]);
    expect(run.result).toMatchObject({ counts: { read: 2, mapped: 2, delivered: 2 } });
    expect([...run.store.pipe.ledger.keys()]).toEqual(['erp\n1', 'erp\n2']);
  });

  it('does not join a list of more than 100,000 rows: the run fails and nothing is sent', async () => {
    const run = await runShop(
      (request) => ({
        body: request.path === '/orders' ? { orders } : Array.from({ length: 100_001 }, () => ({ id: 'c1' })),
      }),
      {
        handlers: [
          call('orders'),
          call('customers', { join: { left_path: 'customer', right_path: 'id' } }),
          mapping('m', ['orders', 'customers'], 'erp'),
          call('erp'),
        ],
        apis: { customers: anApi('customers', { records_path: '$' }) },
      },
    );
    expect(run.result).toMatchObject({ state: 'failed', error: { code: 'JOIN_TOO_LARGE' } });
    expect(run.calls.to('erp')).toEqual([]);
  });

  it('decides by the answers that were given before: of the list, a look-up, a write and a call once per run', async () => {
    const when = (path: string, value: unknown): object => ({ when: { path, op: 'eq', value } });
    const run = await runShop(
      (request) => {
        if (request.path === '/orders') return { body: { orders } };
        if (request.path === '/rates') return { body: { open: true } };
        if (request.path.startsWith('/customers/')) return { body: { vip: request.path.endsWith('c1') } };
        return { status: 201 };
      },
      {
        handlers: [
          call('rates'),
          call('orders', when('@steps.rates.response.body.open', true)),
          mapping('m1', ['orders'], 'customer'),
          call('customer'),
          mapping('m2', ['orders'], 'erp'),
          call('erp', when('@steps.customer.response.body.vip', true)),
          mapping('m3', ['orders'], 'paid'),
          call('paid', when('@steps.orders.response.body.orders[0].status', 'paid')),
          mapping('m4', ['orders'], 'made'),
          call('made', when('@steps.paid.response.status', 201)),
        ],
        apis: {
          rates: anApi('rates'),
          customer: anApi('customer', { path: '/customers/{id}' }),
          paid: anApi('paid', { method: 'PUT' }),
          made: anApi('made', { method: 'PUT' }),
        },
        map: (id, { record }) =>
          id === 'm1' ? body(undefined, { id: (record as { customer: string }).customer }) : body(record),
      },
    );
    expect(run.calls.to('erp').map((request) => request.body)).toEqual([JSON.stringify(orders[0])]);
    for (const id of ['paid', 'made'])
      expect(run.calls.to(id).map((request) => request.body)).toEqual([JSON.stringify(orders[0])]);
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
