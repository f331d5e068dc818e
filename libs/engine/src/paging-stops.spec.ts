// Where a paging ends by what its answers say, and where its parameters go.
import { codes, ids, reads, runShop, sentIds, source } from './testing/shop-flow.js';
import type { Pagination } from './types.js';

describe('a paging that is counted', () => {
  const byPage = { kind: 'page', parameter: 'page' } as const;

  it.each<[string, Pagination, (nth: number) => object]>([
    ['has_more is false', { ...byPage, has_more_path: 'meta.more' }, (nth) => ({ meta: { more: nth < 2 } })],
    [
      'has_more says no in a word',
      { ...byPage, has_more_path: 'more' },
      (nth) => ({ more: nth < 2 ? 'Y' : 'N' }),
    ],
    ['the total is reached', { ...byPage, total_path: 'meta.total' }, () => ({ meta: { total: 4 } })],
    ['the total is reached, as a text', { ...byPage, total_path: 'total' }, () => ({ total: '4' })],
    [
      'stop_when holds',
      { ...byPage, stop_when: { path: '@response.body.last', op: 'eq', value: true } },
      (nth) => ({ last: nth === 2 }),
    ],
    ['the page is short', { ...byPage, size: 2, stop_on_short_page: true, start: 0 }, () => ({})],
  ])('ends without a further request where %s', async (_, pagination, beside) => {
    const isShort = 'stop_on_short_page' in pagination;
    const run = await runShop(
      source((__, nth) => ({
        body: { orders: ids(nth * 2 - 1, isShort && nth === 2 ? 3 : nth * 2), ...beside(nth) },
      })),
      { orders: { pagination } },
    );
    expect(reads(run)).toEqual(
      isShort ? ['/orders?page=0', '/orders?page=1'] : ['/orders?page=1', '/orders?page=2'],
    );
    expect(sentIds(run)).toEqual(isShort ? [1, 2, 3] : [1, 2, 3, 4]);
    expect(codes(run)).toEqual([]);
  });

  it('goes on where a page differs from the one before in its middle alone, and stops where it does not differ', async () => {
    const page = (nth: number): object => ({
      orders: [{ id: 1 }, { id: 2, note: `${'x'.repeat(20_000)}${nth}${'y'.repeat(20_000)}` }, { id: 3 }],
    });
    const run = await runShop(
      source((_, nth) => ({ body: page(Math.min(nth, 3)) })),
      { orders: { pagination: byPage } },
    );
    expect(reads(run)).toHaveLength(4);
    expect(codes(run)).toEqual(['PAGINATION_REPEAT']);
  });

  it('reads a full page and asks on where short pages are not the end', async () => {
    const run = await runShop(
      source((_, nth) => ({ body: { orders: nth < 3 ? ids(nth, nth) : [] } })),
      { orders: { pagination: { ...byPage, size_parameter: 'n', size: 50 } } },
    );
    expect(reads(run)).toHaveLength(3);
    expect(sentIds(run)).toEqual([1, 2]);
  });
});

describe('the parameters of a page', () => {
  const counted = { kind: 'page', parameter: 'p', size_parameter: 'n', size: 1 } as const;

  it('go into headers', async () => {
    const run = await runShop(
      source((_, nth) => ({ body: { orders: nth < 2 ? ids(nth, nth) : [] } })),
      { orders: { pagination: { ...counted, parameter: 'X-Page', size_parameter: 'X-Size', in: 'header' } } },
    );
    expect(run.calls.to('orders').map(({ path, headers }) => [path, headers])).toEqual([
      ['/orders', { 'X-Page': '1', 'X-Size': '1' }],
      ['/orders', { 'X-Page': '2', 'X-Size': '1' }],
    ]);
  });

  it('go into the path, the size into the query', async () => {
    const run = await runShop(
      (request) => {
        const page = Number(request.path.split('/')[2]);
        if (request.path === '/erp') return { status: 201 };
        return { body: { orders: page < 3 ? ids(page, page) : [] } };
      },
      { orders: { path: '/orders/{p}', pagination: { ...counted, in: 'path' } } },
    );
    expect(reads(run)).toEqual(['/orders/1?n=1', '/orders/2?n=1', '/orders/3?n=1']);
    expect(sentIds(run)).toEqual([1, 2]);
  });
});

describe('a next link', () => {
  it('that was followed before is a loop', async () => {
    const run = await runShop(
      source((_, nth) => ({
        body: { orders: ids(nth, nth), next: nth % 2 ? '/orders?page=b' : '/orders?page=a' },
      })),
      { orders: { pagination: { kind: 'next_url', path: 'next' } } },
    );
    expect(reads(run)).toEqual(['/orders', '/orders?page=b', '/orders?page=a']);
    expect(run.result).toMatchObject({ state: 'failed', error: { code: 'PAGINATION_LOOP' } });
  });

  it.each([
    'https://mock.test/orders?page=2',
    'http://mock.test:81/orders',
    '//other.test/orders',
    'http://u:p@mock.test/',
  ])('to another scheme, port or host is not followed (%s)', async (next) => {
    const run = await runShop(
      source(() => ({ body: { orders: ids(1, 1), next } })),
      { orders: { pagination: { kind: 'next_url', path: 'next' } } },
    );
    expect(reads(run)).toHaveLength(1);
    expect(run.result).toMatchObject({ state: 'failed', error: { code: 'CROSS_ORIGIN_NEXT' } });
    expect(sentIds(run)).toEqual([1]);
  });
});
