// What answers of odd forms mean: for look-ups, batches, lists, and calls made once.
import type { Mock, MockAnswer } from './testing/memory-ports.js';
import { MemoryPipe } from './testing/memory-ports.js';
import { anApi, body, call, mapping, runShop, SHOP_HANDLERS } from './testing/shop-flow.js';

const orders = (count: number): { id: number }[] =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1 }));
const shop = (count: number, erp: Mock): Mock => {
  return (request) => (request.path === '/orders' ? { body: { orders: orders(count) } } : erp(request));
};

describe('a look-up after a lost answer', () => {
  const lookedUp = async (answer: MockAnswer, lookup: object = {}) => {
    let posts = 0;
    return runShop(
      shop(1, (request) => {
        if (request.path.startsWith('/lookup/')) return answer;
        return ++posts === 1 ? { fault: 'CONNECTION_LOST', sent: true } : { status: 201 };
      }),
      {
        erp: {
          idempotency_header: null,
          on_unknown: 'lookup',
          lookup: { api_id: 'api-find', ...lookup },
        },
        apis: { find: anApi('find') },
      },
    );
  };

  it.each<[string, unknown, object]>([
    ['an empty object', {}, {}],
    ['an object of nothing', { order: null, items: [] }, {}],
    ['no at its path, as a number', { count: 0 }, { found_path: 'count' }],
    ['no at its path, as the texts of XML', { count: '0' }, { found_path: 'count' }],
    ['no at its path, as a word', { found: 'False' }, { found_path: 'found' }],
  ])('that tells nothing by %s sends again', async (_, told, lookup) => {
    const run = await lookedUp({ body: told }, lookup);
    expect(run.calls.to('erp')).toHaveLength(2);
    expect(run.result).toMatchObject({ state: 'succeeded', counts: { delivered: 1 } });
  });

  it.each([[{}], [{ found_path: 'id' }]])(
    'that is answered by a page for people holds the record (%j)',
    async (lookup) => {
      const run = await lookedUp({ body: '<html>Sign in</html>' }, lookup);
      expect(run.calls.to('erp')).toHaveLength(1);
      expect(run.store.lines).toMatchObject([{ status: 'failed', code: 'UNKNOWN_OUTCOME' }]);
    },
  );

  it('that a retry rule takes as good though it was refused holds the record', async () => {
    let posts = 0;
    const run = await runShop(
      shop(1, (request) => {
        if (request.path.startsWith('/lookup/')) return { status: 500, body: { error: 'x' } };
        return ++posts === 1 ? { fault: 'CONNECTION_LOST', sent: true } : { status: 201 };
      }),
      {
        erp: { idempotency_header: null, on_unknown: 'lookup', lookup: { api_id: 'api-find' } },
        apis: { find: anApi('find', { retry: [{ status: [500], action: 'ignore' }] }) },
      },
    );
    expect(run.calls.to('erp')).toHaveLength(1);
    expect(run.store.lines).toMatchObject([{ code: 'UNKNOWN_OUTCOME' }]);
  });

  it('that finds the word "NO" at its path has found it', async () => {
    const run = await lookedUp({ body: { country: 'NO' } }, { found_path: 'country' });
    expect(run.calls.to('erp')).toHaveLength(1);
  });

  it('that finds it does not send again', async () => {
    const run = await lookedUp({ body: { id: '0815', lines: [] } });
    expect(run.calls.to('erp')).toHaveLength(1);
    expect(run.result).toMatchObject({ counts: { delivered: 1 } });
  });
});

describe('the answer to a batch', () => {
  const batched = (
    count: number,
    batch: object,
    answer: (sent: { id: number }[]) => unknown,
    more: object = {},
  ) =>
    runShop(
      shop(count, (request) => ({ body: answer((request.json as { orders: { id: number }[] }).orders) })),
      { erp: { batch: { path: 'orders', ...batch } }, ...more },
    );

  it.each<[object, boolean]>([
    [{ success: 'false' }, false],
    [{ ok: 'False' }, false],
    [{ success: 0 }, false],
    [{ success: 'true', error: 'false' }, true],
    [{ errors: '0' }, true],
    [{ error: 'no' }, false],
    [{ success: null }, true],
  ])('%j is read as XML and CSV write it', async (item, isGood) => {
    const run = await batched(1, { answer: 'by_index', result_path: 'r' }, () => ({ r: [item] }));
    expect(run.result.state === 'succeeded').toBe(isGood);
  });

  it('of one result may be that result itself', async () => {
    const run = await batched(3, { answer: 'by_index', result_path: 'r', max_records: 2 }, (sent) => ({
      r: sent.length === 1 ? { ok: true } : sent.map(() => ({ ok: true })),
    }));
    expect(run.result).toMatchObject({ state: 'succeeded', counts: { delivered: 3 } });
  });

  it('that is one object for many records refuses all of them', async () => {
    const run = await batched(3, { answer: 'by_index' }, () => ({ message: 'accepted' }));
    expect(run.result).toMatchObject({ counts: { delivered: 0, failed: 3 } });
  });

  it('of plain values refuses by false alone: 0 is the code of what went well', async () => {
    const run = await batched(3, { answer: 'by_index' }, () => [0, 'false', true]);
    expect(run.result).toMatchObject({ counts: { delivered: 2, failed: 1 } });
  });

  it('by key is bad where one of several results of a record is', async () => {
    const settings = { answer: 'by_key', result_path: 'r', result_key_path: 'id' };
    for (const results of [
      [false, true],
      [true, false],
    ]) {
      const run = await batched(1, settings, () => ({ r: results.map((ok) => ({ id: 1, ok })) }));
      expect(run.result).toMatchObject({ counts: { failed: 1 } });
    }
  });

  it('by key is found for keys longer than the ledger holds', async () => {
    const long = 'k'.repeat(500);
    const run = await runShop(
      (request) =>
        request.path === '/orders'
          ? { body: { orders: [{ id: long }] } }
          : { body: [{ id: long, ok: true }] },
      { erp: { batch: { path: 'orders', answer: 'by_key', result_key_path: 'id' } } },
    );
    expect(run.result).toMatchObject({ state: 'succeeded', counts: { delivered: 1 } });
  });

  it('of 413 halves the size for all that follows, in parts that a resumed page has too', async () => {
    const sizes: number[] = [];
    const run = await runShop(
      shop(30, (request) => {
        const { length } = (request.json as { orders: unknown[] }).orders;
        sizes.push(length);
        return length > 3 ? { status: 413 } : { status: 201 };
      }),
      { erp: { batch: { path: 'orders', max_records: 10 } }, options: { concurrency: 1 } },
    );
    expect(run.result).toMatchObject({ state: 'succeeded', counts: { delivered: 30 } });
    expect(sizes).toEqual([10, 5, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2]);
  });

  it('is asked for with no more bytes than are allowed, with what stands around the records', async () => {
    const large: number[] = [];
    await runShop(
      (request) => {
        if (request.path === '/orders')
          return { body: { orders: orders(20).map(({ id }) => ({ id: id + 100, text: 'x'.repeat(30) })) } };
        large.push(Buffer.byteLength(String(request.body)));
        return { status: 201 };
      },
      { erp: { batch: { path: 'data.orders', max_bytes: 500 } } },
    );
    expect(Math.max(...large)).toBeLessThanOrEqual(500);
    expect(Math.max(...large)).toBeGreaterThan(430);
  });
});

describe('a page that a retry rule ignores', () => {
  it('brings no records and ends the reading, with a word about it', async () => {
    const run = await runShop(
      (request) => {
        if (request.path !== '/orders') return { status: 201 };
        return request.query.get('page') === '1'
          ? { body: orders(2) }
          : { status: 404, body: { message: 'Not Found' } };
      },
      {
        orders: {
          records_path: '$',
          pagination: { kind: 'page', parameter: 'page', start: 1 },
          retry: [{ status: [404], action: 'ignore' }],
        },
      },
    );
    expect(run.result).toMatchObject({
      state: 'succeeded',
      counts: { read: 2, delivered: 2 },
      warnings: [{ code: 'PAGE_IGNORED', handler_id: 'orders' }],
    });
    expect(run.calls.to('orders')).toHaveLength(2);
  });

  const ignoring = { retry: [{ status: [404], action: 'ignore' as const }] };
  const paged = (request: Parameters<Mock>[0], rows: object[]): MockAnswer =>
    request.query.get('page') === '1' ? { body: { orders: rows, rows } } : { status: 404, body: {} };
  const pagination = { kind: 'page' as const, parameter: 'page', start: 1 };

  it('leaves the cursor of a list that is not sorted where it was', async () => {
    const pipe = new MemoryPipe();
    await runShop(
      (request) =>
        request.path === '/erp' ? { status: 201 } : paged(request, [{ id: 1, at: '2020-01-09T00:00:00Z' }]),
      {
        pipe,
        orders: { pagination, ...ignoring, incremental: { cursor_path: 'at', parameter: 'since' } },
      },
    );
    expect(pipe.cursors.get('orders') ?? null).toBeNull();
  });

  it('fails the run where half a table would be joined', async () => {
    const run = await runShop(
      (request) => {
        if (request.path === '/rates') return paged(request, [{ c: 'EUR' }]);
        return request.path === '/orders' ? { body: { orders: [{ id: 1, c: 'USD' }] } } : { status: 201 };
      },
      {
        handlers: [
          call('rates', { join: { left_path: 'c', right_path: 'c', on_missing: 'skip' } }),
          ...SHOP_HANDLERS,
        ],
        apis: { rates: anApi('rates', { records_path: 'rows', path: '/rates', pagination, ...ignoring }) },
      },
    );
    expect(run.result).toMatchObject({ state: 'failed', error: { code: 'HTTP_404', handler_id: 'rates' } });
    expect(run.calls.to('erp')).toEqual([]);
  });
});

describe('records that were given', () => {
  it('are all taken, however many the paging of their API may read', async () => {
    const given = new Map([
      [
        'orders',
        [
          {
            kind: 'answer' as const,
            status: 200,
            headers: {},
            url: '',
            body: Buffer.from(JSON.stringify({ orders: orders(5) })),
          },
        ],
      ],
    ]);
    const run = await runShop(() => ({ status: 201 }), {
      orders: { pagination: { kind: 'page', parameter: 'page', max_records: 3 } },
      options: { given },
    });
    expect(run.result).toMatchObject({ counts: { read: 5, delivered: 5 } });
  });
});

describe('a write made once per run', () => {
  const HANDLERS = [
    call('cfg'),
    mapping('m0', ['cfg'], 'job'),
    call('job'),
    call('orders'),
    mapping('m1', ['orders', 'job'], 'erp'),
    call('erp'),
  ];
  const withJob = (job: () => MockAnswer, more: object = {}, options: object = {}, pipe = new MemoryPipe()) =>
    runShop(
      (request) => {
        if (request.path === '/cfg') return { body: { name: 'nightly' } };
        if (request.path === '/job') return job();
        return request.path === '/orders' ? { body: { orders: orders(2) } } : { status: 201 };
      },
      {
        pipe,
        handlers: HANDLERS.map((handler) =>
          handler.handler_id === 'job' ? { ...handler, ...more } : handler,
        ),
        apis: {
          cfg: anApi('cfg', { path: '/cfg' }),
          job: anApi('job', { method: 'POST', path: '/job', on_unknown: 'hold' }),
        },
        map: (id, input) =>
          body(id === 'm0' ? input.record : { order: input.record, job: input.steps.job?.response.body }),
        options,
      },
    );

  it('that fails ends the run before a record is built without its answer', async () => {
    const run = await withJob(() => ({ status: 422, body: { message: 'no such name' } }));
    expect(run.result).toMatchObject({ state: 'failed', error: { code: 'HTTP_422', handler_id: 'job' } });
    expect(run.calls.to('erp')).toEqual([]);
    expect(run.store.lines).toMatchObject([{ handler_id: 'job', status: 'failed' }]);
  });

  it.each([
    [
      'left out by its condition',
      { when: { path: '@steps.cfg.response.body.name', op: 'eq', value: 'weekly' } },
      { status: 201 },
    ],
    ['ignored when it fails', { on_error: 'ignore' }, { status: 422 }],
  ])('that is %s leaves out what is built of its answer', async (_, more, answer) => {
    const run = await withJob(() => answer, more);
    expect(run.result).toMatchObject({ state: 'succeeded', counts: { read: 2, delivered: 0, skipped: 2 } });
    expect(run.calls.to('erp')).toEqual([]);
  });

  it('whose outcome stays unknown fails each run until a person has decided', async () => {
    const pipe = new MemoryPipe();
    const lost = (): MockAnswer => ({ fault: 'CONNECTION_LOST', sent: true });
    for (const run_id of ['run-1', 'run-2']) {
      const run = await withJob(lost, {}, { run_id }, pipe);
      expect(run.result).toMatchObject({ state: 'failed', error: { code: 'UNKNOWN_OUTCOME' } });
      expect(run.calls.to('erp')).toEqual([]);
    }
  });

  it('asks a list with its record, as it stands at the records path of the write', async () => {
    const run = await runShop(
      (request) => {
        if (request.path === '/cfg') return { body: { name: 'nightly' } };
        if (request.path === '/job') return { status: 201, body: { data: [{ id: 'J1' }] } };
        return request.path.startsWith('/orders') ? { body: { orders: [] } } : { status: 201 };
      },
      {
        handlers: [
          call('cfg'),
          mapping('m0', ['cfg'], 'job'),
          call('job'),
          mapping('ml', ['job'], 'orders'),
          ...SHOP_HANDLERS,
        ],
        apis: {
          cfg: anApi('cfg', { path: '/cfg' }),
          job: anApi('job', { method: 'POST', path: '/job', records_path: 'data' }),
        },
        map: (id, input) =>
          id === 'ml'
            ? { parts: { query: { seen: JSON.stringify(input.record) } }, errors: [], warnings: [] }
            : body(input.record),
      },
    );
    expect(run.calls.to('orders')[0]?.path).toContain(encodeURIComponent('{"id":"J1"}'));
  });

  it('and was made by an earlier run gives its answer to the records of the next', async () => {
    const pipe = new MemoryPipe();
    await withJob(() => ({ status: 201, body: { id: 'J1' } }), {}, {}, pipe);
    pipe.ledger.delete('erp\n2');
    const next = await withJob(() => ({ status: 500 }), {}, { run_id: 'run-2' }, pipe);
    expect(next.calls.to('erp').map((request) => JSON.parse(String(request.body)))).toEqual([
      { order: { id: 2 }, job: { id: 'J1' } },
    ]);
  });

  it.each(['deliver', 'dry_run'] as const)(
    'and left out leaves out the list that is asked with its answer (%s)',
    async (mode) => {
      const run = await runShop(
        (request) => {
          if (request.path === '/cfg') return { body: { name: 'nightly' } };
          return request.path === '/orders' ? { body: { orders: orders(2) } } : { status: 201 };
        },
        {
          handlers: [
            call('cfg'),
            mapping('m0', ['cfg'], 'job'),
            call('job', { when: { path: '@steps.cfg.response.body.name', op: 'eq', value: 'weekly' } }),
            mapping('ml', ['job'], 'orders'),
            ...SHOP_HANDLERS,
          ],
          apis: {
            cfg: anApi('cfg', { path: '/cfg' }),
            job: anApi('job', { method: 'POST', path: '/job' }),
          },
          options: { mode },
        },
      );
      expect(run.calls.to('orders')).toEqual([]);
      expect(run.result).toMatchObject({ counts: { read: 0 }, warnings: [{ code: 'LIST_LEFT_OUT' }] });
    },
  );
});

describe('a call without a mapping whose answer nobody reads', () => {
  const HANDLERS = [...SHOP_HANDLERS, call('done')];
  const apis = { done: anApi('done', { method: 'DELETE', path: '/done' }) };
  it.each(['dry_run', 'reconcile'] as const)('is not made by a %s', async (mode) => {
    const run = await runShop(
      shop(1, () => ({ status: 200 })),
      { handlers: HANDLERS, apis, options: { mode } },
    );
    expect(run.calls.to('done')).toEqual([]);
  });

  it('is made by a run', async () => {
    const run = await runShop(
      shop(1, () => ({ status: 200 })),
      { handlers: HANDLERS, apis },
    );
    expect(run.calls.to('done')).toHaveLength(1);
  });
});

describe('what is told of records', () => {
  it('is told once, however often the page is taken up again', async () => {
    const waits = { status: 429, headers: { 'retry-after': '120' } };
    let refusals = 2;
    const mock = shop(3, (request) =>
      (request.json as { id: number }).id === 3 && refusals-- > 0 ? waits : { status: 201 },
    );
    const setup = {
      options: { concurrency: 1 },
      map: (_id: string, input: { record: unknown }) =>
        (input.record as { id: number }).id === 1
          ? { parts: {}, errors: [{ code: 'BAD_DATE', message: 'no' }], warnings: [] }
          : body(input.record),
    };
    const first = await runShop(mock, setup);
    expect(first.result.state).toBe('parked');
    const second = await runShop(mock, { ...setup, store: first.store });
    expect(second.result.state).toBe('parked');
    const third = await runShop(mock, { ...setup, store: first.store });
    expect(third.result).toMatchObject({
      state: 'partially_failed',
      counts: { read: 3, delivered: 2, failed: 1 },
    });
    expect(first.store.lines.filter(({ status }) => status === 'failed')).toHaveLength(1);
  });

  it('counts what each handler has read', async () => {
    const { result } = await runShop(shop(3, () => ({ status: 201 })));
    expect(result).toMatchObject({
      counts: { read: 3, handlers: { orders: { read: 3 }, erp: { delivered: 3 } } },
    });
  });

  it('keeps the first good records, whatever was skipped before them', async () => {
    const pipe = new MemoryPipe();
    await runShop(
      shop(30, () => ({ status: 201 })),
      { pipe },
    );
    const run = await runShop(
      shop(60, () => ({ status: 201 })),
      { pipe, options: { run_id: 'run-2' } },
    );
    const kept = (wanted: string) => run.store.lines.filter(({ status }) => status === wanted).length;
    expect([kept('skipped'), kept('delivered')]).toEqual([20, 20]);
  });
});
