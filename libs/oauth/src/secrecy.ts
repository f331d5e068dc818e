// Takes the secrets of a request out of whatever a stranger's answer says, in every form in which they may be echoed.

/** What stands in the place of a secret. */
export const MASK = '••••••••';

/** Shorter texts are parts of common words: to mask them would hide the answer and no secret. */
const SHORTEST = 4;

function formsOf(secret: string): string[] {
  const percent = encodeURIComponent(secret.toWellFormed());
  const html = secret.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
  return [
    secret,
    percent,
    percent.replace(/%20/g, '+'),
    Buffer.from(secret).toString('base64'),
    JSON.stringify(secret).slice(1, -1),
    html,
  ];
}

/** The text without the secrets: as they are, percent-encoded, in Base64, escaped for JSON or HTML. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const forms = new Set(secrets.filter((secret) => secret.length >= SHORTEST).flatMap(formsOf));
  // The longest first: one secret may be a part of another.
  const ordered = [...forms].sort((a, b) => b.length - a.length);
  return ordered.reduce((masked, form) => masked.replaceAll(form, MASK), text);
}

/** Bounds the work on an answer that is nothing but texts. */
const MOST_TEXTS = 500;

/** The texts and numbers in a parsed value in their order, the first 500 of them. */
export function textsOf(value: unknown): string[] {
  const texts: string[] = [];
  const left = [value];
  while (left.length > 0 && texts.length < MOST_TEXTS) {
    const next = left.pop();
    if (typeof next === 'string' || typeof next === 'number') texts.push(String(next));
    else if (typeof next === 'object' && next !== null)
      for (const member of Object.values(next).reverse()) left.push(member);
  }
  return texts;
}

/** Texts of a page or plain answer that look like secrets, whoever's they are. */
export function withoutLikelySecrets(text: string): string {
  return text
    .replace(
      /((?:token|secret|password|assertion|authorization)["']?\s*[:=]\s*["']?)[^"'&\s,;}<]+/gi,
      '$1***',
    )
    .replace(/(\b(?:code|key)=["']?)[^"'&\s,;}<]+/gi, '$1***')
    .replace(/(\bvalue\s*=\s*)("[^"]*"|'[^']*')/gi, '$1"***"')
    .replace(/\b(Bearer|Basic)\s+\S+/g, '$1 ***');
}

/** The elements of an XML text; what stands in them is masked. */
export function withoutXmlValues(text: string): string {
  return text
    .replace(/<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>/g, MASK)
    .replace(/"[^"]*"|'[^']*'/g, `"${MASK}"`)
    .replace(/>([^<]+)/g, (whole, inner: string) => (inner.trim() === '' ? whole : `>${MASK}`));
}
