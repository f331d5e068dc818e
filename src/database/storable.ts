// Texts as PostgreSQL can hold them: it knows neither NUL nor half a surrogate pair, and `jsonb` refuses their escapes.

const NUL = '\0';
/** JSON.stringify escapes of the surrogates only those that stand alone. */
const BAD_ESCAPE = /\\u(?:0000|d[89a-f])/i;
const ESCAPE = /\\(u[0-9a-f]{4}|.)/gi;

/** The text with U+FFFD in the place of what cannot be stored. */
export function storableText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes(NUL) ? whole.replaceAll(NUL, '\ufffd') : whole;
}

const EXACT = 'json:';

/** A text that must come back as it was: what cannot be stored is written as a JSON text behind a mark. */
export function exactText(text: string): string {
  const isPlain = text.isWellFormed() && !text.includes(NUL) && !text.startsWith(EXACT);
  return isPlain ? text : EXACT + JSON.stringify(text);
}

/** The text that `exactText` wrote. */
export function fromExactText(stored: string): string {
  return stored.startsWith(EXACT) ? (JSON.parse(stored.slice(EXACT.length)) as string) : stored;
}

/** JSON text for a `jsonb` parameter; `undefined` is null. Numbers are doubles there. */
export function jsonbText(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  return BAD_ESCAPE.test(text)
    ? text.replace(ESCAPE, (escape) => (BAD_ESCAPE.test(escape) ? '\\ufffd' : escape))
    : text;
}
