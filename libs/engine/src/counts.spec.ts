// The totals of a run that was killed are those of one that was not, and its batches are the same ones.
import { MemoryPipe, MemoryStore, type Mock } from './testing/memory-ports.js';
import {
  anApi,
  call,
  mapping,
  runShop,
  SHOP_HANDLERS,
  type ShopRun,
  type ShopSetup,
} from './testing/shop-flow.js';

interface Sale {
  id: number;
  v: string;
}
/** `1a` stands for the record with key 1 and content a. */
const salesOf = (names: string): Sale[] =>
  names.split(' ').map((name) => ({ id: Number(name[0]), v: name.slice(1) }));

interface World {
  pages: string[];
  setup?: ShopSetup;
  /** contents that the destination refuses */
  refused?: string[];
  /** contents that cannot be mapped */
  unmapped?: string[];
}

interface Played {
  counts: unknown;
  state: string;
  /** how often it was begun: 2 where it was killed */
  attempts: number;
  /** idempotency key → records that went with it; of a key that went with several, all of them */
  batches: Map<string, string>;
}

/** Plays a run to its end; the nth attempt to `crash` kills it. */
async function play(
  { pages, setup = {}, refused = [], unmapped = [] }: World,
  crash: (store: MemoryStore) => void = () => undefined,
): Promise<Played> {
  const batches = new Map<string, string>();
  const mock: Mock = (request) => {
    if (request.path === '/orders') {
      const page = Number(request.query.get('page'));
      return { body: { page, orders: page > pages.length ? [] : salesOf(pages[page - 1] ?? '') } };
    }
    const sales = [request.json as Sale].flat();
    const names = sales.map(({ id, v }) => `${id}${v}`);
    const key = request.headers['Idempotency-Key'] ?? '';
    const before = batches.get(key);
    const sent = names.join();
    batches.set(key, before === undefined || before === sent ? sent : `${before} | ${sent}`);
    return names.some((name) => refused.includes(name))
      ? { status: 422 }
      : { status: 201, body: { ok: true } };
  };
  const store = new MemoryStore(new MemoryPipe(), 'run-1');
  for (let attempt = 1; attempt < 9; attempt += 1) {
    store.crashAfter = null;
    store.crashAt = null;
    if (attempt === 1) crash(store);
    const run: ShopRun = await runShop(mock, {
      orders: { pagination: { kind: 'page', parameter: 'page' } },
      map: (_, { record }) => {
        const { id, v } = record as Sale;
        return unmapped.includes(`${id}${v}`)
          ? { parts: {}, errors: [{ code: 'REQUIRED', message: 'required' }], warnings: [] }
          : { parts: { body: record }, errors: [], warnings: [] };
      },
      ...setup,
      options: { concurrency: 2, failure_guard: null, ...setup.options },
      store,
    });
    if (run.result.state !== 'lost')
      return {
        state: run.result.state,
        counts: 'counts' in run.result && run.result.counts,
        attempts: attempt,
        batches,
      };
  }
  throw new Error('does not end');
}

const WORLDS: Record<string, World> = {
  'the same content again on a page': { pages: ['1a 1a 2b 1c 1a 2b'] },
  'the same content again on a later page': { pages: ['1a 2b', '1a 3c', '2x 1a'] },
  'a record that is refused, then another of its key': { pages: ['1a 1b 2c 1a', '1b'], refused: ['1a'] },
  'a record that cannot be mapped, then another of its key': { pages: ['1a 1b 1a 2c'], unmapped: ['1a'] },
  'refusals that are ignored': {
    pages: ['1a 2b 1a 1c', '2b'],
    refused: ['1a', '2b'],
    setup: { handlers: [SHOP_HANDLERS[0]!, SHOP_HANDLERS[1]!, call('erp', { on_error: 'ignore' })] },
  },
  'records that the list leaves out': {
    pages: ['1a 1b 2a 1a'],
    setup: {
      handlers: [
        call('orders', { when: { path: 'v', op: 'eq', value: 'a' } }),
        SHOP_HANDLERS[1]!,
        SHOP_HANDLERS[2]!,
      ],
    },
  },
  'older versions of a record': {
    pages: ['1b 1a 1c', '1a 2a'],
    setup: { orders: { pagination: { kind: 'page', parameter: 'page' }, version_path: 'v' } },
  },
  batches: {
    pages: ['1a 2b 3c 1a 2x', '1a 4d 5e 1f'],
    setup: { erp: { batch: { max_records: 2 } } },
  },
  'batches with refused records': {
    pages: ['1a 2b 3c 1a', '2b 4d'],
    refused: ['2b'],
    setup: { erp: { batch: { max_records: 2 } } },
  },
  'one after the other': { pages: ['1a 1a 2b', '1a 2c'], setup: { options: { concurrency: 1 } } },
};

describe.each(Object.entries(WORLDS))('%s', (_, world) => {
  it('counts the same whichever commit or kept page it was killed at', async () => {
    const whole = await play(world);
    for (const when of ['crashAt', 'crashAfter'] as const) {
      let kills = 0;
      for (let at = 1; at <= 14; at += 1) {
        let steps = 0;
        const killed = await play(world, (store) => (store[when] = () => (steps += 1) === at));
        expect([when, at, killed.state, killed.counts]).toEqual([when, at, whole.state, whole.counts]);
        kills += killed.attempts - 1;
      }
      expect(kills).toBeGreaterThan(0);
    }
  });

  it('sends a key of idempotency with the same records alone', async () => {
    const whole = await play(world);
    let kills = 0;
    for (let at = 1; at <= 14; at += 1) {
      let steps = 0;
      const killed = await play(world, (store) => (store.crashAt = () => (steps += 1) === at));
      expect([at, new Map([...killed.batches].toSorted())]).toEqual([
        at,
        new Map([...whole.batches].toSorted()),
      ]);
      kills += killed.attempts - 1;
    }
    expect(kills).toBeGreaterThan(0);
  });
});

it('counts a call that was made once as made, although the run was killed after it', async () => {
  const apis = { begin: anApi('begin', { method: 'PUT' }), seed: anApi('seed') };
  const setup: ShopSetup = {
    handlers: [call('seed'), mapping('m0', ['seed'], 'begin'), call('begin'), ...SHOP_HANDLERS],
    apis,
    map: (_, { record }) => ({ parts: { body: record ?? {} }, errors: [], warnings: [] }),
  };
  const mock: Mock = (request) =>
    request.path === '/orders' ? { body: { orders: [{ id: 1 }] } } : { status: 200, body: { id: 's' } };
  const whole = await runShop(mock, setup);
  for (let at = 1; at <= 3; at += 1) {
    const store = new MemoryStore(new MemoryPipe(), 'run-1');
    let steps = 0;
    store.crashAfter = () => (steps += 1) === at;
    expect((await runShop(mock, { ...setup, store })).result.state).toBe('lost');
    const last = await runShop(mock, { ...setup, store });
    expect([at, { ...last.result, last_response: null }]).toEqual([
      at,
      { ...whole.result, last_response: null },
    ]);
  }
});

it('a refusal that stops the run stops it also where the run was killed before it had ended', async () => {
  const stop: World = {
    pages: ['1a 2b', '3c'],
    refused: ['1a'],
    setup: {
      handlers: [SHOP_HANDLERS[0]!, SHOP_HANDLERS[1]!, call('erp', { on_error: 'stop_run' })],
      erp: { idempotency_header: null },
      options: { concurrency: 1 },
    },
  };
  const killed = await play(
    stop,
    (store) =>
      (store.crashAfter = (_, change) => change?.ledger.some((row) => row.state === 'failed') ?? false),
  );
  expect(killed).toMatchObject({ attempts: 2, state: 'failed' });
});
