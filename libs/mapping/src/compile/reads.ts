// What a mapping reads of its sources. A text beside a path that looks like one may count too; none that is read is left out.
import type { MappingDocument } from '../document/document.types.js';
import { parseSourcePath, PathError, type SourcePath, type SourceRoot } from '../paths/path.js';
import type { LinkPlan } from './link-plan.js';

/** `keys`: the members on the way, up to the first list. */
export interface SourceRead {
  root: SourceRoot;
  keys: string[];
}

/** Paths stand in links, formulas, conditions and scopes; a text that is none of them only looks like one. */
export function readsOf(document: MappingDocument, plans: readonly LinkPlan[]): SourceRead[] {
  const found = new Map<string, SourceRead>();
  const add = ({ root, steps }: SourcePath): void => {
    const end = steps.findIndex((step) => step.kind !== 'key');
    const keys = (end < 0 ? steps : steps.slice(0, end)).map((step) => (step.kind === 'key' ? step.key : ''));
    found.set(JSON.stringify([root, keys]), { root, keys });
  };
  for (const plan of plans) for (const path of [...plan.plainPaths, ...plan.reducedPaths]) add(path);
  const visit = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) return Object.values(value).forEach(visit);
    if (typeof value !== 'string') return;
    try {
      add(parseSourcePath(value));
    } catch (error) {
      if (!(error instanceof PathError)) throw error;
    }
  };
  for (const { from, when } of document.links) visit([from, when]);
  for (const { from, where, sort, distinct, group_by, joins, sections } of document.scopes ?? [])
    visit([from, where, sort, distinct, group_by, joins, sections]);
  return [...found.values()];
}
