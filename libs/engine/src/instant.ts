// Cursor and version values: compared as instants or numbers, kept in the source's own text and precision.

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:([T ])(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|z|[+-]\d{2}(?::?\d{2})?)?$/;
/** ISO 8601 in its basic form: `20220610T100000Z`. */
const BASIC =
  /^(\d{4})(\d{2})(\d{2})(T)(\d{2})(\d{2})(?:(\d{2})(?:[.,](\d{1,9}))?)?(Z|z|[+-]\d{2}(?::?\d{2})?)?$/;

interface IsoText {
  nanos: bigint;
  isDate: boolean;
  isBasic: boolean;
  separator: string;
  hasSeconds: boolean;
  fraction: number;
  zone: string;
  offsetMinutes: number;
}

function parseIso(text: string): IsoText | null {
  const extended = ISO.exec(text);
  const match = extended ?? BASIC.exec(text);
  if (!match) return null;
  const [, year, month, day, separator, hour, minute, second, fraction, zone] = match;
  const offset = zone && !/^z$/i.test(zone) ? zone : '';
  const offsetMinutes = offset
    ? (offset.startsWith('-') ? -1 : 1) *
      (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3).replace(':', '')))
    : 0;
  const ms = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour ?? 0),
    Number(minute ?? 0),
    Number(second ?? 0),
  );
  if (Number.isNaN(ms)) return null;
  return {
    nanos: BigInt(ms - offsetMinutes * 60_000) * 1_000_000n + BigInt((fraction ?? '').padEnd(9, '0')),
    isDate: hour === undefined,
    isBasic: extended === null,
    separator: separator ?? 'T',
    hasSeconds: second !== undefined,
    fraction: fraction?.length ?? 0,
    zone: zone ?? '',
    offsetMinutes,
  };
}

/** RFC 5322 3.3 (`Wed, 07 Jan 2026 10:00:00 +0100`), the weekday and the seconds left out or not. */
const MAIL = /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}(?::\d{2})? (GMT|UTC?|[+-]\d{4})$/;
/** The JSON of older .NET services: milliseconds since 1970, the offset only for show. */
const DOT_NET = /^\/Date\((-?\d{1,16})([+-]\d{4})?\)\/$/;

function mailNanos(text: string): bigint | null {
  if (!MAIL.test(text)) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : BigInt(ms) * 1_000_000n;
}

function dotNetNanos(text: string): bigint | null {
  const ms = DOT_NET.exec(text)?.[1];
  return ms === undefined ? null : BigInt(ms) * 1_000_000n;
}

/** `id` values have no instant; epoch ones are told apart by the format. */
function nanosOf(text: string, format: string): bigint | null {
  if (format === 'id') return null;
  if ((format === 'epoch_s' || format === 'epoch_ms') && /^-?\d+(\.\d+)?$/.test(text)) {
    const [whole = '0', part = ''] = text.split('.');
    const digits = format === 'epoch_s' ? 9 : 6;
    return BigInt(whole) * 10n ** BigInt(digits) + BigInt(part.padEnd(digits, '0').slice(0, digits) || '0');
  }
  return parseIso(text)?.nanos ?? mailNanos(text) ?? dotNetNanos(text);
}

/** Whether the text says a moment; a number does only in an epoch format. */
export function isInstant(text: string, format = 'iso'): boolean {
  return nanosOf(text, format) !== null;
}

/** Whether a version is older than another; null where the texts say neither moments nor numbers. */
export function isOlder(version: string, than: string): boolean | null {
  const areMoments = isInstant(version) && isInstant(than);
  return areMoments || (isNumber(version) && isNumber(than)) ? compareCursor(version, than) < 0 : null;
}

/** Order of two cursor or version texts: by instant, else by number, else by text; what says no instant is before all that do. */
export function compareCursor(left: string, right: string, format = 'iso'): number {
  const a = nanosOf(left, format);
  const b = nanosOf(right, format);
  if (a !== null && b !== null) return a < b ? -1 : a > b ? 1 : 0;
  if (a !== null || b !== null) return a === null ? -1 : 1;
  if (/^-?\d+$/.test(left) && /^-?\d+$/.test(right)) {
    const difference = BigInt(left) - BigInt(right);
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  if (isNumber(left) && isNumber(right)) return Math.sign(Number(left) - Number(right));
  return left < right ? -1 : left > right ? 1 : 0;
}

function isNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text);
}

/** The text moved back by `seconds`, in its own form, rounded down; ids stay as they are. */
export function moveBack(text: string, seconds: number, format = 'iso'): string {
  const isEpoch = format === 'epoch_s' || format === 'epoch_ms';
  if (seconds <= 0 && (!isEpoch || isNumber(text))) return text;
  const nanos = nanosOf(text, format);
  return nanos === null
    ? text
    : writeLike(nanos - BigInt(Math.round(Math.max(0, seconds) * 1000)) * 1_000_000n, text, format);
}

/** An instant in the form of a sample cursor text, rounded down to its precision. */
export function writeLike(nanos: bigint, like: string | null, format = 'iso'): string {
  if (format === 'epoch_s') return floorDiv(nanos, 1_000_000_000n).toString();
  if (format === 'epoch_ms') return floorDiv(nanos, 1_000_000n).toString();
  const mailZone = like === null ? undefined : MAIL.exec(like)?.[1];
  if (mailZone !== undefined) return writeMail(nanos, mailZone);
  const dotNet = like === null ? null : DOT_NET.exec(like);
  if (dotNet) return `/Date(${floorDiv(nanos, 1_000_000n)}${dotNet[2] ?? ''})/`;
  const form = like === null ? null : parseIso(like);
  const offsetMinutes = form?.offsetMinutes ?? 0;
  const local = nanos + BigInt(offsetMinutes) * 60_000_000_000n;
  const iso = new Date(Number(floorDiv(local, 1_000_000n))).toISOString();
  if (form?.isDate) return iso.slice(0, 10);
  const fractionDigits = form ? form.fraction : 3;
  const rest = local - floorDiv(local, 1_000_000_000n) * 1_000_000_000n;
  const fraction = fractionDigits > 0 ? `.${rest.toString().padStart(9, '0').slice(0, fractionDigits)}` : '';
  const time = form && !form.hasSeconds ? iso.slice(11, 16) : iso.slice(11, 19) + fraction;
  const [day, clock] = form?.isBasic
    ? [iso.slice(0, 10).replaceAll('-', ''), time.replaceAll(':', '')]
    : [iso.slice(0, 10), time];
  return `${day}${form?.separator ?? 'T'}${clock}${form ? form.zone : 'Z'}`;
}

/** In the zone of the sample, with weekday and seconds. */
function writeMail(nanos: bigint, zone: string): string {
  const sign = zone.startsWith('-') ? -1 : 1;
  const minutes = /^[+-]/.test(zone) ? sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3))) : 0;
  const local = new Date(Number(floorDiv(nanos, 1_000_000n)) + minutes * 60_000);
  return local.toUTCString().replace(/GMT$/, zone);
}

function floorDiv(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value < 0n && quotient * by !== value ? quotient - 1n : quotient;
}
