import { MemoryPipe, type Mock, type MockAnswer } from './testing/memory-ports.js';
import { anApi, copyRecord, runShop, sentIds, SHOP_HANDLERS } from './testing/shop-flow.js';

interface Order {
  id: number;
  [member: string]: unknown;
}
const orders = (count: number): Order[] => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

/** One page of orders; `erp` answers the writes. */
function world(
  list: Order[],
  erp: (body: Order, nth: number, request: Parameters<Mock>[0]) => MockAnswer | Promise<MockAnswer>,
): Mock {
  let nth = 0;
  return (request) =>
    request.path === '/orders' ? { body: { orders: list } } : erp(request.json as Order, (nth += 1), request);
}
const taken = (): MockAnswer => ({ status: 201, body: { ok: true } });

describe('retries', () => {
  it('come before the on-error rule: 503 twice, then 200, is delivered without an error', async () => {
    const run = await runShop(world(orders(1), (_, nth) => (nth < 3 ? { status: 503 } : taken())));
    expect(run.calls.to('erp')).toHaveLength(3);
    expect(run.result).toMatchObject({ state: 'succeeded', counts: { delivered: 1 } });
    expect(run.store.lines.filter((line) => line.status === 'failed')).toEqual([]);
    expect(run.clock.sleeps).toEqual([750, 1500]);
  });

  it.each([
    ['a lost answer', { fault: 'CONNECTION_LOST', sent: true }],
    ['500', { status: 500 }],
    ['408', { status: 408 }],
  ])('never repeat a plain POST after %s: the outcome is unknown and held', async (_, answer) => {
    const run = await runShop(
      world(orders(1), () => answer),
      { erp: { idempotency_header: null } },
    );
    expect(run.calls.to('erp')).toHaveLength(1);
    expect(run.store.lines).toEqual([expect.objectContaining({ status: 'failed', code: 'UNKNOWN_OUTCOME' })]);
    expect(run.store.pipe.ledger.get('erp\n1')).toMatchObject({ state: 'unknown' });
  });

  it.each([
    ['a connection that was never made', { fault: 'CONNECT_REFUSED', sent: false }],
    ['503', { status: 503 }],
    ['425', { status: 425 }],
    ['429', { status: 429 }],
  ])('repeat a plain POST after %s', async (_, answer) => {
    const run = await runShop(
      world(orders(1), (_body, nth) => (nth === 1 ? answer : taken())),
      { erp: { idempotency_header: null } },
    );
    expect(run.result).toMatchObject({ state: 'succeeded', counts: { delivered: 1 } });
  });

  it.each([400, 403, 404, 409, 410, 422, 501, 505, 302])(
    'are not made for %i: a record error with the response',
    async (status) => {
      const run = await runShop(world(orders(1), () => ({ status, body: { why: 'no' } })));
      expect(run.calls.to('erp')).toHaveLength(1);
      expect(run.store.lines[0]).toMatchObject({
        class: 'CLIENT',
        code: `HTTP_${status}`,
        response: { status, body: { why: 'no' } },
      });
    },
  );

  it('wait as Retry-After says, in seconds or as a date against the answer’s own clock', async () => {
    const date = 'Thu, 01 Jan 2015 00:00:10 GMT';
    const own = 'Thu, 01 Jan 2015 00:00:03 GMT';
    const run = await runShop(
      world(orders(1), (_, nth) =>
        nth === 1
          ? { status: 429, headers: { 'retry-after': '2' } }
          : nth === 2
            ? { status: 503, headers: { 'retry-after': date, date: own } }
            : taken(),
      ),
    );
    expect(run.clock.sleeps).toEqual([2000, 7000]);
  });

  it('park the run when the wait is long, and fail it when it is longer than a day', async () => {
    const parked = await runShop(
      world(orders(1), () => ({ status: 429, headers: { 'retry-after': '600' } })),
    );
    expect(parked.result).toEqual({
      state: 'parked',
      until: parked.clock.now() + 600_000,
      reason: 'RATE_LIMIT',
      message: expect.any(String),
    });
    const refused = await runShop(
      world(orders(1), () => ({ status: 429, headers: { 'retry-after': '90000' } })),
    );
    expect(refused.result).toMatchObject({ state: 'failed', error: { code: 'RATE_LIMITED' } });
  });

  it('follow the API’s own rules first', async () => {
    const run = await runShop(
      world([{ id: 1 }, { id: 2 }], (body) =>
        body.id === 1 ? { status: 409 } : { status: 400, body: { code: 'busy' } },
      ),
      {
        erp: {
          retry: [
            { status: [409], action: 'ignore' },
            { when: { path: '@response.body.code', op: 'eq', value: 'busy' }, action: 'retry' },
          ],
        },
      },
    );
    expect(run.result).toMatchObject({ counts: { delivered: 1, failed: 1 } });
    expect(run.calls.to('erp').filter((request) => request.body?.includes('2'))).toHaveLength(5);
  });

  it('park on a refused credential without one record error', async () => {
    const run = await runShop(world(orders(3), () => ({ fault: 'AUTH', sent: false })));
    expect(run.result).toMatchObject({ state: 'parked', until: null, reason: 'CREDENTIAL' });
    expect(run.store.lines).toEqual([]);
  });

  it('judge a 2xx by the success rule', async () => {
    const run = await runShop(
      world(orders(1), () => ({ status: 200, body: { ok: false } })),
      {
        erp: { success_when: { path: '@response.body.ok', op: 'eq', value: true } },
      },
    );
    expect(run.store.lines[0]).toMatchObject({ class: 'BODY', status: 'failed' });
  });
});

describe('the ledger', () => {
  it('skips what was delivered unchanged, sends what changed, and makes a new key for content that comes back', async () => {
    const pipe = new MemoryPipe();
    const keys: string[] = [];
    for (const [index, state] of ['open', 'open', 'paid', 'open'].entries()) {
      const run = await runShop(world([{ id: 1, state }], taken), {
        pipe,
        options: { run_id: `run-${index}` },
      });
      keys.push(...run.calls.to('erp').map((request) => request.headers['Idempotency-Key'] ?? ''));
    }
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(3);
  });

  it('keeps the later of two events with the same version, and drops an older one', async () => {
    const pipe = new MemoryPipe();
    const tie = [
      { id: 7, state: 'open', at: '2026-01-01T00:00:05Z' },
      { id: 7, state: 'paid', at: '2026-01-01T00:00:05Z' },
    ];
    const first = await runShop(world(tie, taken), { pipe, orders: { version_path: 'at' } });
    expect(first.calls.to('erp').map((request) => JSON.parse(request.body ?? '{}').state)).toEqual([
      'open',
      'paid',
    ]);
    const older = await runShop(world([{ id: 7, state: 'draft', at: '2026-01-01T00:00:04Z' }], taken), {
      pipe,
      orders: { version_path: 'at' },
      options: { run_id: 'run-2' },
    });
    expect(older.calls.to('erp')).toEqual([]);
    expect(older.result).toMatchObject({ counts: { skipped: 1 } });
  });

  it('never runs records of one key side by side', async () => {
    let inFlight = 0;
    let most = 0;
    const run = await runShop(
      world(
        [1, 2, 3, 4].map((n) => ({ id: 1, n })),
        async () => {
          inFlight += 1;
          most = Math.max(most, inFlight);
          await new Promise((resolve) => setTimeout(resolve, 2));
          inFlight -= 1;
          return taken();
        },
      ),
    );
    expect(most).toBe(1);
    expect(run.calls.to('erp').map((request) => JSON.parse(request.body ?? '{}').n)).toEqual([1, 2, 3, 4]);
  });

  it('keeps source order with one request in flight', async () => {
    const run = await runShop(
      (request) => {
        const page = Number(request.query.get('page'));
        return request.path === '/erp'
          ? taken()
          : { body: { orders: page > 4 ? [] : [{ id: page * 2 - 1 }, { id: page * 2 }] } };
      },
      { orders: { pagination: { kind: 'page', parameter: 'page' } }, options: { concurrency: 1 } },
    );
    expect(sentIds(run)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(run.calls.mostInFlight).toBeLessThanOrEqual(2);
  });
});

describe('on_unknown', () => {
  const plain = { idempotency_header: null };

  it('hold sends a held unit never again by itself, and again when a person asks for it', async () => {
    const pipe = new MemoryPipe();
    await runShop(
      world(orders(1), () => ({ fault: 'CONNECTION_LOST', sent: true })),
      { pipe, erp: plain },
    );
    const second = await runShop(world(orders(1), taken), { pipe, erp: plain, options: { run_id: 'run-2' } });
    expect(second.calls.to('erp')).toEqual([]);
    expect(second.result).toMatchObject({ counts: { skipped: 1 } });
    const asked = await runShop(world(orders(1), taken), {
      pipe,
      erp: plain,
      options: { run_id: 'run-3', resend_unknown: new Map([['erp', new Set(['1'])]]) },
    });
    expect(asked.calls.to('erp')).toHaveLength(1);
  });

  it('hold sends only those units again that a person chose', async () => {
    const pipe = new MemoryPipe();
    await runShop(
      world(orders(3), () => ({ fault: 'CONNECTION_LOST', sent: true })),
      { pipe, erp: plain },
    );
    const asked = await runShop(world(orders(3), taken), {
      pipe,
      erp: plain,
      options: { run_id: 'run-2', resend_unknown: new Map([['erp', new Set(['2'])]]) },
    });
    expect(sentIds(asked)).toEqual([2]);
    expect(asked.result).toMatchObject({ counts: { delivered: 1, skipped: 2 } });
  });

  it.each([
    ['found: delivered without a second request', { body: { id: 'X9' } }, 1],
    ['absent: sent again', { status: 404 }, 2],
  ])('lookup asks the destination – %s', async (_, answer, requests) => {
    const apis = { find: anApi('find', { api_id: 'api-find' }) };
    const run = await runShop(
      (request) =>
        request.path.startsWith('/lookup/')
          ? answer
          : request.path === '/orders'
            ? { body: { orders: orders(1) } }
            : run1(request),
      {
        apis,
        erp: {
          ...plain,
          on_unknown: 'lookup',
          lookup: { api_id: 'api-find', found_path: 'id', id_path: 'id' },
        },
      },
    );
    expect(run.calls.to('erp')).toHaveLength(requests);
    expect(run.result).toMatchObject({ state: 'succeeded', counts: { delivered: 1 } });
  });
  let attempts = 0;
  beforeEach(() => (attempts = 0));
  const run1: Mock = () => ((attempts += 1) === 1 ? { fault: 'CONNECTION_LOST', sent: true } : taken());
});

describe('batches', () => {
  const batchOf = (request: Parameters<Mock>[0]): Order[] => (request.json as { orders: Order[] }).orders;

  it('find the bad records by halving, within the bound, and deliver the others', async () => {
    const bad = new Set([5, 40]);
    let requests = 0;
    const run = await runShop(
      (request) => {
        if (request.path === '/orders') return { body: { orders: orders(64) } };
        requests += 1;
        return batchOf(request).some((order) => bad.has(order.id)) ? { status: 422 } : taken();
      },
      { erp: { batch: { path: 'orders', max_records: 64 } } },
    );
    expect(run.result).toMatchObject({ counts: { delivered: 62, failed: 2 } });
    expect(run.store.lines.filter((line) => line.status === 'failed').map((line) => line.record_key)).toEqual(
      ['5', '40'],
    );
    expect(requests).toBeLessThanOrEqual(2 * 2 * (Math.log2(64) + 1));
  });

  it.each([
    ['by_index', { answer: 'by_index', result_path: 'results' } as const],
    ['by_key', { answer: 'by_key', result_path: 'results', result_key_path: 'ref' } as const],
  ])('take the answer %s', async (_, settings) => {
    const run = await runShop(
      (request) =>
        request.path === '/orders'
          ? { body: { orders: orders(4) } }
          : {
              body: {
                results: batchOf(request).map((order) => ({
                  ref: order.id,
                  status: order.id === 3 ? 422 : 201,
                  error: order.id === 3 ? 'no' : null,
                })),
              },
            },
      { erp: { batch: { path: 'orders', ...settings } } },
    );
    expect(run.result).toMatchObject({ counts: { delivered: 3, failed: 1 } });
    expect(run.store.lines.find((line) => line.status === 'failed')).toMatchObject({
      record_key: '3',
      message: 'no',
    });
  });

  it('make no request for an empty batch and stay smaller after a 413', async () => {
    const empty = await runShop(world([], taken), { erp: { batch: {} } });
    expect(empty.calls.to('erp')).toEqual([]);
    const sizes: number[] = [];
    await runShop(
      (request) => {
        const page = Number(request.query.get('page'));
        if (request.path === '/orders')
          return {
            body: { orders: page > 2 ? [] : orders(8).map((order) => ({ id: order.id + page * 100 })) },
          };
        sizes.push(batchOf(request).length);
        return batchOf(request).length > 4 ? { status: 413 } : taken();
      },
      {
        orders: { pagination: { kind: 'page', parameter: 'page' } },
        erp: { batch: { path: 'orders' } },
        options: { concurrency: 1 },
      },
    );
    expect(sizes).toEqual([8, 4, 4, 4, 4]);
  });
});

describe('failures', () => {
  it('stop the run where the handler says so', async () => {
    const handlers = SHOP_HANDLERS.map((handler) =>
      handler.handler_id === 'erp' ? { ...handler, on_error: 'stop_run' as const } : handler,
    );
    const run = await runShop(
      world(orders(50), () => ({ status: 422 })),
      { handlers, options: { concurrency: 1 } },
    );
    expect(run.result).toMatchObject({ state: 'failed', error: { code: 'HTTP_422', handler_id: 'erp' } });
    expect(run.calls.to('erp')).toHaveLength(1);
  });

  it('in masses stop the run before 50,000 errors are made', async () => {
    const run = await runShop(
      world(orders(1000), () => ({ status: 422 })),
      { options: { concurrency: 1 } },
    );
    expect(run.result).toMatchObject({ state: 'failed', error: { code: 'TOO_MANY_FAILURES' } });
    expect(run.calls.to('erp')).toHaveLength(100);
    const half = await runShop(
      world(orders(1000), (body) => (body.id % 4 === 0 ? taken() : { status: 422 })),
      { options: { concurrency: 1 } },
    );
    expect(half.result).toMatchObject({ state: 'failed', error: { code: 'TOO_MANY_FAILURES' } });
    expect(half.calls.to('erp').length).toBeLessThan(140);
  });

  it('of the mapping send nothing and keep the fields at fault', async () => {
    const run = await runShop(world(orders(2), taken), {
      map: (id, input) =>
        (input.record as Order).id === 2
          ? { parts: {}, errors: [{ code: 'REQUIRED', message: 'is required', to: 'email' }], warnings: [] }
          : copyRecord(id, input),
    });
    expect(sentIds(run)).toEqual([1]);
    expect(run.store.lines.find((line) => line.status === 'failed')).toMatchObject({
      class: 'MAPPING',
      code: 'REQUIRED',
      source: { id: 2 },
    });
    expect(run.result).toMatchObject({
      state: 'partially_failed',
      counts: { read: 2, mapped: 1, delivered: 1, failed: 1 },
    });
  });
});
