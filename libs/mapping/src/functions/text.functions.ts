// Text functions: joining, case, spaces, parts and lengths. Lengths and positions count code points; case functions use
// no locale unless one is given.
import { toText } from '../values/coerce.js';
import { characterCount, firstCharacters, lastCharacters } from './characters.js';
import { checkLength, inGroup, isPresent, parameter, textFunction } from './define.js';
import { ArgumentError, type Options } from './function.types.js';

const CODE_POINTS = parameter('max', 'integer', 'How many characters.', { required: true });

function pad(text: string, options: Options, atStart: boolean): string {
  const missing = (options.length as number) - characterCount(text);
  const fill = options.fill as string;
  if (missing <= 0 || fill === '') return text;
  checkLength(text.length + missing * 2);
  const padding = firstCharacters(fill.repeat(Math.ceil(missing / characterCount(fill))), missing);
  return atStart ? padding + text : text + padding;
}

const PAD_PARAMETERS = [
  parameter('length', 'integer', 'Characters the result has at least.', { required: true }),
  parameter('fill', 'text', 'What to fill with.', { default: ' ' }),
];

const LOCALE = parameter('locale', 'text', 'Language whose rules of case hold, such as tr.');

function caseFunction(name: 'upper' | 'lower', options: Options): (text: string) => string {
  const locale = options.locale as string | undefined;
  if (locale !== undefined) checkLocale(locale);
  const plain =
    name === 'upper' ? (text: string) => text.toUpperCase() : (text: string) => text.toLowerCase();
  if (locale === undefined) return plain;
  return name === 'upper'
    ? (text) => text.toLocaleUpperCase(locale)
    : (text) => text.toLocaleLowerCase(locale);
}

function checkLocale(locale: string): void {
  try {
    Intl.getCanonicalLocales(locale);
  } catch {
    throw new ArgumentError(`"${locale}" is not a language tag.`);
  }
}

function checkNotNegative(options: Options, name: string): number {
  const value = options[name] as number;
  if (value < 0) throw new ArgumentError(`"${name}" must not be negative.`);
  return value;
}

export const TEXT_FUNCTIONS = inGroup('text', [
  {
    name: 'concat',
    description: 'Joins texts into one; missing and null parts are skipped.',
    input: 'many',
    inputKind: 'text',
    parameters: [parameter('sep', 'text', 'What stands between the parts.', { default: '' })],
    returns: 'text',
    nullAware: true,
    examples: [
      { input: ['Eva', 'Rosen'], options: { sep: ' ' }, output: 'Eva Rosen' },
      { input: [null, 'Rosen'], options: { sep: ' ' }, output: 'Rosen' },
    ],
    build: (options) => (input) => {
      const sep = options.sep as string;
      let result: string | undefined;
      for (const part of input as unknown[]) {
        if (!isPresent(part)) continue;
        const text = toText(part);
        result = result === undefined ? text : result + sep + text;
        checkLength(result.length);
      }
      return result;
    },
  },
  textFunction({
    name: 'upper',
    description: 'Turns small letters into capitals.',
    parameters: [LOCALE],
    examples: [
      { input: 'straße', output: 'STRASSE' },
      { input: 'istanbul', options: { locale: 'tr' }, output: 'İSTANBUL' },
    ],
    text: (options) => caseFunction('upper', options),
  }),
  textFunction({
    name: 'lower',
    description: 'Turns capitals into small letters.',
    parameters: [LOCALE],
    examples: [
      { input: 'A@B.Example', output: 'a@b.example' },
      { input: null, output: null },
    ],
    text: (options) => caseFunction('lower', options),
  }),
  textFunction({
    name: 'title',
    effort: 9,
    description: 'Gives each word a capital first letter and small others.',
    examples: [
      { input: 'jane VAN dyke', output: 'Jane Van Dyke' },
      { input: "o'neill-smith", output: "O'neill-Smith" },
    ],
    text: () => (text) =>
      text
        .toLowerCase()
        .replace(/(^|[^\p{L}\p{M}\p{N}'’])(\p{L})/gu, (_all, before: string, letter: string) => {
          return before + letter.toUpperCase();
        }),
  }),
  textFunction({
    name: 'trim',
    description: 'Removes white space at both ends.',
    examples: [
      { input: '  a b ', output: 'a b' },
      { input: 5, output: '5' },
    ],
    text: () => (text) => text.trim(),
  }),
  textFunction({
    name: 'collapseSpaces',
    effort: 2,
    description: 'Turns each run of white space into one space and trims the ends.',
    examples: [
      { input: ' a \n  b ', output: 'a b' },
      { input: 'ab', output: 'ab' },
    ],
    text: () => (text) => text.trim().replace(/\s+/g, ' '),
  }),
  textFunction({
    name: 'normalize',
    description: 'Writes equal-looking characters in one form (Unicode NFC, or the form given).',
    parameters: [
      parameter('form', 'text', 'The Unicode form.', {
        choices: ['NFC', 'NFD', 'NFKC', 'NFKD'],
        default: 'NFC',
      }),
    ],
    examples: [
      { input: 'e\u0301', output: '\u00e9' },
      { input: 'ﬁ', options: { form: 'NFKC' }, output: 'fi' },
    ],
    text: (options) => (text) => text.normalize(options.form as string),
  }),
  textFunction({
    name: 'left',
    description: 'The first characters.',
    parameters: [{ ...CODE_POINTS, name: 'count' }],
    examples: [
      { input: 'abcdef', options: { count: 2 }, output: 'ab' },
      { input: '😀b', options: { count: 1 }, output: '😀' },
    ],
    text: (options) => {
      const count = checkNotNegative(options, 'count');
      return (text) => firstCharacters(text, count);
    },
  }),
  textFunction({
    name: 'right',
    description: 'The last characters.',
    parameters: [{ ...CODE_POINTS, name: 'count' }],
    examples: [
      { input: 'abcdef', options: { count: 2 }, output: 'ef' },
      { input: 'a😀', options: { count: 1 }, output: '😀' },
    ],
    text: (options) => {
      const count = checkNotNegative(options, 'count');
      return (text) => lastCharacters(text, count);
    },
  }),
  textFunction({
    name: 'substring',
    description: 'Characters from a position (0 is the first; negative counts from the end).',
    parameters: [
      parameter('start', 'integer', 'Position of the first character.', { required: true }),
      parameter('length', 'integer', 'How many characters; absent: to the end.'),
    ],
    examples: [
      { input: 'abcdef', options: { start: 1, length: 3 }, output: 'bcd' },
      { input: 'abcdef', options: { start: -2 }, output: 'ef' },
    ],
    text: (options) => {
      const start = options.start as number;
      const length = options.length === undefined ? undefined : checkNotNegative(options, 'length');
      return (text) => {
        const count = characterCount(text);
        const from = start < 0 ? Math.max(0, count + start) : start;
        const rest = lastCharacters(text, count - from);
        return length === undefined ? rest : firstCharacters(rest, length);
      };
    },
  }),
  textFunction({
    name: 'truncate',
    warns: true,
    description: 'Cuts the text to a length; each cut is counted as a warning.',
    parameters: [
      CODE_POINTS,
      parameter('suffix', 'text', 'Put at the end of a cut text, within the length.'),
    ],
    examples: [
      { input: 'abcdef', options: { max: 3 }, output: 'abc' },
      { input: 'abcdef', options: { max: 4, suffix: '…' }, output: 'abc…' },
    ],
    text: (options) => {
      const max = checkNotNegative(options, 'max');
      const suffix = (options.suffix as string | undefined) ?? '';
      return (text, state) => {
        if (characterCount(text) <= max) return text;
        const place = state.place;
        state.warn(
          'TRUNCATED',
          place?.to ?? '',
          place?.linkId ?? null,
          'A text was cut to the length of the destination.',
        );
        return (
          firstCharacters(text, Math.max(0, max - characterCount(suffix))) + firstCharacters(suffix, max)
        );
      };
    },
  }),
  textFunction({
    name: 'padStart',
    description: 'Fills the text up at its start.',
    parameters: PAD_PARAMETERS,
    examples: [
      { input: 7, options: { length: 3, fill: '0' }, output: '007' },
      { input: 'abcd', options: { length: 3 }, output: 'abcd' },
    ],
    text: (options) => (text) => pad(text, options, true),
  }),
  textFunction({
    name: 'padEnd',
    description: 'Fills the text up at its end.',
    parameters: PAD_PARAMETERS,
    examples: [
      { input: 'ab', options: { length: 4, fill: '.' }, output: 'ab..' },
      { input: 'ab', options: { length: 3 }, output: 'ab ' },
    ],
    text: (options) => (text) => pad(text, options, false),
  }),
]);
