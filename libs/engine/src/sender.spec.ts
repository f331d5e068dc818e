import { LONGEST_WAIT_MS } from './retry.js';
import type { Admission } from './ports.js';
import { runShop, type ShopSetup } from './testing/shop-flow.js';
import type { Mock } from './testing/memory-ports.js';

/** One order, whose write is answered by 429 with these words. */
const throttling =
  (retryAfter: string): Mock =>
  (request) =>
    request.path === '/orders'
      ? { body: { orders: [{ id: 1 }] } }
      : { status: 429, headers: { 'retry-after': retryAfter } };

const heldBack = (admission: (now: number) => Admission): ShopSetup => ({
  prepare: ({ ports, clock }) => {
    ports.gate.enter = (handlerId) => (handlerId === 'erp' ? admission(clock.now()) : { go: true });
  },
});

describe('a wait of more than a day', () => {
  it.each(['90000', '1798761600', '99999999999999', '9'.repeat(400)])(
    'fails the run (%s), and holds the credential back for a day at most',
    async (retryAfter) => {
      const told: number[] = [];
      const run = await runShop(throttling(retryAfter), {
        prepare: ({ ports }) => {
          ports.gate.throttled = (_handlerId, until) => void told.push(until);
        },
      });
      expect(run.result).toMatchObject({ state: 'failed', error: { code: 'RATE_LIMITED' } });
      expect(told).toEqual([run.clock.now() + LONGEST_WAIT_MS]);
    },
  );

  it('fails a run that meets such a block, and parks one that meets a shorter one', async () => {
    const after = (ms: number) => heldBack((now) => ({ go: false, until: now + ms, reason: 'RATE_LIMIT' }));
    const long = await runShop(throttling('1'), after(LONGEST_WAIT_MS + 1));
    expect(long.result).toMatchObject({ state: 'failed', error: { code: 'RATE_LIMITED' } });
    const short = await runShop(throttling('1'), after(LONGEST_WAIT_MS));
    expect(short.result).toMatchObject({ state: 'parked', reason: 'RATE_LIMIT' });
  });
});

describe('a rule that throttles', () => {
  it('takes an answer of any status for "too many requests": all that call the system wait as it asks', async () => {
    const told: number[] = [];
    let writes = 0;
    const run = await runShop(
      (request) => {
        if (request.path === '/orders') return { body: { orders: [{ id: 1 }] } };
        writes += 1;
        return writes < 3 ? { body: { error: 'busy' }, headers: { 'retry-after': '7' } } : { status: 201 };
      },
      {
        erp: {
          idempotency_header: null,
          retry: [{ when: { path: '@response.body.error', op: 'eq', value: 'busy' }, action: 'throttle' }],
        },
        prepare: ({ ports, clock }) => {
          ports.gate.throttled = (_handlerId, until) => void told.push(until - clock.now());
        },
      },
    );
    expect([writes, run.clock.sleeps, told]).toEqual([3, [7000, 7000], [7000, 7000]]);
    expect(run.result).toMatchObject({ state: 'succeeded', counts: { delivered: 1 } });
  });
});

describe('an answer that refuses the credential', () => {
  const unauthorized: Mock = (request) =>
    request.path === '/orders' ? { body: { orders: [{ id: 1 }] } } : { status: 401, body: { why: 'scope' } };
  const refusing = (code: string, told: string[], rules: object[] = []): ShopSetup => ({
    erp: { retry: rules as never },
    prepare: ({ calls }) => {
      const send = calls.send.bind(calls);
      calls.send = async (...call) => {
        const outcome = await send(...call);
        if (outcome.kind === 'fault' || outcome.status !== 401) return outcome;
        const refused = async () => {
          told.push(code);
          return { kind: 'fault' as const, code, sent: false, message: 'refused' };
        };
        return { ...outcome, refused };
      };
    },
  });

  it('parks the run until it is connected again, or for no time where another value is there by now', async () => {
    const told: string[] = [];
    const run = await runShop(unauthorized, refusing('AUTH', told));
    expect(run.result).toMatchObject({ state: 'parked', until: null, reason: 'CREDENTIAL' });
    const changed = await runShop(unauthorized, refusing('AUTH_CHANGED', told));
    expect(changed.result).toMatchObject({ state: 'parked', until: changed.clock.now() });
    expect(told).toEqual(['AUTH', 'AUTH_CHANGED']);
    expect(changed.store.lines).toEqual([]);
  });

  it('is one as any other where a rule of the API decides about it', async () => {
    const told: string[] = [];
    const failing = await runShop(unauthorized, refusing('AUTH', told, [{ status: [401], action: 'fail' }]));
    expect(failing.result).toMatchObject({ state: 'failed', counts: { failed: 1 } });
    expect(failing.store.lines[0]).toMatchObject({ code: 'HTTP_401', class: 'CLIENT' });
    const rule = { when: { path: '@response.body.why', op: 'eq', value: 'scope' }, action: 'ignore' };
    const ignoring = await runShop(unauthorized, refusing('AUTH', told, [rule]));
    expect(ignoring.result).toMatchObject({ state: 'succeeded', counts: { delivered: 1 } });
    expect(told).toEqual([]);
  });
});
