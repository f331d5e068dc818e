// The catalogue: one list of functions for link chains, formulas and the editor.
import { ARRAY_FUNCTIONS } from './array.functions.js';
import { DATE_FUNCTIONS } from './date.functions.js';
import type { MappingFunction } from './function.types.js';
import { ID_FUNCTIONS } from './id.functions.js';
import { LOGIC_FUNCTIONS } from './logic.functions.js';
import { NUMBER_FUNCTIONS } from './number.functions.js';
import { OBJECT_FUNCTIONS } from './object.functions.js';
import { TEXT_SEARCH_FUNCTIONS } from './text-search.functions.js';
import { TEXT_FUNCTIONS } from './text.functions.js';

export const CATALOGUE: readonly MappingFunction[] = [
  ...TEXT_FUNCTIONS,
  ...TEXT_SEARCH_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
  ...DATE_FUNCTIONS,
  ...LOGIC_FUNCTIONS,
  ...ARRAY_FUNCTIONS,
  ...OBJECT_FUNCTIONS,
  ...ID_FUNCTIONS,
];

const BY_NAME = new Map(CATALOGUE.map((definition) => [definition.name, definition]));

export function findFunction(name: string): MappingFunction | undefined {
  return BY_NAME.get(name);
}

/** The closest name of the catalogue, for a typo; undefined when none is near. */
export function nearestFunction(name: string): string | undefined {
  let best: { name: string; distance: number } | undefined;
  for (const candidate of BY_NAME.keys()) {
    const distance = editDistance(name.slice(0, 40).toLowerCase(), candidate.toLowerCase());
    if (distance <= Math.max(1, candidate.length / 3) && (!best || distance < best.distance)) {
      best = { name: candidate, distance };
    }
  }
  return best?.name;
}

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const change = (row[j - 1] as number) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[right.length] as number;
}
