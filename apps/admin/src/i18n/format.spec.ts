import { formatDuration, formatTime } from './format.js';

describe('format', () => {
  it('writes a duration in the two units that matter', () => {
    expect(formatDuration(840)).toBe('840 ms');
    expect(formatDuration(59_990)).toBe('1 min 0 sec');
    expect(formatDuration(3210)).toBe('3.2 sec');
    expect(formatDuration(250_000)).toBe('4 min 10 sec');
    expect(formatDuration(7_500_000)).toBe('2 hr 5 min');
  });

  it('is relative only within an hour', () => {
    const now = Date.parse('2026-01-02T12:00:00Z');
    expect(formatTime('2026-01-02T11:57:00.000Z', now)).toBe('3 minutes ago');
    expect(formatTime('2026-01-02T12:02:00.000Z', now)).toBe('in 2 minutes');
  });

  it('names the year only where it is another one', () => {
    const now = Date.parse('2026-07-02T12:00:00Z');
    expect(formatTime('2026-03-04T08:00:00.000Z', now)).toMatch(/^Mar 4, \d+:00\s[AP]M$/);
    expect(formatTime('2025-03-04T08:00:00.000Z', now)).toMatch(/^Mar 4, 2025, /);
  });
});
