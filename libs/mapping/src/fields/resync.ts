// Links after a sample has changed: nothing is deleted; each end is classed and a moved field is offered.
import type { MappingDocument } from '../document/document.types.js';
import {
  type DestinationPath,
  formatPath,
  parseDestinationPath,
  parseSourcePath,
  PathError,
  type SourcePath,
} from '../paths/path.js';
import { formulaPaths } from '../formula/formula-paths.js';
import { FormulaFault } from '../formula/formula.types.js';
import { parseFormula } from '../formula/parser.js';
import { nearestField } from '../suggest/nearest.js';
import { findField } from './check-trees.js';
import type { Field, FieldTree } from './field-tree.js';

export type LinkEndState = 'fine' | 'moved' | 'type_changed' | 'missing';

export interface LinkEnd {
  link_id: string;
  side: 'source' | 'destination';
  path: string;
  state: LinkEndState;
  /** The field that it probably became; only of a moved one. */
  candidate: string | null;
  types_before: string[] | null;
  types_now: string[] | null;
}

/** Types of the linked fields when the mapping was saved: `source items[].price` to `["string"]`. */
export type KnownTypes = Record<string, string[]>;

export interface Trees {
  source?: FieldTree;
  destination?: FieldTree;
}

/** What to keep beside a saved document so that a later change of type is seen. */
export function linkedTypes(document: MappingDocument, trees: Trees): KnownTypes {
  const types: KnownTypes = {};
  for (const { side, path } of endsOf(document)) {
    const tree = side === 'source' ? trees.source : trees.destination;
    const field = tree && findField(tree, path);
    if (field) types[`${side} ${formatPath(path)}`] = [...field.types];
  }
  return types;
}

/** Classes both ends of every link against the trees as they are now. Sides without a tree are fine. */
export function classifyLinks(document: MappingDocument, trees: Trees, known: KnownTypes = {}): LinkEnd[] {
  return endsOf(document).map(({ linkId, side, path }) => {
    const tree = side === 'source' ? trees.source : trees.destination;
    const text = formatPath(path);
    const before = Object.hasOwn(known, `${side} ${text}`) ? (known[`${side} ${text}`] ?? null) : null;
    const end: LinkEnd = {
      link_id: linkId,
      side,
      path: text,
      state: 'fine',
      candidate: null,
      types_before: before,
      types_now: null,
    };
    if (!tree || path.root === 'run') return end;
    const field = findField(tree, path);
    if (field === null) {
      const candidate = nearestField(tree, text, before ?? []);
      return { ...end, state: candidate === undefined ? 'missing' : 'moved', candidate: candidate ?? null };
    }
    return field
      ? { ...end, types_now: [...field.types], state: hasChanged(field, before) ? 'type_changed' : 'fine' }
      : end;
  });
}

/** A type that was never seen before; a field that lost one of several still fits. */
function hasChanged(field: Field, before: string[] | null): boolean {
  if (before === null || before.length === 0) return false;
  return field.types.some(
    (type) => !before.includes(type) && !(type === 'integer' && before.includes('number')),
  );
}

interface End {
  linkId: string;
  side: 'source' | 'destination';
  path: SourcePath | DestinationPath;
}

/** Ends of all links whose paths can be read; broken ones are problems of the document itself. */
function endsOf(document: MappingDocument): End[] {
  return document.links.flatMap((link, position) => {
    const linkId = link.id ?? `link_${position + 1}`;
    const sources = [link.from ?? []].flat().flatMap((text) => attempt(() => [parseSourcePath(text)]));
    const inFormula = link.formula === undefined ? [] : attempt(() => pathsOf(link.formula as string));
    const seen = new Set<string>();
    const ends: End[] = [...sources, ...inFormula].flatMap((path) => {
      const text = formatPath(path);
      if (seen.has(text)) return [];
      seen.add(text);
      return [{ linkId, side: 'source' as const, path }];
    });
    const destination = attempt(() => [parseDestinationPath(link.to)]);
    return [...ends, ...destination.map((path) => ({ linkId, side: 'destination' as const, path }))];
  });
}

function pathsOf(formula: string): SourcePath[] {
  const { plain, aggregated } = formulaPaths(parseFormula(formula));
  return [...plain, ...aggregated];
}

function attempt<T>(parse: () => T[]): T[] {
  try {
    return parse();
  } catch (error) {
    if (error instanceof PathError || error instanceof FormulaFault) return [];
    throw error;
  }
}
