/** What is mapped, what is required and not, and which links no longer find their fields. */
import { fieldsByPath, visibleRow, type Field } from './fields.js';
import { readsOf, type MappingDocument } from './document.js';

export interface Meter {
  required: number;
  requiredMapped: number;
  missing: string[];
}

const isContainer = (field: Field): boolean => field.children.length > 0;

/** A destination field counts as mapped by a link to it, or to a whole object or list above it. */
export function mappedPaths(document: MappingDocument, destinations: readonly Field[]): Set<string> {
  const linked = new Set(document.links.map((link) => link.to));
  const mapped = new Set<string>();
  const walk = (fields: readonly Field[], above: boolean): boolean => {
    let any = false;
    for (const field of fields) {
      const own = above || linked.has(field.path);
      const below = walk(field.children, own);
      if (own || below) mapped.add(field.path);
      any ||= own || below;
    }
    return any;
  };
  walk(destinations, false);
  return mapped;
}

export function meterOf(document: MappingDocument, destinations: readonly Field[]): Meter {
  const mapped = mappedPaths(document, destinations);
  const required = [...fieldsByPath(destinations).values()].filter(
    (field) => field.required && !isContainer(field),
  );
  const missing = required.filter((field) => !mapped.has(field.path)).map((field) => field.path);
  return { required: required.length, requiredMapped: required.length - missing.length, missing };
}

/** Links that read a field the source's sample does not hold (any more). */
export function orphanedLinks(document: MappingDocument, sources: readonly Field[]): Map<string, string[]> {
  const known = new Map([...fieldsByPath(sources).keys()].map((path, position) => [path, position]));
  const orphans = new Map<string, string[]>();
  for (const link of document.links) {
    const lost = readsOf(link).filter(
      (path) => !path.startsWith('@run.') && visibleRow(known, path) === undefined,
    );
    if (lost.length > 0) orphans.set(link.id, lost);
  }
  return orphans;
}

/** Source paths that some link reads. */
export const readPaths = (document: MappingDocument): Set<string> => new Set(document.links.flatMap(readsOf));
