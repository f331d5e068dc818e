// A reading or a run that a write asks to begin again while kept pages are at work: limits, counts and guards begin anew.
import { MemoryPipe, MemoryStore, type Mock } from './testing/memory-ports.js';
import { ids, reads, runShop, sentIds, type ShopSetup } from './testing/shop-flow.js';

const paged = { pagination: { kind: 'page', parameter: 'page', start: 1 } } as const;

/** Pages of two records up to `last`; the write of record `at` is answered with 409 the first time. */
function expiringAt(at: number, last: number, list: (page: number) => object[] = pageOf(last)): Mock {
  let hasExpired = false;
  return (request) => {
    if (request.path === '/orders') return { body: { orders: list(Number(request.query.get('page') ?? 1)) } };
    if ((request.json as { id: number }).id !== at || hasExpired) return { status: 201, body: {} };
    hasExpired = true;
    return { status: 409, body: { message: 'expired' } };
  };
}
const pageOf =
  (last: number) =>
  (page: number): object[] =>
    ids(page * 2 - 1, Math.min(page * 2, last));

describe.each(['reset_paging', 'restart_run'] as const)('a write that asks for %s', (action) => {
  const setup = (more: ShopSetup['options'] = {}): ShopSetup => ({
    orders: paged,
    erp: { retry: [{ status: [409], action }] },
    options: { concurrency: 1, ...more },
  });

  it('has the list read anew from its first page, though the pages at work had brought the run to its limit', async () => {
    const run = await runShop(expiringAt(3, 10), setup({ limit: 3 }));
    expect(run.result).toMatchObject({ state: 'succeeded' });
    expect([...new Set(sentIds(run))]).toEqual([1, 2, 3]);
    expect(reads(run).filter((path) => path.endsWith('page=1'))).toHaveLength(2);
  });

  it('is no paging in circles: the pages that were kept are read once more', async () => {
    const run = await runShop(expiringAt(3, 8), setup());
    expect(run.result).toMatchObject({ state: 'succeeded', error: null });
    expect([...new Set(sentIds(run))]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('counts what the pages at work had done once', async () => {
    const run = await runShop(expiringAt(4, 4), setup());
    const { counts } = run.result as Extract<typeof run.result, { counts: unknown }>;
    expect(counts).toMatchObject({ read: 8, delivered: 4, skipped: 4, failed: 0 });
  });

  it('leaves a sorted cursor sorted', async () => {
    const at = (id: number): string => `2025-12-01T00:00:0${id}Z`;
    const list = (page: number): object[] =>
      ids(page * 2 - 1, Math.min(page * 2, 6)).map(({ id }) => ({ id, at: at(id) }));
    const run = await runShop(expiringAt(3, 6, list), {
      ...setup(),
      orders: { ...paged, incremental: { cursor_path: 'at', parameter: 'since', sorted: true } },
    });
    expect(run.result).toMatchObject({ state: 'succeeded', warnings: [] });
    expect(run.store.pipe.cursors.get('orders')).toBe(at(6));
  });

  it('takes as many records as its limit says after a kill in the second reading', async () => {
    let kills = 0;
    for (let at = 2; at <= 12; at += 1) {
      const store = new MemoryStore(new MemoryPipe(), 'run-1');
      const mock = expiringAt(3, 10);
      let commits = 0;
      store.crashAfter = () => (commits += 1) === at;
      const sent: unknown[] = [];
      for (let attempt = 1; ; attempt += 1) {
        const run = await runShop(mock, { ...setup({ limit: 5 }), store });
        sent.push(...sentIds(run));
        if (run.result.state !== 'lost') {
          expect([at, run.result.state, [...new Set(sent)]]).toEqual([at, 'succeeded', [1, 2, 3, 4, 5]]);
          break;
        }
        kills += 1;
        expect(attempt).toBeLessThan(4);
      }
    }
    expect(kills).toBeGreaterThan(0);
  });
});

it.each([
  ['cancel', 'cancelled'],
  ['shutdown', 'stopped'],
  ['timeout', 'timed_out'],
])('a run that is stopped (%s) while it is to begin again does not go on', async (reason, state) => {
  const stop = new AbortController();
  let sent = (): void => undefined;
  const bothAreSent = new Promise<void>((resolve) => (sent = resolve));
  const run = await runShop(
    async (request) => {
      const page = Number(request.query.get('page'));
      if (request.path === '/orders') return { body: { orders: page > 2 ? [] : ids(page, page) } };
      if ((request.json as { id: number }).id === 1) return bothAreSent.then(() => ({ status: 409 }));
      // the run waits for this write before it begins again
      sent();
      await new Promise((resolve) => setTimeout(resolve, 20));
      stop.abort(reason);
      return { status: 201 };
    },
    {
      orders: paged,
      erp: { retry: [{ status: [409], action: 'restart_run' }] },
      options: { concurrency: 2, signal: stop.signal },
    },
  );
  expect(run.result.state).toBe(state);
  expect(sentIds(run)).toEqual([1, 2]);
});

it('a call after the list that asks for restart_run has the list read once more', async () => {
  let closes = 0;
  const run = await runShop(
    (request) => {
      if (request.path === '/orders') return { body: { orders: ids(1, 2) } };
      if (request.path === '/close') return (closes += 1) === 1 ? { status: 409 } : { status: 200 };
      return { status: 201, body: {} };
    },
    {
      handlers: [
        { handler_id: 'orders', kind: 'api_call', api_id: 'api-orders' },
        { handler_id: 'm1', kind: 'mapping', source_handler_ids: ['orders'], destination_handler_id: 'erp' },
        { handler_id: 'erp', kind: 'api_call', api_id: 'api-erp' },
        { handler_id: 'close', kind: 'api_call', api_id: 'api-close' },
      ],
      apis: {
        close: {
          api_id: 'api-close',
          api_name: 'close',
          system_id: 'system',
          method: 'POST',
          records_path: '',
          retry: [{ status: [409], action: 'restart_run' }],
        },
      },
    },
  );
  expect(run.result).toMatchObject({ state: 'succeeded' });
  expect(closes).toBe(2);
  expect(reads(run)).toHaveLength(2);
});
