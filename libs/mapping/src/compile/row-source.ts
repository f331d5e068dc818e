// Where the rows of a scope come from: nested arrays, lists side by side, or sections one after the other.
import { RecordFault } from '../run/record-fault.js';
import type { Row, RunState } from '../run/run-state.js';
import type { Environment } from './environment.js';
import { enterRow, type Found, type Level, walk } from './levels.js';

/** Calls `emit` per row with the slots set; says what was found in place of the source array. */
export type EachRow = (state: RunState, emit: () => void) => Found;

/** A group whose rows are walked: its number and the slots of its rows. */
export interface OpenGroup {
  readonly group: number;
  readonly slots: readonly number[];
}

export interface RowSource {
  /** `skipsNull`: null elements are left out with a warning. */
  each(state: RunState, emit: () => void, skipsNull: boolean): Found;
  readonly env: Environment;
  /** Slots of a row's elements, outermost first. */
  readonly slots: readonly number[];
  /** Slot of the element that a row is; undefined where a row is more than one. */
  readonly element: number | undefined;
  readonly outerGroup: OpenGroup | undefined;
}

export function arraySource(levels: readonly Level[], env: Environment): RowSource {
  const [first] = levels;
  const last = levels.at(-1);
  return {
    each: (state, emit, skipsNull) => walk(state, levels, emit, skipsNull),
    env,
    slots: slotsOf(levels),
    element: last?.kind === 'array' ? last.slot : undefined,
    outerGroup: first?.kind === 'group' ? first : undefined,
  };
}

/** Rows paired by position over several columns; the longest decides, shorter ones give nothing. */
export function zipSource(columns: readonly Column[], env: Environment, isStrict: boolean): RowSource {
  return {
    each: (state, emit) => {
      const found: Found[] = [];
      const lists = columns.map(({ each, slots }) => {
        const rows: Row[] = [];
        found.push(each(state, () => rows.push(captureRow(state, slots))));
        return rows;
      });
      const lengths = lists.map((rows) => rows.length);
      const longest = Math.max(...lengths);
      if (isStrict && lengths.some((length) => length !== longest)) {
        throw new RecordFault('LENGTH_MISMATCH', 'The lists have different lengths.', lengths);
      }
      for (let i = 0; i < longest; i++) {
        state.countIterations();
        lists.forEach((rows, column) => enterRow(state, rows[i] ?? NOTHING, columns[column]?.slots ?? []));
        emit();
      }
      return combineFound(found);
    },
    env,
    slots: columns.flatMap(({ slots }) => slots),
    element: undefined,
    outerGroup: undefined,
  };
}

/** One list of a zip, its own conditions and order applied. */
export interface Column {
  each: EachRow;
  slots: readonly number[];
}

const NOTHING: Row = { elements: [], positions: [] };

/** Slots of rows of a source's levels, outermost first. */
export function slotsOf(levels: readonly Level[]): number[] {
  return levels.flatMap((level) => (level.kind === 'group' ? [...level.slots] : [level.slot]));
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

/** One array found makes an array; else null where one was null. */
export function combineFound(found: readonly Found[]): Found {
  if (found.includes(true)) return true;
  return found.includes(null) ? null : undefined;
}
