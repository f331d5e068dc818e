/** What is mapped, and what is required and not. */
import { fieldsByPath, type Field } from './fields.js';
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

/** Source paths that some link reads. */
export const readPaths = (document: MappingDocument): Set<string> => new Set(document.links.flatMap(readsOf));
