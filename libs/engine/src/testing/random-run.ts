// A run at random for the engine's specs: a list with repeated keys, a destination that fails in every way and is
// written back from, limits, chosen keys, readings that begin again, and kills, parks and hand-overs in between. The
// same seed plays the same run again.
import type { RunResult } from '../run.js';
import type { BatchSettings, Handler, OnUnknown, RetryAction } from '../types.js';
import { MemoryPipe, MemoryStore, type Mock, type MockAnswer } from './memory-ports.js';
import { anApi, call, mapping, runShop, SHOP_HANDLERS, type ShopSetup } from './shop-flow.js';

interface Sale {
  id: number;
  content: string;
}

export interface Story {
  seed: number;
  onUnknown: OnUnknown;
  /** `<key><content>` of the records that the run is to take, in source order */
  records: string[];
  /** the same of what took effect at the destination, in the order of the effects */
  effects: string[];
  /** the same of what was written back; null: nothing is to be */
  writtenBack: string[] | null;
  /** a record that is read again after a later one of its key goes out again */
  readsAgain: boolean;
  /** chosen keys that no record has, where the run can tell */
  unfound: string[];
  /** handlers and keys with an open error at the end, and its code */
  openErrors: Map<string, string | null>;
  result: RunResult;
}

const ENDLESS = 60;
const nameOf = ({ id, content }: Sale): string => `${id}${content}`;
export const keyOf = (name: string): string => /^\d+/.exec(name)?.[0] ?? '';

/** mulberry32 */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Takes records, refuses some for good, and answers or does not answer at random. */
class Destination {
  readonly effects: string[] = [];
  readonly writtenBack: string[] = [];
  hasExpired = false;
  private readonly answers = new Map<string, MockAnswer>();
  private parksLeft = 3;

  constructor(
    private readonly random: () => number,
    private readonly refused: ReadonlySet<string>,
    private readonly isByKey: boolean,
    private expiriesLeft: number,
  ) {}

  answer(sales: readonly Sale[], idempotencyKey: string | undefined): MockAnswer {
    const trouble = this.trouble();
    if (trouble) return trouble;
    const answer = this.answers.get(idempotencyKey ?? '') ?? this.act(sales);
    if (idempotencyKey !== undefined) this.answers.set(idempotencyKey, answer);
    return this.random() < 0.04 ? { fault: 'CONNECTION_LOST', sent: true } : answer;
  }

  answerBack(name: string): MockAnswer {
    const trouble = this.trouble();
    if (trouble) return trouble;
    this.writtenBack.push(name);
    return this.random() < 0.04 ? { fault: 'CONNECTION_LOST', sent: true } : { status: 200, body: {} };
  }

  /** An answer of 409 begins the reading or the run again. */
  expired(chance: number): MockAnswer | null {
    if (this.random() >= chance || this.expiriesLeft-- <= 0) return null;
    this.hasExpired = true;
    return { status: 409 };
  }

  private trouble(): MockAnswer | null {
    const dice = this.random();
    if (dice < 0.04) return { status: 503 };
    if (dice < 0.06 && this.parksLeft-- > 0) return { status: 429, headers: { 'retry-after': '300' } };
    if (dice < 0.08) return { fault: 'CONNECT_REFUSED', sent: false };
    if (dice < 0.11) return { fault: 'CONNECTION_LOST', sent: true };
    return this.expired(0.03);
  }

  private act(sales: readonly Sale[]): MockAnswer {
    const isGood = (sale: Sale): boolean => !this.refused.has(nameOf(sale));
    if (!this.isByKey && !sales.every(isGood)) return { status: 422 };
    this.effects.push(...sales.filter(isGood).map(nameOf));
    return { status: 201, body: sales.map((sale) => ({ key: sale.id, ok: isGood(sale) })) };
  }
}

export async function playOut(seed: number): Promise<Story> {
  const random = randomOf(seed);
  const upTo = (most: number): number => 1 + Math.floor(random() * most);
  const oneOf = <T>(...choices: T[]): T => choices[upTo(choices.length) - 1] as T;

  const onUnknown: OnUnknown = oneOf('resend', 'hold');
  const batch: BatchSettings | undefined = oneOf(
    undefined,
    { max_records: upTo(4), answer: 'all' } as const,
    { max_records: upTo(4), answer: 'by_key', result_path: '$', result_key_path: 'key' } as const,
  );
  const keys = upTo(6);
  const sales = Array.from({ length: upTo(14) }, (_, index) => ({
    id: upTo(keys),
    content: oneOf('a', 'b', 'c', `u${index}`),
  }));
  const some = (part: number): Set<string> => new Set(sales.filter(() => random() < part).map(nameOf));
  const unmapped = some(0.08);
  const again = oneOf(undefined, undefined, 'reset_paging', 'restart_run') as RetryAction | undefined;
  const destination = new Destination(random, some(0.12), batch?.answer === 'by_key', again ? upTo(2) : 0);
  const limit = oneOf(undefined, undefined, upTo(sales.length + 2));
  const chosen = oneOf(undefined, undefined, new Set(['1', '3', '9'].filter(() => random() < 0.7)));
  const wanted = sales.filter(({ id }) => !chosen || chosen.has(String(id)));
  const isCut = limit !== undefined && wanted.length >= limit;
  const pageSize = upTo(6);
  const writesBack = oneOf(true, false);
  const mock: Mock = (request) => {
    if (request.path === '/erp')
      return destination.answer([request.json as Sale].flat(), request.headers['Idempotency-Key']);
    if (request.path === '/back') return destination.answerBack(nameOf(request.json as Sale));
    if (request.path === '/rates') return destination.expired(0.03) ?? { body: { rates: [{ id: 1 }] } };
    const page = Number(request.query.get('page'));
    return (
      destination.expired(0.05) ?? {
        body: { page, orders: sales.slice((page - 1) * pageSize, page * pageSize) },
      }
    );
  };
  const retry = again && [{ status: [409], action: again }];
  const setup: ShopSetup = {
    orders: { pagination: { kind: 'page', parameter: 'page' }, retry },
    erp: {
      idempotency_header: onUnknown === 'resend' ? 'Idempotency-Key' : null,
      on_unknown: onUnknown,
      batch,
      retry,
    },
    apis: {
      back: anApi('back', { method: 'PUT', retry }),
      rates: anApi('rates', { records_path: 'rates', retry }),
    },
    handlers: [
      SHOP_HANDLERS[0] as Handler,
      ...oneOf([], [call('rates', { join: { left_path: 'id', right_path: 'id', on_missing: 'null' } })]),
      ...SHOP_HANDLERS.slice(1),
      ...(writesBack ? [mapping('m2', ['orders', 'erp'], 'back'), call('back')] : []),
    ],
    map: (_, { record }) =>
      unmapped.has(nameOf(record as Sale))
        ? { parts: {}, errors: [{ code: 'REQUIRED', message: 'required' }], warnings: [] }
        : { parts: { body: record }, errors: [], warnings: [] },
    options: { concurrency: upTo(4), failure_guard: null, limit, record_keys: chosen },
  };

  const store = new MemoryStore(new MemoryPipe(), 'run-1');
  const killRate = oneOf(0, 0.05, 0.15);
  for (let turn = 1; ; turn += 1) {
    const rate = turn < ENDLESS ? killRate : 0;
    store.crashAt = () => random() < rate;
    store.crashAfter = () => random() < rate;
    const stop = new AbortController();
    let untilStop = turn < ENDLESS && random() < 0.2 ? upTo(15) : Infinity;
    const stopping: Mock = (request) => {
      if (--untilStop === 0) stop.abort('shutdown');
      return mock(request);
    };
    const { result } = await runShop(stopping, {
      ...setup,
      store,
      options: { ...setup.options, signal: stop.signal },
    });
    if (!['lost', 'stopped', 'parked'].includes(result.state))
      return {
        seed,
        onUnknown,
        records: wanted.slice(0, limit).map(nameOf),
        effects: destination.effects,
        writtenBack: writesBack ? destination.writtenBack : null,
        readsAgain: destination.hasExpired,
        unfound:
          isCut || !chosen ? [] : [...chosen].filter((key) => wanted.every(({ id }) => String(id) !== key)),
        openErrors: openErrorsOf(store),
        result,
      };
    if (turn > 2 * ENDLESS) throw new Error(`the run of seed ${seed} does not end`);
  }
}

/** What the commits of a run leave open, as the table of open errors does. */
export function openErrorsOf({ commits }: MemoryStore): Map<string, string | null> {
  const open = new Map<string, string | null>();
  for (const { resolved, lines } of commits) {
    for (const each of resolved) open.delete(`${each.handler_id} ${each.record_key}`);
    for (const line of lines)
      if (line.isHeld || (line.status === 'failed' && !line.is_over))
        open.set(`${line.handler_id} ${line.record_key}`, line.code);
  }
  return open;
}
