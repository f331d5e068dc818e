/** What differs: between two mapping documents, link by link, and between two JSON values, place by place. */
import { isMembers, sameValue } from '../../api/json.js';
import type { Json } from '../../api/types.js';
import type { MappingDocument, MappingLink } from './document.js';
import { childPath } from './paths.js';

/** As the service tells the difference of two versions. */
export interface DocumentDiff {
  added: MappingLink[];
  removed: MappingLink[];
  changed: { link_id: string; before: MappingLink; after: MappingLink }[];
  /** Other parts that differ: settings, scopes, tests, `lookups.<name>`. */
  parts: string[];
}

export function compareDocuments(before: MappingDocument, after: MappingDocument): DocumentDiff {
  const old = new Map(before.links.map((link) => [link.id, link]));
  const now = new Map(after.links.map((link) => [link.id, link]));
  const names = new Set([...Object.keys(before.lookups ?? {}), ...Object.keys(after.lookups ?? {})]);
  return {
    added: after.links.filter((link) => !old.has(link.id)),
    removed: before.links.filter((link) => !now.has(link.id)),
    changed: after.links.flatMap((link) => {
      const earlier = old.get(link.id);
      return earlier && !sameValue(earlier, link) ? [{ link_id: link.id, before: earlier, after: link }] : [];
    }),
    parts: [
      ...(['settings', 'scopes', 'tests'] as const).filter((part) => !sameValue(before[part], after[part])),
      ...[...names]
        .sort()
        .filter((name) => !sameValue(before.lookups?.[name], after.lookups?.[name]))
        .map((name) => `lookups.${name}`),
    ],
  };
}

export const isEmptyDiff = (diff: DocumentDiff): boolean =>
  diff.added.length + diff.removed.length + diff.changed.length + diff.parts.length === 0;

export interface ValueDifference {
  path: string;
  expected: Json | undefined;
  actual: Json | undefined;
}

/** The places at which two values differ, in the order of the expected one; at most `limit` of them. */
export function differencesOf(
  expected: Json | undefined,
  actual: Json | undefined,
  limit = 50,
): ValueDifference[] {
  const found: ValueDifference[] = [];
  const walk = (left: Json | undefined, right: Json | undefined, path: string): void => {
    if (found.length >= limit || sameValue(left, right)) return;
    if (Array.isArray(left) && Array.isArray(right)) {
      const length = Math.max(left.length, right.length);
      for (let index = 0; index < length; index += 1) walk(left[index], right[index], `${path}[${index}]`);
      return;
    }
    if (isMembers(left) && isMembers(right)) {
      for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
        walk(left[key], right[key], childPath(path, key));
      }
      return;
    }
    found.push({ path: path === '' ? '$' : path, expected: left, actual: right });
  };
  walk(expected, actual, '');
  return found;
}
