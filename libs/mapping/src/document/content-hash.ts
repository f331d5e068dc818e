// The identity of a document: what it says, whatever the order of its members' text.
import { createHash } from 'node:crypto';
import { documentText } from './canonical-document.js';
import type { MappingDocument } from './document.types.js';

/** sha256 (hexadecimal) of the document without its saved tests; equal documents compile to equal mappings. */
export function contentHash(document: MappingDocument): string {
  return createHash('sha256').update(documentText(document)).digest('hex');
}
