// What differs between two versions of a document.
import { canonicalText } from '../values/json-value.js';
import type { Link, MappingDocument } from './document.types.js';

export interface DocumentDiff {
  added: Link[];
  removed: Link[];
  changed: { link_id: string; before: Link; after: Link }[];
  /** Names of the other parts that differ: settings, scopes, `lookups.<name>`, tests. */
  parts: string[];
}

/** Links are the same by id, else by destination, section and order. */
export function diffDocuments(before: MappingDocument, after: MappingDocument): DocumentDiff {
  const old = keyed(before.links);
  const now = keyed(after.links);
  const diff: DocumentDiff = { added: [], removed: [], changed: [], parts: [] };
  for (const [key, link] of old) if (!now.has(key)) diff.removed.push(link);
  for (const [key, link] of now) {
    const earlier = old.get(key);
    if (!earlier) diff.added.push(link);
    else if (canonicalText(earlier) !== canonicalText(link)) {
      diff.changed.push({ link_id: link.id ?? key, before: earlier, after: link });
    }
  }
  for (const part of ['settings', 'scopes', 'tests'] as const) {
    if (canonicalText(before[part]) !== canonicalText(after[part])) diff.parts.push(part);
  }
  const names = new Set([...Object.keys(before.lookups ?? {}), ...Object.keys(after.lookups ?? {})]);
  for (const name of [...names].sort()) {
    if (canonicalText(lookup(before, name)) !== canonicalText(lookup(after, name)))
      diff.parts.push(`lookups.${name}`);
  }
  return diff;
}

function lookup(document: MappingDocument, name: string): unknown {
  return document.lookups && Object.hasOwn(document.lookups, name) ? document.lookups[name] : undefined;
}

function keyed(links: readonly Link[]): Map<string, Link> {
  const result = new Map<string, Link>();
  for (const link of links) {
    let key = link.id ?? `${link.to} ${link.section ?? ''}`;
    while (result.has(key)) key += '+';
    result.set(key, link);
  }
  return result;
}
