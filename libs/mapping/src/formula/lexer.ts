// Formula text to tokens. A path is one token; a name right before "(" is a call.
import { numberFromText } from '../values/exact-number.js';
import { FormulaFault } from './formula.types.js';

export type Token =
  | { kind: 'number' | 'text' | 'word'; value: unknown; at: number }
  | { kind: 'path' | 'name' | 'sign'; value: string; at: number }
  | { kind: 'end'; value: ''; at: number };

const SPACE = /[ \t\r\n]+/y;
const NUMBER = /(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const DOUBLE_QUOTED = /"(?:[^"\\\u0000-\u001f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"/y;
const SINGLE_QUOTED = /'(?:[^'\\\u0000-\u001f]|\\['"\\/bfnrt]|\\u[0-9a-fA-F]{4})*'/y;
const NAME = /[\p{L}_$@][\p{L}\p{M}\p{N}_$@:]*/uy;
const KEY = /[\p{L}\p{N}_$@][\p{L}\p{M}\p{N}_$@:]*/uy;
const BRACKET = /\[(?:-?[0-9]+|\s*"(?:[^"\\\u0000-\u001f]|\\.)*"\s*)?\]/y;
const SIGN = /<=|>=|<>|!=|==|[-+*/%&=<>(),]/y;

const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };
const OPERATOR_WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not']);

export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (expression: RegExp): string | undefined => {
    expression.lastIndex = at;
    const found = expression.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  for (;;) {
    take(SPACE);
    if (at >= text.length) break;
    const start = at;
    const token =
      readNumber(take, start, text) ??
      readText(take, start) ??
      readPath(take, start, text) ??
      readSign(take, start);
    if (!token) {
      const hint = HINTS[text[start] as string] ?? '';
      throw new FormulaFault('BAD_ARGUMENT', `Unexpected ${describe(text, start)}.${hint}`, start);
    }
    tokens.push(token);
  }
  tokens.push({ kind: 'end', value: '', at: text.length });
  return tokens;
}

/** How other languages write what this one has too. */
const HINTS: Readonly<Record<string, string>> = {
  '?': ' A choice is written if(condition, value, other).',
  '|': ' Write or.',
  '!': ' Write not.',
  '`': ' Texts stand in "quotes".',
  '[': ' A name in brackets stands in quotes: ["name"].',
  ';': ' Arguments are parted by commas.',
};

type Take = (expression: RegExp) => string | undefined;

function describe(text: string, at: number): string {
  const char = String.fromCodePoint(text.codePointAt(at) as number);
  return char === '"' || char === "'" ? 'text that is not closed' : JSON.stringify(char);
}

function readNumber(take: Take, at: number, text: string): Token | undefined {
  const found = take(NUMBER);
  if (found === undefined) return undefined;
  if (/[\p{L}\p{N}_.]/u.test(text[at + found.length] ?? '')) {
    throw new FormulaFault('BAD_ARGUMENT', 'This is not a number; quote names that begin with a digit.', at);
  }
  return { kind: 'number', value: numberFromText(found), at };
}

function readText(take: Take, at: number): Token | undefined {
  const double = take(DOUBLE_QUOTED);
  if (double !== undefined) return { kind: 'text', value: JSON.parse(double), at };
  const single = take(SINGLE_QUOTED);
  if (single === undefined) return undefined;
  const inner = single
    .slice(1, -1)
    .replace(/\\.|"/g, (part) => (part === '"' ? '\\"' : part === "\\'" ? "'" : part));
  return { kind: 'text', value: JSON.parse(`"${inner}"`), at };
}

function readPath(take: Take, at: number, text: string): Token | undefined {
  const first = take(NAME) ?? take(BRACKET);
  if (first === undefined) return undefined;
  let path = first;
  for (;;) {
    const bracket = take(BRACKET);
    if (bracket !== undefined) {
      path += bracket;
      continue;
    }
    const dotAt = at + path.length;
    if (text[dotAt] !== '.') break;
    take(/\./y);
    const key = take(KEY);
    if (key === undefined)
      throw new FormulaFault('BAD_PATH', 'A name is expected after the point.', dotAt + 1);
    path += `.${key}`;
  }
  if (path === first) {
    if (OPERATOR_WORDS.has(path)) return { kind: 'sign', value: path, at };
    if (Object.hasOwn(WORDS, path)) return { kind: 'word', value: WORDS[path], at };
    if (/^\s*\(/.test(text.slice(at + path.length, at + path.length + 20)))
      return { kind: 'name', value: path, at };
  }
  return { kind: 'path', value: path, at };
}

function readSign(take: Take, at: number): Token | undefined {
  const sign = take(SIGN);
  if (sign === undefined) return undefined;
  return { kind: 'sign', value: sign === '==' ? '=' : sign === '<>' ? '!=' : sign, at };
}
