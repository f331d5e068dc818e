// Takes live secrets out of texts that are stored, logged or shown.
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
