// Proposed links between two field trees: scored by names, parents, roles and examples, then assigned one to one.
// The same trees give the same answer, in whatever order their fields come.
import type { Link } from '../document/document.types.js';
import type { FieldTree } from '../fields/field-tree.js';
import { type Choice, type Leaf, leavesOf, unwrap, wholeNames } from './leaves.js';
import { areStrangers, LEAST_SCORE, reasonsFor, score } from './score.js';
import { linkFor } from './transforms.js';

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
  const plain = byPath(leavesOf(proposedRoots(source)));
  const destinations = byPath(leavesOf(destination));
  unwrap(plain, destinations);
  const sources = [...plain, ...wholeNames(plain)];
  const candidates = refine(scoreAll(sources, destinations));
  const rivalOf = rivalScores(candidates);
  return assign(candidates, taken)
    .map((choice) => toSuggestion(choice, rivalOf(choice), plain))
    .sort((left, right) => (left.to < right.to ? -1 : left.to > right.to ? 1 : 0));
}

/** The record, and what other calls answered: the page around the record would only repeat it. */
function proposedRoots(source: FieldTree): FieldTree {
  return { roots: source.roots.filter(({ root }) => root === '' || root.startsWith('@steps')) };
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

function scoreAll(sources: readonly Leaf[], destinations: readonly Leaf[]): Candidate[] {
  const candidates: Candidate[] = [];
  for (const destination of destinations) {
    for (const source of sources) {
      if (areStrangers(source, destination)) continue;
      const value = score(source, destination);
      if (value >= LEAST_SCORE) candidates.push({ source, destination, score: value });
    }
  }
  return candidates;
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

function toSuggestion(choice: Choice, rival: number, leaves: readonly Leaf[]): Suggestion {
  const isClear =
    choice.score >= APPLY_SCORE && choice.score - rival >= APPLY_MARGIN && !choice.destination.isOwnId;
  const { link, hint, isUnsure } = linkFor(choice, leaves);
  return {
    link,
    from: [link.from ?? []].flat(),
    to: link.to,
    score: Math.round(choice.score * 1000) / 1000,
    tier: isClear && !isUnsure ? 'apply' : 'review',
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
