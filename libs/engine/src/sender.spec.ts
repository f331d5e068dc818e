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
