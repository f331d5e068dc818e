// The rows of a scope or section: arrays walked, joined, filtered, sorted, made distinct, limited, grouped.
import { compileHolds, ConditionError, type Holds, compareOrdered } from '../conditions/condition.js';
import type { Condition, ScopeJoin, ScopeRows, SortKey } from '../document/document.types.js';
import { formatPath, parseSourcePath, PathError, type SourcePath } from '../paths/path.js';
import { RecordFault } from '../run/record-fault.js';
import type { Row, RunState } from '../run/run-state.js';
import { canonicalText, typeOfValue } from '../values/json-value.js';
import { PatternError } from '../values/patterns.js';
import type { Environment } from './environment.js';
import { compileLevels, enterRow, type Found, type Level, walk } from './levels.js';
import { guardPath } from './link-plan.js';
import { keyText } from './lookup.js';
import type { Problems } from './problems.js';
import { compileReader, type Evaluate } from './reader.js';

/** Calls `emit` per row with the slots set; says what was found in place of the source array. */
export type EachRow = (state: RunState, emit: () => void) => Found;

export interface RowSource {
  levels: readonly Level[];
  env: Environment;
}

export interface RowOptions extends ScopeRows {
  joins?: ScopeJoin[];
  group_by?: string | string[];
}

interface RowsPlan {
  each: EachRow;
  env: Environment;
}

/** Compiles the rows of one source. `skipsNull`: null elements are left out with a warning. */
export function compileRows(
  source: RowSource,
  options: RowOptions,
  at: string,
  skipsNull: boolean,
  problems: Problems,
): RowsPlan {
  let env = source.env;
  const joins: CompiledJoin[] = [];
  for (const [index, join] of (options.joins ?? []).entries()) {
    const compiled = compileJoin(join, env, `${at}/joins/${index}`, problems);
    if (!compiled) continue;
    joins.push(compiled.join);
    env = compiled.env;
  }
  const where = options.where && compileCondition(options.where, env, `${at}/where`, problems);
  const slots = [...slotsOf(source.levels), ...joins.flatMap((join) => join.slots)];
  const sort = compileSort(options.sort, env, `${at}/sort`, problems);
  const groupBy = compileKeys(options.group_by, env, `${at}/group_by`, problems);
  const walkRows: EachRow = (state, emit) => {
    const kept = where
      ? () => {
          if (where(state)) emit();
        }
      : emit;
    const visit = joins.length > 0 ? () => joinFrom(state, joins, 0, kept) : kept;
    return walk(state, source.levels, visit, skipsNull);
  };
  const isBuffered =
    sort.length > 0 || groupBy !== undefined || options.distinct || options.limit !== undefined;
  if (!isBuffered) return { each: walkRows, env };
  const group = groupBy ? env.allocator.groups++ : undefined;
  const finalEnv = group === undefined ? env : env.openGroup(group, slots);
  const distinct = compileDistinct(
    options.distinct,
    env,
    slotsOf(source.levels).at(-1),
    `${at}/distinct`,
    problems,
  );
  return {
    each: bufferRows({
      walkRows,
      slots,
      sort,
      groupBy,
      group,
      distinct,
      limit: options.limit,
      levels: source.levels,
    }),
    env: finalEnv,
  };
}

/** Slots of rows of a source's levels, outermost first. */
export function slotsOf(levels: readonly Level[]): number[] {
  return levels.flatMap((level) => (level.kind === 'group' ? [...level.slots] : [level.slot]));
}

export function compileCondition(
  condition: Condition,
  env: Environment,
  at: string,
  problems: Problems,
  linkId: string | null = null,
): Holds | undefined {
  try {
    return compileHolds(condition, env);
  } catch (error) {
    if (error instanceof PathError)
      problems.add(error.code, error.message, { at, linkId, position: error.position });
    else if (error instanceof ConditionError || error instanceof PatternError) {
      problems.add('BAD_ARGUMENT', error.message, { at, linkId });
    } else throw error;
    return undefined;
  }
}

// --- joins ---

/** Rows by the text of their key; one row, the usual case, stands by itself. */
type JoinIndex = Map<string, Row | Row[]>;

interface CompiledJoin {
  slots: readonly number[];
  isInner: boolean;
  many: 'first' | 'error' | 'each';
  key: Evaluate;
  index: (state: RunState) => JoinIndex;
  label: string;
}

function compileJoin(
  join: ScopeJoin,
  env: Environment,
  at: string,
  problems: Problems,
): { join: CompiledJoin; env: Environment } | undefined {
  const path = guardPath(() => parseSourcePath(join.from), `${at}/from`, null, problems);
  const left = guardPath(() => parseSourcePath(join.on[0]), `${at}/on/0`, null, problems);
  const right = guardPath(() => parseSourcePath(join.on[1]), `${at}/on/1`, null, problems);
  if (!path || !left || !right) return undefined;
  if (path.steps.at(-1)?.kind !== 'each') {
    problems.add('BAD_PATH', 'A join goes over a list: its path ends with [].', {
      at: `${at}/from`,
      fixes: [{ label: 'Add []', at: `${at}/from`, value: `${join.from}[]` }],
    });
    return undefined;
  }
  const { levels, inner } = compileLevels(path, path.steps.length, env);
  const key = scalarReader(left, env, `${at}/on/0`, problems);
  const rowKey = scalarReader(right, inner, `${at}/on/1`, problems);
  if (!key || !rowKey) return undefined;
  const slots = slotsOf(levels);
  const build = (state: RunState) => buildIndex(state, levels, slots, rowKey);
  const isFixed = env.base(path).length === 0;
  const number = env.allocator.joins++;
  return {
    join: {
      slots,
      isInner: join.type === 'inner',
      many: join.many ?? 'first',
      key,
      index: isFixed ? (state) => (state.joins[number] ??= build(state)) : build,
      label: formatPath(path),
    },
    env: inner,
  };
}

function buildIndex(
  state: RunState,
  levels: readonly Level[],
  slots: readonly number[],
  key: Evaluate,
): JoinIndex {
  const index: JoinIndex = new Map();
  const visit = () => {
    const text = joinKey(key(state));
    if (text === undefined) return;
    const known = index.get(text);
    const row = captureRow(state, slots);
    if (known === undefined) index.set(text, row);
    else if (Array.isArray(known)) known.push(row);
    else index.set(text, [known, row]);
  };
  walk(state, levels, visit, true);
  return index;
}

function joinKey(value: unknown): string | undefined {
  return value === null || value === undefined ? undefined : keyText(value);
}

function joinFrom(state: RunState, joins: readonly CompiledJoin[], at: number, emit: () => void): void {
  const join = joins[at];
  if (!join) {
    emit();
    return;
  }
  const key = joinKey(join.key(state));
  const found = key === undefined ? undefined : join.index(state).get(key);
  if (found === undefined) {
    if (join.isInner) return;
    for (const slot of join.slots) state.slots[slot] = undefined;
    joinFrom(state, joins, at + 1, emit);
    return;
  }
  if (!Array.isArray(found)) {
    enterRow(state, found, join.slots);
    joinFrom(state, joins, at + 1, emit);
    return;
  }
  if (join.many === 'error') {
    const fault = new RecordFault('LENGTH_MISMATCH', `Several rows of ${join.label} match.`, key);
    fault.from = join.label;
    throw fault;
  }
  for (const row of join.many === 'each' ? found : found.slice(0, 1)) {
    state.countIterations();
    enterRow(state, row, join.slots);
    joinFrom(state, joins, at + 1, emit);
  }
}

// --- sort, distinct, limit, group ---

interface CompiledSort {
  read: Evaluate;
  isDescending: boolean;
}

function compileSort(
  sort: SortKey | SortKey[] | undefined,
  env: Environment,
  at: string,
  problems: Problems,
): CompiledSort[] {
  const keys = sort === undefined ? [] : Array.isArray(sort) ? sort : [sort];
  return keys.flatMap((key) => {
    const text = typeof key === 'string' ? key : key.path;
    const path = guardPath(() => parseSourcePath(text), at, null, problems);
    const read = path && scalarReader(path, env, at, problems);
    return read ? [{ read, isDescending: typeof key !== 'string' && key.order === 'desc' }] : [];
  });
}

function compileKeys(
  paths: string | string[] | undefined,
  env: Environment,
  at: string,
  problems: Problems,
): Evaluate[] | undefined {
  if (paths === undefined) return undefined;
  return (Array.isArray(paths) ? paths : [paths]).flatMap((text) => {
    const path = guardPath(() => parseSourcePath(text), at, null, problems);
    const read = path && scalarReader(path, env, at, problems);
    return read ? [read] : [];
  });
}

function compileDistinct(
  distinct: ScopeRows['distinct'],
  env: Environment,
  slot: number | undefined,
  at: string,
  problems: Problems,
): Evaluate[] | undefined {
  if (distinct === undefined || distinct === false) return undefined;
  if (distinct !== true) return compileKeys(distinct, env, at, problems);
  return slot === undefined ? [] : [(state) => state.slots[slot]];
}

/** A reader of one value; a path with open arrays gives a list and is refused. */
function scalarReader(
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
  return compileReader(base.slot, path.steps.slice(base.length));
}

interface Buffer {
  walkRows: EachRow;
  slots: readonly number[];
  sort: readonly CompiledSort[];
  groupBy: readonly Evaluate[] | undefined;
  group: number | undefined;
  distinct: readonly Evaluate[] | undefined;
  limit: number | undefined;
  levels: readonly Level[];
}

interface KeyedRow extends Row {
  sortKeys: unknown[];
  groupKey: string;
  distinctKey: string;
}

function bufferRows(plan: Buffer): EachRow {
  const outerGroup = plan.levels[0]?.kind === 'group' ? plan.levels[0] : undefined;
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

function textOf(keys: readonly Evaluate[] | undefined, state: RunState): string {
  if (!keys) return '';
  return keys.map((read) => canonicalText(read(state))).join('\n');
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

export function captureRow(state: RunState, slots: readonly number[]): Row {
  const [only] = slots;
  if (only !== undefined && slots.length === 1) {
    return { elements: [state.slots[only]], positions: [state.positions[only] ?? 0] };
  }
  return {
    elements: slots.map((slot) => state.slots[slot]),
    positions: slots.map((slot) => state.positions[slot] ?? 0),
  };
}

/** Rows paired by position over several sources; the longest decides, shorter ones give nothing. */
export function compileZip(sources: readonly RowSource[], isStrict: boolean): EachRow {
  const slots = sources.map((source) => slotsOf(source.levels));
  return (state, emit) => {
    const found: Found[] = [];
    const columns = sources.map((source, index) => {
      const rows: Row[] = [];
      found.push(walk(state, source.levels, () => rows.push(captureRow(state, slots[index] ?? [])), false));
      return rows;
    });
    const length = Math.max(...columns.map((column) => column.length));
    if (isStrict && columns.some((column) => column.length !== length)) {
      throw new RecordFault(
        'LENGTH_MISMATCH',
        'The lists have different lengths.',
        columns.map((c) => c.length),
      );
    }
    for (let i = 0; i < length; i++) {
      state.countIterations();
      columns.forEach((column, index) => enterRow(state, column[i] ?? NOTHING, slots[index] ?? []));
      emit();
    }
    return combineFound(found);
  };
}

const NOTHING: Row = { elements: [], positions: [] };

/** One array found makes an array; else null where one was null. */
export function combineFound(found: readonly Found[]): Found {
  if (found.includes(true)) return true;
  return found.includes(null) ? null : undefined;
}
