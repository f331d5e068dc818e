// First look at a document: its shape against the published schema, before anything is parsed.
import type { Problems } from '../compile/problems.js';
import { isObject, type JsonObject } from '../values/json-value.js';
import { MAPPING_SCHEMA } from './document-schema.js';
import type { MappingDocument } from './document.types.js';
import { schemaFaults } from './json-schema.js';

/** Nesting of the parts that the checker walks; values of links and tests may be any JSON. */
const MAX_NESTING = 150;

/** Whether the value has the shape of a document; every fault goes to `problems`. */
export function isDocument(value: unknown, problems: Problems): value is MappingDocument {
  if (isTooDeep(value)) {
    problems.add('BAD_ARGUMENT', `The document is nested more than ${MAX_NESTING} deep.`, { at: '' });
    return false;
  }
  const faults = schemaFaults(value, MAPPING_SCHEMA);
  for (const { at, message, unknownMember } of faults) {
    problems.add('BAD_ARGUMENT', sentence(at, message, unknownMember), {
      at,
      linkId: linkIdAt(value, at),
      fixes: unknownMember === undefined ? [] : [{ label: `Remove "${unknownMember}"`, at }],
    });
  }
  return faults.length === 0;
}

function sentence(at: string, message: string, unknownMember: string | undefined): string {
  const place = at === '' ? 'The document' : at;
  return unknownMember === undefined ? `${place} ${message}.` : `${message}.`;
}

function linkIdAt(document: unknown, at: string): string | null {
  const position = /^\/links\/([0-9]+)/.exec(at)?.[1];
  const links = isObject(document) ? document.links : undefined;
  const link: unknown = position === undefined || !Array.isArray(links) ? undefined : links[Number(position)];
  return isObject(link) && typeof link.id === 'string' ? link.id : null;
}

function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth > MAX_NESTING) return true;
  if (Array.isArray(value)) return value.some((item) => isTooDeep(item, depth + 1));
  for (const key in value) if (isTooDeep((value as JsonObject)[key], depth + 1)) return true;
  return false;
}
