/** What differs between two sets of a form's values, field by field, and how a field is shown. */
import { printJson, sameValue } from '../api/json.js';

/** One field of a form, as a comparison names and shows it. */
interface FieldWords {
  label: string;
  /** Words for the values of a closed list. */
  words?: Record<string, string>;
  /** Never shown: only that it is given. */
  secret?: boolean;
}
/** A field without words is not compared. */
export type FormWords<V> = Partial<Record<keyof V & string, FieldWords>>;

export type Side = 'mine' | 'theirs';
export interface FieldDifference {
  name: string;
  words: FieldWords;
  mine: unknown;
  theirs: unknown;
  /** The side that a person most probably wants: who changed it; mine where both did. */
  likely: Side;
}

/** `base`: what both began with; null when that is not known any more. */
export function differencesOfForms<V extends object>(
  fields: FormWords<V>,
  mine: V,
  theirs: V,
  base: V | null,
): FieldDifference[] {
  return Object.entries(fields as Record<string, FieldWords>).flatMap(([name, words]) => {
    const [own, other] = [valueOf(mine, name), valueOf(theirs, name)];
    if (sameValue(own, other)) return [];
    const likely = base !== null && sameValue(own, valueOf(base, name)) ? 'theirs' : 'mine';
    return [{ name, words, mine: own, theirs: other, likely }];
  });
}

export const sameForm = (a: object, b: object): boolean =>
  Object.keys({ ...a, ...b }).every((name) => sameValue(valueOf(a, name), valueOf(b, name)));

const valueOf = (values: object, name: string): unknown => (values as Record<string, unknown>)[name];

/** The values of one side with the chosen fields of the other. */
export function mergedForm<V extends object>(
  mine: V,
  theirs: V,
  differences: readonly FieldDifference[],
  chosen: Readonly<Record<string, Side>>,
): V {
  const kept = differences
    .filter(({ name, likely }) => (chosen[name] ?? likely) === 'mine')
    .map(({ name, mine: value }) => [name, value]);
  return { ...mine, ...theirs, ...Object.fromEntries(kept) } as V;
}

/** Longer values are shown from the first place at which they differ. */
const shownCharacters = 1500;

/** Two texts to stand side by side, both cut at the same place. */
export function sideBySide(mine: string, theirs: string): [string, string] {
  if (mine.length <= shownCharacters && theirs.length <= shownCharacters) return [mine, theirs];
  let at = 0;
  while (at < mine.length && mine[at] === theirs[at]) at += 1;
  // One line before it, or some characters where there are no lines.
  const line = mine.lastIndexOf('\n', mine.lastIndexOf('\n', at - 1) - 1) + 1;
  const from = at - line > 200 ? at - 60 : line;
  const cut = (text: string): string =>
    `${from > 0 ? '…\n' : ''}${text.slice(from, from + shownCharacters)}${text.length > from + shownCharacters ? '\n…' : ''}`;
  return [cut(mine), cut(theirs)];
}

/** A value as lines of text; empty for nothing. */
export function linesOf(value: unknown, t: (text: string) => string, words?: Record<string, string>): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (typeof value === 'string') return words?.[value] ? t(words[value]) : value;
  if (Array.isArray(value) && value.every(isPair))
    return value.map(([name, text]) => `${name}: ${text}`).join('\n');
  return printJson(value, 2) ?? '';
}

const isPair = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
