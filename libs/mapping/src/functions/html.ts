// HTML to plain text and back, by one pass over the text.

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  euro: '€',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
};

/** Blocks and breaks become a space, other tags vanish, entities become characters. */
export function stripHtml(text: string): string {
  return decodeEntities(removeTags(text)).replace(/\s+/g, ' ').trim();
}

const SEPARATING = /^\/?(?:p|div|br|li|ul|ol|tr|td|th|h[1-6]|table|section|article|hr)\b/i;
const HIDDEN = /^(script|style)\b/i;

function removeTags(text: string): string {
  let out = '';
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('<', at);
    if (open < 0) break;
    if (!/[a-z/!]/i.test(text[open + 1] ?? '')) {
      out += text.slice(at, open + 1);
      at = open + 1;
      continue;
    }
    out += text.slice(at, open);
    const isComment = text.startsWith('<!--', open);
    const close = text.indexOf(isComment ? '-->' : '>', open);
    if (close < 0) return out;
    at = close + (isComment ? 3 : 1);
    const tag = text.slice(open + 1, Math.min(close, open + 20));
    if (SEPARATING.test(tag)) out += ' ';
    const hidden = HIDDEN.exec(tag)?.[1];
    if (hidden) at = endOfHidden(text, at, hidden);
  }
  return out + text.slice(at);
}

function endOfHidden(text: string, at: number, name: string): number {
  const end = new RegExp(`</${name}\\s*>`, 'i').exec(text.slice(at));
  return end ? at + end.index + end[0].length : text.length;
}

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,10}));/gi,
    (all, dec?: string, hex?: string, name?: string) => {
      if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] as string) : all;
      const code = dec === undefined ? parseInt(hex ?? '', 16) : Number(dec);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
    },
  );
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
