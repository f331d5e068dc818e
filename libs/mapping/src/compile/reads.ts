// What a mapping reads of its sources, place by place.
import type { MappingDocument } from '../document/document.types.js';
import type { SourceRoot } from '../paths/path.js';
import { sourceUses } from './source-uses.js';

/** `keys`: the members on the way, up to the first list. */
export interface SourceRead {
  root: SourceRoot;
  keys: string[];
}

export function readsOf(document: MappingDocument): SourceRead[] {
  const found = new Map<string, SourceRead>();
  for (const { path } of sourceUses(document)) {
    const end = path.steps.findIndex((step) => step.kind !== 'key');
    const way = end < 0 ? path.steps : path.steps.slice(0, end);
    const keys = way.flatMap((step) => (step.kind === 'key' ? [step.key] : []));
    found.set(JSON.stringify([path.root, keys]), { root: path.root, keys });
  }
  return [...found.values()];
}
