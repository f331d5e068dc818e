/** A mapping as a file of its own, as it is in the editor. */
import { printJson } from '../../api/json.js';
import type { MappingDocument } from '../../editors/mapping/document.js';

/** Hands the document to the browser as `<name>.mapping.json`. */
export function downloadMapping(document: MappingDocument, name: string): void {
  const url = URL.createObjectURL(new Blob([`${printJson(document, 2)}\n`], { type: 'application/json' }));
  const anchor = window.document.createElement('a');
  anchor.href = url;
  anchor.download = `${name.replace(/[^\w.-]+/g, '-')}.mapping.json`;
  anchor.click();
  URL.revokeObjectURL(url);
}
