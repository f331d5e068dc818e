/** Values and texts in the room of a line. */
import { jsonOrText } from '../api/json.js';

/** At most `limit` characters, the last of them "…" where something is left out; no half of a character stays. */
export const short = (text: string, limit: number): string =>
  text.length > limit ? `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;

/** A text as it is, anything else as its JSON; nothing for undefined. */
export const shortValue = (value: unknown, limit: number): string => short(jsonOrText(value), limit);
