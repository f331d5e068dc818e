// Positional arguments of a formula call to the named options of its function; literals are bound once.
import type { Evaluate } from '../compile/reader.js';
import { checkOption, checkOptions } from '../functions/arguments.js';
import { bindCall } from '../functions/call.js';
import {
  ArgumentError,
  type FunctionParameter,
  type FunctionSettings,
  type MappingFunction,
  type RunFunction,
} from '../functions/function.types.js';
import { RecordFault } from '../run/record-fault.js';
import type { RunState } from '../run/run-state.js';
import { toBoolean, toCount, toText } from '../values/coerce.js';
import { toNumeric } from '../values/decimal.js';
import { canonicalText } from '../values/json-value.js';
import type { FormulaNode } from './formula.types.js';

interface Argument {
  parameter: FunctionParameter;
  nodes: FormulaNode[];
}

/** Binds the arguments after the input; throws `ArgumentError` for those that can never work. */
export function bindArguments(
  definition: MappingFunction,
  nodes: readonly FormulaNode[],
  settings: FunctionSettings,
  compile: (node: FormulaNode) => Evaluate,
): RunFunction {
  const args = assign(definition, nodes);
  if (nodes.every((node) => node.kind === 'literal')) {
    const options = optionsOf(definition, args, (node) => (node.kind === 'literal' ? node.value : undefined));
    return bindCall(definition, checkOptions(definition, options), settings);
  }
  checkLiterals(definition, args);
  const evaluators = new Map(nodes.map((node) => [node, compile(node)]));
  return bindPerRecord(definition, args, evaluators, settings);
}

/** What stands in the formula itself is checked when saving, as it would be with each record. */
function checkLiterals(definition: MappingFunction, args: readonly Argument[]): void {
  for (const { parameter, nodes } of args) {
    if (!nodes.every((node) => node.kind === 'literal')) continue;
    const { [parameter.name]: value } = optionsOf(definition, [{ parameter, nodes }], (node) =>
      node.kind === 'literal' ? node.value : undefined,
    );
    if (value === null || value === undefined) continue;
    checkOption(definition, parameter, coerced(value, parameter));
  }
}

/** The value as its parameter takes it, or as it is where it cannot be that. */
function coerced(value: unknown, parameter: FunctionParameter): unknown {
  try {
    return coerce(value, parameter);
  } catch (error) {
    if (error instanceof RecordFault) return value;
    throw error;
  }
}

/** A list parameter at the end takes all remaining arguments (`in(x, "a", "b")`). */
function assign(definition: MappingFunction, nodes: readonly FormulaNode[]): Argument[] {
  const { parameters } = definition;
  const last = parameters.at(-1);
  const lists = parameters.filter((parameter) => parameter.kind === 'list').length;
  const takesRest = last?.kind === 'list' && lists === 1;
  if (nodes.length > parameters.length && !takesRest) {
    throw new ArgumentError(`${definition.name} takes at most ${parameters.length + 1} arguments.`);
  }
  return parameters.flatMap((parameter, index) => {
    const isRest = takesRest && parameter === last;
    const own = isRest ? nodes.slice(index) : nodes.slice(index, index + 1);
    return own.length > 0 ? [{ parameter, nodes: own }] : [];
  });
}

/** Of two lists each is one argument: a text then names several (`toBoolean(x, "Y, yes", "N")`). */
function splitsTexts({ parameters }: MappingFunction): boolean {
  return parameters.filter(({ kind }) => kind === 'list').length > 1;
}

function optionsOf(
  definition: MappingFunction,
  args: readonly Argument[],
  valueOf: (node: FormulaNode) => unknown,
): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  const isSplit = splitsTexts(definition);
  for (const { parameter, nodes } of args) {
    const values = nodes.map(valueOf);
    const [only] = values;
    if (parameter.kind !== 'list') options[parameter.name] = only;
    else options[parameter.name] = isSplit && typeof only === 'string' ? partsOf(only) : values.flat();
  }
  return options;
}

const partsOf = (text: string): string[] => text.split(',').map((part) => part.trim());

const MAX_BOUND = 200;

/** Options that come from the record: bound per distinct set of values, a bounded number of them kept. */
function bindPerRecord(
  definition: MappingFunction,
  args: readonly Argument[],
  evaluators: ReadonlyMap<FormulaNode, Evaluate>,
  settings: FunctionSettings,
): RunFunction {
  const bound = new Map<string, RunFunction>();
  return (input, state) => {
    const options = optionsOf(definition, args, (node) => evaluators.get(node)?.(state));
    for (const { parameter } of args) {
      const value = options[parameter.name];
      state.spendOn(value, true);
      if (value !== undefined && value !== null) options[parameter.name] = coerce(value, parameter);
      else if (parameter.required && (value === undefined || parameter.kind !== 'any')) return value;
    }
    const key = canonicalText(options);
    let call = bound.get(key);
    if (!call) {
      call = build(definition, options, settings, state);
      if (bound.size >= MAX_BOUND) bound.clear();
      bound.set(key, call);
    }
    return call(input, state);
  };
}

/** Elementary steps that building a call costs; compiling a pattern costs more. */
const BUILD_WORK = 50;
const PATTERN_WORK = 20_000;

function build(
  definition: MappingFunction,
  options: Record<string, unknown>,
  settings: FunctionSettings,
  state: RunState,
): RunFunction {
  state.spend(definition.parameters.some(({ name }) => name === 'pattern') ? PATTERN_WORK : BUILD_WORK);
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  try {
    return bindCall(definition, checkOptions(definition, given), settings);
  } catch (error) {
    if (error instanceof ArgumentError) throw new RecordFault('NOT_TEXT', error.message, given);
    throw error;
  }
}

function coerce(value: unknown, parameter: FunctionParameter): unknown {
  switch (parameter.kind) {
    case 'text':
      return toText(value);
    case 'integer':
      return toCount(value);
    case 'number':
      return toNumeric(value);
    case 'boolean':
      return toBoolean(value);
    default:
      return value;
  }
}
