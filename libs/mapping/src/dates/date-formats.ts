// Reading and writing dates by a named format or a pattern, and the rules about zones between the two.
import { LimitFault, RecordFault } from '../run/record-fault.js';
import { asNumeric } from '../values/coerce.js';
import { isIntegral, multiply, type Numeric, numberToText } from '../values/decimal.js';
import { parseIso } from './iso.js';
import { MAX_SECONDS, MIN_SECONDS, type Moment } from './moment.js';
import { type Clock, clockOf, datePattern, DatePatternError, formatOffset } from './pattern.js';
import { findZone, localToInstant, UTC, type Zone } from './zones.js';

export const NAMED_FORMATS = ['iso', 'epoch_s', 'epoch_ms', 'rfc2822', 'dotnet'] as const;

export interface DateOptions {
  from: string;
  to: string;
  fromZone: string | null;
  toZone: string | null;
  /** `settings.timezone` of the mapping. */
  timezone: string | null;
  /** A repeated or skipped local time is an error. */
  strict: boolean;
  /** A local time stays local where no zone is named, whatever the forms. */
  staysLocal?: boolean;
  /** The zone that a function counts in: that of local times, and of a written clock without an offset. */
  clockZone?: string | null;
}

const RFC2822_NAMED = datePattern('EEE, d MMM yyyy HH:mm:ss xx');
const RFC2822_BARE = datePattern('d MMM yyyy HH:mm:ss xx');
const RFC2822_OUT = datePattern('EEE, dd MMM yyyy HH:mm:ss xx');
const DOTNET = /^\/Date\((-?[0-9]{1,15})(?:[+-][0-9]{4})?\)\/$/;

export type ReadDate = (value: unknown) => Moment;

/** A reader for a format; throws `DatePatternError` when the format can never be read. */
export function dateReader(format: string): ReadDate {
  switch (format) {
    case 'iso':
      return (value) => checked(typeof value === 'string' ? parseIso(value) : undefined, value);
    case 'epoch_s':
      return (value) => checked(fromEpoch(value, 0), value);
    case 'epoch_ms':
      return (value) => checked(fromEpoch(value, 3), value);
    case 'rfc2822':
      return (value) => checked(typeof value === 'string' ? parseRfc2822(value) : undefined, value);
    case 'dotnet':
      return (value) => checked(typeof value === 'string' ? parseDotnet(value) : undefined, value);
    default: {
      const pattern = datePattern(format);
      if (!pattern.hasDate)
        throw new DatePatternError(`The pattern "${format}" needs year, month and day to be read.`);
      return (value) => checked(pattern.parse(patternText(value)), value);
    }
  }
}

/** `20240101` may come as a number. */
function patternText(value: unknown): string {
  if (typeof value === 'string') return value;
  const number = asNumeric(value);
  return number === undefined ? '' : numberToText(number);
}

function checked(moment: Moment | undefined, value: unknown): Moment {
  if (!moment || moment.seconds < MIN_SECONDS || moment.seconds > MAX_SECONDS) {
    throw new RecordFault('BAD_DATE', 'The value is not a date of the expected form.', value);
  }
  return moment;
}

function fromEpoch(value: unknown, places: number): Moment | undefined {
  const number = asNumeric(value);
  if (number === undefined || Math.abs(Number(number)) > 1e15) return undefined;
  const nanos = toNanos(number, places);
  if (nanos === undefined) return undefined;
  const seconds = Number(nanos / 1_000_000_000n) - (nanos < 0n && nanos % 1_000_000_000n !== 0n ? 1 : 0);
  return { kind: 'instant', seconds, nanos: Number(nanos - BigInt(seconds) * 1_000_000_000n) };
}

function toNanos(number: Numeric, places: number): bigint | undefined {
  try {
    const scaled = multiply(number, 10 ** (9 - places));
    const text = numberToText(scaled);
    return BigInt(isIntegral(scaled) ? text : (text.split('.')[0] as string));
  } catch (error) {
    if (error instanceof LimitFault) return undefined;
    throw error;
  }
}

/** Zone names of RFC 2822, section 4.3. */
const ZONE_NAMES: Readonly<Record<string, string>> = {
  UT: '+0000',
  UTC: '+0000',
  GMT: '+0000',
  Z: '+0000',
  EST: '-0500',
  EDT: '-0400',
  CST: '-0600',
  CDT: '-0500',
  MST: '-0700',
  MDT: '-0600',
  PST: '-0800',
  PDT: '-0700',
};

/** With the obsolete forms of RFC 2822 (zone names, years of two digits) and a comment at the end. */
function parseRfc2822(text: string): Moment | undefined {
  const normal = text
    .slice(0, 100)
    .replace(/\([^()]*\)\s*$/, '')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ([A-Za-z]{1,3})$/, (all, name: string) => ` ${ZONE_NAMES[name.toUpperCase()] ?? all}`)
    .replace(/ ([0-9]{2}:[0-9]{2}) ([+-])/, ' $1:00 $2')
    .replace(/([A-Za-z]{3}) ([0-9]{2}) (?=[0-9]{2}:)/, (_all, month: string, year: string) => {
      return `${month} ${Number(year) < 50 ? '20' : '19'}${year} `;
    });
  return RFC2822_NAMED.parse(normal) ?? RFC2822_BARE.parse(normal);
}

function parseDotnet(text: string): Moment | undefined {
  const ms = DOTNET.exec(text)?.[1];
  return ms === undefined ? undefined : fromEpoch(Number(ms), 3);
}

type Write = (clock: Clock) => string | number;

interface Writer {
  needsInstant: boolean;
  /** A clock without an offset: nothing in the text says which zone it is of. */
  isBareClock?: boolean;
  write: Write;
}

function dateWriter(format: string): Writer {
  switch (format) {
    case 'iso':
      return { needsInstant: false, write: (clock) => isoLocal(clock) + isoOffset(clock.offset) };
    case 'epoch_s':
      return { needsInstant: true, write: (clock) => clock.seconds - clock.offset };
    case 'epoch_ms':
      return {
        needsInstant: true,
        write: (clock) => (clock.seconds - clock.offset) * 1000 + Math.floor(clock.nanos / 1_000_000),
      };
    case 'rfc2822':
      return { needsInstant: true, write: (clock) => RFC2822_OUT.format(clock) };
    case 'dotnet':
      return {
        needsInstant: true,
        write: (clock) => {
          const ms = (clock.seconds - clock.offset) * 1000 + Math.floor(clock.nanos / 1_000_000);
          return `/Date(${ms}${formatOffset(clock.offset, '')})/`;
        },
      };
    default: {
      const pattern = datePattern(format);
      return {
        needsInstant: pattern.hasOffset,
        isBareClock: !pattern.hasOffset,
        write: (clock) => pattern.format(clock),
      };
    }
  }
}

const ISO_DATE = datePattern('yyyy-MM-dd');
const ISO_TIME = datePattern("yyyy-MM-dd'T'HH:mm:ss");
const ISO_MILLIS = datePattern("yyyy-MM-dd'T'HH:mm:ss.SSS");

function isoLocal(clock: Clock): string {
  return clock.nanos < 1_000_000 ? ISO_TIME.format(clock) : ISO_MILLIS.format(clock);
}

function isoOffset(offset: number): string {
  return offset === 0 ? 'Z' : formatOffset(offset, ':');
}

function zoneOf(name: string | null): Zone | undefined {
  if (name === null) return undefined;
  const zone = findZone(name);
  if (!zone) throw new DatePatternError(`"${name}" is not a known time zone.`);
  return zone;
}

/** A function from source value to written date. Throws `DatePatternError` for settings that can never work. */
export function dateConverter(options: DateOptions): (value: unknown) => string | number {
  const read = dateReader(options.from);
  const write = dateWriterFor(options);
  return (value) => write(read(value), value);
}

/** Writes a moment by the rules of zones; `value` is what a fault names. */
export function dateWriterFor(
  options: Omit<DateOptions, 'from'> & { from?: string },
): (moment: Moment, value: unknown) => string | number {
  const writer = dateWriter(options.to);
  const timezone = zoneOf(options.timezone);
  const explicitFromZone = zoneOf(options.fromZone);
  const explicitToZone = zoneOf(options.toZone);
  const clockZone = zoneOf(options.clockZone ?? null);
  const fromZone = explicitFromZone ?? clockZone ?? timezone;
  const toZone = explicitToZone ?? (writer.isBareClock ? clockZone : undefined) ?? timezone ?? UTC;
  // A local time read by a pattern, or written by one without an offset, may stay local when no zone is named.
  const staysLocal =
    !explicitFromZone &&
    !explicitToZone &&
    !timezone &&
    !writer.needsInstant &&
    (options.staysLocal === true || options.from !== 'iso' || options.to !== 'iso');
  const clockAt = (seconds: number, nanos: number, offset: number, value: unknown): Clock => {
    const clock = clockOf(seconds, nanos, offset);
    if (clock.seconds < MIN_SECONDS || clock.seconds > MAX_SECONDS)
      throw new RecordFault('BAD_DATE', 'The date leaves the years 0001 to 9999.', value);
    return clock;
  };
  return (moment, value) => {
    if (moment.kind === 'date' && !writer.needsInstant) {
      const clock = clockAt(moment.seconds, moment.nanos, 0, value);
      return options.to === 'iso' ? ISO_DATE.format(clock) : writer.write(clock);
    }
    let seconds = moment.seconds;
    if (moment.kind !== 'instant') {
      if (staysLocal) {
        const clock = clockAt(seconds, moment.nanos, 0, value);
        return options.to === 'iso' ? isoLocal(clock) : writer.write(clock);
      }
      if (!fromZone) throw zoneRequired(value);
      seconds = instantOf(fromZone, seconds, options.strict, value);
    }
    return writer.write(clockAt(seconds, moment.nanos, toZone.offsetAt(seconds), value));
  };
}

export function zoneRequired(value: unknown): RecordFault {
  return new RecordFault(
    'ZONE_REQUIRED',
    'The value is a local time and no time zone is set.',
    value,
    'Set from_zone, or the time zone of the mapping.',
  );
}

function instantOf(zone: Zone, local: number, strict: boolean, value: unknown): number {
  const result = localToInstant(zone, local);
  if (strict && !result.isExact) {
    throw new RecordFault('BAD_DATE', 'The local time is skipped or repeated by a clock change.', value);
  }
  return result.seconds;
}
