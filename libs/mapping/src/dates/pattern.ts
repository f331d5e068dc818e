// Date patterns (`dd/MM/yyyy HH:mm`): checked when the mapping is saved, then used to read strictly and to write.
import { type Fields, fieldsFromSeconds, type Moment, secondsFromFields, weekdayOf } from './moment.js';
import { parseOffset } from './iso.js';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export class DatePatternError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DatePatternError';
  }
}

/** A moment laid out on a clock: what writing needs. */
export interface Clock {
  fields: Fields;
  seconds: number;
  nanos: number;
  offset: number;
}

interface Token {
  /** Source of a regular expression without nested repetition. */
  readonly expression: string;
  readonly read?: (text: string, into: Partial<Fields> & ReadParts) => boolean;
  readonly write: (clock: Clock) => string;
}

interface ReadParts {
  nanos?: number;
  isAfternoon?: boolean;
  hour12?: number;
  offset?: number;
  weekday?: number;
}

export interface DatePattern {
  readonly hasTime: boolean;
  readonly hasOffset: boolean;
  /** Whether the pattern holds a full date, so that it can be read. */
  readonly hasDate: boolean;
  parse(text: string): Moment | undefined;
  format(clock: Clock): string;
}

function digits(
  count: string,
  key: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second',
  width: number,
): Token {
  return {
    expression: `([0-9]${count})`,
    read: (text, into) => {
      into[key] = Number(text);
      return true;
    },
    write: ({ fields }) => pad(fields[key], width),
  };
}

function hour12(count: string, width: number): Token {
  return {
    expression: `([0-9]${count})`,
    read: (text, into) => {
      into.hour12 = Number(text);
      return into.hour12 >= 1 && into.hour12 <= 12;
    },
    write: ({ fields }) => pad(fields.hour % 12 === 0 ? 12 : fields.hour % 12, width),
  };
}

function nameOf(names: readonly string[], length: number | undefined, kind: 'month' | 'weekday'): Token {
  const shown = names.map((name) => name.slice(0, length));
  return {
    expression: `(${shown.join('|')})`,
    read: (text, into) => {
      const position = shown.findIndex((name) => name.toLowerCase() === text.toLowerCase()) + 1;
      into[kind] = position;
      return position > 0;
    },
    write: ({ fields, seconds }) =>
      shown[(kind === 'month' ? fields.month : weekdayOf(seconds)) - 1] as string,
  };
}

function offset(colon: string, zulu: boolean): Token {
  return {
    expression: zulu ? `(Z|[+-][0-9]{2}${colon}[0-9]{2})` : `([+-][0-9]{2}${colon}[0-9]{2})`,
    read: (text, into) => {
      const seconds = parseOffset(text.toUpperCase());
      if (seconds === undefined) return false;
      into.offset = seconds;
      return true;
    },
    write: (clock) => (zulu && clock.offset === 0 ? 'Z' : formatOffset(clock.offset, colon)),
  };
}

const TOKENS: Readonly<Record<string, Token>> = {
  yyyy: digits('{4}', 'year', 4),
  yy: {
    expression: '([0-9]{2})',
    read: (text, into) => {
      into.year = 2000 + Number(text);
      return true;
    },
    write: ({ fields }) => pad(fields.year % 100, 2),
  },
  MMMM: nameOf(MONTHS, undefined, 'month'),
  MMM: nameOf(MONTHS, 3, 'month'),
  MM: digits('{2}', 'month', 2),
  M: digits('{1,2}', 'month', 1),
  dd: digits('{2}', 'day', 2),
  d: digits('{1,2}', 'day', 1),
  EEEE: nameOf(WEEKDAYS, undefined, 'weekday'),
  EEE: nameOf(WEEKDAYS, 3, 'weekday'),
  HH: digits('{2}', 'hour', 2),
  H: digits('{1,2}', 'hour', 1),
  hh: hour12('{2}', 2),
  h: hour12('{1,2}', 1),
  mm: digits('{2}', 'minute', 2),
  ss: digits('{2}', 'second', 2),
  XXX: offset(':', true),
  XX: offset('', true),
  xxx: offset(':', false),
  xx: offset('', false),
  a: {
    expression: '([AP]M)',
    read: (text, into) => {
      into.isAfternoon = text.toUpperCase() === 'PM';
      return true;
    },
    write: ({ fields }) => (fields.hour < 12 ? 'AM' : 'PM'),
  },
};

function fraction(width: number): Token {
  return {
    expression: `([0-9]{${width}})`,
    read: (text, into) => {
      into.nanos = Number(text.padEnd(9, '0'));
      return true;
    },
    write: ({ nanos }) => pad(nanos, 9).slice(0, width),
  };
}

function literal(text: string): Token {
  return { expression: text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'), write: () => text };
}

const cache = new Map<string, DatePattern>();
const MAX_CACHED = 500;

/** Compiles a pattern; throws `DatePatternError` naming what is not understood. */
export function datePattern(source: string): DatePattern {
  let pattern = cache.get(source);
  if (!pattern) {
    pattern = compile(source);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(source, pattern);
  }
  return pattern;
}

function compile(source: string): DatePattern {
  const names: string[] = [];
  const tokens = tokenise(source, names);
  const has = (...wanted: string[]) => wanted.some((name) => names.includes(name));
  if (has('h', 'hh') !== has('a')) {
    throw new DatePatternError(
      'hh and a go together: the hour of twelve needs AM or PM. For 24 hours use HH.',
    );
  }
  const readable = tokens.filter((token) => token.read);
  const expression = new RegExp(`^${tokens.map((token) => token.expression).join('')}$`, 'i');
  return {
    hasTime: has('HH', 'H', 'hh', 'h', 'mm', 'ss', 'fraction'),
    hasOffset: has('XXX', 'XX', 'xxx', 'xx'),
    hasDate: has('yyyy', 'yy') && has('MMMM', 'MMM', 'MM', 'M') && has('dd', 'd'),
    parse: (text) => {
      const match = expression.exec(text);
      if (!match) return undefined;
      const parts: Partial<Fields> & ReadParts = {};
      const isRead = readable.every((token, index) => token.read?.(match[index + 1] as string, parts));
      return isRead ? toMoment(parts, names) : undefined;
    },
    format: (clock) => {
      let text = '';
      for (const token of tokens) text += token.write(clock);
      return text;
    },
  };
}

function tokenise(source: string, names: string[]): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const char = source[at] as string;
    if (char === "'") {
      const end = closingQuote(source, at);
      tokens.push(literal(source.slice(at + 1, end).replaceAll("''", "'") || "'"));
      at = end + 1;
      continue;
    }
    const run =
      new RegExp(`^${/[A-Za-z]/.test(char) ? char : "[^A-Za-z']"}+`).exec(source.slice(at))?.[0] ?? char;
    tokens.push(tokenOf(run, names));
    at += run.length;
  }
  if (tokens.length === 0) throw new DatePatternError('The date pattern is empty.');
  return tokens;
}

function tokenOf(run: string, names: string[]): Token {
  if (!/[A-Za-z]/.test(run)) return literal(run);
  if (run === 'T') return literal(run);
  const name = run.startsWith('S') ? 'fraction' : run;
  const token = run.startsWith('S') && run.length <= 9 ? fraction(run.length) : TOKENS[run];
  if (!token || !(name === 'fraction' || Object.hasOwn(TOKENS, run))) {
    throw new DatePatternError(`"${run}" is no part of a date pattern; put other text in single quotes.`);
  }
  names.push(name);
  return token;
}

function closingQuote(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length) {
    if (source[at] === "'") {
      if (source[at + 1] !== "'" || at === start + 1) return at;
      at++;
    }
    at++;
  }
  throw new DatePatternError('A quoted text in the date pattern is not closed.');
}

function toMoment(parts: Partial<Fields> & ReadParts, names: readonly string[]): Moment | undefined {
  const hour =
    parts.hour12 === undefined ? (parts.hour ?? 0) : (parts.hour12 % 12) + (parts.isAfternoon ? 12 : 0);
  const seconds = secondsFromFields({
    year: parts.year ?? 0,
    month: parts.month ?? 0,
    day: parts.day ?? 0,
    hour,
    minute: parts.minute ?? 0,
    second: parts.second ?? 0,
  });
  if (seconds === undefined || (parts.weekday !== undefined && weekdayOf(seconds) !== parts.weekday)) {
    return undefined;
  }
  const nanos = parts.nanos ?? 0;
  if (parts.offset !== undefined) return { kind: 'instant', seconds: seconds - parts.offset, nanos };
  const hasTime = names.some((name) => ['HH', 'H', 'hh', 'h', 'mm', 'ss', 'fraction'].includes(name));
  return { kind: hasTime ? 'local' : 'date', seconds, nanos };
}

export function clockOf(seconds: number, nanos: number, offsetSeconds: number): Clock {
  const local = seconds + offsetSeconds;
  return { fields: fieldsFromSeconds(local), seconds: local, nanos, offset: offsetSeconds };
}

export function formatOffset(offsetSeconds: number, colon: string): string {
  const minutes = Math.floor(Math.abs(offsetSeconds) / 60);
  return `${offsetSeconds < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60), 2)}${colon}${pad(minutes % 60, 2)}`;
}

function pad(value: number, width: number): string {
  if (width === 2) return value < 10 ? `0${value}` : `${value}`;
  return width === 4 && value >= 1000 ? `${value}` : String(value).padStart(width, '0');
}
