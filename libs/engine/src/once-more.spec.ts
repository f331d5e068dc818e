// A reading or a run that begins once more, and records that come once more: nothing is sent twice for it.
import type { Mock, MockAnswer } from './testing/memory-ports.js';
import { openErrorsOf } from './testing/random-run.js';
import { ids, runShop, sentIds, type ShopSetup } from './testing/shop-flow.js';

/** Pages of two records; page 2 has expired the first time it is asked for. */
function expiring(last: number): Mock {
  let hasExpired = false;
  return (request) => {
    if (request.path !== '/orders') return { status: 201, body: {} };
    const page = Number(request.query.get('page') ?? 1);
    if (page === 2 && !hasExpired) {
      hasExpired = true;
      return { status: 400, body: { message: 'expired' } };
    }
    return { body: { orders: ids(page * 2 - 1, Math.min(page * 2, last)) } };
  };
}
const paged = (action: 'reset_paging' | 'restart_run'): ShopSetup['orders'] => ({
  pagination: { kind: 'page', parameter: 'page', start: 1 },
  retry: [{ status: [400], action }],
});

describe.each(['reset_paging', 'restart_run'] as const)('a reading that began again (%s)', (action) => {
  it('takes as many records as its limit says', async () => {
    const run = await runShop(expiring(10), {
      orders: paged(action),
      options: { limit: 4, concurrency: 1 },
    });
    expect(sentIds(run)).toEqual([1, 2, 3, 4]);
  });

  it('sends nothing twice although the run was forced to send all anew', async () => {
    const run = await runShop(expiring(4), {
      orders: paged(action),
      erp: { idempotency_header: null },
      options: { force_resend: true, concurrency: 1 },
    });
    expect(sentIds(run)).toEqual([1, 2, 3, 4]);
    expect(run.result).toMatchObject({ state: 'succeeded' });
  });
});

describe('a record that stands on a page twice', () => {
  const twice: ShopSetup = {
    erp: { idempotency_header: null },
    options: { concurrency: 1 },
  };
  const list = [
    { id: 1, v: 'old' },
    { id: 1, v: 'new' },
  ];

  it('and is forced is sent once for each content', async () => {
    const run = await runShop(
      (request) => (request.path === '/orders' ? { body: { orders: [...list, list[1]] } } : { status: 201 }),
      { ...twice, options: { concurrency: 1, force_resend: true } },
    );
    expect(run.calls.to('erp').map(({ body }) => JSON.parse(body ?? '').v)).toEqual(['old', 'new']);
  });

  it('keeps, while its first outcome is unknown, the content that may have arrived', async () => {
    const run = await runShop(
      (request) =>
        request.path === '/orders' ? { body: { orders: list } } : { fault: 'CONNECTION_LOST', sent: true },
      twice,
    );
    expect(run.calls.to('erp')).toHaveLength(1);
    const first = await runShop(
      (request) =>
        request.path === '/orders'
          ? { body: { orders: [list[0]] } }
          : { fault: 'CONNECTION_LOST', sent: true },
      twice,
    );
    expect(run.store.pipe.ledger.get('erp\n1')).toMatchObject({
      state: 'unknown',
      content_hash: first.store.pipe.ledger.get('erp\n1')?.content_hash,
    });
    expect(run.store.lines.map(({ status, code, source }) => [status, code, source])).toEqual([
      ['failed', 'UNKNOWN_OUTCOME', list[0]],
      ['failed', 'UNKNOWN_OUTCOME', list[1]],
    ]);
  });

  it('and was held by an earlier run is told of once for each content, as no new failure', async () => {
    const lost: Mock = (request) =>
      request.path === '/orders' ? { body: { orders: [list[0]] } } : { fault: 'CONNECTION_LOST', sent: true };
    const before = await runShop(lost, twice);
    const { pipe } = before.store;
    const held = pipe.ledger.get('erp\n1');
    const same = await runShop(lost, { ...twice, pipe, options: { run_id: 'run-2' } });
    expect(same.store.lines).toEqual([expect.objectContaining({ status: 'skipped' })]);
    const run = (record: object | undefined, id: string): ReturnType<typeof runShop> =>
      runShop((request) => (request.path === '/orders' ? { body: { orders: [record] } } : { status: 201 }), {
        ...twice,
        pipe,
        options: { run_id: id, failure_guard: { in_a_row: 1, percent_of_first_200: 1 } },
      });
    const changed = await run(list[1], 'run-3');
    expect(changed.calls.to('erp')).toEqual([]);
    expect(changed.result).toMatchObject({ state: 'succeeded', counts: { skipped: 1, failed: 0 } });
    expect(changed.store.lines).toEqual([
      expect.objectContaining({
        status: 'skipped',
        isHeld: true,
        code: 'UNKNOWN_OUTCOME',
        source: list[1],
      }),
    ]);
    expect(pipe.ledger.get('erp\n1')).toMatchObject({ state: 'unknown', content_hash: held?.content_hash });
    const told = await run(list[1], 'run-4');
    expect(told.store.lines.map(({ status, isHeld }) => [status, isHeld])).toEqual([['skipped', undefined]]);
    const back = await run(list[0], 'run-5');
    expect(back.store.lines).toEqual([expect.objectContaining({ isHeld: true, source: list[0] })]);
    expect(back.calls.to('erp')).toEqual([]);
    const asked = await runShop(
      (request) => (request.path === '/orders' ? { body: { orders: [list[0]] } } : { status: 201 }),
      {
        ...twice,
        pipe,
        options: { run_id: 'run-6', resend_unknown: new Map([['erp', new Set(['1'])]]) },
      },
    );
    expect(asked.result).toMatchObject({ state: 'succeeded', counts: { delivered: 1 } });
  });
});

describe('a record whose content changes, at a destination that can be asked whether it is there', () => {
  const setup: ShopSetup = {
    erp: {
      idempotency_header: null,
      on_unknown: 'lookup',
      lookup: { api_id: 'api-look', found_path: 'id' },
    },
    options: { concurrency: 1 },
  };
  const world = (v: string, write: MockAnswer, look: MockAnswer): Mock => {
    return (request) =>
      request.path === '/orders'
        ? { body: { orders: [{ id: 1, v }] } }
        : request.path === '/erp'
          ? write
          : look;
  };
  const lost: MockAnswer = { fault: 'CONNECTION_LOST', sent: true };
  const found: MockAnswer = { body: { id: 1 } };

  it('is sent although what was sent of it before has arrived', async () => {
    const before = await runShop(world('old', lost, { status: 403 }), setup);
    expect(before.store.pipe.ledger.get('erp\n1')?.state).toBe('unknown');
    const { pipe } = before.store;
    const after = await runShop(world('new', { status: 201 }, found), {
      ...setup,
      pipe,
      options: { run_id: 'run-2' },
    });
    expect(after.calls.to('erp').map(({ body }) => JSON.parse(body ?? '').v)).toEqual(['new']);
    expect(after.result).toMatchObject({ counts: { delivered: 1 } });
  });

  it('is not taken for delivered because its older content is found', async () => {
    const before = await runShop(world('old', { status: 201 }, found), setup);
    const { pipe } = before.store;
    const after = await runShop(world('new', lost, found), { ...setup, pipe, options: { run_id: 'run-2' } });
    expect(after.calls.to('erp')).toHaveLength(1);
    expect(after.store.lines).toEqual([
      expect.objectContaining({ status: 'failed', code: 'UNKNOWN_OUTCOME' }),
    ]);
  });
});

describe('a record that failed and comes again on its page', () => {
  const answering = (list: object[]): Mock => {
    return (request) =>
      request.path === '/orders'
        ? { body: { orders: list } }
        : (request.json as { v: string }).v === 'bad'
          ? { status: 422 }
          : { status: 201, body: {} };
  };
  const map: ShopSetup['map'] = (_, { record }) =>
    (record as { v?: string }).v === undefined
      ? { parts: {}, errors: [{ code: 'REQUIRED', message: 'v is required' }], warnings: [] }
      : { parts: { body: record }, errors: [], warnings: [] };

  it.each([
    ['by its mapping', { id: 1 }],
    ['by the destination', { id: 1, v: 'bad' }],
  ])('(%s) is no open error once it arrived, and one where it failed last', async (_, faulty) => {
    const good = { id: 1, v: 'good' };
    const mended = await runShop(answering([faulty, good]), { map });
    expect(openErrorsOf(mended.store).size).toBe(0);
    expect(mended.result).toMatchObject({ counts: { delivered: 1, failed: 1 } });
    const failed = await runShop(answering([good, faulty]), { map });
    expect([...openErrorsOf(failed.store).keys()]).toEqual(['erp 1']);
  });
});

describe('a request that had to be put off', () => {
  const contents = ['a', 'b', 'c'];
  const refusing = (isBlocked: (body: { id: number; v: string }) => boolean): Mock => {
    return (request) =>
      request.path === '/orders'
        ? { body: { orders: contents.map((v) => ({ id: 1, v })) } }
        : isBlocked(request.json as { id: number; v: string })
          ? { status: 429, headers: { 'retry-after': '300' } }
          : { status: 201, body: {} };
  };

  it.each([
    ['one by one', {}],
    ['in batches', { batch: { max_records: 1 } }],
  ])('leaves in the ledger what was sent before it (%s)', async (_, more) => {
    const setup: ShopSetup = { erp: { idempotency_header: null, ...more }, options: { concurrency: 1 } };
    const vOf = (json: unknown): string => ([json].flat()[0] as { v: string }).v;
    const blocked = await runShop(
      refusing((json) => vOf(json) === 'c'),
      setup,
    );
    expect(blocked.result).toMatchObject({ state: 'parked' });
    const { store } = blocked;
    expect(store.pipe.ledger.get('erp\n1')).toMatchObject({ state: 'delivered', run_id: 'run-1' });
    const after = await runShop(
      refusing(() => false),
      { ...setup, store },
    );
    expect(after.calls.to('erp').map(({ body }) => vOf(JSON.parse(body ?? '')))).toEqual(['c']);
    expect(after.result).toMatchObject({ state: 'succeeded', counts: { read: 3, delivered: 3 } });
  });
});

describe('an answer that is larger than may be read', () => {
  it('leaves the outcome of a write that is not to be repeated unknown', async () => {
    const run = await runShop(
      (request) =>
        request.path === '/orders' ? { body: { orders: ids(1, 1) } } : { fault: 'TOO_LARGE', sent: true },
      { erp: { idempotency_header: null } },
    );
    expect(run.calls.to('erp')).toHaveLength(1);
    expect(run.store.lines).toEqual([expect.objectContaining({ code: 'UNKNOWN_OUTCOME' })]);
  });

  it('fails a write that may be repeated', async () => {
    const run = await runShop((request) =>
      request.path === '/orders' ? { body: { orders: ids(1, 1) } } : { fault: 'TOO_LARGE', sent: true },
    );
    expect(run.store.lines).toEqual([
      expect.objectContaining({ code: 'TOO_LARGE', status: 'failed', attempt: 1 }),
    ]);
  });
});

describe('a record of more than 1 MiB', () => {
  it('is an error of its own, and the others go on', async () => {
    const large = { id: 1, text: 'x'.repeat(1024 * 1024) };
    const run = await runShop((request) =>
      request.path === '/orders' ? { body: { orders: [large, { id: 2 }] } } : { status: 201 },
    );
    expect(sentIds(run)).toEqual([2]);
    expect([...openErrorsOf(run.store)]).toEqual([['orders 1', 'TOO_LARGE']]);
    expect(run.result).toMatchObject({ state: 'partially_failed', counts: { delivered: 1, failed: 1 } });
  });
});
