import { MemoryPipe, MemoryStore, type Mock, type MockAnswer } from './testing/memory-ports.js';
import { runShop, sentIds } from './testing/shop-flow.js';

interface Order {
  id: number;
  [member: string]: unknown;
}
const orders = (count: number): Order[] => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

const taken = (): MockAnswer => ({ status: 201, body: { ok: true } });

describe('a killed run', () => {
  /** Runs until it ends, killed again and again by the given rule; every attempt starts from what was stored. */
  async function withKills(
    kill: (store: MemoryStore, nth: number) => void,
    setup: Parameters<typeof runShop>[1] & object,
    mock: Mock,
  ): Promise<{
    store: MemoryStore;
    attempts: number;
    last: Awaited<ReturnType<typeof runShop>>;
    sent: unknown[];
    reads: string[];
  }> {
    const store = new MemoryStore(new MemoryPipe(), 'run-1');
    const sent: unknown[] = [];
    const reads: string[] = [];
    for (let attempt = 1; ; attempt += 1) {
      store.crashAt = null;
      store.crashAfter = null;
      kill(store, attempt);
      const run = await runShop(mock, { ...setup, store });
      sent.push(...sentIds(run));
      reads.push(...run.calls.to('orders').map((request) => request.path));
      if (run.result.state !== 'lost') return { store, attempts: attempt, last: run, sent, reads };
      if (attempt > 30) throw new Error('does not end');
    }
  }
  const paged: Mock = (request) => {
    if (request.path === '/erp') return taken();
    const page = Number(request.query.get('page'));
    return {
      body: { orders: page > 3 ? [] : orders(5).map((order) => ({ id: order.id + (page - 1) * 5 })) },
    };
  };
  const setup = { orders: { pagination: { kind: 'page', parameter: 'page' } as const } };

  it('after a page was kept reads it no second time and sends each record with the same key', async () => {
    const result = await withKills(
      (store, nth) => (store.crashAfter = nth === 1 ? (what) => what === 'stage' : null),
      setup,
      paged,
    );
    expect(result.last.result).toMatchObject({ state: 'succeeded', counts: { read: 15, delivered: 15 } });
    expect(result.reads.filter((path) => path === '/orders?page=1')).toHaveLength(1);
  });

  it('has kept no page after one that waits for a record of an earlier page', async () => {
    // Page 3 brings the record of page 2 once more; commits are slow, so that more than two pages are in flight.
    const pages = [[1], [2], [2], [4], [5]];
    class SlowStore extends MemoryStore {
      override async commit(...change: Parameters<MemoryStore['commit']>): Promise<void> {
        await new Promise((resolve) => setTimeout(resolve, 25));
        return super.commit(...change);
      }
    }
    const store = new SlowStore(new MemoryPipe(), 'run-1');
    const mock: Mock = async (request) => {
      if (request.path !== '/erp') {
        const page = Number(request.query.get('page'));
        return { body: { orders: (pages[page - 1] ?? []).map((id) => ({ id, page })) } };
      }
      const { page } = request.json as { page: number };
      for (let waited = 0; page === 2 && waited < 20; waited += 1) {
        if (store.state.staged.some((kept) => kept.page > 2)) break;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return taken();
    };
    store.crashAt = (what, change) => what === 'commit' && change?.page?.page === 1;
    const killed = await runShop(mock, { ...setup, store });
    expect(killed.result.state).toBe('lost');
    store.crashAt = null;
    const last = await runShop(mock, { ...setup, store });
    expect(last.result).toMatchObject({ state: 'succeeded', counts: { read: 5, delivered: 5 } });
    expect(sentIds(last)).toEqual(expect.arrayContaining([2, 2, 4, 5]));
  });

  it('before the page commit repeats with the same keys only', async () => {
    const keys = new Map<unknown, Set<string>>();
    const mock: Mock = (request) => {
      if (request.path === '/erp') {
        const id = (request.json as Order).id;
        keys.set(id, (keys.get(id) ?? new Set()).add(request.headers['Idempotency-Key'] ?? ''));
      }
      return paged(request);
    };
    const result = await withKills(
      (store, nth) =>
        (store.crashAt = nth <= 3 ? (what, change) => what === 'commit' && change?.page !== undefined : null),
      setup,
      mock,
    );
    expect(result.last.result).toMatchObject({
      state: 'succeeded',
      counts: { read: 15, delivered: 15, skipped: 0 },
    });
    expect([...keys.values()].every((set) => set.size === 1)).toBe(true);
  });

  it('after a page commit goes on with the next page and repeats nothing of the committed one', async () => {
    const result = await withKills(
      (store, nth) =>
        (store.crashAfter =
          nth === 1 ? (what, change) => what === 'commit' && change?.page?.page === 0 : null),
      setup,
      paged,
    );
    expect(result.last.result).toMatchObject({ state: 'succeeded', counts: { read: 15, delivered: 15 } });
    expect(result.sent.filter((id) => Number(id) <= 5)).toHaveLength(5);
    expect(new Set(result.sent).size).toBe(15);
  });

  it('after its last page commit finishes without a request', async () => {
    const done = await withKills(
      (store, nth) => (store.crashAfter = nth === 1 ? (_, change) => change?.page?.phase === 'done' : null),
      setup,
      paged,
    );
    expect(done.last.calls.requests).toEqual([]);
    expect(done.last.result).toMatchObject({ state: 'succeeded', counts: { delivered: 15 } });
  });

  it('with hold repeats nothing and holds at most one chunk', async () => {
    const hold = { ...setup, erp: { idempotency_header: null }, options: { concurrency: 4 } };
    const result = await withKills(
      (store, nth) =>
        (store.crashAt =
          nth === 1 ? (_, change) => change?.ledger.some((row) => row.state === 'delivered') ?? false : null),
      hold,
      paged,
    );
    expect(new Set(result.sent).size).toBe(result.sent.length);
    expect(result.last.result).toMatchObject({ counts: { read: 15, failed: 4, delivered: 11 } });
    expect(result.store.lines.filter((line) => line.code === 'UNKNOWN_OUTCOME')).toHaveLength(4);
  });

  it.each([
    ['one by one', {}, 4],
    ['in batches', { batch: { path: 'orders', max_records: 3 } }, 3],
  ])(
    'with hold (%s) repeats nothing and holds at most one chunk, whatever is stored before or after the kill',
    async (_, erp, most) => {
      const hold = { ...setup, erp: { idempotency_header: null, ...erp }, options: { concurrency: 4 } };
      for (const when of ['crashAt', 'crashAfter'] as const) {
        for (let at = 1, attempts = 2; attempts === 2; at++) {
          let stored = 0;
          const sent: unknown[] = [];
          const result = await withKills(
            (store, nth) => (store[when] = nth === 1 ? () => ++stored === at : null),
            hold,
            (request) => {
              const { orders: several, id } = (request.json ?? {}) as { orders?: Order[]; id?: number };
              if (request.path === '/erp') sent.push(...(several?.map((order) => order.id) ?? [id]));
              return paged(request);
            },
          );
          ({ attempts } = result);
          expect(new Set(sent).size).toBe(sent.length);
          const { failed, delivered } = result.store.state.counts ?? { failed: 0, delivered: 0 };
          expect(delivered + failed).toBe(15);
          expect(failed).toBeLessThanOrEqual(most);
        }
      }
    },
  );

  it.each([
    ['one by one', {}],
    ['in batches', { batch: { path: 'orders' } }],
  ])('that crashed while its last chunk was under way (%s) knows what became of that', async (_, erp) => {
    const store = new MemoryStore(new MemoryPipe(), 'run-1');
    const stage = store.stage.bind(store);
    let stages = 0;
    let crashed = (): void => undefined;
    const crash = new Promise<void>((resolve) => (crashed = resolve));
    store.stage = async (...page) => {
      if (++stages !== 2) return stage(...page);
      crashed();
      throw new Error('The database is gone.');
    };
    const hold = { ...setup, erp: { idempotency_header: null, ...erp }, options: { concurrency: 5 }, store };
    const answered: Mock = async (request) => {
      if (request.path === '/erp') await crash;
      return paged(request);
    };
    await expect(runShop(answered, hold)).rejects.toThrow('The database is gone.');
    const again = await runShop(answered, hold);
    expect(again.result).toMatchObject({ state: 'succeeded', counts: { delivered: 15, failed: 0 } });
  });

  it('keeps the key of a batch whose part was committed before the kill', async () => {
    const keys: string[] = [];
    const mock: Mock = (request) => {
      if (request.path === '/orders') return { body: { orders: orders(6) } };
      keys.push(
        `${request.headers['Idempotency-Key']} ${(request.json as { orders: Order[] }).orders.map((order) => order.id).join(',')}`,
      );
      return taken();
    };
    const batch = {
      erp: { idempotency_header: 'Idempotency-Key', batch: { path: 'orders', max_records: 2 } },
    };
    const result = await withKills(
      (store, nth) => (store.crashAt = nth === 1 ? (_, change) => change?.page !== undefined : null),
      batch,
      mock,
    );
    expect(result.last.result).toMatchObject({ counts: { read: 6, delivered: 6 } });
    expect(new Set(keys).size).toBe(3);
  });

  describe('on a page with records of one key', () => {
    const events = [
      { id: 1, v: 'a' },
      { id: 2, v: 'b' },
      { id: 1, v: 'c' },
      { id: 2, v: 'd' },
      { id: 1, v: 'a' },
      { id: 3, v: 'e' },
    ];
    const batch = { batch: { path: 'orders', max_records: 2 } };
    /** Contents in the order of their arrival, each key of idempotency once. */
    async function arrived(
      erp: object,
      kill: (store: MemoryStore, nth: number) => void,
    ): Promise<{ contents: string[]; last: Awaited<ReturnType<typeof runShop>> }> {
      const contents: string[] = [];
      const keys = new Set<string>();
      const mock: Mock = (request) => {
        if (request.path === '/orders') return { body: { orders: events } };
        const key = request.headers['Idempotency-Key'];
        const { orders: list = [request.json as Order] } = request.json as { orders?: Order[] };
        if (key === undefined || !keys.has(key))
          contents.push(...list.map(({ id, v }) => `${id}${String(v)}`));
        if (key !== undefined) keys.add(key);
        return taken();
      };
      const { last } = await withKills(kill, { erp, options: { concurrency: 2 } }, mock);
      return { contents, last };
    }
    const inOrder = (contents: string[], id: number): string[] =>
      contents.filter((content) => content.startsWith(String(id)));

    it.each([
      ['one by one', {}],
      ['batches', batch],
    ])('sends each once and in order, whichever commit it is killed after (%s)', async (_, erp) => {
      for (let at = 1; at <= 12; at += 1) {
        const { contents, last } = await arrived(erp, (store, nth) => {
          let commits = 0;
          store.crashAfter = nth === 1 ? (what) => what === 'commit' && (commits += 1) === at : null;
        });
        expect([at, inOrder(contents, 1), inOrder(contents, 2), inOrder(contents, 3)]).toEqual([
          at,
          ['1a', '1c', '1a'],
          ['2b', '2d'],
          ['3e'],
        ]);
        expect(last.result).toMatchObject({ state: 'succeeded', counts: { read: 6, delivered: 6 } });
      }
    });

    it('holds what may have arrived, and sends nothing twice', async () => {
      const wanted = { 1: ['1a', '1c', '1a'], 2: ['2b', '2d'], 3: ['3e'] };
      let whole = 0;
      for (let at = 1; at <= 14; at += 1) {
        const { contents, last } = await arrived({ idempotency_header: null }, (store, nth) => {
          let commits = 0;
          store.crashAfter = nth === 1 ? (what) => what === 'commit' && (commits += 1) === at : null;
        });
        for (const [id, all] of Object.entries(wanted)) {
          const came = inOrder(contents, Number(id));
          expect([at, came]).toEqual([at, all.slice(0, came.length)]);
        }
        if (last.result.state === 'succeeded') whole += 1;
      }
      expect(whole).toBeGreaterThan(6);
    });

    it('sends each with its own key when it is killed before a commit', async () => {
      for (let at = 1; at <= 6; at += 1) {
        const { contents, last } = await arrived({}, (store, nth) => {
          let commits = 0;
          store.crashAt = nth === 1 ? (what) => what === 'commit' && (commits += 1) === at : null;
        });
        expect([at, contents.toSorted()]).toEqual([at, ['1a', '1a', '1c', '2b', '2d', '3e']]);
        expect(last.result).toMatchObject({ state: 'succeeded' });
      }
    });
  });
});
