// What an outcome means for the same request: go on, try again, give up, or not known.
import type { CallAnswer, CallOutcome } from './ports.js';
import type { RetryAction } from './types.js';

export type RetryClass =
  | 'NOT_SENT'
  | 'LOST'
  | 'THROTTLED'
  | 'EARLY'
  | 'SERVER'
  | 'AUTH'
  | 'CLIENT'
  | 'BODY'
  | 'TOO_LARGE'
  | 'CONFIG';

export type Verdict =
  | { act: 'ok' }
  | { act: 'retry'; class: RetryClass }
  | { act: 'unknown'; class: RetryClass }
  | { act: 'fail'; class: RetryClass }
  | { act: 'ignore' }
  | { act: 'reset_paging' }
  | { act: 'restart_run' };

export const MAX_ATTEMPTS = 5;
export const LONGEST_WAIT_IN_PLACE_MS = 60_000;
export const LONGEST_WAIT_MS = 24 * 3600_000;
/** What a longer one counts as: too long, and still a time that can be written down. */
const TOO_LONG_MS = LONGEST_WAIT_MS + 1_000;

export interface RequestKind {
  /** it changes nothing: a page, a look-up */
  isRead: boolean;
  /** GET, HEAD, PUT, DELETE, or a key goes with it */
  repeatable: boolean;
  retryUnsafe: boolean;
}

/** The verdict by transport and status alone; a rule's action, when one matched, comes first. */
export function judge(outcome: CallOutcome, kind: RequestKind, rule: RetryAction | null): Verdict {
  if (outcome.kind === 'fault') return judgeFault(outcome.code, outcome.sent, kind);
  switch (rule) {
    case 'retry':
      return { act: 'retry', class: classOf(outcome) ?? 'BODY' };
    case 'throttle':
      return { act: 'retry', class: 'THROTTLED' };
    case 'fail':
      return { act: 'fail', class: classOf(outcome) ?? 'BODY' };
    case 'ignore':
      return { act: 'ignore' };
    case 'reset_paging':
    case 'restart_run':
      return { act: rule };
    case null:
      return judgeStatus(outcome, kind);
  }
}

function judgeFault(code: string, sent: boolean, kind: RequestKind): Verdict {
  if (code === 'AUTH_CHANGED') return { act: 'fail', class: 'AUTH' };
  // the system has acted, and what it said of it could not be read
  if (code === 'TOO_LARGE' && sent && !kind.isRead && !kind.repeatable)
    return { act: 'unknown', class: code };
  if (code === 'AUTH' || code === 'TOO_LARGE' || code === 'CONFIG') return { act: 'fail', class: code };
  if (!sent) return { act: 'retry', class: 'NOT_SENT' };
  return { act: kind.repeatable ? 'retry' : 'unknown', class: 'LOST' };
}

function judgeStatus(answer: CallAnswer, kind: RequestKind): Verdict {
  const found = classOf(answer);
  switch (found) {
    case null:
      return { act: 'ok' };
    case 'THROTTLED':
      return { act: 'retry', class: found };
    case 'EARLY':
      return {
        act: kind.repeatable || answer.status === 425 ? 'retry' : 'unknown',
        class: found,
      };
    case 'SERVER':
      return {
        act: kind.repeatable || kind.retryUnsafe || answer.status === 503 ? 'retry' : 'unknown',
        class: found,
      };
    default:
      return { act: 'fail', class: found };
  }
}

function classOf(answer: CallAnswer): RetryClass | null {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return null;
  if (status === 429) return 'THROTTLED';
  if (status === 403 && (headers['retry-after'] !== undefined || isUsedUp(headers))) return 'THROTTLED';
  if (status === 503 && headers['retry-after'] !== undefined) return 'THROTTLED';
  if (status === 408 || status === 425) return 'EARLY';
  if (status >= 500 && status !== 501 && status !== 505) return 'SERVER';
  return 'CLIENT';
}

const REMAINING_HEADERS = ['x-ratelimit-remaining', 'ratelimit-remaining', 'x-rate-limit-remaining'];
const RESET_HEADERS = [
  'x-ratelimit-reset',
  'ratelimit-reset',
  'x-rate-limit-reset',
  'x-ratelimit-reset-after',
];

function isUsedUp(headers: Record<string, string>): boolean {
  return REMAINING_HEADERS.some((name) => headers[name]?.trim() === '0');
}

/**
 * How long the answer asks to wait, in ms: Retry-After (RFC 9110 section 10.2.3; a repeated one: the longest), else a
 * reset header in seconds, as an instant or as a date. Null when it does not say. A time that has passed is 0; more than
 * LONGEST_WAIT_MS is a second more than that.
 */
export function askedWait(headers: Record<string, string>, now: number): number | null {
  const stated = statedWait(headers, now);
  return stated === null ? null : Math.min(stated, TOO_LONG_MS);
}

function statedWait(headers: Record<string, string>, now: number): number | null {
  // the difference to the answer's own clock: the two machines need not agree on the time
  const own = instantOf(headers.date) ?? now;
  const retryAfter = headers['retry-after']?.trim() ?? '';
  if (/^\d+(\.\d+)?(\s*,\s*\d+(\.\d+)?)*$/.test(retryAfter))
    return Math.max(...retryAfter.split(',').map((seconds) => Math.ceil(Number(seconds) * 1000)));
  const at = instantOf(retryAfter);
  if (at !== null) return Math.max(0, at - own);
  const milliseconds = Number(headers['retry-after-ms']?.trim() || NaN);
  if (milliseconds >= 0) return Math.ceil(milliseconds);
  for (const name of RESET_HEADERS) {
    const wait = resetWait(headers[name]?.trim() ?? '', own);
    if (wait !== null) return wait;
  }
  return resetWait(/(?:^|[;,\s])(?:reset|t)=(\d+)/.exec(headers.ratelimit ?? '')?.[1] ?? '', own);
}

/** Seconds to wait, or an instant in seconds or milliseconds since 1970, or a date. */
function resetWait(text: string, own: number): number | null {
  if (!/^\d+(\.\d+)?$/.test(text)) {
    const at = instantOf(text);
    return at === null ? null : Math.max(0, at - own);
  }
  const value = Number(text);
  if (value > 1e11) return Math.max(0, value - own);
  if (value > 1e8) return Math.max(0, value * 1000 - own);
  return Math.ceil(value * 1000);
}

/** The three forms of HTTP dates, and ISO 8601 with a zone; null for anything else. */
function instantOf(text: string | undefined): number | null {
  if (!text || !/^(?:[A-Za-z]{3,9},? |\d{4}-\d{2}-\d{2}T)/.test(text)) return null;
  // asctime names no zone and means UTC
  const at = Date.parse(/^[A-Za-z]{3} [A-Za-z]{3} .*\d{4}$/.test(text) ? `${text} GMT` : text);
  return Number.isNaN(at) ? null : at;
}

/** The wait after attempt n (from 1): rand(0.5, 1) × min(60 s, 1 s × 2^(n−1)). */
export function backoff(attempt: number, random: () => number): number {
  return Math.round((0.5 + random() / 2) * Math.min(60_000, 1000 * 2 ** (attempt - 1)));
}
