import type { CallOutcome } from './ports.js';
import { askedWait, judge, type RequestKind } from './retry.js';

const NOW = Date.parse('2026-03-01T12:00:00Z');
/** the other machine is ten minutes ahead */
const DATE = 'Sun, 01 Mar 2026 12:10:00 GMT';
/** a day and a second */
const TOO_LONG = 86_401_000;

describe('the wait that an answer asks for', () => {
  it.each([
    [{ 'retry-after': '120' }, 120_000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '5, 30' }, 30_000],
    [{ 'retry-after': '1.5' }, 1_500],
    [{ 'retry-after': 'Sun, 01 Mar 2026 12:11:00 GMT', date: DATE }, 60_000],
    [{ 'retry-after': 'Sunday, 01-Mar-26 12:11:00 GMT', date: DATE }, 60_000],
    [{ 'retry-after': 'Sun Mar  1 12:11:00 2026', date: DATE }, 60_000],
    [{ 'retry-after': 'Sun, 01 Mar 2026 12:01:00 GMT' }, 60_000],
    [{ 'retry-after': 'Sun, 01 Mar 2020 12:00:00 GMT', date: DATE }, 0],
    [{ 'retry-after': '-5' }, null],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': '3', 'x-ratelimit-reset': '99' }, 3_000],
    [{ 'x-ratelimit-reset': String(NOW / 1000 + 90) }, 90_000],
    [{ 'x-ratelimit-reset': String(NOW / 1000 + 690), date: DATE }, 90_000],
    [{ 'x-ratelimit-reset': String(NOW + 90_000) }, 90_000],
    [{ 'x-ratelimit-reset': '90' }, 90_000],
    [{ 'x-rate-limit-reset': '2026-03-01T12:01:30Z' }, 90_000],
    [{ 'x-ratelimit-reset': String(NOW / 1000 - 90) }, 0],
    [{ ratelimit: 'limit=100, remaining=0, reset=7' }, 7_000],
    [{ ratelimit: '"default";r=0;t=7' }, 7_000],
    [{ 'retry-after-ms': '250' }, 250],
    [{ 'retry-after': '86400' }, 86_400_000],
    [{ 'retry-after': '99999999999999' }, TOO_LONG],
    [{ 'retry-after': '9'.repeat(400) }, TOO_LONG],
    [{ 'retry-after': String(NOW / 1000 + 90) }, TOO_LONG],
    [{ 'retry-after': 'Fri, 01 Mar 2097 12:00:00 GMT' }, TOO_LONG],
    [{ 'retry-after-ms': '1e300' }, TOO_LONG],
    [{ 'x-ratelimit-reset': '9'.repeat(30) }, TOO_LONG],
    [{ ratelimit: `limit=1, reset=${'9'.repeat(30)}` }, TOO_LONG],
    [{}, null],
  ] as [Record<string, string>, number | null][])('%j', (headers, wait) => {
    expect(askedWait(headers, NOW)).toBe(wait);
  });
});

describe('what an outcome means', () => {
  const read: RequestKind = { isRead: true, repeatable: true, retryUnsafe: false };
  const post: RequestKind = { isRead: false, repeatable: false, retryUnsafe: false };
  const keyed: RequestKind = { ...post, repeatable: true };
  const unsafe: RequestKind = { ...post, retryUnsafe: true };
  const answer = (status: number, headers: Record<string, string> = {}): CallOutcome => ({
    kind: 'answer',
    status,
    headers,
    body: Buffer.alloc(0),
    url: 'https://a/',
  });
  const fault = (code: string, sent: boolean): CallOutcome => ({ kind: 'fault', code, sent, message: '' });
  const meaning = (outcome: CallOutcome): string[] =>
    [read, keyed, post, unsafe].map((kind) => judge(outcome, kind, null).act);

  it.each([
    ['a refused connection', fault('ECONNREFUSED', false), ['retry', 'retry', 'retry', 'retry']],
    ['a lost answer', fault('LOST', true), ['retry', 'retry', 'unknown', 'unknown']],
    ['429', answer(429), ['retry', 'retry', 'retry', 'retry']],
    ['403 with Retry-After', answer(403, { 'retry-after': '1' }), ['retry', 'retry', 'retry', 'retry']],
    ['403 used up', answer(403, { 'x-ratelimit-remaining': '0' }), ['retry', 'retry', 'retry', 'retry']],
    ['403', answer(403), ['fail', 'fail', 'fail', 'fail']],
    ['503', answer(503), ['retry', 'retry', 'retry', 'retry']],
    ['408', answer(408), ['retry', 'retry', 'unknown', 'unknown']],
    ['425', answer(425), ['retry', 'retry', 'retry', 'retry']],
    ['500', answer(500), ['retry', 'retry', 'unknown', 'retry']],
    ['524', answer(524), ['retry', 'retry', 'unknown', 'retry']],
    ['501', answer(501), ['fail', 'fail', 'fail', 'fail']],
    ['409', answer(409), ['fail', 'fail', 'fail', 'fail']],
    ['302', answer(302), ['fail', 'fail', 'fail', 'fail']],
    ['too large', fault('TOO_LARGE', true), ['fail', 'fail', 'unknown', 'unknown']],
    ['204', answer(204), ['ok', 'ok', 'ok', 'ok']],
  ])('%s', (_name, outcome, acts) => {
    expect(meaning(outcome)).toEqual(acts);
  });
});
