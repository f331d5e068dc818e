// How well a source field and a destination field go together, by names, roles, neighbourhood and examples.
import type { Leaf, WeightedWords } from './leaves.js';
import { shapeFit } from './shapes.js';
import { closeness } from './vocabulary.js';

/** Pairs below this are not thought of again. */
export const LEAST_SCORE = 0.4;

/** How well two fields go together, 0 to about 1. */
export function score(source: Leaf, destination: Leaf): number {
  const words = wordFit(source.weighted, destination.weighted);
  let value = isSameName(source, destination) ? Math.max(words, 0.92) : words;
  if (value < LEAST_SCORE) return 0;
  value *= roleFit(source, destination) * entityFit(source, destination) * arrayFit(source, destination);
  value *= shapeFit(source.shape, destination.shape) * wordyFit(source, destination);
  return value + 0.08 * parentFit(source, destination);
}

/** A quick no: nothing in the names that could be close. */
export function areStrangers(source: Leaf, destination: Leaf): boolean {
  return (source.weighted.mask & destination.weighted.reach) === 0 && !isSameName(source, destination);
}

/** Names that say nothing by themselves: what they stand for is in the words, which know the parents. */
const BARE_NAMES: ReadonlySet<string> = new Set(['id', 'code', 'key', 'value', 'number', 'name', 'type']);

function isSameName(source: Leaf, destination: Leaf): boolean {
  const name = source.plainName;
  if (name === '' || name !== destination.plainName) return false;
  return !BARE_NAMES.has(name) || source.weighted.words.some((word) => destination.words.has(word));
}

/** Why a proposal was made, in the order of weight. */
export function reasonsFor(source: Leaf, destination: Leaf): string[] {
  const reasons = source.lastName ? ['first and last name make a name'] : [];
  if (isSameName(source, destination)) reasons.push('same name');
  else reasons.push(wordFit(source.weighted, destination.weighted) > 0.95 ? 'same meaning' : 'similar name');
  const role = [...source.roles].find((word) => destination.roles.has(word));
  if (role !== undefined) reasons.push(`both ${role}`);
  const { shape } = source;
  if (shape === destination.shape && shape !== 'unknown' && shape !== 'text') reasons.push(`both ${shape}`);
  return reasons;
}

/** A number does not become a word such as "Exclusive". */
function wordyFit(source: Leaf, destination: Leaf): number {
  const isNumber = source.shape === 'integer' || source.shape === 'decimal';
  const example = destination.field.example;
  return isNumber && typeof example === 'string' && /^\p{L}+$/u.test(example) && example.length > 4 ? 0.7 : 1;
}

/** Weighted overlap: what is common on both sides over all that is there. */
function wordFit(left: WeightedWords, right: WeightedWords): number {
  let common = 0;
  let bestOfRight: number[] | undefined;
  for (let i = 0; i < left.words.length; i++) {
    const weight = left.weights[i] as number;
    let best = 0;
    for (let k = 0; k < right.words.length; k++) {
      const close = closeness(left.words[i] as string, right.words[k] as string);
      if (close === 0) continue;
      const otherWeight = right.weights[k] as number;
      const mean = (weight + otherWeight) / 2;
      best = Math.max(best, close * Math.min(1, mean / weight));
      bestOfRight ??= right.words.map(() => 0);
      bestOfRight[k] = Math.max(bestOfRight[k] ?? 0, close * Math.min(1, mean / otherWeight));
    }
    common += best * weight;
  }
  if (!bestOfRight) return 0;
  for (let k = 0; k < right.words.length; k++) common += (bestOfRight[k] ?? 0) * (right.weights[k] as number);
  return common / (left.total + right.total);
}

function roleFit(source: Leaf, destination: Leaf): number {
  const [left] = source.roles;
  const [right] = destination.roles;
  if (left === undefined && right === undefined) return 1;
  if (left !== undefined && right !== undefined) return left === right ? 1 : 0.35;
  // A value without a role is rather the customer's, as the billing address is.
  return left === 'shipping' || right === 'shipping' ? 0.74 : 0.86;
}

const ID_WORDS: ReadonlySet<string> = new Set(['id', 'number', 'code', 'docid', 'key']);

/** The number of a customer is no number of an order, whatever the words. */
function isIdOnly(leaf: Leaf): boolean {
  return [...leaf.words.keys()].every((word) => ID_WORDS.has(word));
}

const STRONG_ENTITIES = ['customer', 'line', 'payment', 'image', 'category', 'tax', 'user'];

function entityFit(source: Leaf, destination: Leaf): number {
  let fit = 1;
  for (const entity of STRONG_ENTITIES) {
    if (source.entities.has(entity) === destination.entities.has(entity)) continue;
    if (source.words.has(entity) || destination.words.has(entity)) continue;
    if (isIdOnly(source) && isIdOnly(destination)) fit *= 0.72;
    else fit *= entity === 'customer' ? 0.93 : 0.85;
  }
  return fit;
}

function arrayFit(source: Leaf, destination: Leaf): number {
  if (source.levels === destination.levels) return 1;
  const hasSameRole = [...source.roles].some((role) => destination.roles.has(role));
  if (source.levels > destination.levels) return hasSameRole ? 0.9 : 0.5;
  return destination.entities.has('line') ? 0.4 : 0.8;
}

function parentFit(source: Leaf, destination: Leaf): number {
  if (source.parents.size === 0 && destination.parents.size === 0) return 0.6;
  const common = [...source.parents].filter((word) => destination.parents.has(word)).length;
  return (2 * common) / (source.parents.size + destination.parents.size);
}
