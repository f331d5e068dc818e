import { MemoryPipe, MemoryStore, type Mock } from './testing/memory-ports.js';
import { runShop, sentIds } from './testing/shop-flow.js';

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

  it.each([
    ['the same run goes on', 'run-1'],
    ['another run begins', 'run-2'],
  ])('loses none of the rows of one cursor value when it is killed between them and %s', async (_, runId) => {
    const rows = [1, 2, 3].map((id) => ({ id, f: 16 }));
    const mock: Mock = ({ path, query }) => {
      if (path === '/erp') return { status: 201 };
      const from = Number(query.get('offset'));
      const changed = rows.filter(({ f }) => f >= Number(query.get('since') ?? 0));
      return { body: { orders: changed.slice(from, from + 2) } };
    };
    const pipe = new MemoryPipe();
    const store = new MemoryStore(pipe, 'run-1');
    const orders = {
      pagination: { kind: 'offset', parameter: 'offset', limit: 2 } as const,
      incremental: { ...incremental, cursor_path: 'f', format: 'id' },
    };
    store.crashAfter = (_what, change) => change?.page?.page === 0;
    expect((await runShop(mock, { store, orders })).result.state).toBe('lost');
    expect(pipe.cursors.get('orders')).toBe('16');
    store.crashAfter = null;
    const setup = runId === 'run-1' ? { store } : { pipe, options: { run_id: runId } };
    const again = await runShop(mock, { ...setup, orders });
    expect(again.result).toMatchObject({ state: 'succeeded', counts: { read: 3, failed: 0 } });
    expect(sentIds(again)).toEqual([3]);
    expect([...pipe.ledger.values()].map(({ record_key: key, state }) => [key, state])).toEqual([
      ['1', 'delivered'],
      ['2', 'delivered'],
      ['3', 'delivered'],
    ]);
  });

  it('never moves the cursor past run start − lag, nor before it has to', async () => {
    const pipe = new MemoryPipe();
    await runShop(reading([{ id: 1, at: '2025-12-31T23:59:59.999Z' }]), { pipe, orders: { incremental } });
    expect(pipe.cursors.get('orders')).toBe('2025-12-31T23:59:55.000Z');
  });

  it.each<[string, string, object, string]>([
    ['the basic form of ISO 8601', '20220610T100000Z', {}, '20220610T095900Z'],
    [
      'a start told as a date to a system of seconds',
      '2022-01-01T00:00:00Z',
      { format: 'epoch_s', overlap_seconds: 0 },
      '1640995200',
    ],
  ])('asks in the form of the system: %s', async (_, start_at, more, since) => {
    const run = await runShop(reading([]), {
      orders: { incremental: { ...incremental, start_at, ...more } },
    });
    expect(run.calls.to('orders')[0]?.path).toContain(`since=${encodeURIComponent(since)}`);
  });

  it('goes to the highest seen though the run went on after a crash, in a list that is not sorted', async () => {
    const pages = ['2025-01-03', '2025-01-02', '2025-01-01'];
    const mock: Mock = (request) => {
      if (request.path === '/erp') return { status: 201 };
      const at = pages[Number(request.query.get('page')) - 1];
      return { body: { orders: at === undefined ? [] : [{ id: at, at: `${at}T00:00:00Z` }] } };
    };
    for (const crashed of [0, 1, 2]) {
      const store = new MemoryStore(new MemoryPipe(), 'run-1');
      const setup = {
        store,
        orders: {
          pagination: { kind: 'page' as const, parameter: 'page', start: 1 },
          incremental: { ...incremental, sorted: false },
        },
      };
      store.crashAfter = (_what, change) => change?.page?.page === crashed;
      expect((await runShop(mock, setup)).result.state).toBe('lost');
      store.crashAfter = null;
      await runShop(mock, setup);
      expect([crashed, store.pipe.cursors.get('orders')]).toEqual([crashed, '2025-01-03T00:00:00Z']);
    }
  });

  it('knows after a crash that the declared order was wrong', async () => {
    const pages = ['2025-03-01', '2025-01-01', '2025-03-02'];
    const store = new MemoryStore(new MemoryPipe(), 'run-1');
    const setup = {
      store,
      orders: { pagination: { kind: 'page' as const, parameter: 'page', start: 1 }, incremental },
    };
    const mock: Mock = (request) => {
      if (request.path === '/erp') return { status: 201 };
      const at = pages[Number(request.query.get('page')) - 1];
      return at === undefined ? { status: 400 } : { body: { orders: [{ id: at, at: `${at}T00:00:00Z` }] } };
    };
    store.crashAfter = (_what, change) => change?.page?.page === 1;
    expect((await runShop(mock, setup)).result.state).toBe('lost');
    store.crashAfter = null;
    expect((await runShop(mock, setup)).result.state).toBe('failed');
    expect(store.pipe.cursors.get('orders') ?? null).toBeNull();
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
    expect(pipe.cursors.get('orders')).toBe('2025-03-01T00:00:00Z');
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
