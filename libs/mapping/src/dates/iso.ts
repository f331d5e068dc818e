// ISO 8601 as APIs write it: extended or basic, date alone or with time, offset optional, up to nine fraction digits.
import { type Moment, secondsFromFields } from './moment.js';

/** Two digits at a position, or -1. */
function two(text: string, at: number): number {
  const high = text.charCodeAt(at) - 48;
  const low = text.charCodeAt(at + 1) - 48;
  return high >= 0 && high <= 9 && low >= 0 && low <= 9 ? high * 10 + low : -1;
}

const DASH = 45;
const COLON = 58;

/** Strict: no such date, a stray character or a 24th hour is undefined. */
export function parseIso(text: string): Moment | undefined {
  const century = two(text, 0);
  const yearOfCentury = two(text, 2);
  if (century < 0 || yearOfCentury < 0) return undefined;
  const isExtended = text.charCodeAt(4) === DASH;
  const month = two(text, isExtended ? 5 : 4);
  if (isExtended && text.charCodeAt(7) !== DASH) return undefined;
  const day = two(text, isExtended ? 8 : 6);
  if (month < 0 || day < 0) return undefined;
  const dateEnd = isExtended ? 10 : 8;
  const fields = { year: century * 100 + yearOfCentury, month, day, hour: 0, minute: 0, second: 0 };
  if (text.length === dateEnd) {
    const seconds = secondsFromFields(fields);
    return seconds === undefined ? undefined : { kind: 'date', seconds, nanos: 0 };
  }
  const separator = text[dateEnd];
  if (separator !== 'T' && separator !== 't' && separator !== ' ') return undefined;
  return parseTime(text, dateEnd + 1, isExtended, fields);
}

function parseTime(
  text: string,
  start: number,
  isExtended: boolean,
  fields: { year: number; month: number; day: number; hour: number; minute: number; second: number },
): Moment | undefined {
  let at = start;
  fields.hour = two(text, at);
  at += 2;
  if (isExtended && text.charCodeAt(at++) !== COLON) return undefined;
  fields.minute = two(text, at);
  at += 2;
  let nanos = 0;
  const hasSeconds = isExtended ? text.charCodeAt(at) === COLON : two(text, at) >= 0;
  if (hasSeconds) {
    if (isExtended) at++;
    fields.second = two(text, at);
    at += 2;
    if (text[at] === '.' || text[at] === ',') {
      const digits = /^[0-9]+/.exec(text.slice(at + 1, at + 41))?.[0];
      if (digits === undefined) return undefined;
      nanos = Number(digits.slice(0, 9).padEnd(9, '0'));
      at += 1 + digits.length;
    }
  }
  if (fields.hour < 0 || fields.minute < 0 || fields.second < 0) return undefined;
  const seconds = secondsFromFields(fields);
  if (seconds === undefined) return undefined;
  if (at === text.length) return { kind: 'local', seconds, nanos };
  const offset = parseOffset(text.slice(at));
  return offset === undefined ? undefined : { kind: 'instant', seconds: seconds - offset, nanos };
}

/** `Z`, `+05`, `+05:30` or `+0530` in seconds. */
export function parseOffset(text: string): number | undefined {
  if (text === 'Z' || text === 'z') return 0;
  const sign = text[0] === '+' ? 1 : text[0] === '-' ? -1 : 0;
  const minutesAt = text.charCodeAt(3) === COLON ? 4 : 3;
  const hours = two(text, 1);
  const minutes = text.length === 3 ? 0 : text.length === minutesAt + 2 ? two(text, minutesAt) : -1;
  if (sign === 0 || hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return undefined;
  return sign * (hours * 3600 + minutes * 60);
}
