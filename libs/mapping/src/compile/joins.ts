// Joins of a scope: each row is completed by the rows of another list that have the same key. A hash join: the other
// list is walked once per record, or once per outer element where it hangs on one.
import type { ScopeJoin } from '../document/document.types.js';
import { formatPath, parseSourcePath, type SourcePath } from '../paths/path.js';
import { RecordFault } from '../run/record-fault.js';
import { type JoinIndex, NO_ROW, type RunState } from '../run/run-state.js';
import type { Environment } from './environment.js';
import { compileLevels, type Level, walk } from './levels.js';
import { guardPath } from './link-plan.js';
import { keyText } from './lookup.js';
import type { Problems } from './problems.js';
import type { Evaluate } from './reader.js';
import { type EachRow, slotsOf } from './row-source.js';
import { scalarReader } from './row-order.js';

export interface CompiledJoin {
  slots: readonly number[];
  isInner: boolean;
  many: 'first' | 'error' | 'each';
  key: Evaluate;
  index: (state: RunState) => JoinIndex;
  label: string;
}

/** The joins in order; each may read what those before it found. Those at fault are left out, with their problems told. */
export function compileJoins(
  joins: readonly ScopeJoin[],
  outer: Environment,
  at: string,
  problems: Problems,
): { joins: CompiledJoin[]; env: Environment } {
  let env = outer;
  const compiled: CompiledJoin[] = [];
  joins.forEach((join, index) => {
    const result = compileJoin(join, env, `${at}/joins/${index}`, problems);
    if (result?.join) compiled.push(result.join);
    env = result?.env ?? env;
  });
  return { joins: compiled, env };
}

function compileJoin(
  join: ScopeJoin,
  env: Environment,
  at: string,
  problems: Problems,
): { join: CompiledJoin | undefined; env: Environment } | undefined {
  const path = guardPath(parseSourcePath, join.from, `${at}/from`, null, problems);
  const left = guardPath(parseSourcePath, join.on[0], `${at}/on/0`, null, problems);
  const right = guardPath(parseSourcePath, join.on[1], `${at}/on/1`, null, problems);
  if (!path || !left || !right) return undefined;
  if (path.steps.at(-1)?.kind !== 'each') {
    problems.add('BAD_PATH', 'A join goes over a list: its path ends with [].', {
      at: `${at}/from`,
      fixes: [{ label: 'Add []', at: `${at}/from`, value: `${join.from}[]` }],
    });
    return undefined;
  }
  const { levels, inner } = compileLevels(path, path.steps.length, env);
  const isSound = checkKeys(path, left, right, join, at, problems);
  if (!isSound) return { join: undefined, env: inner };
  const key = scalarReader(left, env, `${at}/on/0`, problems);
  const rowKey = scalarReader(right, inner, `${at}/on/1`, problems);
  if (!key || !rowKey) return { join: undefined, env: inner };
  const slots = slotsOf(levels);
  const many = join.many ?? 'first';
  const base = env.base(path);
  const origins: Evaluate[] = [inner.base(right)].flatMap(({ slot }) =>
    slots.includes(slot) ? [] : [(state) => state.slots[slot]],
  );
  const { group, slot } = base;
  origins.push(group === undefined ? (state) => state.slots[slot] : (state) => state.groups[group]);
  const number = env.allocator.joins++;
  const index = (state: RunState) => {
    const kept = state.joins[number];
    const of = origins.map((read) => read(state));
    if (kept?.of.every((value, i) => value === of[i])) return kept.index;
    const built = buildIndex(state, levels, slots, rowKey, many === 'first');
    state.joins[number] = { of, index: built };
    return built;
  };
  return {
    join: { slots, isInner: join.type === 'inner', many, key, index, label: formatPath(path) },
    env: inner,
  };
}

/** A second key that is none of the joined list would match every row, or none. */
function checkKeys(
  path: SourcePath,
  left: SourcePath,
  right: SourcePath,
  { on }: ScopeJoin,
  at: string,
  problems: Problems,
): boolean {
  const isOfJoin = (side: SourcePath) =>
    side.arrays.some(({ key }) => path.arrays.some((own) => own.key === key));
  if (isOfJoin(right)) return true;
  const message = `The second path of "on" is of the joined list ${formatPath(path)}.`;
  const swap = { label: 'Swap the two', at: `${at}/on`, value: [on[1], on[0]] };
  problems.add('BAD_ARGUMENT', message, { at: `${at}/on/1`, fixes: isOfJoin(left) ? [swap] : [] });
  return false;
}

function buildIndex(
  state: RunState,
  levels: readonly Level[],
  slots: readonly number[],
  key: Evaluate,
  firstOnly: boolean,
): JoinIndex {
  const index: JoinIndex = { first: new Map(), next: [], elements: [], positions: [] };
  /** Per first row of a key the last one so far. */
  const last: number[] = [];
  const visit = () => {
    const text = joinKey(key(state));
    if (text === undefined) return;
    const known = index.first.get(text);
    if (known !== undefined && firstOnly) return;
    const row = index.next.length;
    for (const slot of slots) {
      index.elements.push(state.slots[slot]);
      index.positions.push(state.positions[slot] ?? 0);
    }
    index.next.push(-1);
    last.push(row);
    if (known === undefined) index.first.set(text, row);
    else {
      index.next[last[known] as number] = row;
      last[known] = row;
    }
  };
  walk(state, levels, visit, true);
  return index;
}

function joinKey(value: unknown): string | undefined {
  return value === null || value === undefined ? undefined : keyText(value);
}

/** Rows of a source with the joined rows entered. */
export function joinedRows(source: EachRow, joins: readonly CompiledJoin[]): EachRow {
  if (joins.length === 0) return source;
  return (state, emit) => source(state, () => joinFrom(state, joins, 0, emit));
}

function joinFrom(state: RunState, joins: readonly CompiledJoin[], at: number, emit: () => void): void {
  const join = joins[at];
  if (!join) {
    emit();
    return;
  }
  const key = joinKey(join.key(state));
  const index = key === undefined ? undefined : join.index(state);
  let row = key === undefined ? undefined : index?.first.get(key);
  if (index === undefined || row === undefined) {
    if (join.isInner) return;
    for (const slot of join.slots) {
      state.slots[slot] = undefined;
      state.positions[slot] = NO_ROW;
    }
    joinFrom(state, joins, at + 1, emit);
    return;
  }
  if (join.many === 'error' && index.next[row] !== -1) {
    const fault = new RecordFault('LENGTH_MISMATCH', `Several rows of ${join.label} match.`, key);
    fault.from = join.label;
    throw fault;
  }
  for (;;) {
    enterJoined(state, join.slots, index, row);
    joinFrom(state, joins, at + 1, emit);
    const next: number | undefined = index.next[row];
    if (next === undefined || next < 0) return;
    state.countIterations();
    row = next;
  }
}

function enterJoined(state: RunState, slots: readonly number[], index: JoinIndex, row: number): void {
  const start = row * slots.length;
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] as number;
    state.slots[slot] = index.elements[start + i];
    state.positions[slot] = index.positions[start + i] as number;
  }
}
