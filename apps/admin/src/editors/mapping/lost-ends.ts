/** Ends of a mapping that no source sample holds (any more): as the service tells of the saved document, and live for what is edited. */
import type { LinkState } from '../../api/mappings.js';
import type { MappingDocument } from './document.js';
import { fieldsByPath, type Field } from './fields.js';
import { parentPath } from './paths.js';
import { sourceUses, type SourceUse } from './source-uses.js';

export interface LostEnd {
  use: SourceUse;
  /** The field that the lost one probably became. */
  candidate: string | null;
}

export function lostEnds(
  document: MappingDocument,
  sources: readonly Field[],
  states: readonly LinkState[],
): LostEnd[] {
  const known = fieldsByPath(sources);
  const told = new Map(states.filter(({ side }) => side === 'source').map((state) => [state.path, state]));
  const seen = new Set<string>();
  return sourceUses(document).flatMap((use) => {
    const state = told.get(use.path);
    const isLost = state ? state.state === 'missing' || state.state === 'moved' : !mayHold(known, use.path);
    const key = `${use.at} ${use.path}`;
    if (!isLost || seen.has(key)) return [];
    seen.add(key);
    return [{ use, candidate: state?.candidate ?? null }];
  });
}

const scalars = new Set(['text', 'number', 'integer', 'boolean', 'null']);

/** False only where the trees show that there is no such field; beside the record they do not tell of everything. */
export function mayHold(known: ReadonlyMap<string, Field>, path: string): boolean {
  if (path === '' || path === '$' || path.startsWith('@') || known.size === 0) return true;
  const find = (text: string): Field | undefined =>
    known.get(text) ??
    known.get(`${text}[]`) ??
    (text.endsWith('[]') ? known.get(text.slice(0, -2)) : undefined);
  // A position stands for its list, and a list may come as its only element.
  const each = path.replace(/^\$\.?/, '').replace(/\[-?\d+\]/g, '[]');
  if (find(each) ?? find(each.replaceAll('[]', ''))) return true;
  for (let above = parentPath(each); above !== null; above = parentPath(above)) {
    const field = find(above);
    if (field) return isOpen(field);
  }
  const whole = known.get('$');
  return whole !== undefined && isOpen(whole);
}

const isOpen = ({ isOpen: mayHoldMore = false, children, type }: Field): boolean =>
  mayHoldMore ||
  (children.length === 0 && !type.startsWith('list of ') && !type.split(' or ').every(isScalar));
const isScalar = (type: string): boolean => scalars.has(type);
