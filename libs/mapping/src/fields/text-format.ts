// What kind of text a value is. Only forms that cannot be mistaken: a long id is no date.
import { parseIso } from '../dates/iso.js';

export type TextFormat = 'date' | 'date-time' | 'email' | 'uri' | 'uuid' | 'number';

const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/;
const URI = /^https?:\/\/[^\s]+$/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const NUMBER = /^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]+)?$/;
const MAX_LENGTH = 2000;

export function textFormat(text: string): TextFormat | undefined {
  if (text.length === 0 || text.length > MAX_LENGTH) return undefined;
  if (NUMBER.test(text)) return 'number';
  if (UUID.test(text)) return 'uuid';
  if (URI.test(text)) return 'uri';
  if (EMAIL.test(text)) return 'email';
  if (/^[0-9]{4}-/.test(text)) {
    const moment = parseIso(text);
    if (moment) return moment.kind === 'date' ? 'date' : 'date-time';
  }
  return undefined;
}
