/** A JSON value in a one-line field: what reads as JSON is that value, anything else is text. */
import type { Json } from '../api/types.js';

export function typedValue(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** The text that `typedValue` reads back; a text that would read as something else stands in quotes. */
export function shownValue(value: Json | undefined): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  return typedValue(value) === value ? value : JSON.stringify(value);
}
