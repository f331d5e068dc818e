// When a token ends, from the many forms in which servers say it.

import type { AnswerReading } from './settings.js';

const TEN_YEARS = 10 * 365 * 24 * 3600;
/** Epoch values above this are milliseconds (the second 1e11 is in the year 5138). */
const MILLISECONDS_ABOVE = 1e11;

const finiteOrNull = (number: number) => (Number.isFinite(number) ? number : null);

function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return finiteOrNull(value);
  if (typeof value === 'string' && /^\s*\d{1,300}(\.\d*)?(e\+?\d{1,2})?\s*$/i.test(value))
    return finiteOrNull(Number(value));
  return null;
}

/** Lifetime in whole seconds, or null when the value says nothing usable (null, 0, negative, "never"). */
function lifetimeOf(value: unknown, unit: 's' | 'ms'): number | null {
  const number = numberOf(value);
  if (number === null) return null;
  const seconds = Math.floor(unit === 'ms' ? number / 1000 : number);
  return seconds > 0 ? Math.min(seconds, TEN_YEARS) : null;
}

/** Epoch milliseconds of an epoch in seconds or milliseconds or an ISO 8601 time (UTC when it names no zone). */
function instantOf(value: unknown): number | null {
  const number = numberOf(value);
  if (number !== null) return number > MILLISECONDS_ABOVE ? number : number * 1000;
  if (typeof value !== 'string') return null;
  const text = extended(value.trim().toUpperCase());
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}|$)/.test(text)) return null;
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(text) || !text.includes('T');
  const instant = Date.parse(hasZone ? text : `${text}Z`);
  return Number.isNaN(instant) ? null : instant;
}

/** The extended form of ISO 8601 that Date reads: basic forms, a space for the T, a comma, "UTC" become it. */
function extended(text: string): string {
  return text
    .replace(/^(\d{4})(\d{2})(\d{2})(?=T|$)/, '$1-$2-$3')
    .replace(/T(\d{2})(\d{2})(\d{2})?(?=[.,Z+-]|$)/, (_, h, m, s) => `T${h}:${m}:${s ?? '00'}`)
    .replace(/^(\d{4}-\d{2}-\d{2}) +/, '$1T')
    .replace(/ *(UTC|GMT)$/, 'Z')
    .replace(',', '.');
}

/**
 * Epoch milliseconds of the end of a token, or null when unknown. `find` looks a member up in the answer; `sentAt`
 * is when the request was sent.
 */
export function expiryOf(
  find: (name: string) => unknown,
  reading: AnswerReading,
  sentAt: number,
): number | null {
  const lifetime = lifetimeOf(find('expires_in'), reading.expiresInUnit);
  if (lifetime !== null) return sentAt + lifetime * 1000;
  for (const name of ['expires_at', 'expires', 'expires_on']) {
    const value = find(name);
    const number = numberOf(value);
    // A number too small for an epoch of our time is a lifetime (older Graph APIs: `expires=5183999`).
    if (number !== null && number <= TEN_YEARS) {
      const seconds = lifetimeOf(number, 's');
      if (seconds !== null) return sentAt + seconds * 1000;
      continue;
    }
    const instant = instantOf(value);
    if (instant !== null && instant > sentAt) return Math.min(Math.floor(instant), sentAt + TEN_YEARS * 1000);
  }
  const fallback = lifetimeOf(reading.defaultExpiresIn, 's');
  return fallback === null ? null : sentAt + fallback * 1000;
}
