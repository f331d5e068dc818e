// One call of a catalogue function, ready to run: null rules, work counting and text limits in one place.
import { RecordFault } from '../run/record-fault.js';
import type { RunState } from '../run/run-state.js';
import { checkLength } from './define.js';
import {
  ArgumentError,
  type FunctionSettings,
  type MappingFunction,
  type Options,
  type RunFunction,
} from './function.types.js';

/** `list` functions that have an answer even where there is no list at all. */
const ANSWERS_NOTHING: ReadonlySet<string> = new Set(['count', 'sum', 'join']);

/**
 * Binds checked options. `many` functions take an array of values; `list` functions a list, one value as a list of
 * one, or nothing.
 */
export function bindCall(
  definition: MappingFunction,
  options: Options,
  settings: FunctionSettings,
): RunFunction {
  const run = built(definition, options, settings);
  const isDeep = definition.deep === true;
  switch (definition.input) {
    case 'none':
      return (_input, state) => finish(run(undefined, state), state);
    case 'many':
      return bindMany(run, definition.nullAware === true);
    case 'list':
      return bindList(run, ANSWERS_NOTHING.has(definition.name), isDeep);
    case 'one':
      return definition.nullAware
        ? (input, state) => {
            state.spendOn(input, isDeep);
            return finish(run(input, state), state);
          }
        : (input, state) => {
            if (input === undefined || input === null) return input;
            state.spendOn(input, isDeep);
            return finish(run(input, state), state);
          };
  }
}

/** An option that holds a value of the wrong kind (a list of texts with null in it) is an argument that cannot work. */
function built(definition: MappingFunction, options: Options, settings: FunctionSettings): RunFunction {
  try {
    return definition.build(options, settings);
  } catch (error) {
    if (error instanceof RecordFault) throw new ArgumentError(`${definition.name}: ${error.message}`);
    throw error;
  }
}

function bindMany(run: RunFunction, isNullAware: boolean): RunFunction {
  return (input, state) => {
    const values = input as unknown[];
    state.spendOn(values);
    if (!isNullAware) {
      let hasNull = false;
      for (const value of values) {
        if (value === undefined) return undefined;
        hasNull ||= value === null;
      }
      if (hasNull) return null;
    }
    return finish(run(values, state), state);
  };
}

function bindList(run: RunFunction, answersNothing: boolean, isDeep: boolean): RunFunction {
  return (input, state) => {
    if (input === undefined || input === null) {
      return answersNothing ? finish(run([], state), state) : input;
    }
    const list = Array.isArray(input) ? (input as unknown[]) : [input];
    state.spendOn(list, isDeep);
    return finish(run(list, state), state);
  };
}

function finish(result: unknown, state: RunState): unknown {
  if (typeof result === 'string') {
    checkLength(result.length);
    state.spend(result.length);
  }
  return result;
}
