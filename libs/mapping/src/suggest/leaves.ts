// The fields of a tree that can be linked, each with what its name, its parents and its example say.
import { allFields, type Field, type FieldTree } from '../fields/field-tree.js';
import { parseSteps, type Step } from '../paths/path.js';
import { type Shape, shapeOf } from './shapes.js';
import { EMPTY_WORDS, ENTITY_WORDS, ROLE_WORDS, WEAK_WORDS } from './meanings.table.js';
import { closeWords, meanings, splitWords } from './vocabulary.js';

/** The meanings of a name, laid out for the many comparisons. */
export interface WeightedWords {
  words: readonly string[];
  weights: readonly number[];
  total: number;
  /** Bits of the words, and of those and all that are close to them. */
  mask: number;
  reach: number;
}

function weigh(words: ReadonlyMap<string, number>): WeightedWords {
  const names = [...words.keys()];
  const weights = [...words.values()];
  return {
    words: names,
    weights,
    total: weights.reduce((sum, weight) => sum + weight, 0),
    mask: names.reduce((mask, word) => mask | bitOf(word), 0),
    reach: names.flatMap((word) => [word, ...closeWords(word)]).reduce((mask, word) => mask | bitOf(word), 0),
  };
}

function bitOf(word: string): number {
  let hash = 0;
  for (let i = 0; i < word.length; i++) hash = (hash * 31 + word.charCodeAt(i)) | 0;
  return 1 << (hash & 31);
}

export interface Leaf {
  field: Field;
  /** The last name that belongs to this first name, where both stand for a whole name. */
  lastName?: Leaf;
  path: string;
  /** What the value is: meaning to weight. */
  words: ReadonlyMap<string, number>;
  /** The same as a list, for the many comparisons. */
  weighted: WeightedWords;
  roles: ReadonlySet<string>;
  entities: ReadonlySet<string>;
  parents: ReadonlySet<string>;
  /** Arrays around it, outermost first, as paths ending with []. */
  arrays: readonly string[];
  /** How many of them count: a list that only wraps all the rest does not. */
  levels: number;
  /** Path of the object that holds it. */
  holder: string;
  /** A bare `id` of the whole or of a row: the system that holds it gives it. */
  isOwnId: boolean;
  shape: Shape;
  /** The name without its case and signs. */
  plainName: string;
}

/** A proposal before it becomes a link. */
export interface Choice {
  /** One, or first and last name. */
  sources: [Leaf, ...Leaf[]];
  destination: Leaf;
  score: number;
  reasons: string[];
}

const MAX_LEAVES = 3000;

/** A list that most of a tree lies in only wraps it, where the other side has fewer lists: it counts as none. */
export function unwrap(leaves: readonly Leaf[], others: readonly Leaf[]): void {
  const deepest = (list: readonly Leaf[]) => Math.max(0, ...list.map((leaf) => leaf.arrays.length));
  if (deepest(leaves) <= deepest(others)) return;
  const counts = new Map<string, number>();
  for (const { arrays } of leaves) if (arrays[0]) counts.set(arrays[0], (counts.get(arrays[0]) ?? 0) + 1);
  for (const [array, count] of counts) {
    if (count <= leaves.length / 2) continue;
    for (const leaf of leaves) if (leaf.arrays[0] === array) leaf.levels = leaf.arrays.length - 1;
  }
}

export function leavesOf(tree: FieldTree): Leaf[] {
  return allFields(tree)
    .filter((field) => field.fields.length === 0 && field.path !== '$')
    .slice(0, MAX_LEAVES)
    .map(describeLeaf);
}

/** First and last name beside each other, without a whole name: together they are one. */
export function wholeNames(leaves: readonly Leaf[]): Leaf[] {
  const named = new Set(leaves.filter((leaf) => leaf.words.has('name')).map((leaf) => leaf.holder));
  return leaves.flatMap((first) => {
    if (!first.words.has('firstname') || named.has(first.holder)) return [];
    const lastName = leaves.find((leaf) => leaf.words.has('lastname') && leaf.holder === first.holder);
    if (!lastName) return [];
    const words = new Map([['name', WEAK_WORDS.name ?? 1]]);
    return [{ ...first, lastName, words, weighted: weigh(words), plainName: 'name' }];
  });
}

export function describeLeaf(field: Field): Leaf {
  const steps = parseSteps(field.path);
  const keys = steps.flatMap((step) => (step.kind === 'key' ? [step.key] : []));
  const names = keys.map((key) => meanings(key));
  const own = names.at(-1) ?? [];
  const outer = names.slice(0, -1);
  const words = new Map<string, number>();
  const merged = meaningsOf(own, steps, keys);
  for (const word of merged) if (!ROLE_WORDS.has(word)) words.set(word, WEAK_WORDS[word] ?? 1);
  for (const word of EMPTY_WORDS) if (words.size > 1) words.delete(word);
  const shape = shapeOf(field, [...own, ...words.keys()]);
  if (TIME_SHAPES.has(shape) && !words.has('date')) words.set('date', WEAK_WORDS.date ?? 1);
  const all = [...outer.flat(), ...own, ...merged];
  const kept = withoutEntities(words);
  const arrays = arraysOf(steps, field.path);
  const plainName = (keys.at(-1) ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return {
    field,
    path: field.path,
    words: kept,
    weighted: weigh(kept),
    roles: new Set(all.filter((word) => ROLE_WORDS.has(word))),
    entities: new Set(all.filter((word) => ENTITY_WORDS.has(word))),
    parents: new Set(outer.flat().filter((word) => !EMPTY_WORDS.has(word))),
    arrays,
    levels: arrays.length,
    holder: keys.slice(0, -1).join('.'),
    isOwnId: OWN_IDS.has(plainName) && (keys.length === 1 || steps.at(-2)?.kind === 'each'),
    shape,
    plainName,
  };
}

const OWN_IDS: ReadonlySet<string> = new Set(['id', 'uuid', 'guid']);

const TIME_SHAPES: ReadonlySet<Shape> = new Set(['date', 'date-time', 'epoch']);
const WRAPPING: ReadonlySet<string> = new Set([
  ...EMPTY_WORDS,
  'id',
  'code',
  'number',
  'reference',
  'url',
  'amount',
  'address',
]);

/** A name such as value, id or refName says little without its parent; directly in a list it is the row's own. */
function meaningsOf(own: string[], steps: readonly Step[], keys: readonly string[]): string[] {
  const key = keys.at(-1) ?? '';
  if (steps.at(-2)?.kind === 'each') {
    if (ROW_POSITION.test(splitWords(key).join(''))) return ['rowposition'];
    if (isRowId(key, keys.at(-2) ?? '')) return ['lineid'];
  }
  if (own.length === 1 && own[0] === 'name') return thingNamed(keys) ?? own;
  if (!own.every((word) => WRAPPING.has(word))) return own;
  const parent = keys.slice(0, -1).findLast((name) => meanings(name).some((word) => !EMPTY_WORDS.has(word)));
  if (parent === undefined) return own;
  const outer = meanings(parent);
  if (own.includes('address') && !outer.includes('email')) return own;
  // `ItemRef.value` is the id of the item.
  if (own[0] === 'value' && outer.includes('reference'))
    return meanings(`${parent.replace(/ref(?:erence)?$/i, '')}_id`);
  return meanings(`${parent}_${key}`);
}

/** The name of a category is the category; the name of a customer is a name. */
const THINGS: ReadonlySet<string> = new Set([
  'category',
  'brand',
  'tag',
  'warehouse',
  'department',
  'currency',
  'country',
  'region',
  'language',
  'status',
  'unit',
  'method',
  'service',
  'type',
  'priority',
  'project',
]);

function thingNamed(keys: readonly string[]): string[] | undefined {
  const thing = meanings(keys.at(-2) ?? '').find((word) => THINGS.has(word));
  return thing === undefined ? undefined : [thing];
}

/** The number of a row counts the rows: no code and no id becomes one. An item number, though, is an item's code. */
const ROW_POSITION =
  /^(?:(?:positions?|zeilen?)(?:nr|nummer)|(?:line|row)(?:no|nr|num|number|pos|position|index|seq|sequence)|(?:pos|position|seq|sequence)(?:no|nr|num|number|pos|position|index|seq|sequence)?|index|ordinal|sortorder)$/;

/** `id` in a row, and `line_item_id` in `line_items`. */
function isRowId(key: string, array: string): boolean {
  const words = splitWords(key);
  if (words.at(-1) !== 'id' && words.at(-1) !== 'key') return false;
  const owner = words.slice(0, -1).join('');
  return owner === '' || splitWords(array).join('').startsWith(owner);
}

/** Words that say what a value is as well as whose. */
const OWN_MEANING: ReadonlySet<string> = new Set(['tax', 'image', 'category']);

/** `customerName` is the name of a customer: the entity is context unless nothing else is left. */
function withoutEntities(words: Map<string, number>): Map<string, number> {
  const rest = [...words].filter(([word]) => !ENTITY_WORDS.has(word) || OWN_MEANING.has(word));
  return rest.length > 0 ? new Map(rest) : words;
}

function arraysOf(steps: readonly Step[], path: string): string[] {
  const arrays: string[] = [];
  let from = 0;
  for (const step of steps) {
    if (step.kind !== 'each') continue;
    from = path.indexOf('[]', from) + 2;
    arrays.push(path.slice(0, from));
  }
  return arrays;
}
