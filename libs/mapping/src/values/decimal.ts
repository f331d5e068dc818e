// Decimal arithmetic on the texts of numbers: what a person would write on paper, never binary fractions.
// Small numbers take a fast path on scaled integers that gives the same result; the rest is big.js.
import Big from 'big.js';
import { LimitFault, RecordFault } from '../run/record-fault.js';
import { ExactNumber, JSON_NUMBER, numberFromText } from './exact-number.js';

export type Numeric = number | ExactNumber;

export type Rounding = 'half-up' | 'half-even' | 'up' | 'down' | 'floor' | 'ceil';
export const ROUNDINGS: readonly Rounding[] = ['half-up', 'half-even', 'up', 'down', 'floor', 'ceil'];

/** Digits and exponents beyond this are refused in arithmetic: no record may ask for a million digits. */
const MAX_EXPONENT = 1000;
const MAX_DIGITS = 1000;
const DIVISION_DIGITS = 20;

/** An own constructor: its settings are changed per division and concern nobody else. */
const Decimal = Big();
Decimal.RM = Big.roundHalfUp;

const POWERS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12];

const ASCII_SPACE_ENDS = /^[ \t\n\r\f\v]+|[ \t\n\r\f\v]+$/g;

/** Text to number by the JSON number grammar, ASCII spaces at the ends aside; undefined when it is none. */
export function parseNumericText(text: string): Numeric | undefined {
  const short = parseShort(text);
  if (short !== undefined) return short;
  const trimmed =
    text.length > 0 && (text.charCodeAt(0) <= 32 || text.charCodeAt(text.length - 1) <= 32)
      ? text.replace(ASCII_SPACE_ENDS, '')
      : text;
  return JSON_NUMBER.test(trimmed) ? numberFromText(trimmed) : undefined;
}

/** Plain decimals of at most 15 characters (`-19.90`), the usual case; undefined leaves it to the grammar. */
export function parseShort(text: string): number | undefined {
  if (text.length > 15) return undefined;
  const isNegative = text.charCodeAt(0) === 45;
  const start = isNegative ? 1 : 0;
  let units = 0;
  let point = -1;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 46 && point < 0 && at > start) point = at;
    else if (code >= 48 && code <= 57) units = units * 10 + code - 48;
    else return undefined;
  }
  const wholeEnd = point < 0 ? text.length : point;
  if (wholeEnd === start || point === text.length - 1) return undefined;
  if (wholeEnd - start > 1 && text.charCodeAt(start) === 48) return undefined;
  const scale = point < 0 ? 0 : text.length - 1 - point;
  if (scale >= POWERS.length) return undefined;
  const value = units / (POWERS[scale] as number);
  return isNegative && value !== 0 ? -value : value;
}

/** A number, or text that is one; anything else is `NOT_A_NUMBER`. */
export function toNumeric(value: unknown): Numeric {
  if (typeof value === 'number' || value instanceof ExactNumber) return value;
  const number = typeof value === 'string' ? parseNumericText(value) : undefined;
  if (number === undefined) {
    throw new RecordFault(
      'NOT_A_NUMBER',
      'The value is not a number.',
      value,
      typeof value === 'string' ? 'Use parseNumber for separators, or empty_as for empty text.' : '',
    );
  }
  return number;
}

function toBig(value: Numeric): Big {
  const big = new Decimal(typeof value === 'number' ? value : checkedText(value));
  if (Math.abs(big.e) > MAX_EXPONENT || big.c.length > MAX_DIGITS) throw tooLong();
  return big;
}

function checkedText(value: ExactNumber): string {
  const text = value.toString();
  const exponent = /[eE]([+-]?[0-9]+)$/.exec(text)?.[1];
  if (text.length > 2 * MAX_DIGITS || (exponent && Math.abs(Number(exponent)) > 2 * MAX_EXPONENT))
    throw tooLong();
  return text;
}

function tooLong(): LimitFault {
  return new LimitFault(`Arithmetic is limited to ${MAX_DIGITS} digits.`);
}

function fromBig(big: Big): Numeric {
  if (Math.abs(big.e) > MAX_EXPONENT || big.c.length > MAX_DIGITS) throw tooLong();
  return numberFromText(big.toFixed());
}

// --- fast path: value = units / 10^scale, units an integer of at most 15 digits ---

const SAFE_UNITS = 1e15;
const MAX_FAST_SCALE = 6;

/** Decimals of a double whose shortest text has at most 15 digits, or -1. */
function scaleOf(value: number): number {
  if (Number.isInteger(value)) return value < SAFE_UNITS && value > -SAFE_UNITS ? 0 : -1;
  for (let scale = 1; scale <= MAX_FAST_SCALE; scale++) {
    const power = POWERS[scale] as number;
    const units = Math.round(value * power);
    if (units >= SAFE_UNITS || units <= -SAFE_UNITS) return -1;
    if (units / power === value) return scale;
  }
  return -1;
}

export function add(left: Numeric, right: Numeric): Numeric {
  return addSigned(left, right, 1);
}

export function subtract(left: Numeric, right: Numeric): Numeric {
  return addSigned(left, right, -1);
}

function addSigned(left: Numeric, right: Numeric, sign: 1 | -1): Numeric {
  if (typeof left === 'number' && typeof right === 'number') {
    const leftScale = scaleOf(left);
    const rightScale = leftScale < 0 ? -1 : scaleOf(right);
    if (rightScale >= 0) {
      const power = POWERS[Math.max(leftScale, rightScale)] as number;
      const units = Math.round(left * power) + sign * Math.round(right * power);
      if (units < SAFE_UNITS && units > -SAFE_UNITS && Math.abs(left) < 1e9 && Math.abs(right) < 1e9) {
        return units / power;
      }
    }
  }
  const result = sign === 1 ? toBig(left).plus(toBig(right)) : toBig(left).minus(toBig(right));
  return fromBig(result);
}

export function multiply(left: Numeric, right: Numeric): Numeric {
  if (typeof left === 'number' && typeof right === 'number') {
    const leftScale = scaleOf(left);
    const rightScale = leftScale < 0 ? -1 : scaleOf(right);
    if (rightScale >= 0) {
      const units =
        Math.round(left * (POWERS[leftScale] as number)) * Math.round(right * (POWERS[rightScale] as number));
      if (units < SAFE_UNITS && units > -SAFE_UNITS)
        return units / (POWERS[leftScale + rightScale] as number);
    }
  }
  return fromBig(toBig(left).times(toBig(right)));
}

/** Quotient to 20 significant digits; by zero it is `DIVISION_BY_ZERO`. */
export function divide(left: Numeric, right: Numeric): Numeric {
  const dividend = toBig(left);
  const divisor = toBig(right);
  if (divisor.eq(0)) throw new RecordFault('DIVISION_BY_ZERO', 'Division by zero.', left);
  Decimal.DP = Math.max(0, DIVISION_DIGITS + 2 - (dividend.e - divisor.e));
  return fromBig(dividend.div(divisor).prec(DIVISION_DIGITS, Big.roundHalfUp));
}

/** Remainder with the sign of the dividend. */
export function modulo(left: Numeric, right: Numeric): Numeric {
  const dividend = toBig(left);
  const divisor = toBig(right);
  if (divisor.eq(0)) throw new RecordFault('DIVISION_BY_ZERO', 'Division by zero.', left);
  Decimal.DP = 0;
  if (dividend.e - divisor.e > MAX_EXPONENT) throw tooLong();
  return fromBig(dividend.mod(divisor));
}

export function negate(value: Numeric): Numeric {
  if (typeof value === 'number') return value === 0 ? 0 : -value;
  const text = value.toString();
  return new ExactNumber(text.startsWith('-') ? text.slice(1) : `-${text}`);
}

export function compareNumeric(left: Numeric, right: Numeric): number {
  if (typeof left === 'number' && typeof right === 'number') return left < right ? -1 : left > right ? 1 : 0;
  return compareTexts(String(left), String(right));
}

/** Compares by sign and magnitude before digits, so that no exponent, however large, is ever expanded. */
function compareTexts(left: string, right: string): number {
  const a = signature(left);
  const b = signature(right);
  if (a.sign !== b.sign) return a.sign < b.sign ? -1 : 1;
  if (a.sign === 0) return 0;
  if (a.magnitude !== b.magnitude) return (a.magnitude < b.magnitude ? -1 : 1) * a.sign;
  if (a.digits === b.digits) return 0;
  return (a.digits < b.digits ? -1 : 1) * a.sign;
}

function signature(text: string): { sign: -1 | 0 | 1; magnitude: bigint; digits: string } {
  const match = /^(-?)0*([0-9]*?)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(text);
  const whole = match?.[2] ?? '';
  const fraction = match?.[3] ?? '';
  const all = whole + fraction;
  const digits = all.replace(/^0+/, '');
  if (digits === '') return { sign: 0, magnitude: 0n, digits };
  const magnitude = BigInt(match?.[4] ?? '0') + BigInt(whole.length) - BigInt(all.length - digits.length);
  return { sign: match?.[1] === '-' ? -1 : 1, magnitude, digits: digits.replace(/0+$/, '') };
}

/** Rounds to `places` decimals (negative: tens, hundreds …). */
export function round(value: Numeric, places = 0, mode: Rounding = 'half-up'): Numeric {
  if (typeof value === 'number' && mode === 'half-up' && places >= 0 && places <= MAX_FAST_SCALE) {
    const scale = scaleOf(value);
    if (scale >= 0) {
      if (scale <= places) return value;
      const units = Math.round(Math.abs(value) * (POWERS[scale] as number));
      const step = POWERS[scale - places] as number;
      const rest = units % step;
      const kept = (units - rest) / step + (rest * 2 >= step ? 1 : 0);
      const rounded = kept / (POWERS[places] as number);
      return value < 0 && rounded !== 0 ? -rounded : rounded;
    }
  }
  return fromBig(roundBig(toBig(value), places, mode));
}

/** Text with exactly `places` decimals. */
export function toFixed(value: Numeric, places: number, mode: Rounding = 'half-up'): string {
  const rounded = roundBig(toBig(value), places, mode);
  return (rounded.eq(0) ? new Decimal(0) : rounded).toFixed(Math.max(0, places));
}

function roundBig(big: Big, places: number, mode: Rounding): Big {
  return big.round(places, bigMode(mode, big.s < 0));
}

function bigMode(mode: Rounding, isNegative: boolean): 0 | 1 | 2 | 3 {
  switch (mode) {
    case 'half-up':
      return Big.roundHalfUp;
    case 'half-even':
      return Big.roundHalfEven;
    case 'up':
      return Big.roundUp;
    case 'down':
      return Big.roundDown;
    case 'floor':
      return isNegative ? Big.roundUp : Big.roundDown;
    case 'ceil':
      return isNegative ? Big.roundDown : Big.roundUp;
  }
}

export function isIntegral(value: Numeric): boolean {
  if (typeof value === 'number') return Number.isInteger(value);
  const { sign, magnitude, digits } = signature(value.toString());
  return sign === 0 || magnitude >= BigInt(digits.length);
}

/** Longest text that a number may be spelled out to (`1e400` has 401 digits). */
const MAX_NUMBER_TEXT = 10_000;

/** The exact text of a number, never in exponent form. */
export function numberToText(value: Numeric): string {
  const text = String(value);
  if (!text.includes('e') && !text.includes('E')) return text === '-0' ? '0' : text;
  const { sign, magnitude, digits } = signature(text);
  if (sign === 0) return '0';
  if (magnitude > MAX_NUMBER_TEXT || magnitude < -MAX_NUMBER_TEXT) throw tooLong();
  return spellOut(sign, Number(magnitude), digits);
}

function spellOut(sign: number, magnitude: number, digits: string): string {
  const minus = sign < 0 ? '-' : '';
  if (magnitude <= 0) return `${minus}0.${'0'.repeat(-magnitude)}${digits}`;
  if (digits.length <= magnitude) return minus + digits.padEnd(magnitude, '0');
  return `${minus}${digits.slice(0, magnitude)}.${digits.slice(magnitude)}`;
}

/** Shifts the decimal point by `places` to the right (negative: to the left). */
export function shift(value: Numeric, places: number): Numeric {
  return multiply(value, numberFromText(`1e${places}`));
}
