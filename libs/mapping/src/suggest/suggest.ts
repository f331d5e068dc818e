// Proposed links between two field trees: scored by names, parents, roles and examples, then assigned one to one.
// The same trees give the same answer, in whatever order their fields come.
import type { Link } from '../document/document.types.js';
import type { FieldTree } from '../fields/field-tree.js';
import { type Choice, type Leaf, leavesOf, type WeightedWords, wholeNames } from './leaves.js';
import { shapeFit } from './shapes.js';
import { linkFor } from './transforms.js';
import { closeness } from './vocabulary.js';

export type SuggestionTier = 'apply' | 'review';

export interface Suggestion {
  link: Link;
  from: string[];
  to: string;
  /** 0 to 1. */
  score: number;
  tier: SuggestionTier;
  /** One sentence for the person who decides. */
  reason: string;
}

export interface SuggestOptions {
  /** Links that are there already: they stay, and their fields are not proposed again. */
  existing?: readonly Link[];
}

interface Candidate {
  source: Leaf;
  destination: Leaf;
  score: number;
}

/** Pairs below this are not thought of again. */
const LEAST_SCORE = 0.4;
const REVIEW_SCORE = 0.52;
const APPLY_SCORE = 0.8;
/** A proposal is applied at once only where no other one comes near it. */
const APPLY_MARGIN = 0.06;

export function suggestLinks(
  source: FieldTree,
  destination: FieldTree,
  options: SuggestOptions = {},
): Suggestion[] {
  const taken = takenPaths(options.existing ?? []);
  const plain = byPath(leavesOf(source));
  const sources = [...plain, ...wholeNames(plain)];
  const destinations = byPath(leavesOf(destination));
  const candidates = refine(scoreAll(sources, destinations));
  const rivalOf = rivalScores(candidates);
  return assign(candidates, taken)
    .map((choice) => toSuggestion(choice, rivalOf(choice)))
    .sort((left, right) => (left.to < right.to ? -1 : left.to > right.to ? 1 : 0));
}

function byPath(leaves: Leaf[]): Leaf[] {
  return leaves.sort((left, right) => (left.path < right.path ? -1 : left.path > right.path ? 1 : 0));
}

function takenPaths(existing: readonly Link[]): { from: Set<string>; to: Set<string> } {
  return {
    from: new Set(existing.flatMap((link) => (link.from === undefined ? [] : [link.from].flat()))),
    to: new Set(existing.map((link) => link.to)),
  };
}

// --- score ---

function scoreAll(sources: readonly Leaf[], destinations: readonly Leaf[]): Candidate[] {
  const candidates: Candidate[] = [];
  for (const destination of destinations) {
    for (const source of sources) {
      const value = score(source, destination);
      if (value >= LEAST_SCORE) candidates.push({ source, destination, score: value });
    }
  }
  return candidates;
}

function score(source: Leaf, destination: Leaf): number {
  const words = wordFit(source.weighted, destination.weighted);
  let value = isSameName(source, destination) ? Math.max(words, 0.92) : words;
  if (value < LEAST_SCORE) return 0;
  value *= roleFit(source, destination) * entityFit(source, destination) * arrayFit(source, destination);
  value *= shapeFit(source.shape, destination.shape) * wordyFit(source, destination);
  return value + 0.08 * parentFit(source, destination);
}

function isSameName(source: Leaf, destination: Leaf): boolean {
  return source.plainName !== '' && source.plainName === destination.plainName;
}

/** Why a proposal was made, in the order of weight. */
function reasonsFor(source: Leaf, destination: Leaf): string[] {
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
  let total = 0;
  let bestOfRight: number[] | undefined;
  for (const [word, weight] of left) {
    let best = 0;
    for (let i = 0; i < right.length; i++) {
      const [other, otherWeight] = right[i] as readonly [string, number];
      const close = closeness(word, other);
      if (close === 0) continue;
      const mean = (weight + otherWeight) / 2;
      best = Math.max(best, close * Math.min(1, mean / weight));
      bestOfRight ??= right.map(() => 0);
      bestOfRight[i] = Math.max(bestOfRight[i] ?? 0, close * Math.min(1, mean / otherWeight));
    }
    total += weight;
    common += best * weight;
  }
  if (!bestOfRight) return 0;
  for (let i = 0; i < right.length; i++) {
    const weight = right[i]?.[1] ?? 0;
    total += weight;
    common += (bestOfRight[i] ?? 0) * weight;
  }
  return common / total;
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
  if (source.arrays.length === 0 && destination.arrays.length === 0) return 1;
  if (source.arrays.length === destination.arrays.length) return 1;
  const hasSameRole = [...source.roles].some((role) => destination.roles.has(role));
  if (source.arrays.length > destination.arrays.length) return hasSameRole ? 0.9 : 0.5;
  return destination.entities.has('line') ? 0.4 : 0.8;
}

function parentFit(source: Leaf, destination: Leaf): number {
  if (source.parents.size === 0 && destination.parents.size === 0) return 0.6;
  const common = [...source.parents].filter((word) => destination.parents.has(word)).length;
  return (2 * common) / (source.parents.size + destination.parents.size);
}

// --- context: what the neighbours say ---

/** Objects and lists whose fields fit well belong together, and lift the other fields in them. */
function refine(candidates: readonly Candidate[]): Candidate[] {
  const holders = support(candidates, (leaf) => leaf.holder);
  const arrays = support(candidates, (leaf) => leaf.arrays.at(-1) ?? '');
  return candidates.map((candidate) => {
    const { source, destination } = candidate;
    const byHolder = holders(source.holder, destination.holder);
    const array = arrays(source.arrays.at(-1) ?? '', destination.arrays.at(-1) ?? '');
    return { ...candidate, score: Math.min(1, candidate.score * (0.88 + 0.08 * array) + 0.06 * byHolder) };
  });
}

/** Share of the support of a pair of places, measured against the best pair that either is in. */
function support(candidates: readonly Candidate[], placeOf: (leaf: Leaf) => string) {
  const pairs = new Map<string, Map<string, { sum: number; fields: Map<Leaf, number> }>>();
  for (const { source, destination, score: value } of candidates) {
    if (value <= 0.6) continue;
    const right = placeOf(destination);
    const row = entry(
      pairs,
      placeOf(source),
      () => new Map<string, { sum: number; fields: Map<Leaf, number> }>(),
    );
    const pair = entry(row, right, () => ({ sum: 0, fields: new Map<Leaf, number>() }));
    const known = pair.fields.get(destination) ?? 0;
    if (value <= known) continue;
    pair.fields.set(destination, value);
    pair.sum += value - known;
  }
  const sourcePeak = new Map<string, number>();
  const destinationPeak = new Map<string, number>();
  for (const [left, row] of pairs) {
    for (const [right, { sum }] of row) {
      sourcePeak.set(left, Math.max(sourcePeak.get(left) ?? 0, sum));
      destinationPeak.set(right, Math.max(destinationPeak.get(right) ?? 0, sum));
    }
  }
  return (left: string, right: string): number => {
    const peak = Math.max(sourcePeak.get(left) ?? 0, destinationPeak.get(right) ?? 0);
    return peak === 0 ? 0 : (pairs.get(left)?.get(right)?.sum ?? 0) / peak;
  };
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

// --- assignment ---

function strongestFirst(left: Candidate, right: Candidate): number {
  return (
    right.score - left.score ||
    compareText(left.destination.path, right.destination.path) ||
    compareText(left.source.path, right.source.path)
  );
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function assign(candidates: readonly Candidate[], taken: { from: Set<string>; to: Set<string> }): Choice[] {
  const usedSources = new Set(taken.from);
  const usedDestinations = new Set(taken.to);
  const chosen: Choice[] = [];
  for (const candidate of [...candidates].sort(strongestFirst)) {
    if (candidate.score < REVIEW_SCORE) break;
    const { source, destination } = candidate;
    const sources: Choice['sources'] = source.lastName ? [source, source.lastName] : [source];
    if (sources.some((leaf) => usedSources.has(leaf.path)) || usedDestinations.has(destination.path))
      continue;
    for (const leaf of sources) usedSources.add(leaf.path);
    usedDestinations.add(destination.path);
    chosen.push({ sources, destination, score: candidate.score, reasons: reasonsFor(source, destination) });
  }
  return chosen;
}

function toSuggestion(choice: Choice, rival: number): Suggestion {
  const isClear = choice.score >= APPLY_SCORE && choice.score - rival >= APPLY_MARGIN;
  const { link, hint } = linkFor(choice);
  return {
    link,
    from: [link.from ?? []].flat(),
    to: link.to,
    score: Math.round(choice.score * 1000) / 1000,
    tier: isClear ? 'apply' : 'review',
    reason: [...new Set([...choice.reasons, ...(hint ? [hint] : [])])].join(', '),
  };
}

/** Per field its best and second-best score, so that the strongest rival of a pair is found at once. */
function rivalScores(candidates: readonly Candidate[]): (choice: Choice) => number {
  const peaks = new Map<Leaf, { best: number; next: number }>();
  for (const { source, destination, score: value } of candidates) {
    for (const leaf of [source, destination]) {
      const peak = entry(peaks, leaf, () => ({ best: 0, next: 0 }));
      if (value > peak.best) peaks.set(leaf, { best: value, next: peak.best });
      else peak.next = Math.max(peak.next, value);
    }
  }
  return ({ sources, destination, score: value }) => {
    const rivals = [...sources, destination].map((leaf) => {
      const peak = peaks.get(leaf);
      if (!peak) return 0;
      return peak.best > value ? peak.best : peak.next;
    });
    return Math.max(...rivals);
  };
}
