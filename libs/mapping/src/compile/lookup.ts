// Lookup tables: a Map by the text of the key, so that `constructor` is a key like any other.
import type { Lookup, Warning } from '../document/document.types.js';
import { RecordFault } from '../run/record-fault.js';
import { plainNumber } from '../values/exact-number.js';
import { isEqual, typeOfValue } from '../values/json-value.js';

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

const MOST_NAMED = 5;

/** Keys that stand for several values: the first one is taken. In words as they are compared, so `1` is `"1"`. */
export function doubleKeys(name: string, { entries }: Lookup): Warning[] {
  const first = new Map<string, { value: unknown; row: number }>();
  const doubles: string[] = [];
  entries.forEach(([key, value], index) => {
    const text = keyText(key);
    if (text === undefined) return;
    const known = first.get(text);
    if (!known) first.set(text, { value, row: index + 1 });
    else if (!isEqual(known.value, value))
      doubles.push(`${JSON.stringify(key)} in row ${index + 1} (as in row ${known.row})`);
  });
  if (doubles.length === 0) return [];
  const named = doubles.slice(0, MOST_NAMED).join(', ');
  const more = doubles.length > MOST_NAMED ? ` and ${doubles.length - MOST_NAMED} more` : '';
  const message = `The lookup table "${name}" has several values for the same key, and takes the first: ${named}${more}.`;
  return [{ code: 'DUPLICATE_KEY', message, path: `lookups.${name}`, link_id: null, count: doubles.length }];
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
