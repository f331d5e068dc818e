// Lookup tables: a Map by the text of the key, so that `constructor` is a key like any other.
import type { Lookup } from '../document/document.types.js';
import { RecordFault } from '../run/record-fault.js';
import { plainNumber } from '../values/exact-number.js';
import { typeOfValue } from '../values/json-value.js';

export type Translate = (value: unknown) => unknown;

/** Missing passes; null passes unless the table has an entry for null. */
export function compileLookup(lookup: Lookup): Translate {
  const table = new Map<string, unknown>();
  for (const [key, value] of lookup.entries) {
    const text = keyText(key);
    if (text !== undefined && !table.has(text)) table.set(text, value);
  }
  const onMiss = lookup.on_miss ?? 'error';
  return (value) => {
    if (value === undefined) return undefined;
    const text = keyText(value);
    if (text !== undefined && table.has(text)) return table.get(text);
    if (value === null) return null;
    switch (onMiss) {
      case 'keep':
        return value;
      case 'null':
        return null;
      case 'default':
        return lookup.default;
      case 'error':
        throw new RecordFault(
          'LOOKUP_MISS',
          'The value is not in the lookup table.',
          value,
          'Add it to the table.',
        );
    }
  };
}

/** Keys are compared as text; numbers by value. Lists and objects are no keys. */
export function keyText(value: unknown): string | undefined {
  switch (typeOfValue(value)) {
    case 'string':
      return value as string;
    case 'number': {
      const text = String(value);
      return typeof value !== 'number' || text.includes('e') ? plainNumber(text) : text;
    }
    case 'boolean':
      return String(value);
    case 'null':
      return '\u0000null';
    default:
      return undefined;
  }
}
