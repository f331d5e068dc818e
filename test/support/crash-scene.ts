// A pipe between mocks of its own, on a database that scenes share: what each of them saw of a run that a kill cut off.
import type { TestApp } from './create-test-app.js';
import { type Asked, MockServer, type Reply } from './mock-server.js';
import {
  aReadyPipe,
  type Json,
  type Order,
  orders,
  pageOf,
  type PipeSetup,
  type ReadyPipe,
  startRun,
  waitForRun,
} from './runs.js';

export const RECORDS = 30;
export const PAGE = 10;
export const CONCURRENCY = 4;

export interface SceneSetup extends Omit<PipeSetup, 'shopUrl' | 'erpUrl'> {
  count?: number;
  /** before the shop answers */
  onShop?: (asked: Asked, scene: CrashScene) => void | Promise<void>;
  onErp?: (asked: Asked, scene: CrashScene) => Reply | Promise<Reply> | void | Promise<void>;
}

/** A destination that takes no key: a POST sent twice is two effects. */
export const PLAIN = { idempotency_header: null };

export class CrashScene {
  list: Order[];
  runId = '';
  run: Json = null;
  private tellHeld: () => void = () => undefined;
  private letGo: () => void = () => undefined;
  /** a request of the run is held by a mock */
  readonly isHeld = new Promise<void>((resolve) => (this.tellHeld = resolve));
  private readonly isReleased = new Promise<void>((resolve) => (this.letGo = resolve));

  private constructor(
    private readonly test: TestApp,
    readonly shop: MockServer,
    readonly erp: MockServer,
    readonly pipe: ReadyPipe,
    count: number,
  ) {
    this.list = orders(count);
  }

  static async open(test: TestApp, setup: SceneSetup = {}): Promise<CrashScene> {
    const { onShop, onErp, count = RECORDS, ...rest } = setup;
    const scene: { it?: CrashScene } = {};
    const shop = await MockServer.start(async (asked) => {
      if (scene.it) await onShop?.(asked, scene.it);
      return { body: pageOf(scene.it?.list ?? [], asked.query) };
    });
    const erp = await MockServer.start(async (asked, mock): Promise<Reply> => {
      if (asked.method === 'GET') return found(mock, asked);
      const reply = scene.it && (await onErp?.(asked, scene.it));
      return reply ?? { status: 201, body: { ok: true }, delayMs: 5 };
    });
    const pipe = await aReadyPipe(test, {
      shopUrl: shop.url,
      erpUrl: erp.url,
      ...rest,
      orders: {
        pagination: { kind: 'page', parameter: 'page', start: 1, size_parameter: 'per_page', size: PAGE },
        ...setup.orders,
      },
      pipe: { concurrency: CONCURRENCY, ...setup.pipe },
    });
    scene.it = new CrashScene(test, shop, erp, pipe, count);
    return scene.it;
  }

  /** For mocks: the request waits until the scene is released. */
  async hold(): Promise<void> {
    this.tellHeld();
    await this.isReleased;
  }

  release(): void {
    this.letGo();
  }

  async start(): Promise<void> {
    this.runId = await startRun(this.test, this.pipe);
  }

  async end(withinMs = 90_000): Promise<Json> {
    return (this.run = await waitForRun(this.test, this.pipe, this.runId, undefined, withinMs));
  }

  /** Writes that arrived, by record. */
  arrivals(): Map<string, Asked[]> {
    const arrivals = new Map<string, Asked[]>();
    for (const asked of this.erp.asked) {
      if (asked.method === 'GET') continue;
      arrivals.set(asked.body.number, [...(arrivals.get(asked.body.number) ?? []), asked]);
    }
    return arrivals;
  }

  effects(): { records: number; repeats: number; doubled: number } {
    const all = [...this.arrivals().values()];
    const keys = (asked: Asked[]): number =>
      new Set(asked.map((each) => each.headers['idempotency-key'])).size;
    return {
      records: all.length,
      repeats: all.reduce((sum, asked) => sum + asked.length - 1, 0),
      /** records for which two keys arrived */
      doubled: all.filter((asked) => keys(asked) > 1).length,
    };
  }

  /** How often each page was asked for. */
  pages(): number[] {
    const times: number[] = [];
    for (const { query } of this.shop.asked) {
      const index = Number(query.get('page')) - 1;
      times[index] = (times[index] ?? 0) + 1;
    }
    return times;
  }

  /** ms from a moment to the first request after it; what was on its way then arrives within a moment. */
  firstRequestAfter(moment: number): number {
    const after = [...this.shop.asked, ...this.erp.asked]
      .map(({ at }) => at - moment)
      .filter((ms) => ms > 300);
    return after.length > 0 ? Math.min(...after) : Infinity;
  }

  async close(): Promise<void> {
    this.release();
    await Promise.all([this.shop.stop(), this.erp.stop()]);
  }
}

/** `GET /sales-orders/{number}`: whether such a write has arrived. */
function found(erp: MockServer, { path }: Asked): Reply {
  const number = decodeURIComponent(path.split('/').at(-1) ?? '');
  const isThere = erp.asked.some((asked) => asked.method !== 'GET' && asked.body.number === number);
  return isThere ? { body: { id: `X${number}` } } : { status: 404, body: {} };
}
