// A reading or a run that begins once more, and records that come once more: nothing is sent twice for it.
import type { Mock } from './testing/memory-ports.js';
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

  it('and was held by an earlier run is told of again when its content is another', async () => {
    const lost: Mock = (request) =>
      request.path === '/orders' ? { body: { orders: [list[0]] } } : { fault: 'CONNECTION_LOST', sent: true };
    const before = await runShop(lost, twice);
    const { pipe } = before.store;
    const held = pipe.ledger.get('erp\n1');
    const same = await runShop(lost, { ...twice, pipe, options: { run_id: 'run-2' } });
    expect(same.store.lines).toEqual([expect.objectContaining({ status: 'skipped' })]);
    const changed = await runShop(
      (request) => (request.path === '/orders' ? { body: { orders: [list[1]] } } : { status: 201 }),
      { ...twice, pipe, options: { run_id: 'run-3' } },
    );
    expect(changed.calls.to('erp')).toEqual([]);
    expect(changed.store.lines).toEqual([
      expect.objectContaining({ status: 'failed', code: 'UNKNOWN_OUTCOME', source: list[1] }),
    ]);
    expect(pipe.ledger.get('erp\n1')).toMatchObject({ state: 'unknown', content_hash: held?.content_hash });
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
