// Calls that no mapping fills and whose answer nobody reads: made once by each run, by the rule of their outcomes.
import { MemoryPipe, MemoryStore, type Mock, type MockAnswer } from './testing/memory-ports.js';
import {
  anApi,
  call,
  runShop,
  SHOP_HANDLERS,
  type ShopRun,
  type ShopSetup,
  type TestApi,
} from './testing/shop-flow.js';

const flow = (api: Partial<TestApi>, more: object = {}): ShopSetup => ({
  handlers: [call('begin', more), ...SHOP_HANDLERS],
  apis: { begin: anApi('begin', { method: 'POST', ...api }) },
  options: { failure_guard: null },
});
const world =
  (begin: (nth: number) => MockAnswer): Mock =>
  (request) => {
    if (request.path === '/orders') return { body: { orders: [{ id: 1 }] } };
    return request.path === '/begin' ? begin((nth += 1)) : { status: 201, body: {} };
  };
let nth = 0;
beforeEach(() => (nth = 0));

/** Killed when the call was made and its outcome not yet written, then taken up again. */
async function killed(setup: ShopSetup, mock: Mock): Promise<ShopRun[]> {
  const store = new MemoryStore(new MemoryPipe(), 'run-1');
  let isMade = false;
  store.crashAt = () => isMade;
  const first = await runShop(
    async (request) => {
      const answer = await mock(request);
      isMade ||= request.path === '/begin';
      return answer;
    },
    { ...setup, store },
  );
  expect(first.result.state).toBe('lost');
  store.crashAt = null;
  return [first, await runShop(mock, { ...setup, store })];
}
const made = (runs: ShopRun[]): (string | undefined)[] =>
  runs.flatMap((run) => run.calls.to('begin').map(({ headers }) => headers['Idempotency-Key']));

const good = world(() => ({ status: 200, body: {} }));

it('is not made again after a kill when its outcome is not known, and the run says so', async () => {
  const runs = await killed(flow({}), good);
  expect(made(runs)).toHaveLength(1);
  expect(runs[1]?.result).toMatchObject({
    state: 'failed',
    error: { code: 'UNKNOWN_OUTCOME', handler_id: 'begin' },
  });
});

it.each([
  ['a header', { idempotency_header: 'Idempotency-Key' }],
  ['PUT', { method: 'PUT' }],
])('is made again with the same key where it may be (%s)', async (_, api) => {
  const runs = await killed(flow(api), good);
  expect(made(runs)).toHaveLength(2);
  expect(new Set(made(runs)).size).toBe(1);
  expect(runs[1]?.result).toMatchObject({ state: 'succeeded', counts: { read: 1, delivered: 1 } });
});

it('is made by each run, with a key of its own, whatever became of it in the run before', async () => {
  const pipe = new MemoryPipe();
  const setup = flow({ idempotency_header: 'Idempotency-Key', on_unknown: 'hold' });
  const answers = [{ status: 200 }, { fault: 'CONNECTION_LOST', sent: true }, { status: 200 }];
  const mock = world((each) => answers[each - 1] ?? { status: 200 });
  const runs: ShopRun[] = [];
  for (const id of ['run-1', 'run-2', 'run-3'])
    runs.push(await runShop(mock, { ...setup, pipe, options: { ...setup.options, run_id: id } }));
  const keys = made(runs);
  expect(new Set([keys[0], keys[1], keys.at(-1)]).size).toBe(3);
  expect(runs.at(-1)?.result.state).toBe('succeeded');
});

it('stops the run when it fails, unless its handler ignores errors, which the run tells of', async () => {
  const refused = world(() => ({ status: 422, body: { message: 'no' } }));
  const stopped = await runShop(refused, flow({}));
  expect(stopped.result).toMatchObject({
    state: 'failed',
    error: { code: 'HTTP_422' },
    counts: { delivered: 0 },
  });
  const ignored = await runShop(refused, flow({}, { on_error: 'ignore' }));
  expect(ignored.result).toMatchObject({
    state: 'succeeded',
    counts: { read: 1, delivered: 1 },
    warnings: [{ code: 'HTTP_422', handler_id: 'begin' }],
  });
});

it('lends its answer to conditions', async () => {
  const setup = flow({});
  const handlers = [
    ...(setup.handlers ?? []).slice(0, 3),
    call('erp', { when: { path: '@steps.begin.response.body.go', op: 'eq', value: true } }),
  ];
  const run = await runShop(
    world(() => ({ status: 200, body: { go: true } })),
    { ...setup, handlers },
  );
  expect(run.result).toMatchObject({ state: 'succeeded', counts: { delivered: 1 } });
});
