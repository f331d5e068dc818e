// Choosing between values, and questions about them.
import { isEmptyValue } from '../conditions/empty.js';
import { toBoolean, toText } from '../values/coerce.js';
import { isEqual } from '../values/json-value.js';
import { RecordFault } from '../run/record-fault.js';
import { inGroup, isPresent, parameter } from './define.js';
import { ArgumentError, type Options } from './function.types.js';

/** What counts as true in `if`, `and`, `or`, `not`: missing and null are false, the rest must be a boolean. */
export function isTrue(value: unknown): boolean {
  return isPresent(value) && toBoolean(value);
}

const VALUE = parameter('value', 'any', 'The value to compare with.', { required: true });
const TABLE_TRUE = parameter('true', 'list', 'Texts that mean true, in any case.');
const TABLE_FALSE = parameter('false', 'list', 'Texts that mean false, in any case.');

function toBooleanByTable(options: Options): (input: unknown) => boolean {
  if (options.true === undefined && options.false === undefined) return toBoolean;
  const table = new Map<string, boolean>();
  for (const [list, meaning] of [
    [options.true, true],
    [options.false, false],
  ] as const) {
    for (const item of (list as unknown[] | undefined) ?? []) table.set(toText(item).toLowerCase(), meaning);
  }
  return (input) => {
    if (typeof input === 'boolean') return input;
    const meaning = table.get(toText(input).toLowerCase());
    if (meaning === undefined) {
      throw new RecordFault('NOT_A_BOOLEAN', 'The value is in neither list of toBoolean.', input);
    }
    return meaning;
  };
}

export const LOGIC_FUNCTIONS = inGroup('logic', [
  {
    name: 'if',
    description: 'One value when the input is true, another when it is not.',
    input: 'one',
    inputKind: 'boolean',
    parameters: [
      parameter('then', 'any', 'The result when true.', { required: true }),
      parameter('else', 'any', 'The result otherwise; absent: nothing.'),
    ],
    returns: 'any',
    nullAware: true,
    examples: [
      { input: true, options: { then: 'A', else: 'B' }, output: 'A' },
      { input: null, options: { then: 'A', else: 'B' }, output: 'B' },
    ],
    build: (options) => (input) => (isTrue(input) ? options.then : options.else),
  },
  {
    name: 'coalesce',
    description: 'The first value that is neither missing nor null nor empty text.',
    input: 'many',
    inputKind: 'any',
    parameters: [],
    returns: 'any',
    nullAware: true,
    examples: [
      { input: [null, '', '3'], output: '3' },
      { input: [0, 1], output: 0 },
    ],
    build: () => (input) => (input as unknown[]).find((value) => isPresent(value) && value !== ''),
  },
  {
    name: 'ifEmpty',
    description: 'Another value when the input is missing, null, "", [] or {}.',
    input: 'one',
    inputKind: 'any',
    parameters: [VALUE],
    returns: 'any',
    nullAware: true,
    examples: [
      { input: '', options: { value: 'n/a' }, output: 'n/a' },
      { input: 0, options: { value: 'n/a' }, output: 0 },
    ],
    build: (options) => (input) => (input === undefined || isEmptyValue(input) ? options.value : input),
  },
  {
    name: 'isEmpty',
    description: 'Whether the input is missing, null, "", [] or {}.',
    input: 'one',
    inputKind: 'any',
    parameters: [],
    returns: 'boolean',
    nullAware: true,
    examples: [
      { input: null, output: true },
      { input: 0, output: false },
    ],
    build: () => (input) => input === undefined || isEmptyValue(input),
  },
  {
    name: 'equals',
    deep: true,
    description: 'Whether the input equals a value of the same type; numbers by value.',
    input: 'one',
    inputKind: 'any',
    parameters: [VALUE],
    returns: 'boolean',
    examples: [
      { input: 'a', options: { value: 'a' }, output: true },
      { input: '1', options: { value: 1 }, output: false },
    ],
    build: (options) => (input) => isEqual(input, options.value),
  },
  {
    name: 'in',
    deep: true,
    description: 'Whether the input is one of a list of values.',
    input: 'one',
    inputKind: 'any',
    parameters: [parameter('values', 'list', 'The values.', { required: true })],
    returns: 'boolean',
    examples: [
      { input: 'paid', options: { values: ['paid', 'partially_paid'] }, output: true },
      { input: 'void', options: { values: ['paid'] }, output: false },
    ],
    build: (options) => (input) => (options.values as unknown[]).some((value) => isEqual(value, input)),
  },
  {
    name: 'lookup',
    description: 'Translates the input by a lookup table of the mapping.',
    input: 'one',
    inputKind: 'any',
    parameters: [parameter('table', 'text', 'Name of the table.', { required: true })],
    returns: 'any',
    examples: [
      { input: 'paid', options: { table: 'payment' }, output: 'PAID' },
      { input: 'void', options: { table: 'payment' }, error: 'LOOKUP_MISS' },
    ],
    build: (options, settings) => {
      const find = settings.lookup(options.table as string);
      if (!find) {
        throw new ArgumentError(`There is no lookup table "${String(options.table)}".`, 'UNKNOWN_LOOKUP');
      }
      return find;
    },
  },
  {
    name: 'toBoolean',
    description: 'True or false from texts such as Y and N; without lists only true and false.',
    input: 'one',
    inputKind: 'any',
    parameters: [TABLE_TRUE, TABLE_FALSE],
    returns: 'boolean',
    examples: [
      { input: 'n', options: { true: ['Y'], false: ['N'] }, output: false },
      { input: 'yes', error: 'NOT_A_BOOLEAN' },
    ],
    build: toBooleanByTable,
  },
  {
    name: 'not',
    description: 'True becomes false and false true.',
    input: 'one',
    inputKind: 'boolean',
    parameters: [],
    returns: 'boolean',
    examples: [
      { input: false, output: true },
      { input: 'true', output: false },
    ],
    build: () => (input) => !toBoolean(input),
  },
]);
