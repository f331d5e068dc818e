// Checks the options of a call against the typed parameters of its function.
import { ROUNDINGS } from '../values/decimal.js';
import { ExactNumber } from '../values/exact-number.js';
import { isObject } from '../values/json-value.js';
import {
  ArgumentError,
  type FunctionParameter,
  type MappingFunction,
  type Options,
} from './function.types.js';

export const ROUNDING_PARAMETER: FunctionParameter = {
  name: 'mode',
  kind: 'text',
  description: 'How to round.',
  choices: ROUNDINGS,
  default: 'half-up',
};

/** Options with defaults filled in; everything wrong is said at once. */
export function checkOptions(definition: MappingFunction, options: Record<string, unknown>): Options {
  const faults: string[] = [];
  for (const name in options) {
    if (!definition.parameters.some((parameter) => parameter.name === name))
      faults.push(`the function ${definition.name} has no option "${name}"`);
  }
  const checked: Record<string, unknown> = {};
  for (const parameter of definition.parameters) {
    const value = Object.hasOwn(options, parameter.name) ? options[parameter.name] : undefined;
    if (value === undefined || (value === null && !parameter.required && parameter.kind !== 'any')) {
      if (parameter.required)
        faults.push(`the function ${definition.name} needs the option "${parameter.name}"`);
      else if (parameter.default !== undefined) checked[parameter.name] = parameter.default;
    } else {
      faults.push(...faultsOf(definition, parameter, value));
      checked[parameter.name] = value;
    }
  }
  if (faults.length > 0) throw new ArgumentError(capitalise(faults.join('; ')) + '.');
  return checked;
}

/** One option alone, for calls whose other options come with each record. */
export function checkOption(definition: MappingFunction, parameter: FunctionParameter, value: unknown): void {
  const [fault] = faultsOf(definition, parameter, value);
  if (fault !== undefined) throw new ArgumentError(`${capitalise(fault)}.`);
}

function faultsOf({ name }: MappingFunction, parameter: FunctionParameter, value: unknown): string[] {
  return fits(value, parameter)
    ? []
    : [`the option "${parameter.name}" of ${name} must be ${expectation(parameter)}`];
}

function fits(value: unknown, { kind, choices }: FunctionParameter): boolean {
  if (choices) return typeof value === 'string' && choices.includes(value);
  switch (kind) {
    case 'text':
    case 'date':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number' || value instanceof ExactNumber;
    case 'integer':
      return Number.isSafeInteger(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'list':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'any':
      return true;
  }
}

function expectation({ kind, choices }: FunctionParameter): string {
  if (choices) return `one of ${choices.join(', ')}`;
  return kind === 'integer' || kind === 'object' ? `an ${kind}` : `a ${kind}`;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
