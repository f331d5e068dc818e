import { isOlder, writeLike } from './instant.js';
import { MemoryPipe, MemoryStore, type Mock } from './testing/memory-ports.js';
import { anApi, call, mapping, runShop, sentIds, SHOP_HANDLERS } from './testing/shop-flow.js';
import type { Handler } from './types.js';

const minute = (nth: number): string => `2025-06-01T00:${String(nth).padStart(2, '0')}:00Z`;

/** Sixty rows, one a minute, from `since` on, five a page. */
const sixty: Mock = (request) => {
  if (request.path === '/erp') return { status: 201 };
  const since = request.query.get('since');
  const all = Array.from({ length: 60 }, (_, index) => ({ id: index, at: minute(index) }));
  const from = all.filter((row) => since === null || row.at >= since);
  const first = (Number(request.query.get('page')) - 1) * 5;
  return { body: { orders: from.slice(first, first + 5) } };
};

describe('a reading that was interrupted', () => {
  it.each([2, 3, 5, 8])(
    'goes on in the list that it began, not in one from the cursor that page %i has moved: no record is left out',
    async (page) => {
      const store = new MemoryStore(new MemoryPipe(), 'run-1');
      const setup = {
        store,
        orders: {
          pagination: { kind: 'page', parameter: 'page' } as const,
          incremental: { cursor_path: 'at', parameter: 'since', sorted: true },
        },
      };
      store.crashAfter = (what, change) => what === 'commit' && change?.page?.page === page;
      const sent = sentIds(await runShop(sixty, setup));
      store.crashAfter = null;
      const second = await runShop(sixty, setup);
      sent.push(...sentIds(second));
      expect(new Set(sent).size).toBe(60);
      expect(second.result).toMatchObject({ state: 'succeeded', counts: { read: 60, delivered: 60 } });
      expect(store.pipe.cursors.get('orders')).toBe(minute(59));
      const third = await runShop(sixty, {
        ...setup,
        store: new MemoryStore(store.pipe, 'run-2'),
      });
      expect(third.calls.to('orders')[0]?.path).toContain(`since=${encodeURIComponent(minute(58))}`);
    },
  );

  it('whose remaining pages are empty leaves the cursor where its pages had moved it', async () => {
    const store = new MemoryStore(new MemoryPipe(), 'run-1');
    let isShort = false;
    const mock: Mock = (request) =>
      isShort && request.path === '/orders' ? { body: { orders: [] } } : sixty(request);
    const setup = {
      store,
      orders: {
        pagination: { kind: 'page', parameter: 'page' } as const,
        incremental: { cursor_path: 'at', parameter: 'since', sorted: true },
      },
    };
    store.crashAfter = (what, change) => what === 'commit' && change?.page?.page === 3;
    await runShop(mock, setup);
    const before = store.pipe.cursors.get('orders');
    store.crashAfter = null;
    isShort = true;
    store.state.staged = [];
    await runShop(mock, setup);
    expect(before).toBe(minute(19));
    expect(store.pipe.cursors.get('orders')).toBe(before);
  });
});

describe('reading from the beginning again', () => {
  it('is no progress as long as no page is reached that was not reached before: it ends after three times', async () => {
    const mock: Mock = (request) => {
      if (request.path === '/erp') return { status: 201 };
      const page = Number(request.query.get('page'));
      return page === 3 ? { status: 400 } : { body: { orders: [{ id: page }] } };
    };
    const run = await runShop(mock, {
      orders: {
        pagination: { kind: 'page', parameter: 'page' },
        retry: [{ status: [400], action: 'reset_paging' }],
      },
    });
    expect(run.result).toMatchObject({ state: 'failed', error: { code: 'TOO_MANY_RESETS' } });
    expect(run.calls.to('orders').length).toBeLessThanOrEqual(16);
  });

  it('is none either where the source is sorted and each reading brings the same records with other content', async () => {
    let reads = 0;
    const mock: Mock = (request) => {
      if (request.path === '/erp') return { status: 201 };
      const page = Number(request.query.get('page'));
      return page === 3
        ? { status: 400 }
        : { body: { orders: [{ id: page, at: minute(page), seen: (reads += 1) }] } };
    };
    const run = await runShop(mock, {
      orders: {
        pagination: { kind: 'page', parameter: 'page' },
        incremental: { cursor_path: 'at', parameter: 'since', sorted: true },
        retry: [{ status: [400], action: 'reset_paging' }],
      },
    });
    expect(run.result).toMatchObject({ state: 'failed', error: { code: 'TOO_MANY_RESETS' } });
    expect(run.calls.to('orders').length).toBeLessThanOrEqual(16);
  });

  it('goes on for as long as each time comes further', async () => {
    let reach = 1;
    const mock: Mock = (request) => {
      if (request.path === '/erp') return { status: 201 };
      const page = Number(request.query.get('page'));
      if (page > reach + 1) {
        reach = page - 1;
        return { status: 400 };
      }
      return { body: { orders: page > 12 ? [] : [{ id: page }] } };
    };
    const run = await runShop(mock, {
      orders: {
        pagination: { kind: 'page', parameter: 'page' },
        retry: [{ status: [400], action: 'reset_paging' }],
      },
    });
    expect(run.result).toMatchObject({ state: 'succeeded', counts: { delivered: 12 } });
  });
});

describe('cursors in the words of their source', () => {
  const cursorAfter = async (values: unknown[], more: object = {}): Promise<string | null | undefined> => {
    const pipe = new MemoryPipe();
    const rows = values.map((at, id) => ({ id, at }));
    await runShop((request) => (request.path === '/erp' ? { status: 201 } : { body: { orders: rows } }), {
      pipe,
      orders: { incremental: { cursor_path: 'at', parameter: 'since', ...more } },
    });
    return pipe.cursors.get('orders');
  };

  it.each([
    ['numbers without a format', [5, 6], '6'],
    ['names', ['ord_1', 'ord_2'], 'ord_2'],
    [
      'e-mail dates',
      ['Fri, 09 Jan 2025 10:00:00 +0000', 'Wed, 07 Jan 2025 10:00:00 +0000'],
      'Fri, 09 Jan 2025 10:00:00 +0000',
    ],
    ['.NET dates', ['/Date(1700000000000)/', '/Date(1600000000000)/'], '/Date(1700000000000)/'],
  ])('are kept as they are: %s', async (_rule, values, wanted) => {
    expect(await cursorAfter(values)).toBe(wanted);
  });

  it.each([
    ['Wed, 07 Jan 2026 10:00:00 +0100', 'Wed, 07 Jan 2026 09:59:00 +0100'],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 'Wed, 31 Dec 2025 23:59:30 GMT'],
    ['/Date(1700000060000+0200)/', '/Date(1700000000000+0200)/'],
  ])('are moved back by the overlap in their own form: %s', async (stored, asked) => {
    const pipe = new MemoryPipe();
    pipe.cursors.set('orders', stored);
    const run = await runShop(() => ({ body: { orders: [] } }), {
      pipe,
      orders: { incremental: { cursor_path: 'at', parameter: 'since' } },
    });
    expect(new URL(`http://x${run.calls.to('orders')[0]?.path}`).searchParams.get('since')).toBe(asked);
  });

  it('are never later than the start of the run, in their own form too', async () => {
    expect(await cursorAfter(['Fri, 09 Jan 2026 10:00:00 +0000'])).toBe('Wed, 31 Dec 2025 23:59:55 +0000');
    expect(writeLike(0n, 'Thu, 01 Jan 1970 00:00:00 -0230')).toBe('Wed, 31 Dec 1969 21:30:00 -0230');
  });

  it('of the main list move although a list beside it reached its limit', async () => {
    const pipe = new MemoryPipe();
    const run = await runShop(
      (request) => {
        if (request.path.startsWith('/customers')) return { body: { rows: [{ id: 7 }, { id: 8 }] } };
        if (request.path === '/erp') return { status: 201 };
        return { body: { orders: [{ id: 1, customer: 7, at: minute(1) }] } };
      },
      {
        pipe,
        handlers: [
          SHOP_HANDLERS[0] as Handler,
          call('customers', { join: { left_path: 'customer', right_path: 'id' } }),
          mapping('m1', ['orders', 'customers'], 'erp'),
          call('erp'),
        ],
        apis: {
          customers: anApi('customers', {
            path: '/customers',
            records_path: 'rows',
            pagination: { kind: 'page', parameter: 'page', max_pages: 1 },
          }),
        },
        orders: { incremental: { cursor_path: 'at', parameter: 'since' } },
      },
    );
    expect(run.result).toMatchObject({ state: 'succeeded', warnings: [{ code: 'PAGE_LIMIT' }] });
    expect(pipe.cursors.get('orders')).toBe(minute(1));
  });
});

describe('a version', () => {
  it.each([
    ['Wed, 07 Jan 2026 10:00:00 +0000', 'Fri, 09 Jan 2026 10:00:00 +0000', true],
    ['Fri, 09 Jan 2026 10:00:00 +0000', 'Wed, 07 Jan 2026 10:00:00 +0000', false],
    ['2026-01-07T10:00:00Z', 'Fri, 09 Jan 2026 10:00:00 +0000', true],
    ['9', '10', true],
    ['1.5', '1.25', false],
    ['v9', 'v10', null],
    ['abc', '2026-01-07', null],
  ])('%s is older than %s: %s', (version, than, wanted) => {
    expect(isOlder(version, than)).toBe(wanted);
  });

  it('in e-mail form that is newer is sent, and one that cannot be compared is never called stale', async () => {
    const pipe = new MemoryPipe();
    const send = async (run_id: string, v: string): Promise<unknown[]> =>
      sentIds(
        await runShop(
          (request) => (request.path === '/erp' ? { status: 201 } : { body: { orders: [{ id: 1, v }] } }),
          {
            pipe,
            orders: { version_path: 'v' },
            options: { run_id },
          },
        ),
      );
    expect(await send('a', 'Wed, 07 Jan 2026 10:00:00 +0000')).toEqual([1]);
    expect(await send('b', 'Fri, 09 Jan 2026 10:00:00 +0000')).toEqual([1]);
    expect(await send('c', 'Thu, 08 Jan 2026 10:00:00 +0000')).toEqual([]);
    expect(await send('d', 'draft')).toEqual([1]);
  });
});
