// Short forms for defining catalogue functions.
import { LimitFault } from '../run/record-fault.js';
import { LIMITS, type RunState } from '../run/run-state.js';
import { toText } from '../values/coerce.js';
import type { FunctionGroup, FunctionParameter, MappingFunction } from './function.types.js';

export type Definition = Omit<MappingFunction, 'group'>;

export function inGroup(group: FunctionGroup, definitions: readonly Definition[]): MappingFunction[] {
  return definitions.map((definition) => ({ ...definition, group }));
}

type TextDefinition = Pick<Definition, 'name' | 'description' | 'examples'> &
  Partial<Definition> & {
    /** Work on the text; `options` are checked. */
    text: (options: Readonly<Record<string, unknown>>) => (text: string, state: RunState) => unknown;
    /** Elementary steps that a character takes beyond the one of looking at it. */
    effort?: number;
  };

/** A function of one text. */
export function textFunction({ text, effort = 0, ...definition }: TextDefinition): Definition {
  return {
    input: 'one',
    inputKind: 'text',
    parameters: [],
    returns: 'text',
    ...definition,
    build: (options) => {
      const work = text(options);
      if (effort === 0) return (input, state) => work(toText(input), state);
      return (input, state) => {
        const text = toText(input);
        state.spend(text.length * effort);
        return work(text, state);
      };
    },
  };
}

export function parameter(
  name: string,
  kind: FunctionParameter['kind'],
  description: string,
  more: Partial<FunctionParameter> = {},
): FunctionParameter {
  return { name, kind, description, ...more };
}

/** Refuses a text result beyond the limit, before it is made where its length is known. */
export function checkLength(length: number): void {
  if (length > LIMITS.text) throw new LimitFault(`A text may have at most ${LIMITS.text} characters.`);
}

export function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}
