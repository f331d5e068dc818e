// What a run holds in memory: pages that are over are let go of.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MemoryPipe, type Kit } from './testing/memory-ports.js';
import { ids, runShop, type ShopRun, type ShopSetup } from './testing/shop-flow.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const PAGES = 8;
const SIZE = 5;
const pagination = { kind: 'page', parameter: 'page' } as const;

/** Numbers of the pages whose parsed answers are still in memory. */
class Held {
  private readonly pages: WeakRef<object>[] = [];

  watch({ ports: { bodies } }: Kit): void {
    const read = bodies.read.bind(bodies);
    bodies.read = (apiId, answer) => {
      const body = read(apiId, answer) as object | undefined;
      if (body && 'orders' in body) this.pages.push(new WeakRef(body));
      return body;
    };
  }

  /** Once what is under way has gone on. A collection takes long in a test process that holds much: few are made. */
  async now(): Promise<number[]> {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    return this.pages.flatMap((page, index) => (page.deref() ? [index + 1] : []));
  }
}

/** Reads pages of orders; `onRead` is told of each. */
function readPages(
  from: number,
  setup: ShopSetup,
  onRead: (page: number) => Promise<void> = async () => undefined,
): Promise<ShopRun> {
  return runShop(
    async ({ path, query }) => {
      if (path === '/erp') return { status: 201, body: { ok: true } };
      const page = Number(query.get('page'));
      await onRead(page);
      return { body: { orders: page > PAGES ? [] : ids((page - 1) * SIZE + 1, page * SIZE) } };
    },
    {
      ...setup,
      orders: { pagination: { ...pagination, start: from } },
      options: { keep_good: 0, ...setup.options },
    },
  );
}

describe.each<[string, ShopSetup]>([
  ['one request per record', {}],
  ['batches', { erp: { batch: { max_records: 10, answer: 'all' } } }],
])('a run with %s', (_name, setup) => {
  it('holds no page of which nothing is left to do, however long nothing else is delivered', async () => {
    const pipe = new MemoryPipe();
    await readPages(2, { ...setup, pipe, options: { run_id: 'run-0' } });
    const held = new Held();
    let pages: number[] = [];
    const run = await readPages(1, { ...setup, pipe, prepare: (kit) => held.watch(kit) }, async (page) => {
      if (page === PAGES) pages = await held.now();
    });
    expect(run.result).toMatchObject({
      counts: { delivered: SIZE, skipped: (PAGES - 1) * SIZE },
      last_response: { ok: true },
    });
    expect(pages).toEqual([PAGES - 1]);
  });

  it('holds no page that it commits, nor one of those before', async () => {
    const held = new Held();
    let pages: number[] = [];
    await readPages(1, {
      ...setup,
      prepare: (kit) => {
        held.watch(kit);
        const commit = kit.store.commit.bind(kit.store);
        kit.store.commit = async (change) => {
          if (change.page?.page === PAGES - 1) pages = await held.now();
          return commit(change);
        };
      },
    });
    // the empty one after it has said that the list is over
    expect(pages).toEqual([PAGES + 1]);
  });
});
