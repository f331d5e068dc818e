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

function quoted(value: string): string {
  return `"${storableText(value).replace(/["\\]/g, '\\$&')}"`;
}
