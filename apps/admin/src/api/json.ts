/**
 * JSON text in and out with every number as it is written. A number that a double would change
 * (12345678901234567890, 1.10) is held as an `ExactNumber`; all others are plain numbers. The service has a sibling of its
 * own (libs/mapping): it keeps the value (1.10 is 1.1 there), while a form keeps the spelling.
 */
import { parse, stringify } from 'lossless-json';

export type Json = null | boolean | number | ExactNumber | string | Json[] | { [key: string]: Json };

let wasPrinted = false;

/** Immutable number text in JSON grammar, such as `12345678901234567890` or `1.10`. */
export class ExactNumber {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }

  /** The nearest double: what a plain `JSON.stringify` writes. `printJson` writes the text itself. */
  toJSON(): number {
    wasPrinted = true;
    return Number(this.#text);
  }
}

const numberToken = /(?:^|[\s:,[])(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)(?=[\s,\]}]|$)/g;
const isPlain = (text: string): boolean => String(Number(text)) === text;
const numberOf = (text: string): number | ExactNumber =>
  isPlain(text) ? Number(text) : new ExactNumber(text);

/** True also when only a text looks as if it held such a number; never false when there is one. */
function mayHoldExactNumber(text: string): boolean {
  for (const [, number = ''] of text.matchAll(numberToken)) if (!isPlain(number)) return true;
  return false;
}

/** Throws what `JSON.parse` throws. Of a repeated member the last one counts. */
export function parseJson(text: string): Json {
  const plain = JSON.parse(text) as Json;
  if (!mayHoldExactNumber(text)) return plain;
  return parse(text, undefined, {
    parseNumber: numberOf,
    onDuplicateKey: ({ newValue }: { newValue: unknown }) => newValue,
  }) as Json;
}

/** Where a text stops being JSON, in characters from its begin; not every browser tells. */
export function brokenAt(text: string): number | undefined {
  try {
    parse(text);
    return undefined;
  } catch (error) {
    const position = error instanceof Error ? /at position (\d+)/.exec(error.message)?.[1] : undefined;
    return position === undefined ? undefined : Number(position);
  }
}

/** As `JSON.stringify`, with each number as it came; undefined has no text. */
export function printJson(value: unknown, space?: number): string | undefined {
  wasPrinted = false;
  const text = JSON.stringify(value, undefined, space) as string | undefined;
  if (!wasPrinted) return text;
  return stringify(value, undefined, space, [
    { test: (member) => member instanceof ExactNumber, stringify: String },
  ]);
}

/** One text for each value, whatever the order of members and members that are undefined. */
export function stableJson(value: unknown): string {
  return printJson(inOrder(value)) ?? '';
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isMembers(value)) return value;
  const names = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
  return Object.fromEntries(names.map((name) => [name, inOrder(value[name])]));
}

/** Equal as JSON, whatever the order of members. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b || typeof a === 'string' || typeof b === 'string') return a === b;
  return stableJson(a) === stableJson(b);
}

/** True for an object with members: no list, no null, no exact number. */
export const isMembers = (value: unknown): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);

/** A text as it is, anything else as its JSON; nothing for undefined. */
export const jsonOrText = (value: unknown, space?: number): string =>
  typeof value === 'string' ? value : (printJson(value, space) ?? '');

/** A value as the generated types know it: they have no exact number, which `printJson` writes as a number. */
export const toWire = <T extends Json>(value: T): Exclude<T, ExactNumber> => value as Exclude<T, ExactNumber>;
