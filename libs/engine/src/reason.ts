// The reason that an error answer gives in its own words.
import { shortText } from './short-text.js';

const MAX_LENGTH = 200;
const MAX_DEPTH = 3;
/** In the order in which APIs say it best (RFC 9457 `detail` and `title`, RFC 6749 `error_description`). */
const MEMBERS = [
  'message',
  'detail',
  'error_description',
  'description',
  'reason',
  'title',
  'error',
  'errors',
  'details',
];

/** A short text from the body, or null. HTML and long texts give none: the stored response has them whole. */
export function reasonIn(body: unknown, depth = 0): string | null {
  if (typeof body === 'string') {
    const text = body.replace(/[\s\p{Cc}]+/gu, ' ').trim();
    return text === '' || text.startsWith('<') ? null : shortText(text, MAX_LENGTH);
  }
  if (typeof body !== 'object' || body === null || depth >= MAX_DEPTH) return null;
  if (Array.isArray(body)) return reasonIn((body as unknown[])[0], depth + 1);
  for (const name of MEMBERS) {
    if (!Object.hasOwn(body, name)) continue;
    const reason = reasonIn((body as Record<string, unknown>)[name], depth + 1);
    if (reason !== null) return reason;
  }
  return null;
}
