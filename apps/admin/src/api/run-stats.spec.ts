import { everyHour, type HourStats } from './run-stats.js';

const row = (hour: string): HourStats => ({ hour, runs: 1, delivered: 5, skipped: 0, failed: 0 });

it('shows every hour of the span, with nothing where nothing ran', () => {
  const hours = everyHour(
    [row('2026-11-28T02:00:00.000Z')],
    '2026-11-28T00:30:00.000Z',
    '2026-11-28T03:30:00.000Z',
  );
  expect(hours.map((each) => [each.hour.slice(11, 16), each.delivered])).toEqual([
    ['00:00', 0],
    ['01:00', 0],
    ['02:00', 5],
    ['03:00', 0],
  ]);
});
