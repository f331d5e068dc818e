// Fields from samples: what a source offers and what a destination takes, as a tree that the editor shows.
import { characterCount, firstCharacters } from '../functions/characters.js';
import { formatSteps, type Step } from '../paths/path.js';
import { isObject, type JsonObject, typeOfValue } from '../values/json-value.js';
import { isIntegral } from '../values/decimal.js';
import { ExactNumber } from '../values/exact-number.js';
import { textFormat, type TextFormat } from './text-format.js';

export type FieldType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';

/** One field of the tree. The element of a list is a field of its own, named `[]`. */
export interface Field {
  path: string;
  name: string;
  /** All types seen; null is told by `nullable`. Empty when only null was seen. */
  types: FieldType[];
  /** Absent in at least one of the objects that could hold it. */
  optional: boolean;
  nullable: boolean;
  formats: TextFormat[];
  example?: unknown;
  max_length?: number;
  /** An object or list given as `{}` or `[]`: it may hold anything. */
  open: boolean;
  fields: Field[];
}

export interface FieldRoot {
  /** How paths into it begin: `""` for record or body, else `@response`, `@steps.<id>`, `@path`, `@query`, `@headers`. */
  root: string;
  field: Field;
}

export interface FieldTree {
  roots: FieldRoot[];
}

const MAX_FIELDS = 20_000;
const MAX_FIELD_DEPTH = 64;
const MAX_ELEMENTS = 500;
const MAX_EXAMPLE = 200;

/** The tree of one root from one or several samples of the same thing. */
export function fieldsOf(samples: readonly unknown[], root = ''): Field {
  const prefix = prefixSteps(root);
  const budget = { left: MAX_FIELDS };
  return describe('$', prefix, samples, samples.length, budget, 0);
}

/** Roots of one tree: `{ "": [body], "@query": [query] }`. Roots without samples are left out. */
export function fieldTree(samples: Readonly<Record<string, readonly unknown[]>>): FieldTree {
  return {
    roots: Object.entries(samples)
      .filter(([, values]) => values.length > 0)
      .map(([root, values]) => ({ root, field: fieldsOf(values, root) })),
  };
}

/** Steps of a root's prefix. Its parts are plain names, so they are told apart by points. */
function prefixSteps(root: string): Step[] {
  return root === '' ? [] : root.split('.').map((key) => ({ kind: 'key', key }));
}

function describe(
  name: string,
  steps: readonly Step[],
  values: readonly unknown[],
  holders: number,
  budget: { left: number },
  depth: number,
): Field {
  budget.left--;
  const present = values.filter((value) => value !== null && value !== undefined);
  const objects = present.filter(isObject);
  const arrays = present.filter((value) => Array.isArray(value)) as unknown[][];
  const texts = present.filter((value) => typeof value === 'string');
  const field: Field = {
    path: fieldPath(steps),
    name,
    types: typesOf(present),
    optional: values.length < holders,
    nullable: values.includes(null),
    formats: [
      ...new Set(texts.map((text) => textFormat(text)).filter((format) => format !== undefined)),
    ].sort(),
    open: isOpen(present, objects, arrays),
    fields: [],
  };
  const example = present.find((value) => typeof value !== 'object' || value instanceof ExactNumber);
  if (example !== undefined) field.example = shortExample(example);
  if (texts.length > 0) field.max_length = Math.max(...texts.map(characterCount));
  if (depth >= MAX_FIELD_DEPTH) return field;
  if (objects.length > 0) field.fields.push(...describeMembers(steps, objects, budget, depth));
  if (arrays.length > 0 && budget.left > 0) {
    const elements = arrays.flatMap((array) => array.slice(0, MAX_ELEMENTS)).slice(0, 10 * MAX_ELEMENTS);
    if (elements.length > 0) {
      field.fields.push(
        describe('[]', [...steps, { kind: 'each' }], elements, elements.length, budget, depth + 1),
      );
    }
  }
  return field;
}

function isOpen(
  present: readonly unknown[],
  objects: readonly JsonObject[],
  arrays: readonly unknown[][],
): boolean {
  if (present.length === 0) return true;
  return (
    (objects.length > 0 && objects.every((object) => Object.keys(object).length === 0)) ||
    (arrays.length > 0 && arrays.every((array) => array.length === 0))
  );
}

function describeMembers(
  steps: readonly Step[],
  objects: readonly JsonObject[],
  budget: { left: number },
  depth: number,
): Field[] {
  const members = new Map<string, unknown[]>();
  for (const object of objects) {
    for (const key of Object.keys(object)) {
      const values = members.get(key);
      if (values) values.push(object[key]);
      else members.set(key, [object[key]]);
    }
  }
  const fields: Field[] = [];
  for (const [key, values] of members) {
    if (budget.left <= 0) break;
    if (key === '__proto__') continue;
    fields.push(describe(key, [...steps, { kind: 'key', key }], values, objects.length, budget, depth + 1));
  }
  return fields;
}

/** A leading root (`@query`) is no quoted key. */
function fieldPath(steps: readonly Step[]): string {
  const [first] = steps;
  return first?.kind === 'key' && first.key.startsWith('@')
    ? formatSteps(steps.slice(1), first.key)
    : formatSteps(steps);
}

function typesOf(present: readonly unknown[]): FieldType[] {
  const types = new Set<FieldType>();
  for (const value of present) {
    const type = typeOfValue(value);
    if (type === 'number') types.add(isIntegral(value as number | ExactNumber) ? 'integer' : 'number');
    else if (type !== 'missing' && type !== 'null') types.add(type);
  }
  // A whole number is also a number: 1 and 1.5 together are numbers.
  if (types.has('number')) types.delete('integer');
  return [...types].sort();
}

function shortExample(value: unknown): unknown {
  return typeof value === 'string' && value.length > MAX_EXAMPLE
    ? `${firstCharacters(value, MAX_EXAMPLE)}…`
    : value;
}

/** Every field of a tree in order, roots first. */
export function allFields(tree: FieldTree): Field[] {
  const fields: Field[] = [];
  const add = (field: Field) => {
    fields.push(field);
    field.fields.forEach(add);
  };
  tree.roots.forEach(({ field }) => add(field));
  return fields;
}
