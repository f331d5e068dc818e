import { cronFault, lastSlots, nextAfter, preview } from './schedule-times.js';

const schedule = (cron: string, timezone: string) => ({
  cron,
  every_seconds: null,
  timezone,
  missed: 'last' as const,
});
const next = (cron: string, zone: string, after: string, count = 1): string[] => {
  const found: string[] = [];
  for (
    let at = nextAfter(schedule(cron, zone), new Date(after));
    at && found.length < count;
    at = nextAfter(schedule(cron, zone), at)
  ) {
    found.push(at.toISOString().replace('.000', ''));
  }
  return found;
};

describe('fire times', () => {
  it.each([
    [
      'a time in the skipped hour fires once, at the first instant after it',
      '30 2 * * *',
      'America/New_York',
      '2026-03-08T05:00:00Z',
      ['2026-03-08T07:00:00Z', '2026-03-09T06:30:00Z'],
    ],
    [
      'and so from within the hour before',
      '30 2 * * *',
      'America/New_York',
      '2026-03-08T06:30:00Z',
      ['2026-03-08T07:00:00Z', '2026-03-09T06:30:00Z'],
    ],
    [
      'a time in the repeated hour fires once, at the first',
      '30 1 * * *',
      'America/New_York',
      '2026-11-01T04:00:00Z',
      ['2026-11-01T05:30:00Z', '2026-11-02T06:30:00Z'],
    ],
    [
      'one of several hours that is skipped fires once too',
      '0 2,14 * * *',
      'America/New_York',
      '2026-03-08T05:00:00Z',
      ['2026-03-08T07:00:00Z', '2026-03-08T18:00:00Z', '2026-03-09T06:00:00Z'],
    ],
    [
      'one of several hours that is repeated fires once too',
      '0 1,13 * * *',
      'America/New_York',
      '2026-11-01T04:00:00Z',
      ['2026-11-01T05:00:00Z', '2026-11-01T18:00:00Z', '2026-11-02T06:00:00Z'],
    ],
    [
      'several minutes of a skipped hour fall on one instant',
      '0,30 2 * * *',
      'America/New_York',
      '2026-03-08T05:00:00Z',
      ['2026-03-08T07:00:00Z', '2026-03-09T06:00:00Z', '2026-03-09T06:30:00Z'],
    ],
    [
      'a skipped hour and the one after it fall on one instant',
      '0 2,3 * * *',
      'America/New_York',
      '2026-03-08T05:00:00Z',
      ['2026-03-08T07:00:00Z', '2026-03-09T06:00:00Z', '2026-03-09T07:00:00Z'],
    ],
    [
      'several minutes of a repeated hour fire once each',
      '15,45 1 * * *',
      'America/New_York',
      '2026-11-01T04:00:00Z',
      ['2026-11-01T05:15:00Z', '2026-11-01T05:45:00Z', '2026-11-02T06:15:00Z'],
    ],
    [
      'a range of hours is a rhythm and follows real time',
      '0 1-3 * * *',
      'America/New_York',
      '2026-11-01T04:00:00Z',
      ['2026-11-01T05:00:00Z', '2026-11-01T06:00:00Z', '2026-11-01T07:00:00Z', '2026-11-01T08:00:00Z'],
    ],
    [
      'a weekly one keeps its wall clock over the change',
      '0 6 * * MON',
      'America/New_York',
      '2021-11-01T12:00:00Z',
      ['2021-11-08T11:00:00Z'],
    ],
    [
      'a weekly one is not a week late',
      '0 12 * * 0',
      'Europe/Berlin',
      '2022-03-24T11:00:00Z',
      ['2022-03-27T10:00:00Z'],
    ],
    [
      'a time after the gap is found',
      '0 5 * * 7',
      'Europe/Rome',
      '2025-03-28T23:59:59Z',
      ['2025-03-30T03:00:00Z'],
    ],
    ['UTC stays UTC', '0 * * * *', 'UTC', '2025-10-05T02:00:00Z', ['2025-10-05T03:00:00Z']],
    [
      'in the repeated hour the next one is never in the past',
      '* * * * *',
      'America/New_York',
      '2026-11-01T06:30:15Z',
      ['2026-11-01T06:31:00Z'],
    ],
  ])('%s', (_, cron, zone, after, expected) => {
    expect(next(cron, zone, after, expected.length)).toEqual(expected);
  });

  it('of step minutes follow real time: the repeated hour runs twice', () => {
    expect(
      lastSlots(
        schedule('*/15 1 * * *', 'America/New_York'),
        new Date('2026-11-01T04:59:00Z'),
        new Date('2026-11-01T12:00:00Z'),
        100,
      ),
    ).toHaveLength(8);
  });

  it('of each minute have no gap at the change back', () => {
    const slots = lastSlots(
      schedule('* * * * *', 'Europe/London'),
      new Date('2025-10-26T00:00:00Z'),
      new Date('2025-10-26T02:00:00Z'),
      1000,
    );
    expect(slots).toHaveLength(120);
  });

  it('that were missed: the last ones in order, none when none lies between', () => {
    const last = (cron: string, after: string, until: string, most = 1): string[] =>
      lastSlots(schedule(cron, 'UTC'), new Date(after), new Date(until), most).map((slot) =>
        slot.toISOString(),
      );
    expect(last('0 2 * * *', '2026-01-01T01:59:00Z', '2026-01-03T02:05:00Z')).toEqual([
      '2026-01-03T02:00:00.000Z',
    ]);
    expect(last('0 2 * * *', '2026-01-01T02:00:00Z', '2026-01-01T02:05:00Z')).toEqual([]);
    expect(last('0 2 * * *', '2026-01-01T01:59:59Z', '2026-01-01T02:00:00Z')).toEqual([
      '2026-01-01T02:00:00.000Z',
    ]);
    // a month of minutes: the last ones, not the first ones
    expect(last('* * * * *', '2026-01-01T00:00:00Z', '2026-01-31T12:00:30Z', 3)).toEqual([
      '2026-01-31T11:58:00.000Z',
      '2026-01-31T11:59:00.000Z',
      '2026-01-31T12:00:00.000Z',
    ]);
  });

  it('that were missed over the changes of the clock are counted as they fire', () => {
    const between = (cron: string, after: string, until: string, most: number): number =>
      lastSlots(schedule(cron, 'America/New_York'), new Date(after), new Date(until), most).length;
    expect(between('15,45 1 * * *', '2026-11-01T04:00:00Z', '2026-11-01T12:00:00Z', 100)).toBe(2);
    expect(between('0,30 2 * * *', '2026-03-08T05:00:00Z', '2026-03-08T12:00:00Z', 100)).toBe(1);
    const minutes = Array.from({ length: 60 }, (_, minute) => minute).join(',');
    expect(between(`${minutes} 1 * * *`, '2026-10-01T00:00:00Z', '2026-11-01T12:00:00Z', 100)).toBe(100);
  });

  it('of an interval that were missed count from the one that was due', () => {
    const each = { cron: null, every_seconds: 60, timezone: 'UTC', missed: 'all' as const };
    const due = new Date('2026-01-01T00:00:10Z');
    expect(
      lastSlots(each, due, new Date('2026-01-01T00:03:15Z'), 2).map((slot) => slot.toISOString()),
    ).toEqual(['2026-01-01T00:02:10.000Z', '2026-01-01T00:03:10.000Z']);
    expect(lastSlots(each, due, new Date('2026-01-01T00:01:05Z'), 2)).toEqual([]);
  });

  it('of an interval count from the last start', () => {
    const each = { cron: null, every_seconds: 90, timezone: 'UTC', missed: 'last' as const };
    expect(nextAfter(each, new Date('2026-01-01T00:00:07Z'))?.toISOString()).toBe('2026-01-01T00:01:37.000Z');
  });

  it('are shown with the changes of the offset marked', () => {
    const times = preview(schedule('0 12 * * 6,0', 'Europe/Berlin'), new Date('2026-03-27T00:00:00Z'), 3);
    expect(times.map(({ local, isOffsetChange }) => [local, isOffsetChange])).toEqual([
      ['2026-03-28T12:00:00+01:00', false],
      ['2026-03-29T12:00:00+02:00', true],
      ['2026-04-04T12:00:00+02:00', false],
    ]);
  });

  it('of a text that is no cron are refused in words', () => {
    expect(cronFault('0 6 * * MON')).toBeNull();
    expect(cronFault('every day')).toContain('five fields');
    expect(cronFault('61 * * * *')).toContain('minute: 61');
    expect(cronFault('0 0 6 * * MON')).toContain('five fields');
    expect(cronFault('0 0 31 2 *')).toBe('never fires');
  });
});
