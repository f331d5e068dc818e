// Date functions. Nothing is guessed: the form read is named, zones are named, `now` is the start of the run.
import {
  type DateOptions,
  dateConverter,
  dateReader,
  dateWriterFor,
  NAMED_FORMATS,
  zoneRequired,
} from '../dates/date-formats.js';
import { daysFromCivil, daysInMonth, type Moment, fieldsFromSeconds, weekdayOf } from '../dates/moment.js';
import { DatePatternError } from '../dates/pattern.js';
import { findZone, localToInstant, UTC, type Zone } from '../dates/zones.js';
import { RecordFault } from '../run/record-fault.js';
import type { RunState } from '../run/run-state.js';
import { toCount } from '../values/coerce.js';
import { add, divide } from '../values/decimal.js';
import { inGroup, parameter } from './define.js';
import { ArgumentError, type FunctionSettings, type Options, type RunFunction } from './function.types.js';

const FORMAT_HELP = `${NAMED_FORMATS.join(', ')} or a pattern such as dd/MM/yyyy HH:mm`;
const FROM = parameter('from', 'date', `The form read: ${FORMAT_HELP}.`, { default: 'iso' });
const TO = parameter('to', 'date', `The form written: ${FORMAT_HELP}.`, { default: 'iso' });
const FROM_ZONE = parameter('from_zone', 'text', 'Time zone of a local time.');
const TO_ZONE = parameter('to_zone', 'text', 'Time zone of the result.');
const STRICT = parameter('strict', 'boolean', 'Refuse local times that a clock change skips or repeats.', {
  default: false,
});

const UNITS = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'] as const;
type Unit = (typeof UNITS)[number];
const UNIT_SECONDS: Partial<Record<Unit, number>> = { hours: 3600, minutes: 60, seconds: 1 };

function dateOptions(options: Options, settings: FunctionSettings): DateOptions {
  return {
    from: (options.from as string | undefined) ?? 'iso',
    to: (options.to as string | undefined) ?? 'iso',
    fromZone: (options.from_zone as string | undefined) ?? null,
    toZone: (options.to_zone as string | undefined) ?? null,
    timezone: settings.timezone,
    strict: options.strict === true,
  };
}

/** Turns faults of patterns and zones into faults of arguments. */
function checkedDates<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof DatePatternError) throw new ArgumentError(error.message);
    throw error;
  }
}

/** A step from moment to moment, read and written in one form. */
function momentFunction(
  options: Options,
  settings: FunctionSettings,
  step: (moment: Moment, zone: KnownZone) => Moment,
): RunFunction {
  return checkedDates(() => {
    const chosen = {
      ...dateOptions({ ...options, to: options.to ?? options.from }, settings),
      // The clock goes on where it stood: nothing here needs to know in which zone.
      staysLocal: true,
      clockZone: (options.zone as string | undefined) ?? null,
    };
    const read = dateReader(chosen.from);
    const write = dateWriterFor(chosen);
    const zone = zoneOf(options, settings);
    return (input) => {
      const result = step(read(input), zone);
      if (!Number.isFinite(result.seconds))
        throw new RecordFault('BAD_DATE', 'The date leaves the calendar.', input);
      return write(result, input);
    };
  });
}

/** The zone in which days are counted, UTC where none is named, and who named it. */
interface KnownZone {
  zone: Zone;
  named: 'option' | 'settings' | null;
}

function zoneOf(options: Options, settings: FunctionSettings): KnownZone {
  const option = options.zone as string | undefined;
  const name = option ?? settings.timezone;
  if (name === null) return { zone: UTC, named: null };
  const zone = findZone(name);
  if (!zone) throw new ArgumentError(`"${name}" is not a known time zone.`);
  return { zone, named: option === undefined ? 'settings' : 'option' };
}

/** A local time moves on the line of its zone, where one is known: a clock change in between counts. */
function addClockUnits(moment: Moment, seconds: number, zone: Zone, named: KnownZone['named']): Moment {
  if (moment.kind === 'instant' || named === null)
    return bounded({ ...moment, seconds: moment.seconds + seconds });
  const moved = bounded({ ...moment, seconds: localToInstant(zone, moment.seconds).seconds + seconds });
  if (named === 'settings') return { ...moved, kind: 'instant' };
  return { ...moved, seconds: moved.seconds + zone.offsetAt(moved.seconds) };
}

/** Calendar units move the local date (the last day of the month at most), clock units the instant. */
function addUnits(moment: Moment, amount: number, unit: Unit, { zone, named }: KnownZone): Moment {
  const clock = UNIT_SECONDS[unit];
  if (clock !== undefined && moment.kind === 'date') {
    throw new RecordFault('BAD_DATE', `A date without a time cannot be moved by ${unit}.`, null);
  }
  if (clock !== undefined) return addClockUnits(moment, amount * clock, zone, named);
  const offset = moment.kind === 'instant' ? zone.offsetAt(moment.seconds) : 0;
  const local = moment.seconds + offset;
  const moved = bounded({ ...moment, seconds: moveDate(local, amount, unit) }).seconds;
  return { ...moment, seconds: moment.kind === 'instant' ? localToInstant(zone, moved).seconds : moved };
}

function moveDate(local: number, amount: number, unit: Unit): number {
  const days = Math.floor(local / 86_400);
  const rest = local - days * 86_400;
  if (unit === 'days' || unit === 'weeks') return local + amount * (unit === 'weeks' ? 7 : 1) * 86_400;
  const fields = fieldsFromSeconds(local);
  const months = fields.year * 12 + fields.month - 1 + amount * (unit === 'years' ? 12 : 1);
  const year = Math.floor(months / 12);
  const month = months - year * 12 + 1;
  return daysFromCivil(year, month, Math.min(fields.day, daysInMonth(year, month))) * 86_400 + rest;
}

const MAX_CALENDAR = 253_402_300_800;

function bounded(moment: Moment): Moment {
  if (Math.abs(moment.seconds) > MAX_CALENDAR) {
    throw new RecordFault('BAD_DATE', 'The date leaves the calendar.', null);
  }
  return moment;
}

function startOf(moment: Moment, unit: string, zone: Zone, weekStart: number): Moment {
  const offset = moment.kind === 'instant' ? zone.offsetAt(moment.seconds) : 0;
  const local = moment.seconds + offset;
  if (unit === 'hour' && moment.kind === 'instant') {
    // A repeated hour has two beginnings; the one of this pass has the same offset.
    const seconds = moment.seconds - (((local % 3600) + 3600) % 3600);
    if (zone.offsetAt(seconds) === offset) return { kind: 'instant', seconds, nanos: 0 };
  }
  const fields = fieldsFromSeconds(local);
  const day = Math.floor(local / 86_400) * 86_400;
  let start = day;
  if (unit === 'year') start = daysFromCivil(fields.year, 1, 1) * 86_400;
  else if (unit === 'quarter')
    start = daysFromCivil(fields.year, fields.month - ((fields.month - 1) % 3), 1) * 86_400;
  else if (unit === 'month') start = daysFromCivil(fields.year, fields.month, 1) * 86_400;
  else if (unit === 'week') start = day - ((weekdayOf(local) - weekStart + 7) % 7) * 86_400;
  else if (unit === 'hour') start = day + fields.hour * 3600;
  return {
    kind: moment.kind,
    seconds: moment.kind === 'instant' ? localToInstant(zone, start).seconds : start,
    nanos: 0,
  };
}

/**
 * Two moments on one line: both as instants where one of them is, or where hours of a known zone are counted; else both
 * as the clock shows them.
 */
function comparable(from: Moment, to: Moment, unit: Unit, zone: Zone | undefined, value: unknown) {
  const kinds = [from.kind, to.kind];
  const countsHours = UNIT_SECONDS[unit] !== undefined && zone !== undefined && kinds.includes('local');
  if (!kinds.includes('instant') && !countsHours) return [from, to] as const;
  const fixed = [from, to].map((moment): Moment => {
    if (moment.kind === 'instant') return moment;
    if (!zone && moment.kind === 'local') throw zoneRequired(value);
    return { ...moment, kind: 'instant', seconds: localToInstant(zone ?? UTC, moment.seconds).seconds };
  });
  return fixed as [Moment, Moment];
}

/** Hours and smaller as they pass, days and larger as the clock of the zone shows them. */
function difference(from: Moment, to: Moment, unit: Unit, zone: Zone): unknown {
  const clock = UNIT_SECONDS[unit];
  const [early, late] = clock ? [from.seconds, to.seconds] : [clockTime(from, zone), clockTime(to, zone)];
  if (unit === 'months' || unit === 'years') return wholeMonths(early, late, unit);
  const length = clock ?? (unit === 'weeks' ? 604_800 : 86_400);
  const seconds = add(late - early, divide(to.nanos - from.nanos, 1_000_000_000));
  return divide(seconds, length);
}

/** Seconds as the clock of the zone shows them. */
function clockTime({ kind, seconds }: Moment, zone: Zone): number {
  return kind === 'instant' ? seconds + zone.offsetAt(seconds) : seconds;
}

function wholeMonths(from: number, to: number, unit: 'months' | 'years'): number {
  const sign = to < from ? -1 : 1;
  const [early, late] = sign < 0 ? [to, from] : [from, to];
  const a = fieldsFromSeconds(early);
  const b = fieldsFromSeconds(late);
  let months = (b.year - a.year) * 12 + b.month - a.month;
  if (moveDate(early, months, 'months') > late) months--;
  return sign * (unit === 'years' ? Math.floor(months / 12) : months) || 0;
}

function runStart(state: RunState): Moment {
  const started = state.input.run?.started_at;
  if (started === undefined) return { kind: 'instant', seconds: 0, nanos: 0 };
  return dateReader('iso')(started);
}

const EXAMPLE_DATE = '2026-01-31';

export const DATE_FUNCTIONS = inGroup('date', [
  {
    name: 'date',
    description: 'Reads a date in one form and writes it in another; local times need a zone.',
    input: 'one',
    inputKind: 'date',
    parameters: [FROM, TO, FROM_ZONE, TO_ZONE, STRICT],
    returns: 'date',
    examples: [
      {
        input: '2026-01-10T23:30:00-05:00',
        options: { to: 'yyyy-MM-dd HH:mm', to_zone: 'America/New_York' },
        output: '2026-01-10 23:30',
      },
      { input: 1680644467, options: { from: 'epoch_s', to: 'iso' }, output: '2023-04-04T21:41:07Z' },
    ],
    build: (options, settings) => checkedDates(() => dateConverter(dateOptions(options, settings))),
  },
  {
    name: 'addDuration',
    description: 'Adds years, months, weeks, days, hours, minutes or seconds.',
    input: 'one',
    inputKind: 'date',
    parameters: [
      parameter('amount', 'integer', 'How many; negative goes back.', { required: true }),
      parameter('unit', 'text', 'Of what.', { required: true, choices: UNITS }),
      FROM,
      parameter('to', 'date', 'The form written; absent: as read.'),
      parameter('zone', 'text', 'Zone in which days are counted.'),
    ],
    returns: 'date',
    examples: [
      { input: EXAMPLE_DATE, options: { amount: 1, unit: 'months' }, output: '2026-02-28' },
      {
        input: '2026-01-10T23:30:00Z',
        options: { amount: 1, unit: 'hours' },
        output: '2026-01-11T00:30:00Z',
      },
    ],
    build: (options, settings) => {
      const amount = toCount(options.amount);
      return momentFunction(options, settings, (moment, zone) =>
        addUnits(moment, amount, options.unit as Unit, zone),
      );
    },
  },
  {
    name: 'diff',
    description: 'From the value to another date, in a unit; months and years are whole ones.',
    input: 'one',
    inputKind: 'date',
    parameters: [
      parameter('to', 'date', 'The other date.', { required: true }),
      parameter('unit', 'text', 'In what.', { choices: UNITS, default: 'days' }),
      FROM,
      parameter('zone', 'text', 'Zone of local times, and in which months are counted.'),
    ],
    returns: 'number',
    examples: [
      { input: '2026-01-01', options: { to: '2026-01-31' }, output: 30 },
      { input: '2026-01-31', options: { to: '2026-03-01', unit: 'months' }, output: 1 },
    ],
    build: (options, settings) =>
      checkedDates(() => {
        const read = dateReader(options.from as string);
        const { zone, named } = zoneOf(options, settings);
        const known = named === null ? undefined : zone;
        const unit = options.unit as Unit;
        return (input) => {
          const [from, to] = comparable(read(input), read(options.to), unit, known, input);
          return difference(from, to, unit, zone);
        };
      }),
  },
  {
    name: 'startOf',
    description: 'The beginning of the year, quarter, month, week, day or hour.',
    input: 'one',
    inputKind: 'date',
    parameters: [
      parameter('unit', 'text', 'Of what.', {
        required: true,
        choices: ['year', 'quarter', 'month', 'week', 'day', 'hour'],
      }),
      FROM,
      parameter('to', 'date', 'The form written; absent: as read.'),
      parameter('zone', 'text', 'Zone in which days begin.'),
      parameter('week_starts', 'text', 'First day of the week.', {
        choices: ['monday', 'sunday'],
        default: 'monday',
      }),
    ],
    returns: 'date',
    examples: [
      { input: '2018-01-03T12:00:00Z', options: { unit: 'week' }, output: '2018-01-01T00:00:00Z' },
      { input: '2026-08-15', options: { unit: 'quarter' }, output: '2026-07-01' },
    ],
    build: (options, settings) =>
      momentFunction(options, settings, (moment, { zone }) =>
        startOf(moment, options.unit as string, zone, options.week_starts === 'sunday' ? 7 : 1),
      ),
  },
  {
    name: 'now',
    description: 'The time at which the run began; the same for a whole run and for its repetition.',
    input: 'none',
    inputKind: 'any',
    parameters: [TO, TO_ZONE],
    returns: 'date',
    examples: [
      { output: '2026-01-10T12:00:00Z' },
      { options: { to: 'yyyy-MM-dd HH:mm', to_zone: '+05:00' }, output: '2026-01-10 17:00' },
    ],
    build: (options, settings) =>
      checkedDates(() => {
        const write = dateWriterFor(dateOptions(options, settings));
        return (_input, state) => write(runStart(state), null);
      }),
  },
  {
    name: 'today',
    description: 'The date on which the run began, in a zone.',
    input: 'none',
    inputKind: 'any',
    parameters: [{ ...TO, default: 'yyyy-MM-dd' }, TO_ZONE],
    returns: 'date',
    examples: [
      { output: '2026-01-10' },
      { options: { to: 'dd.MM.yyyy', to_zone: '+13:00' }, output: '11.01.2026' },
    ],
    build: (options, settings) =>
      checkedDates(() => {
        const write = dateWriterFor(dateOptions({ to: 'yyyy-MM-dd', ...options }, settings));
        return (_input, state) => write(runStart(state), null);
      }),
  },
  {
    name: 'weekday',
    description: 'The day of the week: 1 for Monday to 7 for Sunday, or its name.',
    input: 'one',
    inputKind: 'date',
    parameters: [
      FROM,
      parameter('as', 'text', 'Number or English name.', { choices: ['number', 'name'], default: 'number' }),
      parameter('zone', 'text', 'Zone in which days begin.'),
    ],
    returns: 'any',
    examples: [
      { input: '2026-01-10', output: 6 },
      { input: '2026-01-12', options: { as: 'name' }, output: 'Monday' },
    ],
    build: (options, settings) =>
      checkedDates(() => {
        const read = dateReader(options.from as string);
        const { zone } = zoneOf(options, settings);
        const write = dateWriterFor(dateOptions({ to: 'EEEE' }, { ...settings, timezone: null }));
        return (input) => {
          const moment = read(input);
          const offset = moment.kind === 'instant' ? zone.offsetAt(moment.seconds) : 0;
          const local: Moment = { kind: 'date', seconds: moment.seconds + offset, nanos: 0 };
          return options.as === 'name' ? write(local, input) : weekdayOf(local.seconds);
        };
      }),
  },
]);
