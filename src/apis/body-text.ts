// The text of a body: what its bytes say by their mark, their declared charset, or the document itself.
import { isAscii, isUtf8, transcode } from 'node:buffer';
import { TextDecoder } from 'node:util';
import type { MediaType } from './media-type.js';

const MARKS: readonly (readonly [number[], string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];
const XML_DECLARATION = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._:-]+)["']/;
const WIDE = /^(utf-?16|ucs-?2|unicode|iso-10646-ucs)/i;
/** Charsets that write every letter in the bytes of ASCII, or in those between NULs. */
const SEVEN_BIT =
  /^(?:(?:x-|cs)?(?:unicode-1-1-)?utf-?7|utf-?7|utf-?32|ucs-?4|(?:cs)?iso-?10646-ucs-4|(?:cs)?iso-?2022|hz)/i;
const ESCAPE = 0x1b;
/** An XML declaration stands in the first bytes, in ASCII. */
const DECLARATION_BYTES = 200;
/** What text without a declared charset is when it is no UTF-8: exports of older systems. */
const OLD_TEXT = 'windows-1252';
/** What 0x80 to 0x9f stand for in it (WHATWG Encoding, index windows-1252). */
const OWN_LETTERS =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

/** Texts of so many bytes are decoded sooner by way of UTF-16; much longer ones would take twice their memory for it. */
const LONG = 4 * 1024;
const TOO_LONG = 4 * 1024 * 1024;

/**
 * A byte order mark goes before the charset of the content type (RFC 9110, 8.3.2), that before the encoding of an XML
 * declaration (RFC 7303, 3); the rest is UTF-8, and plain text that is no UTF-8 is taken for Windows-1252. Throws an
 * Error for a charset that nobody knows.
 */
export function bodyText({ charset, isXml, isPlain }: MediaType, bytes: Buffer): string {
  const marked = markOf(bytes);
  const label = marked ?? charset ?? (isXml ? declaredIn(bytes) : null);
  if (label === null) return isPlain && !isUtf8(bytes) ? decode(OLD_TEXT, bytes) : utf8Text(bytes);
  return label === 'utf-8' && marked === null ? utf8Text(bytes) : decode(label, bytes);
}

function markOf(bytes: Buffer): string | null {
  const [first = 0] = bytes;
  if (first < 0xef) return null;
  return MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1] ?? null;
}

function utf8Text(bytes: Buffer): string {
  if (bytes.length < LONG || bytes.length > TOO_LONG || !isUtf8(bytes)) return bytes.toString('utf8');
  return isAscii(bytes) ? bytes.toString('latin1') : transcode(bytes, 'utf8', 'utf16le').toString('utf16le');
}

function declaredIn(bytes: Buffer): string | null {
  // Read as Latin-1 an ASCII text stays what it is, whatever follows.
  const label = XML_DECLARATION.exec(bytes.toString('latin1', 0, DECLARATION_BYTES))?.[1] ?? null;
  // A declaration that could be read so is none of UTF-16: some programs write it over every text.
  return label !== null && WIDE.test(label) ? null : label;
}

/** The byte order mark is no part of the text. */
function decode(label: string, bytes: Buffer): string {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(label);
  } catch {
    // what every charset writes alike needs no name that is right; some write other letters in the same bytes
    if (isAscii(bytes) && !SEVEN_BIT.test(label) && !bytes.includes(0) && !bytes.includes(ESCAPE))
      return bytes.toString('latin1');
    throw new Error(`The charset "${label}" is not known.`);
  }
  // Several releases of Node take Windows-1252 for Latin-1: its 32 own letters are put in here.
  if (decoder.encoding === OLD_TEXT)
    return bytes
      .toString('latin1')
      .replace(/[\x80-\x9f]/g, (letter) => OWN_LETTERS[letter.charCodeAt(0) - 0x80]!);
  return decoder.decode(bytes);
}
