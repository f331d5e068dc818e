// Requests are made some at a time; what becomes of a record is told, counted and decided at its turn all the same.
import type { MapResult, MappingInput } from './ports.js';
import { copyRecord, ids, runShop, sentIds, SHOP_HANDLERS } from './testing/shop-flow.js';
import type { Mock, MockAnswer } from './testing/memory-ports.js';

const PAGE = 40;
const paging = { pagination: { kind: 'page', parameter: 'page' } as const };
const stopping = SHOP_HANDLERS.map((handler) =>
  handler.handler_id === 'erp' ? { ...handler, on_error: 'stop_run' as const } : handler,
);
const upTo = (last: number): number[] => ids(1, last).map(({ id }) => id);
const idOf = (record: unknown): number => (record as { id: number }).id;
const bad: MapResult = { parts: {}, errors: [{ code: 'REQUIRED', message: 'bad', path: 'a' }], warnings: [] };
const failsFor =
  (is: (id: number) => boolean) =>
  (handlerId: string, input: MappingInput): MapResult =>
    is(idOf(input.record)) ? bad : copyRecord(handlerId, input);

/** Four pages; answers of the destination come later, and not in their order. */
function pages(answer: (id: number, nth: number) => MockAnswer = () => ({ status: 201 })): Mock {
  let nth = 0;
  return async ({ path, query, json }) => {
    if (path === '/orders') {
      const page = Number(query.get('page'));
      return { body: { orders: page > 4 ? [] : ids((page - 1) * PAGE + 1, page * PAGE) } };
    }
    const id = idOf(json);
    await new Promise((resolve) => setTimeout(resolve, 1 + (id % 5)));
    return answer(id, (nth += 1));
  };
}

describe('Requests are made', () => {
  /** What was made (m) and sent (s), in order, of four records; mapping one takes `ms`. */
  async function order(ms: number): Promise<string> {
    const seen: string[] = [];
    let time = { time: 0 };
    await runShop(
      ({ path, json }) => {
        if (path === '/orders') return { body: { orders: ids(1, 4) } };
        seen.push(`s${idOf(json)}`);
        return { status: 201 };
      },
      {
        map: (handlerId, input) => {
          seen.push(`m${idOf(input.record)}`);
          time.time += ms;
          return copyRecord(handlerId, input);
        },
        options: { concurrency: 2 },
        prepare: ({ clock }) => (time = clock),
      },
    );
    return seen.join(' ');
  }

  it('while the answers to a chunk come, where intents are kept by chunks', async () => {
    const seen: string[] = [];
    await runShop(
      async ({ path, json }) => {
        if (path === '/orders') return { body: { orders: ids(1, 4) } };
        seen.push(`s${idOf(json)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
        seen.push(`a${idOf(json)}`);
        return { status: 201 };
      },
      {
        erp: { idempotency_header: null },
        map: (handlerId, input) => {
          seen.push(`m${idOf(input.record)}`);
          return copyRecord(handlerId, input);
        },
        options: { concurrency: 2 },
      },
    );
    expect(seen.join(' ')).toBe('m1 m2 s1 s2 m3 m4 a1 a2 s3 s4 a3 a4');
  });

  it('as many at a time as may be in flight', async () => {
    expect(await order(0)).toBe('m1 m2 s1 s2 m3 m4 s3 s4');
  });

  it('one at a time where mapping is slow, so that none waits long for the others', async () => {
    expect(await order(50)).toBe('m1 s1 m2 s2 m3 s3 m4 s4');
  });
});

it.each([0, 1, 4, 16])(
  'A mapping that fails stops the run behind all records before it, with %d in flight',
  async (concurrency) => {
    for (const failing of [23, PAGE + 1, PAGE + 5]) {
      const run = await runShop(pages(), {
        orders: paging,
        handlers: stopping,
        map: failsFor((id) => id === failing),
        options: { concurrency },
      });
      expect(run.result).toMatchObject({
        state: 'failed',
        error: { code: 'REQUIRED' },
        counts: { delivered: failing - 1, failed: 1, mapped: failing - 1 },
      });
      expect(sentIds(run)).toEqual(upTo(failing - 1));
    }
  },
);

it('Failures in a row on the next page are counted behind the page before', async () => {
  const run = await runShop(pages(), {
    orders: paging,
    map: failsFor((id) => id > PAGE),
    options: { concurrency: 8 },
  });
  expect(run.result).toMatchObject({
    error: { code: 'TOO_MANY_FAILURES' },
    counts: { delivered: PAGE },
  });
});

it('With one in flight a record that is sent again is settled before the next one fails', async () => {
  const again = await runShop(
    pages((_, nth) => ({ status: nth === 1 ? 503 : 201 })),
    { orders: paging, handlers: stopping, map: failsFor((id) => id > 1), options: { concurrency: 1 } },
  );
  expect(again.result).toMatchObject({ error: { code: 'REQUIRED' }, counts: { delivered: 1, failed: 1 } });
  expect(sentIds(again)).toEqual([1, 1]);
  const refused = await runShop(
    pages(() => ({ status: 422 })),
    { orders: paging, handlers: stopping, map: failsFor((id) => id > 1), options: { concurrency: 1 } },
  );
  expect(refused.result).toMatchObject({ error: { code: 'HTTP_422' }, counts: { failed: 1, mapped: 1 } });
});

it('What is thrown for a record leaves those before it on their way', async () => {
  const sent: unknown[] = [];
  const run = runShop(
    pages((id) => {
      sent.push(id);
      return { status: 201 };
    }),
    {
      orders: paging,
      map: (handlerId, input) => {
        if (idOf(input.record) === 24) throw new Error('boom');
        return copyRecord(handlerId, input);
      },
      options: { concurrency: 8 },
    },
  );
  await expect(run).rejects.toThrow('boom');
  expect(sent.sort((a, b) => Number(a) - Number(b))).toEqual(upTo(23));
});
