import { formatDuration, formatTime } from './format.js';

describe('format', () => {
  it('writes a duration in the two units that matter', () => {
    expect(formatDuration(840)).toBe('840 ms');
    expect(formatDuration(3210)).toBe('3.2 s');
    expect(formatDuration(250_000)).toBe('4 min 10 s');
    expect(formatDuration(7_500_000)).toBe('2 h 5 min');
  });

  it('is relative only within an hour', () => {
    const now = Date.parse('2026-01-02T12:00:00Z');
    expect(formatTime('2026-01-02T11:57:00.000Z', now)).toBe('3 minutes ago');
    expect(formatTime('2026-01-02T12:02:00.000Z', now)).toBe('in 2 minutes');
    expect(formatTime('2026-01-01T08:00:00.000Z', now)).toContain('2026');
  });
});
