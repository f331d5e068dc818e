// Answers of lists that look like an end or like a place to go on from, and are none.
import { MemoryPipe, type MockAnswer } from './testing/memory-ports.js';
import {
  anApi,
  body,
  call,
  codes,
  copyRecord,
  ids,
  mapping,
  reads,
  runShop,
  source,
} from './testing/shop-flow.js';

describe('a cursor value that says no moment', () => {
  const at = '2025-06-01T00:00:00Z';
  it.each([
    [
      'after one that does',
      [
        { id: 1, at },
        { id: 2, at: 'pending' },
      ],
    ],
    [
      'before one that does',
      [
        { id: 1, at: 'pending' },
        { id: 2, at },
      ],
    ],
  ])('%s never becomes the place to go on from', async (_, rows) => {
    const pipe = new MemoryPipe();
    const run = await runShop(
      source(() => ({ body: { orders: rows } })),
      { pipe, orders: { incremental: { cursor_path: 'at', parameter: 'since' } } },
    );
    expect(run.result).toMatchObject({ state: 'succeeded', counts: { delivered: 2 } });
    expect(pipe.cursors.get('orders')).toBe(at);
  });
});

describe('an empty page whose answer says that there is more', () => {
  const orders = {
    pagination: { kind: 'cursor', token_path: 'next', parameter: 'after', has_more_path: 'more' } as const,
    incremental: { cursor_path: 'at', parameter: 'since' },
  };
  it('leaves the cursor of a list that is not sorted where it was', async () => {
    const pipe = new MemoryPipe();
    const run = await runShop(
      source((_query, nth) =>
        nth === 1
          ? { body: { orders: [{ id: 1, at: '2025-06-01T00:00:00Z' }], more: true, next: 'a' } }
          : { body: { orders: [], more: true, next: 'b' } },
      ),
      { pipe, orders },
    );
    expect([codes(run), pipe.cursors.get('orders')]).toEqual([['EMPTY_PAGE'], undefined]);
  });
});

describe('an answer with status 200 that says an error instead of a list', () => {
  it.each([
    ['of a query language', { data: null, errors: [{ message: 'rate exceeded' }] }, 'data.orders'],
    ['beside a list that is null', { orders: null, error: 'rate exceeded' }, 'orders'],
    ['alone', { error: { code: 7, message: 'rate exceeded' } }, 'orders'],
  ])('fails the run: %s', async (_, answer, records_path) => {
    const pipe = new MemoryPipe();
    const run = await runShop(
      source(() => ({ body: answer })),
      {
        pipe,
        orders: { records_path, incremental: { cursor_path: 'at', parameter: 'since' } },
      },
    );
    expect(run.result).toMatchObject({ state: 'failed', error: { code: 'NOT_A_LIST' } });
    expect((run.result as { error: { message: string } }).error.message).toContain('rate exceeded');
  });

  it('ends the reading where a retry rule ignores it', async () => {
    const run = await runShop(
      source(() => ({ body: { error: 'no orders' } })),
      {
        orders: {
          retry: [{ when: { path: '@response.body.error', op: 'eq', value: 'no orders' }, action: 'ignore' }],
        },
      },
    );
    expect(run.result).toMatchObject({ state: 'succeeded' });
    expect(codes(run)).toEqual(['PAGE_IGNORED']);
  });

  it.each([
    { error: null },
    { errors: [] },
    { error: '' },
    { error: false, errors: {} },
    { orders: [], error: 'none' },
  ])('is none where nothing is said: %j', async (body) => {
    const run = await runShop(source(() => ({ body })));
    expect(run.result).toMatchObject({ state: 'succeeded' });
  });
});

describe('a status that is no success', () => {
  it.each([301, 304, 101, 418])('%i of a page fails the run', async (status) => {
    const run = await runShop(
      source((query) =>
        query.get('page') === '1' ? { body: { orders: ids(1, 2) } } : { status, raw: '<html>' },
      ),
      { orders: { pagination: { kind: 'page', parameter: 'page', start: 1 } } },
    );
    expect(run.result).toMatchObject({
      state: 'failed',
      error: { code: `HTTP_${status}` },
      counts: { delivered: 2 },
    });
    expect(reads(run)).toHaveLength(2);
  });
});

describe('a look-up whose API names a list', () => {
  const look = (answer: MockAnswer, more: object = {}): ReturnType<typeof runShop> =>
    runShop(
      (request) =>
        request.path === '/orders'
          ? { body: { orders: ids(1, 1) } }
          : request.path === '/customers'
            ? answer
            : { status: 201 },
      {
        handlers: [
          call('orders'),
          mapping('m0', ['orders'], 'customers'),
          call('customers', more),
          mapping('m1', ['orders', 'customers'], 'erp'),
          call('erp'),
        ],
        apis: { customers: anApi('customers', { records_path: 'customers' }) },
        map: (id, input) => (id === 'm0' ? body(undefined) : copyRecord(id, input)),
      },
    );

  it.each([
    ['a page for people', { raw: '"<html>Please sign in</html>"' }],
    ['an error with status 200', { body: { error: { message: 'rate exceeded' } } }],
  ])('fails its record when it is answered with %s', async (_, answer) => {
    const run = await look(answer);
    expect(run.calls.to('erp')).toEqual([]);
    expect(run.store.lines).toEqual([
      expect.objectContaining({ handler_id: 'customers', class: 'BODY', code: 'NOT_A_LIST' }),
    ]);
    const ignored = await look(answer, { on_error: 'ignore' });
    expect(ignored.result).toMatchObject({ state: 'succeeded', counts: { delivered: 1 } });
  });

  it.each([{ body: { customers: [] } }, { body: { customers: null } }, { status: 204 }, { body: {} }])(
    'finds nothing in %j',
    async (answer) => {
      expect((await look(answer)).result).toMatchObject({ state: 'succeeded', counts: { delivered: 1 } });
    },
  );
});
