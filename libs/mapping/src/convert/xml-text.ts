// The characters of XML text: references to characters when reading, and back when writing.
import { ENTITIES } from '../functions/entities.table.js';

// XML 1.0, production Char: most control characters cannot be written at all.
const FORBIDDEN = new RegExp('[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]', 'g');

const REFERENCE = /&(?:#([0-9]{1,7})|#x([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,9}));/g;

/**
 * Numbers and the names of HTML as characters: feeds use those although no document type declares them. Other names stay
 * as they are, and characters that XML does not have are left out.
 */
export function decodeText(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (all, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES.get(name) ?? all;
    return characterOf(decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal));
  });
}

/** Line ends and tabs of the text itself are spaces in an attribute (section 3.3.3); referred to, they stay. */
export function decodeAttribute(text: string): string {
  return decodeText(text.replace(/\r\n|[\r\n\t]/g, ' '));
}

function characterOf(code: number): string {
  const isNone = code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
  return isNone ? '' : withoutForbidden(String.fromCodePoint(code));
}

const withoutForbidden = (text: string): string => text.replace(FORBIDDEN, '');

/** A reader would turn a plain carriage return into a line feed. */
const IN_TEXT: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
const IN_ATTRIBUTE: Readonly<Record<string, string>> = {
  ...IN_TEXT,
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
};

export function encodeText(text: string): string {
  return withoutForbidden(text).replace(/[&<>\r]/g, (sign) => IN_TEXT[sign] as string);
}

export function encodeAttribute(text: string): string {
  return withoutForbidden(text).replace(/[&<>\r"\n\t]/g, (sign) => IN_ATTRIBUTE[sign] as string);
}
