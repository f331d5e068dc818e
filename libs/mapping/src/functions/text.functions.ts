// Text functions. Lengths and positions count code points; case functions use no locale unless one is given.
import { RecordFault } from '../run/record-fault.js';
import { toText } from '../values/coerce.js';
import { compilePattern, PatternError } from '../values/patterns.js';
import { checkLength, inGroup, isPresent, parameter, textFunction } from './define.js';
import { ArgumentError, type Options } from './function.types.js';
import { escapeHtml, stripHtml } from './html.js';

const CODE_POINTS = parameter('max', 'integer', 'How many characters.', { required: true });

/** The first `count` code points; texts without surrogates are cut at once. */
function firstCharacters(text: string, count: number): string {
  if (count <= 0) return '';
  if (text.length <= count) return text;
  let units = 0;
  for (let taken = 0; taken < count && units < text.length; taken++) {
    units += (text.codePointAt(units) as number) > 0xffff ? 2 : 1;
  }
  return text.slice(0, units);
}

function lastCharacters(text: string, count: number): string {
  if (count <= 0) return '';
  let start = text.length;
  for (let taken = 0; taken < count && start > 0; taken++) {
    const isPair = start > 1 && (text.codePointAt(start - 2) as number) > 0xffff;
    start -= isPair ? 2 : 1;
  }
  return text.slice(start);
}

function characterCount(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    if ((text.codePointAt(at) as number) > 0xffff) at++;
    count++;
  }
  return count;
}

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

function replaceAll(text: string, search: string, replacement: string): string {
  if (search === '') return text;
  if (replacement.length > search.length) {
    const hits = text.split(search).length - 1;
    checkLength(text.length + hits * (replacement.length - search.length));
  }
  return text.replaceAll(search, () => replacement);
}

function pattern(options: Options) {
  return checkedPattern(() => compilePattern(options.pattern as string, options.ignore_case as boolean));
}

const PATTERN = parameter('pattern', 'text', 'A regular expression in RE2 syntax.', { required: true });
const IGNORE_CASE = parameter('ignore_case', 'boolean', 'Whether capitals count as small letters.', {
  default: false,
});

const SEARCH = parameter('text', 'text', 'The text to look for.', { required: true });

/** Turns faults of patterns and replacements into faults of arguments. */
function checkedPattern<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof PatternError) throw new ArgumentError(error.message);
    throw error;
  }
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
    description: 'Gives each word a capital first letter and small others.',
    examples: [
      { input: 'jane VAN dyke', output: 'Jane Van Dyke' },
      { input: "o'neill-smith", output: "O'neill-Smith" },
    ],
    text: () => (text) =>
      text.toLowerCase().replace(/(^|[^\p{L}\p{N}'’])(\p{L})/gu, (_all, before: string, letter: string) => {
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
  textFunction({
    name: 'replace',
    description: 'Replaces every occurrence of a text by another.',
    parameters: [
      parameter('search', 'text', 'The text to replace.', { required: true }),
      parameter('by', 'text', 'What comes in its place.', { default: '' }),
    ],
    examples: [
      { input: 'a-b-c', options: { search: '-', by: '.' }, output: 'a.b.c' },
      { input: '$1.5', options: { search: '$' }, output: '1.5' },
    ],
    text: (options) => (text) => replaceAll(text, options.search as string, options.by as string),
  }),
  textFunction({
    name: 'removePrefix',
    description: 'Removes a text at the start, if it is there.',
    parameters: [SEARCH],
    examples: [
      { input: 'SO-12', options: { text: 'SO-' }, output: '12' },
      { input: '12', options: { text: 'SO-' }, output: '12' },
    ],
    text: (options) => (text) => {
      const prefix = options.text as string;
      return text.startsWith(prefix) ? text.slice(prefix.length) : text;
    },
  }),
  textFunction({
    name: 'removeSuffix',
    description: 'Removes a text at the end, if it is there.',
    parameters: [SEARCH],
    examples: [
      { input: '12 kg', options: { text: ' kg' }, output: '12' },
      { input: '12', options: { text: ' kg' }, output: '12' },
    ],
    text: (options) => (text) => {
      const suffix = options.text as string;
      return text.endsWith(suffix) ? text.slice(0, text.length - suffix.length) : text;
    },
  }),
  textFunction({
    name: 'split',
    description: 'Splits a text into a list; parts are trimmed and empty ones dropped.',
    parameters: [parameter('sep', 'text', 'What stands between the parts.', { default: ',' })],
    returns: 'list',
    examples: [
      { input: 'vip, b2b,, eu', output: ['vip', 'b2b', 'eu'] },
      { input: 'a|b', options: { sep: '|' }, output: ['a', 'b'] },
    ],
    text: (options) => (text, state) => {
      const sep = options.sep as string;
      if (sep === '') state.countNodes(text.length);
      const parts = sep === '' ? [...text] : text.split(sep);
      state.countNodes(parts.length);
      return parts.map((part) => part.trim()).filter((part) => part !== '');
    },
  }),
  textFunction({
    name: 'contains',
    description: 'Whether the text holds another.',
    parameters: [SEARCH],
    returns: 'boolean',
    examples: [
      { input: 'abc', options: { text: 'b' }, output: true },
      { input: 'abc', options: { text: 'B' }, output: false },
    ],
    text: (options) => (text) => text.includes(options.text as string),
  }),
  textFunction({
    name: 'startsWith',
    description: 'Whether the text begins with another.',
    parameters: [SEARCH],
    returns: 'boolean',
    examples: [
      { input: 'SO-1', options: { text: 'SO' }, output: true },
      { input: 'PO-1', options: { text: 'SO' }, output: false },
    ],
    text: (options) => (text) => text.startsWith(options.text as string),
  }),
  textFunction({
    name: 'endsWith',
    description: 'Whether the text ends with another.',
    parameters: [SEARCH],
    returns: 'boolean',
    examples: [
      { input: 'a.pdf', options: { text: '.pdf' }, output: true },
      { input: 'a.png', options: { text: '.pdf' }, output: false },
    ],
    text: (options) => (text) => text.endsWith(options.text as string),
  }),
  textFunction({
    name: 'length',
    description: 'How many characters the text has.',
    returns: 'number',
    examples: [
      { input: 'abc', output: 3 },
      { input: '😀', output: 1 },
    ],
    text: () => characterCount,
  }),
  textFunction({
    name: 'stripHtml',
    description: 'Removes tags and comments and turns entities into characters.',
    examples: [
      { input: '<p>A &amp; <b>B</b></p>', output: 'A & B' },
      { input: 'a<br>b', output: 'a b' },
    ],
    text: () => stripHtml,
  }),
  textFunction({
    name: 'escapeHtml',
    description: 'Writes &, <, >, " and \' so that they are text in HTML or XML.',
    examples: [
      { input: 'A & <B>', output: 'A &amp; &lt;B&gt;' },
      { input: '"x"', output: '&quot;x&quot;' },
    ],
    text: () => (text) => {
      checkLength(text.length);
      return escapeHtml(text);
    },
  }),
  textFunction({
    name: 'slug',
    description: 'Small letters, digits and hyphens, for addresses and keys.',
    examples: [
      { input: 'Crème Brûlée, 2 pcs!', output: 'creme-brulee-2-pcs' },
      { input: ' -A_B- ', output: 'a-b' },
    ],
    text: () => (text) =>
      text
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()
        .replace(/ß/g, 'ss')
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .replace(/^-|-$/g, ''),
  }),
  textFunction({
    name: 'base64',
    description: 'Base64 of the text in UTF-8, or back.',
    parameters: [parameter('decode', 'boolean', 'Whether to turn Base64 into text.', { default: false })],
    examples: [
      { input: 'user:größe', output: 'dXNlcjpncsO2w59l' },
      { input: 'YQ==', options: { decode: true }, output: 'a' },
    ],
    text: (options) =>
      options.decode === true
        ? (text) => {
            if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) {
              throw new RecordFault('NOT_TEXT', 'The text is not Base64.', text);
            }
            return Buffer.from(text, 'base64').toString('utf8');
          }
        : (text) => {
            checkLength(text.length * 1.4);
            return Buffer.from(text, 'utf8').toString('base64');
          },
  }),
  textFunction({
    name: 'urlEncode',
    description: 'Writes the text for use inside an address.',
    examples: [
      { input: 'a b&c', output: 'a%20b%26c' },
      { input: 'größe', output: 'gr%C3%B6%C3%9Fe' },
    ],
    text: () => (text) => {
      checkLength(text.length * 3);
      return encodeURIComponent(
        text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD'),
      );
    },
  }),
  textFunction({
    name: 'matches',
    description: 'Whether a pattern is found in the text.',
    parameters: [PATTERN, IGNORE_CASE],
    returns: 'boolean',
    examples: [
      { input: 'AB-123', options: { pattern: '^[A-Z]{2}-[0-9]+$' }, output: true },
      { input: 'ab-123', options: { pattern: '^[A-Z]{2}' }, output: false },
    ],
    text: (options) => {
      const found = pattern(options);
      return (text, state) => {
        state.spend(text.length * found.cost);
        return found.matches(text);
      };
    },
  }),
  textFunction({
    name: 'replaceRegex',
    description:
      'Replaces everything a pattern finds; $1 stands for its first group, ${name} for a named one.',
    parameters: [PATTERN, parameter('by', 'text', 'What comes in its place.', { default: '' }), IGNORE_CASE],
    examples: [
      { input: '+1 (312) 555', options: { pattern: '[^0-9]+' }, output: '1312555' },
      { input: 'Doe, Jane', options: { pattern: '(\\w+), (\\w+)', by: '$2 $1' }, output: 'Jane Doe' },
    ],
    text: (options) => {
      const found = pattern(options);
      const replace = checkedPattern(() => found.replacer(options.by as string));
      return (text, state) => {
        state.spend(text.length * found.cost);
        let length = 0;
        return replace(text, (grown) => {
          length += grown;
          checkLength(length);
        });
      };
    },
  }),
]);
