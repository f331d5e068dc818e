// Links and scopes after a sample has changed: nothing is deleted; each end is classed and a moved field is offered.
import type { MappingDocument } from '../document/document.types.js';
import { sourceUses } from '../compile/source-uses.js';
import {
  type DestinationPath,
  formatPath,
  parseDestinationPath,
  PathError,
  type SourcePath,
} from '../paths/path.js';
import { nearestField } from '../suggest/nearest.js';
import { findField } from './check-trees.js';
import type { Field, FieldTree } from './field-tree.js';

export type LinkEndState = 'fine' | 'moved' | 'type_changed' | 'missing';

export interface LinkEnd {
  /** null: a scope reads it. */
  link_id: string | null;
  /** JSON pointer of the text that names the field. */
  at: string;
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

/** Classes both ends of every link, and what conditions and scopes read, against the trees as they are now. Sides without a tree are fine. */
export function classifyLinks(document: MappingDocument, trees: Trees, known: KnownTypes = {}): LinkEnd[] {
  return endsOf(document).map(({ linkId, at, side, path }) => {
    const tree = side === 'source' ? trees.source : trees.destination;
    const text = formatPath(path);
    const before = Object.hasOwn(known, `${side} ${text}`) ? (known[`${side} ${text}`] ?? null) : null;
    const end: LinkEnd = {
      link_id: linkId,
      at,
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
  linkId: string | null;
  at: string;
  side: 'source' | 'destination';
  path: SourcePath | DestinationPath;
}

/** Every end whose path can be read: of links, then of scopes. */
function endsOf(document: MappingDocument): End[] {
  const sources = new Map<string | null, End[]>();
  for (const use of sourceUses(document)) {
    const ends = sources.get(use.linkId) ?? [];
    ends.push({ ...use, side: 'source' });
    sources.set(use.linkId, ends);
  }
  const ofLinks = document.links.flatMap((link, position) => {
    const linkId = link.id ?? `link_${position + 1}`;
    const destination = destinationOf(link.to);
    const at = `/links/${position}/to`;
    const ends = sources.get(linkId) ?? [];
    return destination ? [...ends, { linkId, at, side: 'destination' as const, path: destination }] : ends;
  });
  return [...ofLinks, ...(sources.get(null) ?? [])];
}

function destinationOf(text: string): DestinationPath | undefined {
  try {
    return parseDestinationPath(text);
  } catch (error) {
    if (error instanceof PathError) return undefined;
    throw error;
  }
}
