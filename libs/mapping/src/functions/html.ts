// HTML to plain text and back, by one pass over the text.
import { ENTITIES, WINDOWS_1252 } from './entities.table.js';

/** Blocks and breaks become a space, other tags vanish, entities become characters. */
export function stripHtml(text: string): string {
  return decodeEntities(removeTags(text)).replace(/\s+/g, ' ').trim();
}

/** Tags that stand between words; those of letters and words (b, span, a) do not. */
const SEPARATING = new RegExp(
  '^/?(?:address|article|aside|blockquote|body|br|caption|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|' +
    'figure|footer|form|h[1-6]|head|header|hgroup|hr|html|legend|li|main|menu|nav|ol|optgroup|option|p|pre|search|' +
    'section|select|summary|table|tbody|td|textarea|tfoot|th|thead|title|tr|ul)(?=[\\s/]|$)',
  'i',
);
const HIDDEN = /^(script|style)(?=[\s/]|$)/i;

function removeTags(text: string): string {
  const seen: Seen = { lastClose: text.lastIndexOf('>'), isUnclosed: false };
  let out = '';
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('<', at);
    if (open < 0) break;
    out += text.slice(at, open);
    const close = endOfTag(text, open, seen);
    if (close < 0) {
      // no tag: a sign of the text
      out += '<';
      at = open + 1;
      continue;
    }
    at = close;
    const tag = text.slice(open + 1, Math.min(close - 1, open + 20));
    if (SEPARATING.test(tag)) out += ' ';
    const hidden = HIDDEN.exec(tag)?.[1];
    if (hidden) at = endOfHidden(text, at, hidden);
  }
  return out + text.slice(at);
}

/** What keeps the pass linear: where the last tag may end, and whether a quote was found that never does. */
interface Seen {
  readonly lastClose: number;
  isUnclosed: boolean;
}

/** The position behind the tag or comment that begins at `open`; -1 where none does. A comment may lack its end. */
function endOfTag(text: string, open: number, seen: Seen): number {
  if (!/[a-z/!]/i.test(text[open + 1] ?? '')) return -1;
  if (text.startsWith('<!--', open)) {
    const end = text.indexOf('-->', open + 4);
    return end < 0 ? text.length : end + 3;
  }
  if (open > seen.lastClose) return -1;
  const end = seen.isUnclosed ? undefined : endBehindQuotes(text, open);
  if (end === undefined) seen.isUnclosed = true;
  return end ?? text.indexOf('>', open) + 1;
}

/** A quoted value may hold the sign that ends a tag; undefined where a quote is never closed. */
function endBehindQuotes(text: string, open: number): number | undefined {
  let isValue = false;
  for (let at = open + 1; at < text.length; at++) {
    const sign = text[at] as string;
    if (sign === '>') return at + 1;
    if (isValue && (sign === '"' || sign === "'")) {
      at = text.indexOf(sign, at + 1);
      if (at < 0) return undefined;
    }
    isValue = sign === '=' || (isValue && /\s/.test(sign));
  }
  return undefined;
}

function endOfHidden(text: string, at: number, name: string): number {
  const end = new RegExp(`</${name}\\s*>`, 'i').exec(text.slice(at));
  return end ? at + end.index + end[0].length : text.length;
}

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#([0-9]{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,9}));/gi,
    (all, decimal?: string, hex?: string, name?: string) =>
      name === undefined
        ? (characterOf(decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal)) ?? all)
        : (ENTITIES.get(name) ?? all),
  );
}

/** Halves of characters and what lies beyond Unicode are none. */
function characterOf(code: number): string | undefined {
  if (code >= 0x80 && code <= 0x9f) return WINDOWS_1252[code - 0x80];
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
  return String.fromCodePoint(code);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ESCAPES[char] as string);
}
