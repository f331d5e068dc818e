// The order of a scope's rows: sort, group, distinct, limit. All of them need the rows held until the last is read.
import { createHash } from 'node:crypto';
import { compareOrdered } from '../conditions/condition.js';
import type { ScopeRows, SortKey } from '../document/document.types.js';
import { formatPath, parseSourcePath, type SourcePath } from '../paths/path.js';
import type { Row, RunState } from '../run/run-state.js';
import { canonicalText, typeOfValue } from '../values/json-value.js';
import type { Environment } from './environment.js';
import { enterRow } from './levels.js';
import { guardPath } from './link-plan.js';
import type { Problems } from './problems.js';
import { compileReader, type Evaluate } from './reader.js';
import { captureRow, type EachRow, type OpenGroup } from './row-source.js';

export interface CompiledSort {
  read: Evaluate;
  isDescending: boolean;
}

export function compileSort(
  sort: SortKey | SortKey[] | undefined,
  env: Environment,
  at: string,
  problems: Problems,
): CompiledSort[] {
  const keys = sort === undefined ? [] : Array.isArray(sort) ? sort : [sort];
  return keys.flatMap((key) => {
    const text = typeof key === 'string' ? key : key.path;
    const path = guardPath(parseSourcePath, text, at, null, problems);
    const read = path && scalarReader(path, env, at, problems);
    return read ? [{ read, isDescending: typeof key !== 'string' && key.order === 'desc' }] : [];
  });
}

export function compileKeys(
  paths: string | string[] | undefined,
  env: Environment,
  at: string,
  problems: Problems,
): Evaluate[] | undefined {
  if (paths === undefined) return undefined;
  return (Array.isArray(paths) ? paths : [paths]).flatMap((text) => {
    const path = guardPath(parseSourcePath, text, at, null, problems);
    const read = path && scalarReader(path, env, at, problems);
    return read ? [read] : [];
  });
}

export function compileDistinct(
  distinct: ScopeRows['distinct'],
  env: Environment,
  elements: readonly number[],
  at: string,
  problems: Problems,
): Evaluate[] | undefined {
  if (distinct === undefined || distinct === false) return undefined;
  if (distinct !== true) return compileKeys(distinct, env, at, problems);
  return elements.map((slot) => (state) => state.slots[slot]);
}

/** A reader of one value; a path with open arrays gives a list and is refused. */
export function scalarReader(
  path: SourcePath,
  env: Environment,
  at: string,
  problems: Problems,
): Evaluate | undefined {
  const base = env.base(path);
  if (env.unbound(path).length > 0) {
    problems.add('NEEDS_REDUCER', `${formatPath(path)} gives a list here, and one value is needed.`, { at });
    return undefined;
  }
  return compileReader(base.slot, path.steps, base.length);
}

export interface RowOrder {
  walkRows: EachRow;
  slots: readonly number[];
  sort: readonly CompiledSort[];
  groupBy: readonly Evaluate[] | undefined;
  group: number | undefined;
  distinct: readonly Evaluate[] | undefined;
  limit: number | undefined;
  /** The open group that the rows are of, if any: its first row is the current one afterwards. */
  outerGroup: OpenGroup | undefined;
}

interface KeyedRow extends Row {
  sortKeys: unknown[];
  groupKey: string;
  distinctKey: string;
}

/** Holds all rows of a scope and hands them on sorted, grouped, made distinct and limited. */
export function orderRows(plan: RowOrder): EachRow {
  const { outerGroup } = plan;
  return (state, emit) => {
    let rows: KeyedRow[] = [];
    const found = plan.walkRows(state, () => {
      state.spend(plan.slots.length + plan.sort.length);
      rows.push({
        ...captureRow(state, plan.slots),
        sortKeys: plan.sort.map(({ read }) => read(state)),
        groupKey: textOf(plan.groupBy, state),
        distinctKey: textOf(plan.distinct, state),
      });
    });
    if (plan.sort.length > 0) rows.sort((left, right) => compareRows(left, right, plan.sort));
    const groups = plan.groupBy ? groupRows(rows) : undefined;
    if (groups) rows = [...groups.values()].map((members) => members[0] as KeyedRow);
    if (plan.distinct) rows = [...firstByKey(rows).values()];
    for (const row of rows.slice(0, plan.limit)) {
      enterRow(state, row, plan.slots);
      if (groups && plan.group !== undefined) state.groups[plan.group] = groups.get(row.groupKey) ?? [];
      emit();
    }
    const first = outerGroup && state.groups[outerGroup.group]?.[0];
    if (first) enterRow(state, first, outerGroup.slots);
    return found;
  };
}

/** Characters of a key that are kept as they are; of a longer one its digest, for each row holds its key. */
const MAX_KEY = 256;

function textOf(keys: readonly Evaluate[] | undefined, state: RunState): string {
  if (!keys) return '';
  const texts = keys.map((read) => {
    const value = read(state);
    state.spendOn(value, true);
    return canonicalText(value);
  });
  const text = texts.join('\n');
  return text.length <= MAX_KEY ? text : createHash('sha256').update(text).digest('base64');
}

function groupRows(rows: readonly KeyedRow[]): Map<string, KeyedRow[]> {
  const groups = new Map<string, KeyedRow[]>();
  for (const row of rows) {
    const members = groups.get(row.groupKey);
    if (members) members.push(row);
    else groups.set(row.groupKey, [row]);
  }
  return groups;
}

function firstByKey(rows: readonly KeyedRow[]): Map<string, KeyedRow> {
  const kept = new Map<string, KeyedRow>();
  for (const row of rows) if (!kept.has(row.distinctKey)) kept.set(row.distinctKey, row);
  return kept;
}

const TYPE_RANK = { number: 0, string: 1, boolean: 2, array: 3, object: 3, null: 4, missing: 5 } as const;

/** By value type: numbers, texts, booleans, others; null and missing come last in both orders. */
function compareRows(left: KeyedRow, right: KeyedRow, sort: readonly CompiledSort[]): number {
  for (let i = 0; i < sort.length; i++) {
    const a = left.sortKeys[i];
    const b = right.sortKeys[i];
    const aRank = TYPE_RANK[typeOfValue(a)];
    const bRank = TYPE_RANK[typeOfValue(b)];
    const direction = sort[i]?.isDescending ? -1 : 1;
    if (aRank !== bRank) return aRank > 3 || bRank > 3 ? aRank - bRank : (aRank - bRank) * direction;
    const order = aRank === 2 ? Number(a) - Number(b) : aRank < 2 ? (compareOrdered(a, b) ?? 0) : 0;
    if (order !== 0) return order * direction;
  }
  return 0;
}
