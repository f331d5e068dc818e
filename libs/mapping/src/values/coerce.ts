// Turning a value into the type a destination wants, or refusing it. Nothing is guessed.
import { RecordFault } from '../run/record-fault.js';
import { isIntegral, type Numeric, numberToText, parseNumericText, toNumeric } from './decimal.js';
import { ExactNumber } from './exact-number.js';

/** Text of a scalar; objects and lists are `NOT_TEXT`. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || value instanceof ExactNumber) return numberToText(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  throw new RecordFault(
    'NOT_TEXT',
    'A list or an object has no text.',
    value,
    'Use toJson to write it as JSON text.',
  );
}

export function toInteger(value: unknown): Numeric {
  const number = toNumeric(value);
  if (!isIntegral(number))
    throw new RecordFault('NOT_AN_INTEGER', 'The number has a fraction.', value, 'Use round.');
  return number;
}

/** `true`/`false` in any case, and the numbers 0 and 1. */
export function toBoolean(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (value === 1) return true;
  if (value === 0) return false;
  if (typeof value === 'string') {
    const lower = value.toLowerCase();
    if (lower === 'true') return true;
    if (lower === 'false') return false;
  }
  throw new RecordFault(
    'NOT_A_BOOLEAN',
    'The value is neither true nor false.',
    value,
    'Use toBoolean with the texts that mean true and false.',
  );
}

/** A whole number within the safe range, for counts and positions of functions. */
export function toCount(value: unknown): number {
  const number = toInteger(value);
  const count = Number(number);
  if (!Number.isSafeInteger(count))
    throw new RecordFault('NOT_AN_INTEGER', 'The number is too large here.', value);
  return count;
}

/** A number if the value is one or is text that is one. */
export function asNumeric(value: unknown): Numeric | undefined {
  if (typeof value === 'number' || value instanceof ExactNumber) return value;
  return typeof value === 'string' ? parseNumericText(value) : undefined;
}
