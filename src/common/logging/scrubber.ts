// Takes live secrets out of texts that are stored, logged or shown.
import { ExactNumber, stringifyJson } from '#mapping';

const MASK = '[secret]';
/** Shorter ones would mask ordinary text. */
const MIN_LENGTH = 4;

/** Masks each secret in every form that it may have: plain, inside JSON, URL-encoded, base64. */
export function scrubber(secrets: readonly string[]): (text: string) => string {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < MIN_LENGTH) continue;
    const json = JSON.stringify(secret).slice(1, -1);
    const base64 = Buffer.from(secret);
    for (const form of [
      secret,
      json,
      encodeURIComponent(secret),
      base64.toString('base64'),
      base64.toString('base64url'),
    ]) {
      forms.add(form);
    }
  }
  const longestFirst = [...forms].sort((left, right) => right.length - left.length);
  return (text) =>
    longestFirst.reduce(
      (masked, form) => (masked.includes(form) ? masked.replaceAll(form, MASK) : masked),
      text,
    );
}

/** For secrets that change while it is used: tokens are renewed during a run. */
export function liveScrubber(secrets: () => string[]): (text: string) => string {
  let known = '';
  let scrub = scrubber([]);
  return (text) => {
    const current = secrets();
    const key = current.join('\n');
    if (key !== known) {
      known = key;
      scrub = scrubber(current);
    }
    return scrub(text);
  };
}

/** The value with its texts, member names and numbers masked; a number in which a secret stands becomes a text. */
function scrubValue(value: unknown, scrub: (text: string) => string): unknown {
  if (typeof value === 'string') return scrub(value);
  if (typeof value === 'number') return scrubNumber(value, scrub);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => scrubValue(part, scrub));
  if (value instanceof ExactNumber) return scrubNumber(value, scrub);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [scrub(name), scrubValue(part, scrub)]),
  );
}

function scrubNumber<T extends number | ExactNumber>(value: T, scrub: (text: string) => string): T | string {
  const text = String(value);
  const masked = scrub(text);
  return masked === text ? value : masked;
}

/** JSON text of a value without secrets. Masked as a text it could be JSON no more: `{"id":[secret]}`. */
export function scrubbedJson(
  value: unknown,
  scrub: (text: string) => string,
  toText: (value: unknown) => string = stringifyJson,
): string {
  const text = toText(value);
  return scrub(text) === text ? text : toText(scrubValue(value, scrub));
}
