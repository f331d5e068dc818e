/** A JSON value in a one-line field: what reads as JSON is that value, anything else is text. */
import { parseJson, printJson } from '../api/json.js';
import type { Json } from '../api/types.js';

export function typedValue(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** The text that `typedValue` reads back; a text that would read as something else stands in quotes. */
export function shownValue(value: Json | undefined): string {
  if (value === undefined) return '';
  const text = printJson(value) ?? '';
  return typeof value === 'string' && typedValue(value) === value ? value : text;
}
