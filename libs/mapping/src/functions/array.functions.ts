// List functions. They take a whole list: of a path with `[]`, or a list value; a single value counts as a list of one.
import { RecordFault } from '../run/record-fault.js';
import { toText } from '../values/coerce.js';
import { canonicalText } from '../values/json-value.js';
import { checkLength, type Definition, inGroup, isPresent, parameter } from './define.js';
import type { Options, ValueKind } from './function.types.js';

function listFunction(
  definition: Omit<Definition, 'input' | 'inputKind' | 'build' | 'parameters' | 'returns'> & {
    parameters?: Definition['parameters'];
    returns?: ValueKind;
    run: (list: readonly unknown[], options: Options) => unknown;
  },
): Definition {
  const { run, ...rest } = definition;
  return {
    parameters: [],
    returns: 'any',
    ...rest,
    input: 'list',
    inputKind: 'any',
    build: (options) => (input) => run(input as unknown[], options),
  };
}

export const ARRAY_FUNCTIONS = inGroup('array', [
  listFunction({
    name: 'first',
    description: 'The first element.',
    nullAware: true,
    reduces: true,
    examples: [
      { input: ['A', 'B'], output: 'A' },
      { input: [], output: undefined },
    ],
    run: (list) => list[0],
  }),
  listFunction({
    name: 'last',
    description: 'The last element.',
    nullAware: true,
    reduces: true,
    examples: [
      { input: ['A', 'B'], output: 'B' },
      { input: 'A', output: 'A' },
    ],
    run: (list) => list.at(-1),
  }),
  listFunction({
    name: 'only',
    description: 'The element of a list of one; more than one is an error.',
    reduces: true,
    examples: [
      { input: ['A'], output: 'A' },
      { input: ['A', 'B'], error: 'LENGTH_MISMATCH' },
    ],
    run: (list) => {
      if (list.length > 1) {
        throw new RecordFault(
          'LENGTH_MISMATCH',
          'The list has more than one element.',
          list,
          'Use first or join.',
        );
      }
      return list[0];
    },
  }),
  listFunction({
    name: 'at',
    description: 'The element at a position (0 is the first; negative counts from the end).',
    parameters: [parameter('index', 'integer', 'The position.', { required: true })],
    reduces: true,
    examples: [
      { input: ['A', 'B'], options: { index: 1 }, output: 'B' },
      { input: ['A', 'B'], options: { index: -1 }, output: 'B' },
    ],
    run: (list, options) => list.at(options.index as number),
  }),
  listFunction({
    name: 'join',
    description: 'Joins the elements into one text; missing and null ones are skipped.',
    parameters: [parameter('sep', 'text', 'What stands between the parts.', { default: ',' })],
    returns: 'text',
    nullAware: true,
    reduces: true,
    examples: [
      { input: ['A', null, 'B'], options: { sep: ', ' }, output: 'A, B' },
      { input: [null], output: undefined },
    ],
    run: (list, options) => {
      const parts = list.filter(isPresent).map(toText);
      if (parts.length === 0) return undefined;
      const sep = options.sep as string;
      checkLength(parts.reduce((sum, part) => sum + part.length + sep.length, 0));
      return parts.join(sep);
    },
  }),
  listFunction({
    name: 'count',
    description: 'How many elements there are; null counts, missing does not.',
    returns: 'number',
    nullAware: true,
    reduces: true,
    examples: [
      { input: ['A', 'B'], output: 2 },
      { input: [], output: 0 },
    ],
    run: (list) => list.length,
  }),
  listFunction({
    name: 'collect',
    description: 'The values as a list in one field.',
    returns: 'list',
    nullAware: true,
    reduces: true,
    examples: [
      { input: ['A', null], output: ['A', null] },
      { input: 'A', output: ['A'] },
    ],
    run: (list) => [...list],
  }),
  listFunction({
    name: 'distinct',
    deep: true,
    description: 'Each value once, in order of first appearance.',
    returns: 'list',
    examples: [
      { input: ['A', 'B', 'A'], output: ['A', 'B'] },
      { input: [1, '1', 1], output: [1, '1'] },
    ],
    run: (list) => [...new Map(list.map((item) => [canonicalText(item), item])).values()],
  }),
  listFunction({
    name: 'flatten',
    description: 'Lists inside the list become its elements, one level deep.',
    returns: 'list',
    examples: [
      { input: [['A'], ['B', 'C']], output: ['A', 'B', 'C'] },
      { input: ['A', ['B']], output: ['A', 'B'] },
    ],
    run: (list) => list.flat(1),
  }),
]);
