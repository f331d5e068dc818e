/** The two trees: from the service's fields to rows of fixed height, with folding, search and filter. */
import type { Json } from '../../api/types.js';
import { shortValue } from '../../kit/short.js';
import { parentPath } from './paths.js';

export interface Field {
  path: string;
  name: string;
  /** Words such as `text`, `number`, `list`, `object`; several joined by " or ". */
  type: string;
  required: boolean;
  example: Json | undefined;
  children: Field[];
  /** The samples do not tell what all it may hold. */
  isOpen?: boolean;
}
export interface FieldRow {
  field: Field;
  depth: number;
  isFolded: boolean;
  parent: string | null;
}
export interface RowOptions {
  folded: ReadonlySet<string>;
  search: string;
  /** Which fields to keep: those that pass, with their ancestors. */
  keep?: (field: Field) => boolean;
}

/** Rows in tree order. A search or filter opens what it needs to show its matches. */
export function rowsOf(fields: readonly Field[], options: RowOptions): FieldRow[] {
  const needle = options.search.trim().toLowerCase();
  const filtering = needle !== '' || options.keep !== undefined;
  const passes = (field: Field): boolean =>
    (needle === '' || field.path.toLowerCase().includes(needle)) && (options.keep?.(field) ?? true);
  const rows: FieldRow[] = [];
  const walk = (list: readonly Field[], depth: number, parent: string | null): boolean => {
    let any = false;
    for (const field of list) {
      const at = rows.length;
      const isFolded = !filtering && options.folded.has(field.path);
      rows.push({ field, depth, isFolded, parent });
      const below = isFolded ? false : walk(field.children, depth + 1, field.path);
      if (filtering && !below && !passes(field)) rows.length = at;
      else any = true;
    }
    return any;
  };
  walk(fields, 0, null);
  return rows;
}

/** All fields by path, in tree order. */
export function fieldsByPath(fields: readonly Field[]): Map<string, Field> {
  const byPath = new Map<string, Field>();
  const walk = (list: readonly Field[]): void => {
    for (const field of list) {
      byPath.set(field.path, field);
      walk(field.children);
    }
  };
  walk(fields);
  return byPath;
}

/** The row that stands for a path: its own, or its nearest visible ancestor's. */
export function visibleRow(index: ReadonlyMap<string, number>, path: string): number | undefined {
  for (let current: string | null = path; current !== null; current = parentPath(current)) {
    const row = index.get(current) ?? index.get(`${current}[]`);
    if (row !== undefined) return row;
  }
  return undefined;
}

export const indexOf = (rows: readonly FieldRow[]): Map<string, number> =>
  new Map(rows.map((row, position) => [row.field.path, position]));

/** The example of a field, in the room of its row. */
export const exampleOf = ({ example }: Field): string => shortValue(example, 40);

const documentTypes: Record<string, string> = {
  text: 'string',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
};

/** The conversion that a link between two plain fields needs, to be written visibly; undefined where they agree. */
export function conversionFor(source: Field | undefined, destination: Field | undefined): string | undefined {
  if (!source || !destination || source.type === destination.type) return undefined;
  if (source.type === 'integer' && destination.type === 'number') return undefined;
  return documentTypes[source.type] === undefined ? undefined : documentTypes[destination.type];
}
