import { codes, ids, reads, runShop, sentIds, source } from './testing/shop-flow.js';

describe('paging', () => {
  const byPage = { kind: 'page', parameter: 'page', size_parameter: 'size', size: 50 } as const;

  it('stops with a warning when a page repeats the one before, and drops the repeated records', async () => {
    const run = await runShop(
      source((query) => ({ body: { orders: query.get('page') === '1' ? ids(1, 50) : ids(51, 100) } })),
      { orders: { pagination: byPage } },
    );
    expect(reads(run)).toHaveLength(3);
    expect(sentIds(run)).toHaveLength(100);
    expect(codes(run)).toEqual(['PAGINATION_REPEAT']);
    expect(run.result).toMatchObject({ state: 'succeeded', counts: { read: 100, delivered: 100 } });
  });

  it('fails with PAGINATION_LOOP when a token comes back, and leaves the cursor where it stood', async () => {
    const run = await runShop(
      source((_, nth) => ({ body: { orders: [{ id: nth, at: `2025-01-0${nth}T00:00:00Z` }], next: 'abc' } })),
      {
        orders: {
          pagination: { kind: 'cursor', token_path: 'next', parameter: 'cursor' },
          incremental: { cursor_path: 'at', parameter: 'since', sorted: true },
        },
      },
    );
    expect(run.result).toMatchObject({ state: 'failed', error: { code: 'PAGINATION_LOOP' } });
    expect(reads(run).length).toBeLessThanOrEqual(3);
    expect(run.store.pipe.cursors.get('orders') ?? null).toBeNull();
  });

  it('counts raw records for the short page, so a filter makes no page look short', async () => {
    const run = await runShop(
      source((query) => ({
        body: {
          orders:
            query.get('page') === '1'
              ? [
                  { id: 1, keep: false },
                  { id: 2, keep: true },
                  { id: 3, keep: false },
                ]
              : [
                  { id: 4, keep: true },
                  { id: 5, keep: true },
                ],
        },
      })),
      {
        orders: { pagination: { ...byPage, size: 3, stop_on_short_page: true } },
        handlers: [
          {
            handler_id: 'orders',
            kind: 'api_call',
            api_id: 'api-orders',
            when: { path: 'keep', op: 'eq', value: true },
          },
          {
            handler_id: 'm1',
            kind: 'mapping',
            source_handler_ids: ['orders'],
            destination_handler_id: 'erp',
          },
          { handler_id: 'erp', kind: 'api_call', api_id: 'api-erp' },
        ],
      },
    );
    expect(reads(run)).toHaveLength(2);
    expect(sentIds(run)).toEqual([2, 4, 5]);
    expect(run.result).toMatchObject({ counts: { read: 5, delivered: 3, skipped: 2 } });
  });

  it('takes a page that answers 500 as an error after five attempts, never as the end of the data', async () => {
    const run = await runShop(
      source((query) =>
        query.get('page') === '1' ? { body: { orders: ids(1, 50) } } : { status: 500, body: { orders: [] } },
      ),
      {
        orders: {
          pagination: byPage,
          incremental: { cursor_path: 'id', parameter: 'since', format: 'id', sorted: true },
        },
      },
    );
    expect(reads(run)).toHaveLength(6);
    expect(run.result).toMatchObject({
      state: 'failed',
      error: { code: 'HTTP_500' },
      counts: { delivered: 50 },
    });
    expect(run.store.pipe.cursors.get('orders')).toBe('50');
  });

  it('keeps all other parts of the request on each page and stops when has_more says no', async () => {
    const run = await runShop(
      source((_, nth) => ({ body: { orders: [{ id: nth }], more: nth < 3, next: `t${nth}` } })),
      {
        orders: {
          query: { a: '1' },
          pagination: { kind: 'cursor', token_path: 'next', parameter: 'cursor', has_more_path: 'more' },
        },
      },
    );
    expect(reads(run)).toEqual(['/orders?a=1', '/orders?a=1&cursor=t1', '/orders?a=1&cursor=t2']);
  });

  it('takes equal bodies under different tokens as legal pages', async () => {
    const run = await runShop(
      source((query, nth) => ({
        body: { orders: [{ ok: true }] },
        headers: nth < 3 ? { 'x-next': `t${nth + 1}` } : {},
      })),
      { orders: { record_key: [], pagination: { kind: 'cursor', token_header: 'X-Next', parameter: 't' } } },
    );
    expect(reads(run)).toEqual(['/orders', '/orders?t=t2', '/orders?t=t3']);
    expect(run.result).toMatchObject({ state: 'succeeded', counts: { read: 3, delivered: 1, skipped: 2 } });
  });

  it('resolves relative next links and makes no request to another origin', async () => {
    const run = await runShop(
      source((_, nth) => ({
        body: { orders: [{ id: nth }], next: nth === 1 ? '?page=2' : 'http://127.0.0.1:9/x' },
      })),
      { orders: { pagination: { kind: 'next_url', path: 'next' } } },
    );
    expect(reads(run)).toEqual(['/orders', '/orders?page=2']);
    expect(run.calls.requests.every((request) => request.url.startsWith('http://mock.test/'))).toBe(true);
    expect(run.result).toMatchObject({
      state: 'failed',
      error: { code: 'CROSS_ORIGIN_NEXT' },
      counts: { delivered: 2 },
    });
  });

  it('adds the parameters that a next link leaves out when keep_query is on', async () => {
    const run = await runShop(
      source((_, nth) => ({
        body: { orders: [{ id: nth }] },
        headers: nth === 1 ? { link: '<http://mock.test/orders?page=2>; rel="next"' } : {},
      })),
      { orders: { query: { q: 'abc' }, pagination: { kind: 'link_header', keep_query: true } } },
    );
    expect(reads(run)).toEqual(['/orders?q=abc', '/orders?page=2&q=abc']);
  });

  it('stops after page 1 and warns when there is more but no token where it is looked for', async () => {
    const run = await runShop(
      source(() => ({ body: { orders: ids(1, 50), more: true } })),
      {
        orders: {
          pagination: {
            kind: 'cursor',
            token_path: 'meta.nope',
            parameter: 'c',
            has_more_path: 'more',
            max_records: 500,
          },
        },
      },
    );
    expect(reads(run)).toHaveLength(1);
    expect(codes(run)).toEqual(['NO_TOKEN_AT_PATH']);
    expect(run.result).toMatchObject({ state: 'succeeded' });
  });

  it('reads all by keyset where each answer is cut short', async () => {
    const run = await runShop(
      source((query) => ({
        body: {
          orders: ids(1, 7)
            .filter((each) => each.id > Number(query.get('since_id') ?? 0))
            .slice(0, 3),
        },
      })),
      { orders: { pagination: { kind: 'keyset', parameter: 'since_id', field: 'id' } } },
    );
    expect([...new Set(sentIds(run))]).toHaveLength(7);
    expect(sentIds(run)).toHaveLength(7);
  });

  it('begins again from the cursor when a rule says that the page token expired', async () => {
    let expired = false;
    const run = await runShop(
      source((query) => {
        const page = Number(query.get('c') ?? 1);
        if (page === 3 && !expired) {
          expired = true;
          return { status: 400, body: { error: 'token expired' } };
        }
        return { body: { orders: [{ id: page }], next: page < 4 ? String(page + 1) : null } };
      }),
      {
        orders: {
          pagination: { kind: 'cursor', token_path: 'next', parameter: 'c' },
          retry: [
            {
              status: [400],
              when: { path: '@response.body.error', op: 'contains', value: 'expired' },
              action: 'reset_paging',
            },
          ],
        },
      },
    );
    expect(run.result).toMatchObject({ state: 'succeeded' });
    expect(sentIds(run)).toEqual([1, 2, 3, 4]);
  });

  it('fails after three resets without progress', async () => {
    const run = await runShop(
      source(() => ({ status: 410 })),
      { orders: { retry: [{ status: [410], action: 'reset_paging' }] } },
    );
    expect(reads(run)).toHaveLength(4);
    expect(run.result).toMatchObject({ state: 'failed', error: { code: 'TOO_MANY_RESETS' } });
  });

  it.each([
    ['an empty list', { body: { orders: [] } }],
    ['204 without a body', { status: 204 }],
    ['null', { raw: 'null' }],
  ])('takes %s as the normal end', async (_, last) => {
    const run = await runShop(
      source((query) => (query.get('page') === '1' ? { body: { orders: ids(1, 2) } } : last)),
      { orders: { pagination: byPage } },
    );
    expect(run.result).toMatchObject({ state: 'succeeded', counts: { delivered: 2 }, warnings: [] });
  });

  it('ends succeeded with PAGE_LIMIT when a limit is hit', async () => {
    const run = await runShop(
      source((query) => ({ body: { orders: [{ id: query.get('page') }] } })),
      {
        orders: { pagination: { ...byPage, max_pages: 3 } },
      },
    );
    expect(reads(run)).toHaveLength(3);
    expect(codes(run)).toEqual(['PAGE_LIMIT']);
    expect(run.result).toMatchObject({ state: 'succeeded' });
  });

  it('puts page parameters into a JSON body and keeps the rest of the body', async () => {
    const run = await runShop(
      source((_, nth) => ({ body: { orders: nth < 3 ? [{ id: nth }] : [] } })),
      {
        orders: {
          method: 'POST',
          pagination: {
            kind: 'offset',
            parameter: 'variables.offset',
            limit_parameter: 'variables.first',
            limit: 1,
            in: 'body',
          },
        },
      },
    );
    expect(run.calls.to('orders').map((request) => request.body)).toEqual([
      '{"variables":{"offset":0,"first":1}}',
      '{"variables":{"offset":1,"first":1}}',
      '{"variables":{"offset":2,"first":1}}',
    ]);
  });
});
