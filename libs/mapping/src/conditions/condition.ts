// Conditions `{path, op, value}` with all, any, not: the same form in mappings, handlers and retry rules.
import { compileLevels, walk } from '../compile/levels.js';
import type { Environment } from '../compile/environment.js';
import { compileReader, type Evaluate } from '../compile/reader.js';
import type { Condition, ConditionOp } from '../document/document.types.js';
import { parseSourcePath, type SourcePath } from '../paths/path.js';
import { LimitFault, RecordFault } from '../run/record-fault.js';
import type { RunState } from '../run/run-state.js';
import { asNumeric } from '../values/coerce.js';
import { compareNumeric } from '../values/decimal.js';
import { ExactNumber } from '../values/exact-number.js';
import { isEqual } from '../values/json-value.js';
import { compilePattern } from '../values/patterns.js';
import { isEmptyValue } from './empty.js';

export type Holds = (state: RunState) => boolean;
type Test = (value: unknown, state: RunState) => boolean;

/** A condition whose value does not fit its operator. */
export class ConditionError extends Error {
  constructor(
    message: string,
    /** JSON pointer inside the condition. */
    readonly at: string,
  ) {
    super(message);
    this.name = 'ConditionError';
  }
}

/** Compiles a condition of the right shape. Throws `PathError` (through `onPath`), `PatternError`, `ConditionError`. */
export function compileHolds(
  condition: Condition,
  env: Environment,
  onPath: (path: SourcePath) => void = () => undefined,
): Holds {
  if ('all' in condition) {
    const parts = condition.all.map((part) => compileHolds(part, env, onPath));
    return (state) => parts.every((part) => part(state));
  }
  if ('any' in condition) {
    const parts = condition.any.map((part) => compileHolds(part, env, onPath));
    return (state) => parts.some((part) => part(state));
  }
  if ('not' in condition) {
    const part = compileHolds(condition.not, env, onPath);
    return (state) => !part(state);
  }
  const path = parseSourcePath(condition.path);
  onPath(path);
  if (condition.value === undefined && condition.op !== 'exists' && condition.op !== 'empty') {
    throw new ConditionError(`"${condition.op}" needs a value.`, '');
  }
  const test = compileTest(condition.op, condition.value);
  const values = compileValues(path, env);
  if (condition.op === 'ne') return (state) => !values(state, compileTest('eq', condition.value));
  if (condition.op === 'exists' && condition.value === false) return (state) => !values(state, () => true);
  return (state) => values(state, test);
}

/** Whether the test holds for the value at the path; with unbound arrays for any of the values. */
function compileValues(path: SourcePath, env: Environment): (state: RunState, test: Test) => boolean {
  const { levels, inner } = compileLevels(path, path.steps.length, env);
  const base = inner.base(path);
  const read: Evaluate = compileReader(base.slot, path.steps, base.length);
  if (levels.length === 0 && path.steps.every((step) => step.kind === 'key')) {
    return (state, test) => {
      const value = read(state);
      return value !== undefined && test(value, state);
    };
  }
  return (state, test) => {
    let holds = false;
    const visit = () => {
      const value = read(state);
      holds ||= value !== undefined && test(value, state);
    };
    try {
      walk(state, levels, visit, false);
    } catch (error) {
      // A single value where the path expects a list: nothing is at the path.
      if (!(error instanceof RecordFault) || error instanceof LimitFault) throw error;
    }
    return holds;
  };
}

function compileTest(op: ConditionOp, value: unknown): Test {
  switch (op) {
    case 'eq':
      return (found, state) => {
        if (typeof found === 'object') state.spendOn(found, true);
        return isEqual(found, value);
      };
    case 'ne':
      return (found) => !isEqual(found, value);
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return compileOrder(op, value);
    case 'in':
      if (!Array.isArray(value)) throw new ConditionError('"in" needs a list as value.', '/value');
      return (found, state) => {
        state.spend(value.length);
        if (typeof found === 'object') state.spendOn(found, true);
        return value.some((item) => isEqual(found, item));
      };
    case 'contains':
      return (found, state) => {
        state.spendOn(found);
        return contains(found, value);
      };
    case 'starts_with':
    case 'ends_with':
      return compileEnd(op, value);
    case 'matches': {
      if (typeof value !== 'string')
        throw new ConditionError('"matches" needs a pattern as value.', '/value');
      const pattern = compilePattern(value);
      return (found, state) => {
        if (typeof found !== 'string') return false;
        state.spend(found.length * pattern.cost);
        return pattern.matches(found);
      };
    }
    case 'exists':
      return () => true;
    case 'empty':
      return (found) => isEmptyValue(found) === (value !== false);
  }
}

function compileOrder(op: 'gt' | 'gte' | 'lt' | 'lte', value: unknown): Test {
  if (typeof value !== 'string' && typeof value !== 'number' && !(value instanceof ExactNumber)) {
    throw new ConditionError(`"${op}" needs a number or a text as value.`, '/value');
  }
  const holds = {
    gt: (order: number) => order > 0,
    gte: (order: number) => order >= 0,
    lt: (order: number) => order < 0,
    lte: (order: number) => order <= 0,
  }[op];
  return (found) => {
    const order = compareOrdered(found, value);
    return order !== undefined && holds(order);
  };
}

/** Order of two values: two texts as texts, else as numbers where both are numbers or number texts. */
export function compareOrdered(left: unknown, right: unknown): number | undefined {
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0;
  const leftNumber = asNumeric(left);
  const rightNumber = leftNumber === undefined ? undefined : asNumeric(right);
  return leftNumber === undefined || rightNumber === undefined
    ? undefined
    : compareNumeric(leftNumber, rightNumber);
}

function contains(found: unknown, value: unknown): boolean {
  if (Array.isArray(found)) return found.some((item) => isEqual(item, value));
  return typeof found === 'string' && typeof value === 'string' && found.includes(value);
}

function compileEnd(op: 'starts_with' | 'ends_with', value: unknown): Test {
  if (typeof value !== 'string') throw new ConditionError(`"${op}" needs a text as value.`, '/value');
  return op === 'starts_with'
    ? (found) => typeof found === 'string' && found.startsWith(value)
    : (found) => typeof found === 'string' && found.endsWith(value);
}
