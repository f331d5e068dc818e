// PostgreSQL array literals of many values: pg writes them element by element, which costs more than a page's commit.

import { storableText } from '../database/storable.js';

const NEEDS_QUOTES = /^$|^null$|[\s"\\{},\0]/i;

/** The text form of a one-dimensional array ("Array Input and Output Syntax"); null is NULL. */
export function arrayText(values: readonly (string | number | boolean | null)[]): string {
  let text = '';
  for (const value of values) {
    text += text === '' ? '{' : ',';
    if (value === null) text += 'NULL';
    else if (typeof value !== 'string') text += String(value);
    else text += NEEDS_QUOTES.test(value) ? quoted(value) : value;
  }
  return text === '' ? '{}' : `${text}}`;
}

/** The array of a column that mostly has one value in all rows: that one alone, where the statement repeats the first. */
export function sharedText(values: readonly (string | number | boolean)[]): string {
  const [first] = values;
  return first !== undefined && values.every((value) => value === first)
    ? arrayText([first])
    : arrayText(values);
}

/** The array of a column that mostly has no value: an empty one where none has, which `unnest` fills up with NULL. */
export function sparseText(values: readonly (string | null)[]): string {
  return values.every((value) => value === null) ? '{}' : arrayText(values);
}

function quoted(value: string): string {
  return `"${storableText(value).replace(/["\\]/g, '\\$&')}"`;
}
