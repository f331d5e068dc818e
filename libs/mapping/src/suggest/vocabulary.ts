// From names to meanings: names are split into words, abbreviations and compounds resolved by the tables.
import { FOREIGN_COMPOUNDS, FOREIGN_WORDS, MIXED_COMPOUNDS, PARTICLES } from './foreign.table.js';
import { NEAR } from './meanings.table.js';
import { COMPOUNDS, WORDS } from './spellings.table.js';

const SPELLINGS = new Map<string, string>();
for (const [word, spellings] of Object.entries(WORDS)) {
  SPELLINGS.set(word, word);
  for (const spelling of spellings.split(' ')) if (spelling !== '') SPELLINGS.set(spelling, word);
}

/** English spellings go first: a word that is both is rather English. */
const FOREIGN = new Map<string, string>();
for (const [word, spellings] of Object.entries(FOREIGN_WORDS)) {
  for (const spelling of spellings.split(' ')) if (!SPELLINGS.has(spelling)) FOREIGN.set(spelling, word);
}

const PHRASES = new Map(Object.entries({ ...FOREIGN_COMPOUNDS, ...COMPOUNDS }));
const MIXED_PHRASES = new Map(Object.entries(MIXED_COMPOUNDS));
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
    .replace(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/(\d)(\p{L})/gu, '$1 $2')
    .replace(/\u00df/g, 'ss')
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

/** No name of a field has a longer word: what is beyond is data in the place of a name. */
const LONGEST_GLUED = 100;

/** Words glued together in lower case (`firstname`, `bestellnummer`) are cut where both parts are known. */
function unglue(word: string): string[] {
  return word.length > LONGEST_GLUED ? [word] : cutGlued(word, new Map());
}

/** `known`: what became of each rest of the word, which many cuts before it leave. */
function cutGlued(word: string, known: Map<string, string[]>): string[] {
  const before = known.get(word);
  if (before) return before;
  const parts = findCut(word, known);
  known.set(word, parts);
  return parts;
}

function findCut(word: string, known: Map<string, string[]>): string[] {
  if (SPELLINGS.has(word) || FOREIGN.has(word) || PHRASES.has(word)) return [word];
  const short = /^(.{3,})(nr|no|id)$/.exec(word);
  if (short?.[1] !== undefined && foreignOf(short[1]) !== undefined) return [short[1], short[2] as string];
  if (word.length < 7) return [word];
  for (let cut = 3; cut <= word.length - 3; cut++) {
    const left = word.slice(0, cut);
    const right = word.slice(cut);
    const isLeft = SPELLINGS.has(left) || GLUE.has(left) || foreignOf(left) !== undefined;
    if (!isLeft) continue;
    if (SPELLINGS.has(right) || foreignOf(right) !== undefined) return [left, right];
    const rest = word.length > 12 ? cutGlued(right, known) : [];
    if (rest.length > 1) return [left, ...rest];
  }
  return [word];
}

/** What a foreign word means, with the letters that join it to the next: `rechnungs-`, `kunden-`. */
const foreignOf = (word: string): string | undefined =>
  FOREIGN.get(word) ?? (word.length > 3 && /[sn]$/.test(word) ? FOREIGN.get(word.slice(0, -1)) : undefined);

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
  const parts = splitWords(name).flatMap(unglue);
  const isForeign = parts.some((word) => !SPELLINGS.has(word) && foreignOf(word) !== undefined);
  const words = (isForeign ? headFirst(parts) : parts).map(
    (word) => SPELLINGS.get(word) ?? foreignOf(word) ?? SPELLINGS.get(singular(word)) ?? singular(word),
  );
  const found: string[] = [];
  for (let at = 0; at < words.length;) {
    const { length, phrase } = phraseAt(words, at, isForeign);
    if (length > 0) {
      found.push(...phrase.split(' ').filter((word) => word !== ''));
      at += length;
    } else {
      found.push(words[at] as string);
      at++;
    }
  }
  return found;
}

/** `numero de commande` as English has it: commande numero. */
function headFirst(words: readonly string[]): string[] {
  const groups: string[][] = [[]];
  for (const word of words) {
    if (!PARTICLES.has(word)) groups.at(-1)?.push(word);
    else if (groups.at(-1)?.length) groups.push([]);
  }
  return groups.toReversed().flat();
}

/** The longest phrase there; among foreign words also one that stands the other way round (`date commande`). */
function phraseAt(
  words: readonly string[],
  at: number,
  isForeign: boolean,
): { length: number; phrase: string } {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length >= 1; length--) {
    const part = words.slice(at, at + length);
    const orders = isForeign ? [part, part.toReversed()] : [part];
    for (const order of orders) {
      const text = order.join(' ');
      const phrase = (isForeign ? MIXED_PHRASES.get(text) : undefined) ?? PHRASES.get(text);
      if (phrase !== undefined) return { length, phrase };
    }
  }
  return { length: 0, phrase: '' };
}
