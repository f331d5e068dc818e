// Text functions that look for something in a text, or write it in another form.
import { RecordFault } from '../run/record-fault.js';
import { compilePattern, PatternError } from '../values/patterns.js';
import { characterCount } from './characters.js';
import { checkLength, inGroup, parameter, textFunction } from './define.js';
import { ArgumentError, type Options } from './function.types.js';
import { escapeHtml, stripHtml } from './html.js';

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

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** RFC 4648, sections 4 and 5: with padding or without; white space between is that of mail (RFC 2045, section 6.8). */
function decodeBase64(text: string): string {
  const digits = text.replace(/[ \t\r\n]+/g, '');
  const padding = /={0,2}$/.exec(digits)?.[0].length ?? 0;
  const isWhole = padding === 0 ? digits.length % 4 !== 1 : digits.length % 4 === 0;
  if (!isWhole || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(digits)) {
    throw new RecordFault('NOT_TEXT', 'The text is not Base64.', text);
  }
  try {
    return UTF8.decode(Buffer.from(digits, 'base64'));
  } catch {
    throw new RecordFault('NOT_TEXT', 'What the Base64 holds is no text in UTF-8.', text);
  }
}

export const TEXT_SEARCH_FUNCTIONS = inGroup('text', [
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
    effort: 12,
    description: 'Removes tags and comments and turns entities into characters.',
    examples: [
      { input: '<p>A &amp; <b>B</b></p>', output: 'A & B' },
      { input: 'a<br>b', output: 'a b' },
    ],
    text: () => stripHtml,
  }),
  textFunction({
    name: 'escapeHtml',
    effort: 2,
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
    effort: 7,
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
        .replace(/^-|-$/g, '')
        // what the marks do not belong to comes together again: Korean syllables
        .normalize('NFC'),
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
        ? decodeBase64
        : (text) => {
            checkLength(text.length * 1.4);
            return Buffer.from(text, 'utf8').toString('base64');
          },
  }),
  textFunction({
    name: 'urlEncode',
    effort: 1,
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
