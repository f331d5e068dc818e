// A JSON number that a double cannot hold, kept as its text so that it leaves as it came, digit for digit.

let wasSerialised = false;

/** Immutable number text in JSON grammar, for example `9007199254740993` or `1e400`. */
export class ExactNumber {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }

  /** The nearest double: what plain `JSON.stringify` writes. `stringifyJson` writes the exact text. */
  toJSON(): number {
    wasSerialised = true;
    return Number(this.#text);
  }
}

/** Whether an `ExactNumber` was met by `JSON.stringify` since the last call; resets the mark. */
export function takeSerialisedMark(): boolean {
  const met = wasSerialised;
  wasSerialised = false;
  return met;
}

/** The JSON number grammar of RFC 8259, section 6. */
export const JSON_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** Longest text without an exponent whose value every double keeps: 15 digits are always safe. */
const SAFE_LENGTH = 15;

/** The number of a JSON number text: a plain number where a double holds the value, else exact. */
export function numberFromText(text: string): number | ExactNumber {
  const value = Number(text);
  if (text.length <= SAFE_LENGTH && !text.includes('e') && !text.includes('E')) return value;
  return Number.isFinite(value) && canonicalNumber(String(value)) === canonicalNumber(text)
    ? value
    : new ExactNumber(text);
}

/**
 * One spelling per value: sign, significant digits, exponent of the last digit (`-12.50` gives `-125e-1`).
 * Two number texts are equal in value exactly when their canonical texts are equal.
 */
export function canonicalNumber(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const isNegative = mantissa.startsWith('-');
  const [whole = '', fraction = ''] = (isNegative ? mantissa.slice(1) : mantissa).split('.');
  const digits = stripLeadingZeros(whole + fraction);
  if (digits === '') return '0e0';
  const kept = stripTrailingZeros(digits);
  const shift = digits.length - kept.length - fraction.length;
  // integers of any length: an exponent may have more digits than a double counts
  const power = exponent.length < 15 ? Number(exponent) + shift : BigInt(exponent) + BigInt(shift);
  return `${isNegative ? '-' : ''}${kept}e${power}`;
}

/** Zeros that a plain text is given at most. */
const MAX_ZEROS = 400;

/** One text per value, as people write it: no exponent, no zeros at the end (`12.50` and `125e-1` give `12.5`). */
export function plainNumber(text: string): string {
  const canonical = canonicalNumber(text);
  const [mantissa = '', exponent = '0'] = canonical.split('e');
  const power = Number(exponent);
  if (Math.abs(power) > MAX_ZEROS) return canonical;
  const sign = mantissa.startsWith('-') ? '-' : '';
  const digits = mantissa.slice(sign.length);
  if (power >= 0) return sign + digits + (digits === '0' ? '' : '0'.repeat(power));
  const padded = digits.padStart(1 - power, '0');
  return `${sign}${padded.slice(0, power)}.${padded.slice(power)}`;
}

function stripLeadingZeros(digits: string): string {
  let start = 0;
  while (start < digits.length && digits.charCodeAt(start) === 48) start++;
  return digits.slice(start);
}

function stripTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 48) end--;
  return digits.slice(0, end);
}
