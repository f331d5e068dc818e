// Walking through nested source arrays: the one place where `[]` is iterated, for scopes, reducers and conditions.
import { formatPath, type SourcePath } from '../paths/path.js';
import { RecordFault } from '../run/record-fault.js';
import { NO_ROW, type Row, type RunState } from '../run/run-state.js';
import { isObject } from '../values/json-value.js';
import type { Binding, Environment } from './environment.js';
import { compileReader, type Evaluate } from './reader.js';

interface ArrayLevel {
  readonly kind: 'array';
  readonly read: Evaluate;
  readonly slot: number;
  readonly path: (positions: readonly number[]) => string;
  readonly label: string;
}

interface GroupLevel {
  readonly kind: 'group';
  readonly group: number;
  readonly slots: readonly number[];
}

export type Level = ArrayLevel | GroupLevel;

export interface Levels {
  readonly levels: readonly Level[];
  readonly inner: Environment;
}

/** Levels from the current elements down to the array prefix of `length` steps. */
export function compileLevels(path: SourcePath, length: number, env: Environment): Levels {
  const levels: Level[] = [];
  let inner = env;
  const group = env.groupOf(path);
  if (group !== undefined) {
    levels.push({ kind: 'group', group, slots: env.groupSlots.get(group) ?? [] });
    inner = inner.closeGroup(group);
  }
  for (const array of path.arrays) {
    const next = array.length;
    const base = inner.base(path);
    if (next <= base.length || next > length) continue;
    const holder = {
      root: path.root,
      steps: path.steps.slice(0, next - 1),
      arrays: path.arrays.filter((outer) => outer.length < next),
    };
    const slot = env.allocator.slots++;
    levels.push({
      kind: 'array',
      read: compileReader(base.slot, holder.steps, base.length),
      slot,
      path: inner.concrete(holder),
      label: formatPath(holder),
    });
    inner = inner.bind(new Map<string, Binding>([[array.key, { slot }]]));
  }
  return { levels, inner };
}

/** What was found in place of the outermost array: the array (`true`), null, or nothing. */
export type Found = true | null | undefined;

/** Calls `visit` for each innermost element, with the slots of all levels set. */
export function walk(
  state: RunState,
  levels: readonly Level[],
  visit: () => void,
  skipsNull: boolean,
  at = 0,
): Found {
  const level = levels[at];
  if (!level) {
    visit();
    return true;
  }
  return level.kind === 'group'
    ? walkGroup(state, level, levels, visit, skipsNull, at)
    : walkArray(state, level, levels, visit, skipsNull, at);
}

function walkArray(
  state: RunState,
  level: ArrayLevel,
  levels: readonly Level[],
  visit: () => void,
  skipsNull: boolean,
  at: number,
): Found {
  const source = level.read(state);
  if (source === undefined) return undefined;
  if (source === null) {
    state.nullArray = level;
    return null;
  }
  const elements = asArray(state, source, level);
  const isLast = at === levels.length - 1;
  const { slot } = level;
  for (let i = 0; i < elements.length; i++) {
    state.countIterations();
    const element = elements[i];
    if (element === null && (skipsNull || !isLast)) {
      warnNull(state, level);
      continue;
    }
    state.slots[slot] = element;
    state.positions[slot] = i;
    if (isLast) visit();
    else walk(state, levels, visit, skipsNull, at + 1);
  }
  return true;
}

function walkGroup(
  state: RunState,
  level: GroupLevel,
  levels: readonly Level[],
  visit: () => void,
  skipsNull: boolean,
  at: number,
): Found {
  const rows = state.groups[level.group] ?? [];
  for (const row of rows) {
    state.countIterations();
    enterRow(state, row, level.slots);
    walk(state, levels, visit, skipsNull, at + 1);
  }
  if (rows[0]) enterRow(state, rows[0], level.slots);
  return true;
}

/** Makes a row's elements the current ones. */
export function enterRow(state: RunState, row: Row, slots: readonly number[]): void {
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] as number;
    state.slots[slot] = row.elements[i];
    state.positions[slot] = row.positions[i] ?? NO_ROW;
  }
}

export function warnNull(state: RunState, level: { label: string }): void {
  state.warn('NULL_ELEMENT', `${level.label}[]`, null, 'A null element of a list was skipped.');
}

/** The array itself, one object as a list of one, or `NOT_AN_ARRAY`. */
export function asArray(
  state: RunState,
  source: unknown,
  level: Omit<ArrayLevel, 'kind'>,
): readonly unknown[] {
  if (Array.isArray(source)) return source as unknown[];
  if (isObject(source)) {
    state.warn('SINGLE_AS_ARRAY', level.label, null, 'A single object was read as a list of one.');
    return [source];
  }
  const fault = new RecordFault(
    'NOT_AN_ARRAY',
    'A list was expected here.',
    source,
    'Read a single value without [], or split a text into a list.',
  );
  fault.from = level.path(state.positions);
  throw fault;
}
