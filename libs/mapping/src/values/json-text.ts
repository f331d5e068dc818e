// JSON text in and out with every number kept. The usual payload takes JSON.parse and JSON.stringify; a cheap scan
// finds the few that hold a number no double can hold.
import { parse as parseLossless, stringify as stringifyLossless } from 'lossless-json';
import { ExactNumber, numberFromText, takeSerialisedMark } from './exact-number.js';

/** A text that is no JSON, or a value nested too deeply to read or write. */
export class JsonTextError extends Error {
  constructor(
    readonly code: 'BAD_JSON' | 'TOO_DEEP',
    message: string,
  ) {
    super(message);
    this.name = 'JsonTextError';
  }
}

/** Text to value; numbers beyond a double become `ExactNumber`. Of a repeated key the last one wins. */
export function parseJson(text: string): unknown {
  try {
    if (!mayHoldExactNumber(text)) return JSON.parse(text);
    return parseLossless(text, undefined, {
      parseNumber: numberFromText,
      onDuplicateKey: ({ newValue }: { newValue: unknown }) => newValue,
    });
  } catch (error) {
    throw jsonTextError(error);
  }
}

/** Value to text; exact numbers are written digit for digit. `undefined` at the top is written as `null`. */
export function stringifyJson(value: unknown, space?: number): string {
  try {
    takeSerialisedMark();
    const text = JSON.stringify(value, undefined, space) ?? 'null';
    if (!takeSerialisedMark()) return text;
    return (
      stringifyLossless(value, undefined, space, [
        { test: (item) => item instanceof ExactNumber, stringify: String },
      ]) ?? 'null'
    );
  } catch (error) {
    throw jsonTextError(error);
  }
}

function jsonTextError(error: unknown): JsonTextError {
  if (error instanceof RangeError) return new JsonTextError('TOO_DEEP', 'The value is nested too deeply.');
  const reason = error instanceof Error ? error.message : 'not JSON';
  return new JsonTextError('BAD_JSON', reason);
}

/** Digits from which a double may not hold a number any more, point included. */
const CARE_RUN = 16;
const HALF = CARE_RUN / 2;

/** What every number with an exponent of three digits has, and few other texts: found in half the time. */
const EXPONENT = /[0-9.][eE][+-]?[0-9]{3}/;
/** A number with an exponent of three digits may leave the range of a double (`1e400`, `1e-400`). */
const LONG_EXPONENT = /[[:,\s-][0-9][0-9.]*[eE][+-]?[0-9]{3}|^-?[0-9][0-9.]*[eE][+-]?[0-9]{3}/;

/**
 * Whether the text may hold a number that a double cannot hold. Every 16th character is looked at: a run of 16 or
 * more digits and points always covers one of them. Never false for a text that does hold one.
 */
export function mayHoldExactNumber(text: string): boolean {
  for (let at = CARE_RUN - 1; at < text.length; at += CARE_RUN) {
    if (!isDigitOrPoint(text.charCodeAt(at))) continue;
    // so long a run goes on half as far on one side at least
    if (!isDigitOrPoint(text.charCodeAt(at - HALF)) && !isDigitOrPoint(text.charCodeAt(at + HALF))) continue;
    let start = at;
    while (start > 0 && isDigitOrPoint(text.charCodeAt(start - 1))) start--;
    let end = at + 1;
    while (end < text.length && isDigitOrPoint(text.charCodeAt(end))) end++;
    if (end - start >= CARE_RUN && startsNumber(text, start)) return true;
    at = Math.floor(end / CARE_RUN) * CARE_RUN - 1;
  }
  return EXPONENT.test(text) && LONG_EXPONENT.test(text);
}

function isDigitOrPoint(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 46;
}

/** A run right after a quote or a letter is part of a text; a number follows `[`, `,`, `:`, `-` or white space. */
function startsNumber(text: string, start: number): boolean {
  if (start === 0) return true;
  const before = text.charCodeAt(start - 1);
  return (
    before === 91 ||
    before === 44 ||
    before === 58 ||
    before === 45 ||
    before === 43 ||
    before === 32 ||
    before < 14
  );
}
