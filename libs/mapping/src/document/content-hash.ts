// The identity of a document: what it says, whatever the order of its members' text.
import { createHash } from 'node:crypto';
import { stringifyJson } from '../values/json-text.js';
import { isObject, type JsonObject } from '../values/json-value.js';
import type { MappingDocument } from './document.types.js';

/** sha256 (hexadecimal) of the document without its saved tests; equal documents compile to equal mappings. */
export function contentHash(document: MappingDocument): string {
  const { tests: _tests, ...mapping } = document;
  return createHash('sha256')
    .update(stringifyJson(sorted(mapping)))
    .digest('hex');
}

/** Members that hold data of the destination: the order of its members shows in the output. */
const DATA_MEMBERS: ReadonlySet<string> = new Set(['value', 'default', 'entries']);

/** Members in order of their names, at every level but inside data. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const result: JsonObject = Object.create(null) as JsonObject;
  for (const key of Object.keys(value).sort()) {
    result[key] = DATA_MEMBERS.has(key) ? value[key] : sorted(value[key]);
  }
  return result;
}
