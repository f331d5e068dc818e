// Number functions: decimal throughout, never binary fractions.
import { RecordFault } from '../run/record-fault.js';
import {
  add,
  compareNumeric,
  divide,
  modulo,
  multiply,
  negate,
  type Numeric,
  round,
  type Rounding,
  shift,
  subtract,
  toFixed,
  toNumeric,
} from '../values/decimal.js';
import { JSON_NUMBER, numberFromText } from '../values/exact-number.js';
import { ROUNDING_PARAMETER } from './arguments.js';
import { currencyExponent } from './currencies.js';
import { inGroup, isPresent, parameter, type Definition } from './define.js';
import { ArgumentError, type Options } from './function.types.js';
import { convertUnit, unitNames } from './units.js';

const OPERAND = parameter('value', 'number', 'One more operand, after the values.');

type Fold = (left: Numeric, right: Numeric) => Numeric;

/** Left to right over the values and the option `value`. */
function foldFunction(
  name: string,
  description: string,
  fold: Fold,
  examples: Definition['examples'],
): Definition {
  return {
    name,
    description,
    input: 'many',
    inputKind: 'number',
    parameters: [OPERAND],
    returns: 'number',
    examples,
    build: (options) => (input) => {
      const values = (input as unknown[]).map(toNumeric);
      if (options.value !== undefined) values.push(options.value as Numeric);
      return values.reduce(fold);
    },
  };
}

/** Reducers of a list of numbers; null and missing are skipped. */
function reduceFunction(
  definition: Pick<Definition, 'name' | 'description' | 'examples' | 'nullAware'>,
  reduce: (values: readonly unknown[]) => unknown,
): Definition {
  return {
    ...definition,
    input: 'list',
    inputKind: 'number',
    parameters: [],
    returns: 'number',
    reduces: true,
    build: () => (input) => reduce(input as unknown[]),
  };
}

function numbersOf(values: readonly unknown[]): Numeric[] {
  return values.filter(isPresent).map(toNumeric);
}

function extreme(values: readonly unknown[], sign: 1 | -1): Numeric | undefined {
  let best: Numeric | undefined;
  for (const value of numbersOf(values)) {
    if (best === undefined || compareNumeric(value, best) * sign > 0) best = value;
  }
  return best;
}

const PLACES = parameter('places', 'integer', 'Decimals to keep.', { default: 0 });
const MAX_PLACES = 100;

function placesOf(options: Options): number {
  const places = options.places as number;
  if (Math.abs(places) > MAX_PLACES) throw new ArgumentError(`"places" is at most ${MAX_PLACES}.`);
  return places;
}

function roundFunction(
  name: string,
  description: string,
  mode: Rounding | undefined,
  examples: Definition['examples'],
): Definition {
  return {
    name,
    description,
    input: 'one',
    inputKind: 'number',
    parameters: mode ? [PLACES] : [PLACES, ROUNDING_PARAMETER],
    returns: 'number',
    examples,
    build: (options) => {
      const places = placesOf(options);
      const chosen = mode ?? (options.mode as Rounding);
      return (input) => round(toNumeric(input), places, chosen);
    },
  };
}

function parseNumber(options: Options): (input: unknown) => Numeric {
  const group = options.group as string | undefined;
  const decimal = options.decimal as string;
  if (group === decimal) throw new ArgumentError('"group" and "decimal" must differ.');
  for (const sign of [group, decimal]) {
    if (sign !== undefined && (sign.length > 1 || /[0-9+-]/.test(sign))) {
      throw new ArgumentError('"group" and "decimal" are single characters other than digits and signs.');
    }
  }
  return (input) => {
    if (typeof input !== 'string') return toNumeric(input);
    const number = readSeparated(input.trim(), group || undefined, decimal || '.');
    if (number === undefined) {
      throw new RecordFault('NOT_A_NUMBER', 'The text is not a number with these separators.', input);
    }
    return number;
  };
}

/** Signs that look the same: spaces of typesetting beside the plain one, and the apostrophe of either shape. */
const ALIKE: Readonly<Record<string, RegExp>> = {
  ' ': /[\u00a0\u2007\u2009\u202f]/g,
  "'": /\u2019/g,
  '\u2019': /'/g,
};

/** A sign stands before the digits or, as SAP writes it, behind them. */
function readSeparated(text: string, group: string | undefined, decimal: string): Numeric | undefined {
  const unsigned = text.replace(/^[+-]|-$/, '');
  const alike = group === undefined ? undefined : ALIKE[group];
  const plain = alike ? unsigned.replace(alike, group as string) : unsigned;
  const [whole = '', ...fractions] = plain.split(decimal);
  if (fractions.length > 1 || fractions.some((fraction) => !/^[0-9]+$/.test(fraction))) return undefined;
  const parts = group === undefined ? [whole] : whole.split(group);
  const isGrouped = parts.every((part, index) =>
    index === 0
      ? (parts.length === 1 ? /^[0-9]+$/ : /^[1-9][0-9]{0,2}$/).test(part)
      : /^[0-9]{2,3}$/.test(part),
  );
  if (!isGrouped || (parts.length > 1 && parts.at(-1)?.length !== 3)) return undefined;
  const digits = parts.join('').replace(/^0+(?=[0-9])/, '');
  const number = `${/^-|-$/.test(text) ? '-' : ''}${digits}${fractions.length ? `.${fractions[0]}` : ''}`;
  return JSON_NUMBER.test(number) ? numberFromText(number) : undefined;
}

const CURRENCY = parameter('currency', 'text', 'ISO 4217 code, such as JPY.', { default: 'USD' });

function exponentOf(options: Options): number {
  const exponent = currencyExponent(options.currency as string);
  if (exponent === undefined)
    throw new ArgumentError(`"${String(options.currency)}" is not a currency code.`);
  return exponent;
}

export const NUMBER_FUNCTIONS = inGroup('number', [
  {
    name: 'parseNumber',
    description: 'Reads a number written with separators, such as 1.234,50.',
    input: 'one',
    inputKind: 'text',
    parameters: [
      parameter('group', 'text', 'The separator of thousands.'),
      parameter('decimal', 'text', 'The decimal sign.', { default: '.' }),
    ],
    returns: 'number',
    examples: [
      { input: '1.234,50', options: { group: '.', decimal: ',' }, output: 1234.5 },
      { input: '12abc', error: 'NOT_A_NUMBER' },
    ],
    build: parseNumber,
  },
  {
    name: 'toNumber',
    description: 'Reads a number written as in JSON; anything else is an error.',
    input: 'one',
    inputKind: 'text',
    parameters: [],
    returns: 'number',
    examples: [
      { input: ' 19.90 ', output: 19.9 },
      { input: '0x1A', error: 'NOT_A_NUMBER' },
    ],
    build: () => toNumeric,
  },
  foldFunction('add', 'Adds the values.', add, [
    { input: [0.1, 0.2], output: 0.3 },
    { input: ['5'], options: { value: 2 }, output: 7 },
  ]),
  foldFunction('subtract', 'Takes the following values from the first.', subtract, [
    { input: [10, 3, 2], output: 5 },
    { input: [0.3], options: { value: 0.1 }, output: 0.2 },
  ]),
  foldFunction('multiply', 'Multiplies the values.', multiply, [
    { input: ['19.99', 3], output: 59.97 },
    { input: [4], options: { value: 0.5 }, output: 2 },
  ]),
  foldFunction('divide', 'Divides the first value by the following; to 20 significant digits.', divide, [
    { input: [10, 4], output: 2.5 },
    { input: [1], options: { value: 0 }, error: 'DIVISION_BY_ZERO' },
  ]),
  foldFunction('modulo', 'The remainder, with the sign of the first value.', modulo, [
    { input: [7, 3], output: 1 },
    { input: [-7], options: { value: 3 }, output: -1 },
  ]),
  {
    name: 'abs',
    description: 'The value without its sign.',
    input: 'one',
    inputKind: 'number',
    parameters: [],
    returns: 'number',
    examples: [
      { input: -2.5, output: 2.5 },
      { input: '3', output: 3 },
    ],
    build: () => (input) => {
      const value = toNumeric(input);
      return compareNumeric(value, 0) < 0 ? negate(value) : value;
    },
  },
  roundFunction('round', 'Rounds to decimals; halves go away from zero unless told otherwise.', undefined, [
    { input: 1.005, options: { places: 2 }, output: 1.01 },
    { input: 2.5, options: { mode: 'half-even' }, output: 2 },
  ]),
  roundFunction('floor', 'Rounds down, towards minus infinity.', 'floor', [
    { input: -1.2, output: -2 },
    { input: 1.29, options: { places: 1 }, output: 1.2 },
  ]),
  roundFunction('ceil', 'Rounds up, towards plus infinity.', 'ceil', [
    { input: -1.2, output: -1 },
    { input: 1.21, options: { places: 1 }, output: 1.3 },
  ]),
  reduceFunction(
    {
      name: 'min',
      description: 'The smallest of a list; missing and null are skipped.',
      examples: [
        { input: [3, '1', 2], output: 1 },
        { input: [null, 4], output: 4 },
      ],
    },
    (values) => extreme(values, -1),
  ),
  reduceFunction(
    {
      name: 'max',
      description: 'The largest of a list; missing and null are skipped.',
      examples: [
        { input: [3, '10', 2], output: 10 },
        { input: [], output: undefined },
      ],
    },
    (values) => extreme(values, 1),
  ),
  reduceFunction(
    {
      name: 'sum',
      description: 'The decimal sum of a list; missing and null are skipped.',
      nullAware: true,
      examples: [
        { input: ['0.10', '0.20'], output: 0.3 },
        { input: [], output: 0 },
      ],
    },
    (values) => {
      let sum: Numeric = 0;
      for (const value of values) if (isPresent(value)) sum = add(sum, toNumeric(value));
      return sum;
    },
  ),
  reduceFunction(
    {
      name: 'average',
      description: 'The mean of a list; missing and null are skipped.',
      examples: [
        { input: [1, 2], output: 1.5 },
        { input: [null, 3], output: 3 },
      ],
    },
    (values) => {
      const numbers = numbersOf(values);
      return numbers.length === 0 ? undefined : divide(numbers.reduce(add), numbers.length);
    },
  ),
  {
    name: 'toFixed',
    description: 'Text with exactly so many decimals.',
    input: 'one',
    inputKind: 'number',
    parameters: [{ ...PLACES, default: 2 }, ROUNDING_PARAMETER],
    returns: 'text',
    examples: [
      { input: 1.005, output: '1.01' },
      { input: 8, options: { places: 2 }, output: '8.00' },
    ],
    build: (options) => {
      const places = placesOf(options);
      return (input) => toFixed(toNumeric(input), places, options.mode as Rounding);
    },
  },
  {
    name: 'toMinorUnits',
    description: 'An amount in the smallest unit of its currency (19.99 USD is 1999), rounded half-up.',
    input: 'one',
    inputKind: 'number',
    parameters: [CURRENCY],
    returns: 'number',
    examples: [
      { input: '19.99', output: 1999 },
      { input: '500', options: { currency: 'JPY' }, output: 500 },
    ],
    build: (options) => {
      const exponent = exponentOf(options);
      return (input) => round(shift(toNumeric(input), exponent), 0);
    },
  },
  {
    name: 'fromMinorUnits',
    description: 'An amount from the smallest unit of its currency (1999 is 19.99 USD).',
    input: 'one',
    inputKind: 'number',
    parameters: [CURRENCY],
    returns: 'number',
    examples: [
      { input: 1999, output: 19.99 },
      { input: 1500, options: { currency: 'BHD' }, output: 1.5 },
    ],
    build: (options) => {
      const exponent = exponentOf(options);
      return (input) => shift(toNumeric(input), -exponent);
    },
  },
  {
    name: 'convertUnit',
    description: 'Converts weights, lengths, volumes and temperatures.',
    input: 'one',
    inputKind: 'number',
    parameters: [
      parameter('from', 'text', 'The unit of the value.', { required: true, choices: unitNames() }),
      parameter('to', 'text', 'The unit wanted.', { required: true, choices: unitNames() }),
    ],
    returns: 'number',
    examples: [
      { input: 1500, options: { from: 'g', to: 'kg' }, output: 1.5 },
      { input: 1, options: { from: 'lb', to: 'g' }, output: 453.59237 },
    ],
    build: (options) => {
      const convert = convertUnit(options.from as string, options.to as string);
      if (!convert) throw new ArgumentError(`${String(options.from)} cannot become ${String(options.to)}.`);
      return (input) => convert(toNumeric(input));
    },
  },
]);
