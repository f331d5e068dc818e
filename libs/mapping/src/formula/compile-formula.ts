// Formula tree to a closure over the run state, by the same catalogue as link chains.
import { type KeepsElements, listLength } from '../compile/element-condition.js';
import { compileLevels, walk } from '../compile/levels.js';
import type { Environment } from '../compile/environment.js';
import { compileReader, type Evaluate, turnEmpty } from '../compile/reader.js';
import { compareOrdered } from '../conditions/condition.js';
import type { EmptyAs } from '../document/document.types.js';
import { checkOptions } from '../functions/arguments.js';
import { bindCall } from '../functions/call.js';
import { findFunction, nearestFunction } from '../functions/catalogue.js';
import { ArgumentError, type FunctionSettings, type MappingFunction } from '../functions/function.types.js';
import { checkLength } from '../functions/define.js';
import { isTrue } from '../functions/logic.functions.js';
import { formatPath, type SourcePath } from '../paths/path.js';
import type { RunState } from '../run/run-state.js';
import { toText } from '../values/coerce.js';
import {
  add,
  divide,
  modulo,
  multiply,
  negate,
  type Numeric,
  subtract,
  toNumeric,
} from '../values/decimal.js';
import { isEqual } from '../values/json-value.js';
import { bindArguments } from './call-arguments.js';
import { formulaPaths, listArguments } from './formula-paths.js';
import { type BinaryOperator, FormulaFault, type FormulaNode } from './formula.types.js';

/** What a formula may depend on: as functions do, and how its fields are read. */
export interface FormulaSettings extends FunctionSettings {
  emptyAs: EmptyAs | undefined;
  /** Which elements of a list an aggregate takes. */
  keeps: KeepsElements;
}

export function compileFormula(node: FormulaNode, env: Environment, settings: FormulaSettings): Evaluate {
  switch (node.kind) {
    case 'literal':
      return () => node.value;
    case 'path':
      return turnEmpty(compilePath(node.path, env, node.at), settings.emptyAs);
    case 'unary':
      return compileUnary(node.operator, compileFormula(node.operand, env, settings));
    case 'binary':
      return compileBinary(
        node.operator,
        compileFormula(node.left, env, settings),
        compileFormula(node.right, env, settings),
      );
    case 'call':
      return compileCall(node, env, settings);
  }
}

function compilePath(path: SourcePath, env: Environment, at: number): Evaluate {
  const base = env.base(path);
  if (env.unbound(path).length > 0) {
    throw new FormulaFault(
      'NEEDS_REDUCER',
      `${formatPath(path)} gives a list here; use it inside first, sum, join or another list function.`,
      at,
    );
  }
  return compileReader(base.slot, path.steps, base.length);
}

function compileUnary(operator: '-' | 'not', operand: Evaluate): Evaluate {
  if (operator === 'not') return (state) => !isTrue(operand(state));
  return (state) => {
    const value = operand(state);
    return value === undefined || value === null ? value : negate(numeric(value, state));
  };
}

function numeric(value: unknown, state: RunState): Numeric {
  if (typeof value === 'string') state.spend(value.length);
  return toNumeric(value);
}

const ARITHMETIC: Partial<Record<BinaryOperator, (left: Numeric, right: Numeric) => Numeric>> = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
  '%': modulo,
};

function compileBinary(operator: BinaryOperator, left: Evaluate, right: Evaluate): Evaluate {
  const arithmetic = ARITHMETIC[operator];
  if (arithmetic) {
    return compileOperands(left, right, (a, b, state) => arithmetic(numeric(a, state), numeric(b, state)));
  }
  switch (operator) {
    case '&':
      return compileOperands(left, right, concatenate);
    case 'and':
      return (state) => isTrue(left(state)) && isTrue(right(state));
    case 'or':
      return (state) => isTrue(left(state)) || isTrue(right(state));
    case '=':
      return (state) => equals(left(state), right(state), state);
    case '!=':
      return (state) => !equals(left(state), right(state), state);
    default:
      return compileOrder(operator, left, right);
  }
}

/** A missing operand gives missing, a null one null. */
function compileOperands(
  left: Evaluate,
  right: Evaluate,
  operation: (left: unknown, right: unknown, state: RunState) => unknown,
): Evaluate {
  return (state) => {
    const a = left(state);
    const b = right(state);
    if (a === undefined || b === undefined) return undefined;
    if (a === null || b === null) return null;
    return operation(a, b, state);
  };
}

function concatenate(left: unknown, right: unknown, state: RunState): string {
  const a = toText(left);
  const b = toText(right);
  checkLength(a.length + b.length);
  state.spend(a.length + b.length);
  return a + b;
}

function equals(left: unknown, right: unknown, state: RunState): boolean {
  if (left === undefined || right === undefined) return false;
  if (typeof left === 'object' && typeof right === 'object') {
    state.spendOn(left, true);
    state.spendOn(right, true);
  }
  return isEqual(left, right);
}

function compileOrder(operator: BinaryOperator, left: Evaluate, right: Evaluate): Evaluate {
  const holds =
    operator === '<'
      ? (order: number) => order < 0
      : operator === '<='
        ? (order: number) => order <= 0
        : operator === '>'
          ? (order: number) => order > 0
          : (order: number) => order >= 0;
  return (state) => {
    const a = left(state);
    const b = right(state);
    state.spendOn(a);
    state.spendOn(b);
    const order = compareOrdered(a, b);
    return order !== undefined && holds(order);
  };
}

type CallNode = Extract<FormulaNode, { kind: 'call' }>;

function compileCall(node: CallNode, env: Environment, settings: FormulaSettings): Evaluate {
  if (node.name === 'if') return compileIf(node, env, settings);
  const definition = findFunction(node.name);
  if (!definition) {
    const nearest = nearestFunction(node.name);
    const hint = nearest ? ` Did you mean ${nearest}?` : '';
    throw new FormulaFault(
      'UNKNOWN_FUNCTION',
      `There is no function "${node.name}".${hint}`,
      node.at,
      nearest,
    );
  }
  const compile = (argument: FormulaNode) => compileFormula(argument, env, settings);
  switch (definition.input) {
    case 'many': {
      requireArguments(node, definition, 1);
      const parts = node.args.map(compile);
      const call = checkedCall(node, () => bindCall(definition, checkOptions(definition, {}), settings));
      return (state) =>
        call(
          parts.map((part) => part(state)),
          state,
        );
    }
    case 'list': {
      requireArguments(node, definition, 1);
      const count = listArguments(definition, node.args.length);
      const list = compileList(node.args.slice(0, count), env, settings, node.at);
      const call = checkedCall(node, () =>
        bindArguments(definition, node.args.slice(count), settings, compile),
      );
      return (state) => call(list(state), state);
    }
    case 'one': {
      requireArguments(node, definition, 1);
      const input = compile(node.args[0] as FormulaNode);
      const call = checkedCall(node, () => bindArguments(definition, node.args.slice(1), settings, compile));
      return (state) => call(input(state), state);
    }
    case 'none': {
      const call = checkedCall(node, () => bindArguments(definition, node.args, settings, compile));
      return (state) => call(undefined, state);
    }
  }
}

function compileIf(node: CallNode, env: Environment, settings: FormulaSettings): Evaluate {
  const [condition, then, otherwise] = node.args.map((argument) => compileFormula(argument, env, settings));
  if (!condition || !then || node.args.length > 3) {
    throw new FormulaFault('BAD_ARGUMENT', 'if takes a condition, a value and another value.', node.at);
  }
  return (state) => (isTrue(condition(state)) ? then(state) : otherwise?.(state));
}

function requireArguments(node: CallNode, definition: MappingFunction, least: number): void {
  if (node.args.length < least) {
    throw new FormulaFault('BAD_ARGUMENT', `${definition.name} needs a value in its brackets.`, node.at);
  }
}

function checkedCall<T>(node: CallNode, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof ArgumentError) throw new FormulaFault(error.code, error.message, node.at);
    throw error;
  }
}

/** The list an aggregate works on: its arguments, each spread over the arrays that it runs through. */
function compileList(
  args: readonly FormulaNode[],
  env: Environment,
  settings: FormulaSettings,
  at: number,
): Evaluate {
  const lists = args.map((argument) => compileListArgument(argument, env, settings, at));
  const [only] = lists;
  if (only && lists.length === 1) return only;
  return (state) =>
    lists.flatMap((list) => {
      const value = list(state);
      return Array.isArray(value) ? (value as unknown[]) : value === undefined ? [] : [value];
    });
}

function compileListArgument(
  argument: FormulaNode,
  env: Environment,
  settings: FormulaSettings,
  at: number,
): Evaluate {
  const { path, length } = deepestArray(formulaPaths(argument).plain, env, at);
  if (!path) return compileFormula(argument, env, settings);
  const { levels, inner } = compileLevels(path, length, env);
  const element = compileFormula(argument, inner, settings);
  const keeps = settings.keeps(path, length, env, inner);
  return (state) => {
    const list: unknown[] = [];
    const found = walk(
      state,
      levels,
      () => {
        if (keeps && !keeps(state)) return;
        const value = element(state);
        if (value !== undefined) list.push(value);
      },
      false,
    );
    return found === true ? list : found;
  };
}

/** The array that all paths lie along, as far as it has no current element yet; groups count as open. */
function deepestArray(
  paths: readonly SourcePath[],
  env: Environment,
  at: number,
): { path: SourcePath | null; length: number } {
  let deepest: { path: SourcePath | null; length: number } = { path: null, length: 0 };
  for (const path of paths) {
    const length = listLength(path, env);
    if (length === 0) continue;
    if (deepest.path && !isAlong(path, length, deepest.path, deepest.length)) {
      throw new FormulaFault(
        'SCOPE_CONFLICT',
        `${formatPath(path, length)} and ${formatPath(deepest.path, deepest.length)} do not belong together.`,
        at,
      );
    }
    if (length > deepest.length) deepest = { path, length };
  }
  return deepest;
}

function isAlong(left: SourcePath, leftLength: number, right: SourcePath, rightLength: number): boolean {
  const length = Math.min(leftLength, rightLength);
  return formatPath(left, length) === formatPath(right, length);
}
