// What an example value looks like, and how well two looks go together.
import type { Field } from '../fields/field-tree.js';
import { localDate } from './local-dates.js';

export type Shape =
  | 'email'
  | 'url'
  | 'uuid'
  | 'date'
  | 'date-time'
  | 'epoch'
  | 'boolean'
  | 'integer'
  | 'decimal'
  | 'country-code'
  | 'currency-code'
  | 'phone'
  | 'code'
  | 'text'
  | 'unknown';

const CURRENCIES = new Set(
  'USD EUR GBP JPY CHF CAD AUD NZD SEK NOK DKK PLN CZK HUF CNY INR BRL MXN SGD HKD ZAR TRY KRW'.split(' '),
);

export function shapeOf(field: Field, words: readonly string[]): Shape {
  const example = field.example;
  if (field.types.includes('boolean')) return 'boolean';
  if (field.formats.includes('email')) return 'email';
  if (field.formats.includes('uri')) return 'url';
  if (field.formats.includes('uuid')) return 'uuid';
  if (field.formats.includes('date')) return 'date';
  if (field.formats.includes('date-time')) return 'date-time';
  const isTime = words.some((word) => TIME_WORDS.has(word));
  if (typeof example === 'number') {
    if (isTime && ((example > 5e8 && example < 5e9) || (example > 5e11 && example < 5e12))) return 'epoch';
    return Number.isInteger(example) ? 'integer' : 'decimal';
  }
  if (typeof example !== 'string') return 'unknown';
  const local = localDate(example);
  if (local) return local.hasTime ? 'date-time' : 'date';
  if (words.includes('name') && CODE.test(example)) return 'code';
  if (isTime && Number.isFinite(Date.parse(example)) && /[0-9]{4}/.test(example)) return 'date-time';
  if (words.includes('currency') && CURRENCIES.has(example.toUpperCase())) return 'currency-code';
  if (/^[A-Z]{2}$/.test(example) && words.includes('country')) return 'country-code';
  if (words.includes('phone') || words.includes('mobile')) return 'phone';
  if (field.formats.includes('number')) return example.includes('.') ? 'decimal' : 'integer';
  return 'text';
}

/** Digits and capitals as in "#1001": it may be called a name, but nobody has it. */
const CODE = /^[^\p{Ll}\s]*[0-9][^\p{Ll}\s]*$/u;

const TIME_WORDS: ReadonlySet<string> = new Set([
  'date',
  'created',
  'updated',
  'due',
  'time',
  'birth',
  'delivery',
  'timestamp',
]);

const GROUPS: Readonly<Record<string, readonly Shape[]>> = {
  time: ['date', 'date-time', 'epoch'],
  number: ['integer', 'decimal'],
  text: ['text', 'country-code', 'currency-code', 'phone', 'uuid'],
};

function groupOf(shape: Shape): string {
  return Object.keys(GROUPS).find((name) => GROUPS[name]?.includes(shape)) ?? shape;
}

/** 1 for the same look, less where a change is needed, little where they cannot mean the same. */
export function shapeFit(left: Shape, right: Shape): number {
  if (left === right || left === 'unknown' || right === 'unknown') return 1;
  const groups = [groupOf(left), groupOf(right)];
  if (groups[0] === groups[1]) return 0.97;
  if (groups.includes('code') && groups.includes('text')) return 0.75;
  if (groups.includes('boolean') || groups.includes('email') || groups.includes('time')) return 0.45;
  if (groups.includes('text') && (groups.includes('number') || groups.includes('url'))) return 0.85;
  return 0.6;
}
