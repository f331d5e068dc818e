import type { MappingInput } from './ports.js';
import { MemoryPipe, type Mock } from './testing/memory-ports.js';
import { anApi, body, call, mapping, runShop, SHOP_HANDLERS } from './testing/shop-flow.js';

const HANDLERS = [...SHOP_HANDLERS, mapping('m2', ['erp'], 'back'), call('back')];
const APIS = { back: anApi('back', { method: 'PUT', path: '/back' }) };

describe('a write that is built of the answer to the write before', () => {
  /** The PUT fails while `fails` says so. */
  const scene = (answer: { body: unknown; headers?: Record<string, string> }) => {
    const state = { fails: true };
    const mock: Mock = (request) => {
      if (request.path === '/orders') return { body: { orders: [{ id: 1 }] } };
      if (request.path === '/erp') return { status: 201, ...answer };
      return { status: state.fails ? 422 : 200 };
    };
    return { state, mock };
  };

  it('is made alone by the next run, of what the answer held, its headers too', async () => {
    const pipe = new MemoryPipe();
    const { state, mock } = scene({ body: { id: 'E1' }, headers: { location: '/erp/E1' } });
    const setup = {
      pipe,
      handlers: HANDLERS,
      apis: APIS,
      map: (id: string, input: Parameters<NonNullable<Parameters<typeof runShop>[1]>['map'] & object>[1]) =>
        id === 'm1'
          ? body(input.record)
          : body({ at: input.steps.erp?.response.headers.location, of: input.steps.erp?.response.body }),
    };
    await runShop(mock, setup);
    state.fails = false;
    const second = await runShop(mock, { ...setup, options: { run_id: 'run-2' } });
    expect(second.calls.to('erp')).toHaveLength(0);
    expect(second.calls.to('back').map((request) => request.body)).toEqual([
      '{"at":"/erp/E1","of":{"id":"E1"}}',
    ]);
  });

  it('is an error to see where that answer was too large to be kept, until it was delivered once', async () => {
    const pipe = new MemoryPipe();
    const { state, mock } = scene({ body: { id: 'E1', text: 'x'.repeat(70_000) } });
    const setup = {
      pipe,
      handlers: HANDLERS,
      apis: APIS,
      map: (id: string) => body({ of: id }),
    };
    await runShop(mock, setup);
    state.fails = false;
    const second = await runShop(mock, { ...setup, options: { run_id: 'run-2' } });
    expect(second.store.lines).toMatchObject([
      {},
      { handler_id: 'back', status: 'failed', code: 'CAPTURE_MISSING' },
    ]);
    const forced = await runShop(mock, { ...setup, options: { run_id: 'run-3', force_resend: true } });
    expect(forced.result).toMatchObject({ state: 'succeeded' });
    const after = await runShop(mock, { ...setup, options: { run_id: 'run-4' } });
    expect(after.result).toMatchObject({ state: 'succeeded', counts: { failed: 0 } });
    expect(after.calls.to('back')).toHaveLength(0);
  });
});

describe('a large answer', () => {
  const large = (id: string) => ({ id, echo: 'x'.repeat(70_000) });
  const apis = { back: anApi('back', { method: 'PUT', path: '/back' }) };
  const failingOnce = () => {
    let fails = true;
    const mock: Mock = (request) => {
      if (request.path === '/orders') return { body: { orders: [{ id: 1 }] } };
      if (request.path === '/erp') return { status: 201, body: { data: large('E1') } };
      if (!fails) return { status: 200 };
      fails = false;
      return { status: 422 };
    };
    return mock;
  };
  const map = (id: string, input: MappingInput) => {
    const answer = input.steps.erp?.response.body as { data: { id: string; echo?: string } } | undefined;
    return body(id === 'm1' ? input.record : { id: answer?.data.id, echo: answer?.data.echo?.length });
  };
  const reading = (keys: string[]) => (id: string) =>
    id === 'm1' ? [] : [{ root: 'steps' as const, keys: ['erp', 'response', ...keys] }];
  const setup = { handlers: HANDLERS, apis, map };

  it('is kept as far as mappings read it: a write that is built of it is made alone by the next run', async () => {
    const pipe = new MemoryPipe();
    const mock = failingOnce();
    const reads = reading(['body', 'data', 'id']);
    await runShop(mock, { ...setup, pipe, reads });
    const next = await runShop(mock, { ...setup, pipe, reads, options: { run_id: 'run-2' } });
    expect(next.calls.to('erp')).toEqual([]);
    expect(next.calls.to('back').map(({ body: sent }) => sent)).toEqual(['{"id":"E1"}']);
  });

  it('is kept in no part where a mapping reads all steps', async () => {
    const pipe = new MemoryPipe();
    const mock = failingOnce();
    const reads = (id: string) => (id === 'm1' ? [] : [{ root: 'steps' as const, keys: [] }]);
    await runShop(mock, { ...setup, pipe, reads });
    const next = await runShop(mock, { ...setup, pipe, reads, options: { run_id: 'run-2' } });
    expect(next.store.lines.at(-1)).toMatchObject({ handler_id: 'back', code: 'CAPTURE_MISSING' });
  });

  it('counts as lost once a mapping reads more of it than was kept', async () => {
    const pipe = new MemoryPipe();
    const mock = failingOnce();
    await runShop(mock, { ...setup, pipe, reads: reading(['body', 'data', 'id']) });
    const next = await runShop(mock, {
      ...setup,
      pipe,
      reads: reading(['body', 'data', 'echo']),
      options: { run_id: 'run-2' },
    });
    expect(next.store.lines.at(-1)).toMatchObject({ handler_id: 'back', code: 'CAPTURE_MISSING' });
  });
});

describe('open errors', () => {
  it('of a row that a join did not find are over once it is there', async () => {
    let rows: object[] = [];
    const setup = {
      handlers: [
        call('rates', { join: { left_path: 'c', right_path: 'c', on_missing: 'error' } }),
        ...SHOP_HANDLERS,
      ],
      apis: { rates: anApi('rates', { records_path: 'rows', path: '/rates' }) },
      pipe: new MemoryPipe(),
    };
    const mock: Mock = (request) =>
      request.path === '/rates'
        ? { body: { rows } }
        : request.path === '/orders'
          ? { body: { orders: [{ id: 1, c: 'EUR' }] } }
          : { status: 201 };
    const first = await runShop(mock, setup);
    expect(first.store.lines).toMatchObject([{ handler_id: 'rates', code: 'JOIN_MISS' }]);
    rows = [{ c: 'EUR' }];
    const second = await runShop(mock, { ...setup, options: { run_id: 'run-2' } });
    expect(second.store.commits.flatMap((commit) => commit.resolved)).toContainEqual({
      handler_id: 'rates',
      record_key: '1',
    });
  });
});

describe('the guard against mass failure', () => {
  it('counts records that got through a flow whose last call is a look-up', async () => {
    const rows = Array.from({ length: 240 }, (_, id) => ({ id }));
    const run = await runShop(
      (request) => {
        if (request.path === '/orders') return { body: { orders: rows } };
        if (request.path === '/erp')
          return { status: Number((request.json as { id: number }).id) % 3 === 0 ? 422 : 201 };
        return { body: { ok: true } };
      },
      {
        handlers: [...SHOP_HANDLERS, mapping('m2', ['orders'], 'check'), call('check')],
        apis: { check: anApi('check', { path: '/check' }) },
        map: (id, input) => (id === 'm2' ? { parts: {}, errors: [], warnings: [] } : body(input.record)),
      },
    );
    expect(run.result).toMatchObject({ state: 'partially_failed', counts: { failed: 80 } });
  });
});

describe('a look-up of an outcome', () => {
  it('that answers an empty list at the records path of its API says that nothing arrived', async () => {
    let isLost = true;
    const run = await runShop(
      (request) => {
        if (request.path === '/orders') return { body: { orders: [{ id: 1 }] } };
        if (request.path.startsWith('/lookup/')) return { body: { data: [], total: 0 } };
        if (!isLost) return { status: 201 };
        isLost = false;
        return { fault: 'RESET', sent: true };
      },
      {
        erp: { idempotency_header: null, on_unknown: 'lookup', lookup: { api_id: 'api-find' } },
        apis: { find: anApi('find', { path: '/find', records_path: 'data' }) },
      },
    );
    expect(run.calls.to('erp')).toHaveLength(2);
    expect(run.result).toMatchObject({ state: 'succeeded', counts: { delivered: 1 } });
  });
});
