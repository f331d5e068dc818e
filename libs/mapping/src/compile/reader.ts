// Compiles steps without `[]` into a function that reads own members from the element in a slot.
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
  return CAREFUL_KEYS.has(key) || /^[0-9]+$/.test(key);
}

/** A read of keys alone, none of which needs care. */
export interface PlainRead {
  slot: number;
  keys: readonly string[];
}

export function plainRead(slot: number, steps: readonly Step[]): PlainRead | undefined {
  const keys = steps.flatMap((step) => (step.kind === 'key' && !isCareful(step.key) ? [step.key] : []));
  return keys.length === steps.length ? { slot, keys } : undefined;
}

export function compileReader(slot: number, steps: readonly Step[]): Evaluate {
  const keys = steps.map((step) => (step.kind === 'key' && !isCareful(step.key) ? step.key : undefined));
  const [first, second] = keys;
  if (steps.length === 0) return (state) => state.slots[slot];
  if (steps.length === 1 && first !== undefined) {
    return (state) => {
      const holder = state.slots[slot];
      return typeof holder === 'object' && holder !== null
        ? (holder as Record<string, unknown>)[first]
        : undefined;
    };
  }
  if (steps.length === 2 && first !== undefined && second !== undefined) {
    return (state) => {
      const holder = state.slots[slot];
      if (typeof holder !== 'object' || holder === null) return undefined;
      const inner = (holder as Record<string, unknown>)[first];
      return typeof inner === 'object' && inner !== null
        ? (inner as Record<string, unknown>)[second]
        : undefined;
    };
  }
  const readers = steps.map((step, at) => compileStep(step, formatSteps(steps.slice(0, at))));
  return (state) => {
    let value = state.slots[slot];
    for (const read of readers) {
      if (value === undefined || value === null) return undefined;
      value = read(value, state);
    }
    return value;
  };
}

function compileStep(step: Step, holderPath: string): ReadStep {
  if (step.kind === 'index') return compileIndex(step.index, holderPath);
  if (step.kind === 'each') throw new Error('An unbound array cannot be read as one value.');
  const { key } = step;
  if (!isCareful(key)) {
    return (holder) => (typeof holder === 'object' ? (holder as Record<string, unknown>)[key] : undefined);
  }
  return (holder) => (isObject(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined);
}

function compileIndex(index: number, holderPath: string): ReadStep {
  return (holder, state) => {
    if (Array.isArray(holder)) return holder[index < 0 ? holder.length + index : index] as unknown;
    if (!isObject(holder)) {
      throw new RecordFault('NOT_AN_ARRAY', 'A list was expected here.', holder);
    }
    state.warn('SINGLE_AS_ARRAY', holderPath, null, 'A single object was read as a list of one.');
    return index === 0 || index === -1 ? holder : undefined;
  };
}
