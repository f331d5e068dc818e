// What differs between two versions of a document.
import { linkText, lookupText, partText } from './canonical-document.js';
import type { Link, MappingDocument } from './document.types.js';

export interface DocumentDiff {
  added: Link[];
  removed: Link[];
  changed: { link_id: string; before: Link; after: Link }[];
  /** Names of the other parts that differ: settings, scopes, tests, `lookups.<name>`, and `links order`. */
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
    else if (linkText(earlier) !== linkText(link)) {
      diff.changed.push({ link_id: link.id ?? key, before: earlier, after: link });
    }
  }
  for (const part of ['settings', 'scopes', 'tests'] as const) {
    if (partText(before, part) !== partText(after, part)) diff.parts.push(part);
  }
  const names = new Set([...Object.keys(before.lookups ?? {}), ...Object.keys(after.lookups ?? {})]);
  for (const name of [...names].sort()) {
    if (lookup(before, name) !== lookup(after, name)) diff.parts.push(`lookups.${name}`);
  }
  if (isReordered(old, now)) diff.parts.push('links order');
  return diff;
}

/** Links that stay, in another order: it says which link goes first and how the output is laid out. */
function isReordered(old: ReadonlyMap<string, Link>, now: ReadonlyMap<string, Link>): boolean {
  const stayed = [...old.keys()].filter((key) => now.has(key));
  const found = [...now.keys()].filter((key) => old.has(key));
  return stayed.some((key, index) => key !== found[index]);
}

function lookup({ lookups }: MappingDocument, name: string): string | undefined {
  const found = lookups && Object.hasOwn(lookups, name) ? lookups[name] : undefined;
  return found && lookupText(found);
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
