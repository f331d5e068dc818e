// Dates: reading, writing, zones. Temporal's polyfill is the oracle for local times.
import { Temporal } from '@js-temporal/polyfill';
import fc from 'fast-check';
import { errorCodes, mapped, problemCodes } from '../testing/run-mapping.spec-support.js';
import { findZone, localToInstant } from './zones.js';

const links = (options: Record<string, unknown>) => [
  { to: 'd', from: 'd', fn: [['date', options]] as [[string, Record<string, unknown>]] },
];
const date = (d: unknown, options: Record<string, unknown>, timezone?: string) =>
  (mapped({ settings: timezone ? { timezone } : {}, links: links(options) }, { d }) as { d: unknown }).d;
const codes = (d: unknown, options: Record<string, unknown>, timezone?: string) =>
  errorCodes({ settings: timezone ? { timezone } : {}, links: links(options) }, { d });

describe('reading', () => {
  it.each([
    ['2026-01-10T23:30:00Z', 'iso', '2026-01-10T23:30:00Z'],
    ['2026-01-10 23:30:00+02', 'iso', '2026-01-10T21:30:00Z'],
    ['2026-01-10T23:30+0530', 'iso', '2026-01-10T18:00:00Z'],
    ['2026-01-10T23:30:00.1234567891Z', 'iso', '2026-01-10T23:30:00.123Z'],
    ['20260110T233000Z', 'iso', '2026-01-10T23:30:00Z'],
    ['2026-01-10', 'iso', '2026-01-10'],
    [1680644467, 'epoch_s', '2023-04-04T21:41:07Z'],
    ['1680644467', 'epoch_s', '2023-04-04T21:41:07Z'],
    [1680644467.5, 'epoch_s', '2023-04-04T21:41:07.500Z'],
    [-1, 'epoch_s', '1969-12-31T23:59:59Z'],
    [-1, 'epoch_ms', '1969-12-31T23:59:59.999Z'],
    ['Wed, 07 Jan 2026 05:12:00 +0000', 'rfc2822', '2026-01-07T05:12:00Z'],
    ['7 Jan 2026 05:12:00 GMT', 'rfc2822', '2026-01-07T05:12:00Z'],
    ['Wed, 07 Jan 2026 00:12:00 EST', 'rfc2822', '2026-01-07T05:12:00Z'],
    ['Wed, 07 Jan 26 05:12 -0000 (a comment)', 'rfc2822', '2026-01-07T05:12:00Z'],
    ['/Date(1439434356790+0000)/', 'dotnet', '2015-08-13T02:52:36.790Z'],
    ['/Date(1439434356790)/', 'dotnet', '2015-08-13T02:52:36.790Z'],
    ['31/01/2026', 'dd/MM/yyyy', '2026-01-31'],
    ['1/31/2026 3:05 PM +0200', 'M/d/yyyy h:mm a xx', '2026-01-31T13:05:00Z'],
    ['12:00 AM, 01 Feb 2026 Z', 'hh:mm a, dd MMM yyyy XXX', '2026-02-01T00:00:00Z'],
    [20260131, 'yyyyMMdd', '2026-01-31'],
    ["31.01.2026 o'clock 07", "dd.MM.yyyy 'o''clock' HH", '2026-01-31T07:00:00'],
  ])('%p as %s', (value, from, iso) => {
    expect(date(value, { from, to: 'iso' })).toBe(iso);
  });

  it.each([
    ['31/02/2024', 'dd/MM/yyyy'],
    ['2024-02-31', 'iso'],
    ['2023-02-29T00:00:00Z', 'iso'],
    ['2024-01-01T24:00:00Z', 'iso'],
    ['2024-01-01T00:00:60Z', 'iso'],
    ['2024-1-1', 'iso'],
    ['2024-01-01x', 'iso'],
    ['2024-01-01T', 'iso'],
    ['2024-01-01T10:00:00+25:00', 'iso'],
    ['', 'iso'],
    [1680644467, 'iso'],
    [{}, 'iso'],
    [true, 'epoch_s'],
    ['now', 'epoch_s'],
    [1e18, 'epoch_ms'],
    ['Thu, 07 Jan 2026 05:12:00 +0000', 'rfc2822'],
    ['/Date(x)/', 'dotnet'],
    ['01/02/2024 ', 'dd/MM/yyyy'],
    ['13:00 PM', 'hh:mm a'],
  ])('%p is no date as %s', (value, from) => {
    if (from === 'hh:mm a') expect(problemCodes({ links: links({ from }) })).toEqual(['BAD_ARGUMENT']);
    else expect(codes(value, { from, to: 'iso' })).toEqual(['BAD_DATE']);
  });

  it('patterns and zones are checked when saved', () => {
    for (const options of [
      { from: 'foo' },
      { to: 'YYYY-MM-DD' },
      { from_zone: 'Mars/Base' },
      { to: "yyyy'x" },
      { to: 'hh:mm' },
    ]) {
      expect(problemCodes({ links: links(options) })).toEqual(['BAD_ARGUMENT']);
    }
    expect(problemCodes({ settings: { timezone: 'Nowhere' }, links: [] })).toEqual(['BAD_ARGUMENT']);
  });
});

describe('writing', () => {
  const at = '2026-03-05T14:07:09.012345678Z';
  it.each([
    ['yyyy-MM-dd', '2026-03-05'],
    ['dd.MM.yy HH:mm:ss', '05.03.26 14:07:09'],
    ['d MMMM yyyy, h:mm a', '5 March 2026, 2:07 PM'],
    ['EEE dd MMM', 'Thu 05 Mar'],
    ['HH:mm:ss.SSSSSSSSS', '14:07:09.012345678'],
    ['HH:mm:ss.S', '14:07:09.0'],
    ["yyyy-MM-dd'T'HH:mm:ssXXX", '2026-03-05T14:07:09Z'],
    ['epoch_s', 1772719629],
    ['epoch_ms', 1772719629012],
    ['rfc2822', 'Thu, 05 Mar 2026 14:07:09 +0000'],
    ['dotnet', '/Date(1772719629012+0000)/'],
  ])('%s', (to, written) => {
    expect(date(at, { to })).toBe(written);
  });

  it('uses to_zone, else the zone of the mapping, else UTC', () => {
    expect(date(at, { to: 'HH:mm xxx' })).toBe('14:07 +00:00');
    expect(date(at, { to: 'HH:mm xxx' }, 'Asia/Kolkata')).toBe('19:37 +05:30');
    expect(date(at, { to: 'HH:mm xxx', to_zone: 'America/New_York' }, 'Asia/Kolkata')).toBe('09:07 -05:00');
    expect(date(at, { to: 'iso', to_zone: 'Europe/Paris' })).toBe('2026-03-05T15:07:09.012+01:00');
  });
});

describe('local times', () => {
  const local = '2026-03-22T16:28:02';

  it('need a zone: from_zone, else that of the mapping', () => {
    expect(codes(local, { to: 'iso' })).toEqual(['ZONE_REQUIRED']);
    expect(codes(local, { to: 'epoch_s' })).toEqual(['ZONE_REQUIRED']);
    expect(codes(local, { to: 'yyyy-MM-dd', to_zone: 'UTC' })).toEqual(['ZONE_REQUIRED']);
    expect(date(local, { to: 'iso' }, 'Europe/Paris')).toBe('2026-03-22T16:28:02+01:00');
    expect(date(local, { to: 'iso', from_zone: 'Europe/Paris' })).toBe('2026-03-22T15:28:02Z');
  });

  it('read by a pattern stay local where no zone is named', () => {
    expect(date('22.03.2026 16:28', { from: 'dd.MM.yyyy HH:mm', to: 'iso' })).toBe('2026-03-22T16:28:00');
    expect(date('22.03.2026 16:28', { from: 'dd.MM.yyyy HH:mm', to: 'yyyyMMddHHmm' })).toBe('202603221628');
    expect(codes('22.03.2026 16:28', { from: 'dd.MM.yyyy HH:mm', to: 'HH:mmXXX' })).toEqual([
      'ZONE_REQUIRED',
    ]);
  });

  it('strict refuses repeated and skipped ones', () => {
    const options = { from_zone: 'America/New_York', strict: true };
    expect(codes('2023-11-05T01:30:00', options)).toEqual(['BAD_DATE']);
    expect(codes('2024-03-10T02:30:00', options)).toEqual(['BAD_DATE']);
    expect(date('2023-11-05T03:30:00', options)).toBe('2023-11-05T08:30:00Z');
  });

  it('become the instants that Temporal finds', () => {
    const zones = [
      'Europe/Paris',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kolkata',
      'America/Sao_Paulo',
      'Africa/Casablanca',
      'Pacific/Apia',
    ];
    const seconds = fc.integer({ min: 0, max: Date.UTC(2037, 0, 1) / 1000 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), seconds, (zone, at) => {
        const found = findZone(zone);
        if (!found) throw new Error(zone);
        const plain = Temporal.Instant.fromEpochMilliseconds(at * 1000)
          .toZonedDateTimeISO('UTC')
          .toPlainDateTime();
        const wanted = plain.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds / 1000;
        expect(localToInstant(found, at).seconds).toBe(wanted);
        const offset =
          Temporal.Instant.fromEpochMilliseconds(at * 1000).toZonedDateTimeISO(zone).offsetNanoseconds / 1e9;
        expect(found.offsetAt(at)).toBe(offset);
      }),
      { numRuns: 150 },
    );
  });

  it('around every clock change of a year too', () => {
    for (const zone of ['Europe/Paris', 'America/New_York', 'Australia/Lord_Howe']) {
      const found = findZone(zone);
      if (!found) throw new Error(zone);
      let change = Temporal.ZonedDateTime.from(`2024-01-01T00:00[${zone}]`);
      for (let i = 0; i < 2; i++) {
        change = change.getTimeZoneTransition('next') as Temporal.ZonedDateTime;
        for (let minutes = -120; minutes <= 120; minutes += 15) {
          const plain = change.toPlainDateTime().add({ minutes });
          const local = Date.parse(`${plain.toString({ smallestUnit: 'second' })}Z`) / 1000;
          const wanted =
            plain.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds / 1000;
          expect([zone, plain.toString(), localToInstant(found, local).seconds]).toEqual([
            zone,
            plain.toString(),
            wanted,
          ]);
        }
      }
    }
  });
});

describe('date-only', () => {
  it('never shifts by a zone', () => {
    expect(date('2026-01-10', { to: 'iso', to_zone: 'America/Los_Angeles' }, 'Asia/Tokyo')).toBe(
      '2026-01-10',
    );
    expect(date('10.01.2026', { from: 'dd.MM.yyyy', to: 'yyyy-MM-dd', from_zone: 'Asia/Tokyo' })).toBe(
      '2026-01-10',
    );
    expect(date('2026-01-10', { to: 'dd.MM.yyyy HH:mm' })).toBe('10.01.2026 00:00');
    expect(date('2026-01-10', { to: 'epoch_s', from_zone: 'UTC' })).toBe(1768003200);
    expect(codes('2026-01-10', { to: 'epoch_s' })).toEqual(['ZONE_REQUIRED']);
  });
});

describe('calculating', () => {
  const calculate = (formula: string, d: unknown, timezone?: string) =>
    (
      mapped({ settings: timezone ? { timezone } : {}, links: [{ to: 'd', formula }] }, { d }) as {
        d: unknown;
      }
    ).d;

  it('days are counted on the local calendar', () => {
    expect(calculate('addDuration(d, 1, "days")', '2024-03-30T12:00:00Z', 'Europe/Paris')).toBe(
      '2024-03-31T13:00:00+02:00',
    );
    expect(calculate('addDuration(d, 24, "hours")', '2024-03-30T12:00:00Z', 'Europe/Paris')).toBe(
      '2024-03-31T14:00:00+02:00',
    );
    expect(calculate('addDuration(d, -1, "months")', '2024-03-31')).toBe('2024-02-29');
    expect(calculate('startOf(d, "month")', '2024-03-31T22:30:00Z', 'Europe/Paris')).toBe(
      '2024-04-01T00:00:00+02:00',
    );
    expect(calculate('weekday(d)', '2024-03-31T22:30:00Z', 'Europe/Paris')).toBe(1);
    expect(calculate('diff(d, "2024-03-01T12:00:00Z", "hours")', '2024-03-01T00:00:00Z')).toBe(12);
    expect(calculate('diff(d, "2023-01-31", "months")', '2023-03-01')).toBe(-1);
  });
});

describe('arithmetic with dates', () => {
  const call = (
    value: unknown,
    name: string,
    options: Record<string, unknown>,
    timezone: string | null = null,
  ) =>
    (
      mapped(
        { settings: { timezone }, links: [{ to: 'd', from: 'd', fn: [[name, options]] }] },
        { d: value },
      ) as {
        d: unknown;
      }
    ).d;

  it('a local time stays local where no zone is named', () => {
    expect(call('2024-12-28T10:00:00', 'addDuration', { amount: 1, unit: 'days' })).toBe(
      '2024-12-29T10:00:00',
    );
    expect(call('2024-12-28T10:20:00', 'startOf', { unit: 'hour' })).toBe('2024-12-28T10:00:00');
  });

  it('hours of a local time are those of its zone, clock changes counted', () => {
    const hours = { amount: 24, unit: 'hours' };
    const berlin = 'Europe/Berlin';
    const eve = '2026-03-28T12:00:00';
    expect(call(eve, 'addDuration', hours, berlin)).toBe('2026-03-29T13:00:00+02:00');
    expect(call(eve, 'addDuration', { ...hours, zone: berlin })).toBe('2026-03-29T13:00:00');
    expect(call(eve, 'addDuration', hours)).toBe('2026-03-29T12:00:00');
    expect(call('2026-10-25T02:30:00', 'addDuration', { amount: 1, unit: 'hours' }, berlin)).toBe(
      '2026-10-25T02:30:00+01:00',
    );
    const to = '2026-03-29T12:00:00';
    expect(call(eve, 'diff', { to, unit: 'hours' }, berlin)).toBe(23);
    expect(call(eve, 'diff', { to, unit: 'minutes', zone: berlin })).toBe(23 * 60);
    expect(call(eve, 'diff', { to, unit: 'hours' })).toBe(24);
    expect(call(eve, 'diff', { to, unit: 'days' }, berlin)).toBe(1);
    expect(call('2026-03-29', 'diff', { to: '2026-03-30', unit: 'hours' }, berlin)).toBe(24);
  });

  it('the hour begins in the pass that the instant is in', () => {
    const hour = { unit: 'hour' };
    expect(call('2026-10-25T01:30:00Z', 'startOf', hour, 'Europe/Berlin')).toBe('2026-10-25T02:00:00+01:00');
    expect(call('2026-10-25T00:30:00Z', 'startOf', hour, 'Europe/Berlin')).toBe('2026-10-25T02:00:00+02:00');
    expect(call('2026-01-01T00:40:00Z', 'startOf', hour, 'Asia/Kolkata')).toBe('2026-01-01T06:00:00+05:30');
    expect(call('1969-12-31T23:40:00Z', 'startOf', hour)).toBe('1969-12-31T23:00:00Z');
  });

  it('a year that four digits cannot hold is no date', () => {
    const faults = (fn: [string, Record<string, unknown>], d: unknown, timezone?: string) =>
      errorCodes({ settings: { timezone }, links: [{ to: 'd', from: 'd', fn: [fn] }] }, { d });
    const last = '9999-12-31T23:30:00Z';
    expect(faults(['date', {}], last, 'Europe/Berlin')).toEqual(['BAD_DATE']);
    expect(faults(['date', { to: 'yyyy' }], last, 'Europe/Berlin')).toEqual(['BAD_DATE']);
    expect(faults(['date', { to: 'yyyy' }], last)).toEqual([]);
    expect(faults(['addDuration', { amount: 1, unit: 'days' }], '9999-12-31')).toEqual(['BAD_DATE']);
    expect(faults(['date', {}], '0001-01-01T00:30:00Z', 'America/New_York')).toEqual(['BAD_DATE']);
  });

  it('a date without a time has no hours to add', () => {
    const fn: [string, Record<string, unknown>] = ['addDuration', { amount: 1, unit: 'hours' }];
    expect(errorCodes({ links: [{ to: 'd', from: 'd', fn: [fn] }] }, { d: '2024-12-28' })).toEqual([
      'BAD_DATE',
    ]);
  });

  it('a difference counts fractions of a second, and a local time by its zone', () => {
    const to = '2024-01-01T00:00:00.500Z';
    expect(call('2024-01-01T00:00:00Z', 'diff', { to, unit: 'seconds' })).toBe(0.5);
    expect(call('2024-01-01T01:00:00', 'diff', { to, unit: 'seconds', zone: 'Europe/Berlin' })).toBe(0.5);
    expect(call('2024-01-01T01:00:00', 'diff', { to, unit: 'seconds' }, 'Europe/Berlin')).toBe(0.5);
    const fn: [string, Record<string, unknown>] = ['diff', { to }];
    const links = [{ to: 'd', from: 'd', fn: [fn] }];
    expect(errorCodes({ links }, { d: '2024-01-01T01:00:00' })).toEqual(['ZONE_REQUIRED']);
  });

  it('a difference in days is that of the clock, whatever the clock change in between', () => {
    const noon = '2026-03-28T12:00:00+01:00';
    const next = '2026-03-29T12:00:00+02:00';
    expect(call(noon, 'diff', { to: next }, 'Europe/Berlin')).toBe(1);
    expect(call(noon, 'diff', { to: next, zone: 'Europe/Berlin' })).toBe(1);
    expect(call(noon, 'diff', { to: '2026-03-29T12:00:00' }, 'Europe/Berlin')).toBe(1);
    expect(call(noon, 'diff', { to: next, unit: 'hours' }, 'Europe/Berlin')).toBe(23);
    expect(
      call(
        '2026-10-19T00:00:00+02:00',
        'diff',
        { to: '2026-10-26T00:00:00+01:00', unit: 'weeks' },
        'Europe/Berlin',
      ),
    ).toBe(1);
    expect(call(noon, 'diff', { to: '2026-03-29T11:00:00Z' })).toBe(1);
  });

  it('a clock without an offset is that of the zone in which the days are counted', () => {
    const late = '2026-03-31T22:30:00Z';
    const zone = 'Europe/Berlin';
    expect(call(late, 'startOf', { unit: 'month', zone, to: 'yyyy-MM-dd' })).toBe('2026-04-01');
    expect(call(late, 'startOf', { unit: 'day', zone, to: 'yyyy-MM-dd HH:mm' }, 'UTC')).toBe(
      '2026-04-01 00:00',
    );
    expect(call('2026-03-28T22:30:00Z', 'addDuration', { amount: 1, unit: 'days', zone, to: 'HH:mm' })).toBe(
      '23:30',
    );
    expect(call(late, 'startOf', { unit: 'month', zone })).toBe('2026-03-31T22:00:00Z');
    const local = '2026-04-01T00:30:00';
    expect(call(local, 'startOf', { unit: 'day', zone, to: 'epoch_s' })).toBe(1774994400);
    expect(call(local, 'startOf', { unit: 'day', zone }, 'Asia/Tokyo')).toBe('2026-04-01T07:00:00+09:00');
    expect(call(local, 'startOf', { unit: 'day', zone })).toBe('2026-04-01T00:00:00');
  });
});
