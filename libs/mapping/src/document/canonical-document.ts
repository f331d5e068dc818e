// Texts of a document's parts that are equal exactly where the parts say the same: members in any order, numbers by
// value; only data that becomes output keeps its order of members.
import { canonicalText, orderedText } from '../values/json-value.js';
import type { Link, Lookup, MappingDocument, SavedTest } from './document.types.js';

/** Names of its own parts sorted, each with its text; absent members are left out. */
function membersText(part: object, textOf: (name: string, value: unknown) => string): string {
  return Object.entries(part)
    .filter(([, value]) => value !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${JSON.stringify(name)}:${textOf(name, value)}`)
    .join(',');
}

export function linkText(link: Link): string {
  return membersText(link, (name, value) => {
    if (name === 'fn') return `[${(value as NonNullable<Link['fn']>).map(callText).join(',')}]`;
    return name === 'value' || name === 'default' ? orderedText(value) : canonicalText(value);
  });
}

/** Options may come in any order; their values may become output. */
function callText([name, options = {}]: NonNullable<Link['fn']>[number]): string {
  return `${JSON.stringify(name)}(${membersText(options, (_name, value) => orderedText(value))})`;
}

export function lookupText(lookup: Lookup): string {
  return membersText(lookup, (_name, value) => orderedText(value));
}

/** The parts beside links and lookups. Absent and empty say the same. */
export function partText(document: MappingDocument, part: 'settings' | 'scopes' | 'tests'): string {
  if (part === 'tests') return (document.tests ?? []).map(testText).join(';');
  return part === 'settings' ? canonicalText(document.settings ?? {}) : canonicalText(document.scopes ?? []);
}

function testText(test: SavedTest): string {
  return membersText(test, (name, value) => (name === 'errors' ? canonicalText(value) : orderedText(value)));
}

/** Everything that makes the mapping: all but its saved tests. */
export function documentText(document: MappingDocument): string {
  return [
    partText(document, 'settings'),
    membersText(document.lookups ?? {}, (_name, value) => lookupText(value as Lookup)),
    partText(document, 'scopes'),
    ...document.links.map(linkText),
  ].join('\n');
}
