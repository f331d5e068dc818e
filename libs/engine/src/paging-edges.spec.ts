// Paging where answers are odd, limits are crossed, and another attempt goes on.
import { codes, ids, reads, runShop, sentIds, source } from './testing/shop-flow.js';
import { MemoryPipe, MemoryStore } from './testing/memory-ports.js';

describe('paging at its edges', () => {
  const byPage = { kind: 'page', parameter: 'page', size_parameter: 'size', size: 50 } as const;

  it('delivers no more than max_records, also of the page that crosses it, and says so', async () => {
    const run = await runShop(
      source((query) => {
        const page = Number(query.get('page'));
        return { body: { orders: ids(page * 10 - 9, page * 10) } };
      }),
      { orders: { pagination: { ...byPage, size: 10, max_records: 25 } } },
    );
    expect(reads(run)).toHaveLength(3);
    expect(sentIds(run)).toHaveLength(25);
    expect(codes(run)).toEqual(['PAGE_LIMIT']);
  });

  it('cuts the page that crosses max_records also when it was kept and is taken up by another attempt', async () => {
    const mock = source((query) => {
      const page = Number(query.get('page'));
      return { body: { orders: ids(page * 10 - 9, page * 10) } };
    });
    const setup = { orders: { pagination: { ...byPage, size: 10, max_records: 25 } } };
    for (const killedAt of [1, 2, 3]) {
      const store = new MemoryStore(new MemoryPipe(), 'run-1');
      let staged = 0;
      store.crashAfter = (what) => what === 'stage' && ++staged === killedAt;
      expect((await runShop(mock, { ...setup, store })).result.state).toBe('lost');
      store.crashAfter = null;
      const resumed = await runShop(mock, { ...setup, store });
      expect(resumed.result).toMatchObject({ state: 'succeeded', counts: { read: 25, delivered: 25 } });
      expect(codes(resumed)).toEqual(['PAGE_LIMIT']);
    }
  });

  it('finds a loop also over pages that an earlier attempt kept', async () => {
    const mock = source((query) => ({
      body: {
        orders: [{ id: query.get('cursor') ?? 'first' }],
        next: query.get('cursor') === 'b' ? 'a' : query.get('cursor') === 'a' ? 'b' : 'a',
      },
    }));
    const setup = {
      orders: { pagination: { kind: 'cursor', token_path: 'next', parameter: 'cursor' } as const },
    };
    const store = new MemoryStore(new MemoryPipe(), 'run-1');
    let staged = 0;
    store.crashAfter = (what) => what === 'stage' && ++staged === 2;
    expect((await runShop(mock, { ...setup, store })).result.state).toBe('lost');
    store.crashAfter = null;
    const resumed = await runShop(mock, { ...setup, store });
    expect(resumed.result).toMatchObject({ state: 'failed', error: { code: 'PAGINATION_LOOP' } });
    expect(reads(resumed).length).toBeLessThanOrEqual(2);
  });

  it('takes a link that leads back to the first request as a loop', async () => {
    const run = await runShop(
      source(() => ({ body: { orders: [{ id: 1 }] }, headers: { link: '</orders>; rel="next"' } })),
      { orders: { pagination: { kind: 'link_header' } } },
    );
    expect(run.result).toMatchObject({ state: 'failed', error: { code: 'PAGINATION_LOOP' } });
    expect(reads(run).length).toBeLessThanOrEqual(2);
  });

  it.each([0, '0', false, null, ''])('takes the next cursor %j as the end', async (next) => {
    const run = await runShop(
      source(() => ({ body: { orders: [{ id: 1 }], next } })),
      { orders: { pagination: { kind: 'cursor', token_path: 'next', parameter: 'cursor' } } },
    );
    expect(reads(run)).toHaveLength(1);
    expect(run.result).toMatchObject({ state: 'succeeded' });
  });

  it.each([1, 2])(
    'takes page %d that is a text for people as a failure, never as the end of the data',
    async (bad) => {
      const run = await runShop(
        source((_, nth) =>
          nth === bad ? { raw: '"<html>Sign in</html>"' } : { body: { orders: [{ id: nth }] } },
        ),
        { orders: { pagination: byPage } },
      );
      expect(run.result).toMatchObject({ state: 'failed', error: { code: 'NOT_A_LIST' } });
      expect(sentIds(run)).toHaveLength(bad - 1);
    },
  );

  it('ends at a list that is null, and warns where a page holds other things than a list', async () => {
    const ended = await runShop(
      source(() => ({ body: { orders: null } })),
      { orders: { pagination: byPage } },
    );
    expect(ended.result).toMatchObject({ state: 'succeeded', warnings: [] });
    const odd = await runShop(
      source((_, nth) => ({ body: nth === 2 ? { message: 'try later' } : { orders: [{ id: nth }] } })),
      { orders: { pagination: byPage } },
    );
    expect(codes(odd)).toEqual(['NO_RECORDS_AT_PATH']);
  });

  it('warns once of records without their key, whose content stands for them', async () => {
    const run = await runShop(
      source(() => ({ body: { orders: [{ id: 1 }, { number: 2 }, { number: 3 }] } })),
      { orders: { record_key: ['id'] } },
    );
    expect(codes(run)).toEqual(['NO_RECORD_KEY']);
    expect(run.result).toMatchObject({
      state: 'succeeded',
      warnings: [{ message: expect.stringContaining('has nothing at "id"'), handler_id: 'orders' }],
    });
  });

  it.each([-1, 0])('believes no total of %d beside records', async (total) => {
    const run = await runShop(
      source((query) => ({
        body: { orders: Number(query.get('page')) < 3 ? [{ id: query.get('page') }] : [], total },
      })),
      { orders: { pagination: { ...byPage, total_path: 'total' } } },
    );
    expect(run.result).toMatchObject({ state: 'succeeded', counts: { delivered: 2 } });
  });

  it('warns when the last record has no key to go on from', async () => {
    const run = await runShop(
      source(() => ({ body: { orders: [{ id: 1 }] } })),
      { orders: { pagination: { kind: 'keyset', parameter: 'since_id', field: 'uid' } } },
    );
    expect(reads(run)).toHaveLength(1);
    expect(codes(run)).toEqual(['NO_TOKEN_AT_PATH']);
  });

  it('keeps a number a number where it becomes a variable of a query', async () => {
    const run = await runShop(
      source((_, nth) => ({
        body: { orders: [{ id: nth }], page_info: { next: nth < 3 ? nth * 10 : null } },
      })),
      {
        orders: {
          method: 'POST',
          pagination: {
            kind: 'cursor',
            token_path: 'page_info.next',
            parameter: 'variables.after',
            in: 'body',
          },
        },
      },
    );
    expect(run.calls.to('orders').map((request) => request.body)).toEqual([
      undefined,
      '{"variables":{"after":10}}',
      '{"variables":{"after":20}}',
    ]);
  });
});
