// From names to meanings: names are split into words, abbreviations and compounds resolved by the tables.
import { NEAR } from './meanings.table.js';
import { COMPOUNDS, WORDS } from './spellings.table.js';

const SPELLINGS = new Map<string, string>();
for (const [word, spellings] of Object.entries(WORDS)) {
  SPELLINGS.set(word, word);
  for (const spelling of spellings.split(' ')) if (spelling !== '') SPELLINGS.set(spelling, word);
}

const PHRASES = new Map(Object.entries(COMPOUNDS));
const LONGEST_PHRASE = 4;

const CLOSENESS = new Map<string, Map<string, number>>();
for (const [left, right, value] of NEAR) {
  for (const [from, to] of [
    [left, right],
    [right, left],
  ] as const) {
    const known = CLOSENESS.get(from) ?? new Map<string, number>();
    CLOSENESS.set(from, known.set(to, value));
  }
}

/** Ids of one system mean little in another; its codes are what both know. */
const FOREIGN_IDS: ReadonlySet<string> = new Set(['productid']);

/** The meanings that have something in common with one. */
export function closeWords(word: string): string[] {
  return [...(CLOSENESS.get(word)?.keys() ?? [])];
}

/** How close two meanings are: 1 for the same, 0 for strangers. */
export function closeness(left: string, right: string): number {
  if (left === right) return FOREIGN_IDS.has(left) ? 0.7 : 1;
  return CLOSENESS.get(left)?.get(right) ?? 0;
}

/** A name in lower-case words: `shipToAddressLine1`, `ship_to.address-line_1` give ship, to, address, line, 1. */
export function splitWords(name: string): string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/(\d)(\p{L})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us'))
    return word.slice(0, -1);
  return word;
}

/** Words glued together in lower case (`firstname`, `unitprice`) are cut where both parts are known. */
function unglue(word: string): string[] {
  if (word.length < 7 || SPELLINGS.has(word)) return [word];
  for (let cut = 3; cut <= word.length - 3; cut++) {
    const left = word.slice(0, cut);
    const right = word.slice(cut);
    if ((SPELLINGS.has(left) || GLUE.has(left)) && SPELLINGS.has(right)) return [left, right];
  }
  return [word];
}

const GLUE: ReadonlySet<string> = new Set([
  'first',
  'last',
  'given',
  'family',
  'unit',
  'sub',
  'job',
  'zip',
  'post',
]);

/** The meanings of a name, compounds taken as one. */
export function meanings(name: string): string[] {
  const words = splitWords(name)
    .flatMap(unglue)
    .map((word) => SPELLINGS.get(word) ?? SPELLINGS.get(singular(word)) ?? singular(word));
  const found: string[] = [];
  for (let at = 0; at < words.length;) {
    const length = phraseLength(words, at);
    if (length > 0) {
      const phrase = PHRASES.get(words.slice(at, at + length).join(' ')) ?? '';
      found.push(...phrase.split(' ').filter((word) => word !== ''));
      at += length;
    } else {
      found.push(words[at] as string);
      at++;
    }
  }
  return found;
}

function phraseLength(words: readonly string[], at: number): number {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length >= 1; length--) {
    if (PHRASES.has(words.slice(at, at + length).join(' '))) return length;
  }
  return 0;
}
