// Compiles steps without `[]` into a function that reads own members from the element in a slot.
import type { EmptyAs } from '../document/document.types.js';
import { formatSteps, type Step } from '../paths/path.js';
import { RecordFault } from '../run/record-fault.js';
import type { RunState } from '../run/run-state.js';
import { ExactNumber } from '../values/exact-number.js';
import { isObject } from '../values/json-value.js';

export type Evaluate = (state: RunState) => unknown;
type ReadStep = (holder: unknown, state: RunState) => unknown;

/** Keys that a plain read would find on a prototype or on an array; known when compiling, so others pay nothing. */
const CAREFUL_KEYS: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  ...Object.getOwnPropertyNames(Array.prototype),
  ...Object.getOwnPropertyNames(ExactNumber.prototype),
]);

function isCareful(key: string): boolean {
  const code = key.charCodeAt(0);
  return CAREFUL_KEYS.has(key) || (code >= 48 && code <= 57 && /^[0-9]+$/.test(key));
}

/** A read of keys alone, none of which needs care. */
export interface PlainRead {
  slot: number;
  keys: readonly string[];
}

export function plainRead(slot: number, steps: readonly Step[], start = 0): PlainRead | undefined {
  const keys: string[] = [];
  for (let at = start; at < steps.length; at++) {
    const key = plainKey(steps[at]);
    if (key === undefined) return undefined;
    keys.push(key);
  }
  return { slot, keys };
}

function plainKey(step: Step | undefined): string | undefined {
  return step?.kind === 'key' && !isCareful(step.key) ? step.key : undefined;
}

/** Reads the steps from `start` on, beginning at the element in the slot. */
export function compileReader(slot: number, steps: readonly Step[], start = 0): Evaluate {
  const count = steps.length - start;
  if (count === 0) return (state) => state.slots[slot];
  const first = count <= 2 ? plainKey(steps[start]) : undefined;
  const second = count === 2 ? plainKey(steps[start + 1]) : undefined;
  if (count === 1 && first !== undefined) {
    return (state) => {
      const holder = state.slots[slot];
      return typeof holder === 'object' && holder !== null
        ? (holder as Record<string, unknown>)[first]
        : undefined;
    };
  }
  if (count === 2 && first !== undefined && second !== undefined) {
    return (state) => {
      const holder = state.slots[slot];
      if (typeof holder !== 'object' || holder === null) return undefined;
      const inner = (holder as Record<string, unknown>)[first];
      return typeof inner === 'object' && inner !== null
        ? (inner as Record<string, unknown>)[second]
        : undefined;
    };
  }
  const readers = steps
    .slice(start)
    .map((step, at) => compileStep(step, () => formatSteps(steps.slice(0, start + at))));
  return (state) => {
    let value = state.slots[slot];
    for (const read of readers) {
      if (value === undefined || value === null) return undefined;
      value = read(value, state);
    }
    return value;
  };
}

function compileStep(step: Step, holderPath: () => string): ReadStep {
  if (step.kind === 'index') return compileIndex(step.index, holderPath);
  if (step.kind === 'each') throw new Error('An unbound array cannot be read as one value.');
  const { key } = step;
  if (!isCareful(key)) {
    return (holder) => (typeof holder === 'object' ? (holder as Record<string, unknown>)[key] : undefined);
  }
  return (holder) => (isObject(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined);
}

function compileIndex(index: number, holderPath: () => string): ReadStep {
  return (holder, state) => {
    if (Array.isArray(holder)) return holder[index < 0 ? holder.length + index : index] as unknown;
    if (!isObject(holder)) {
      throw new RecordFault('NOT_AN_ARRAY', 'A list was expected here.', holder);
    }
    state.warn('SINGLE_AS_ARRAY', holderPath(), null, 'A single object was read as a list of one.');
    return index === 0 || index === -1 ? holder : undefined;
  };
}

/** An empty text that the policy takes for missing or null. */
export function turnEmpty(read: Evaluate, emptyAs: EmptyAs | undefined): Evaluate {
  if (emptyAs === undefined) return read;
  const replacement = emptyAs === 'null' ? null : undefined;
  return (state) => {
    const value = read(state);
    return value === '' ? replacement : value;
  };
}
