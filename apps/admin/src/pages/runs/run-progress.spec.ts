import { progressOf } from './run-progress.js';

const start = Date.parse('2026-11-28T10:00:00.000Z');
const run = (change: object = {}) => ({
  counts: { read: 1000, mapped: 400, delivered: 300, skipped: 60, failed: 40 },
  started_at: new Date(start).toISOString(),
  finished_at: null,
  ...change,
});

it('tells done of total, the rate and what is left', () => {
  expect(progressOf(run(), start + 10_000)).toEqual({
    done: 400,
    total: 1000,
    percent: 40,
    elapsedMs: 10_000,
    rate: 40,
    leftMs: 15_000,
  });
});

it('makes no estimate in the first five seconds, before anything is settled, or after the end', () => {
  expect(progressOf(run(), start + 4_900).leftMs).toBeNull();
  const nothing = { read: 10, mapped: 0, delivered: 0, skipped: 0, failed: 0 };
  expect(progressOf(run({ counts: nothing }), start + 60_000)).toMatchObject({ rate: null, leftMs: null });
  const ended = run({ finished_at: new Date(start + 8_000).toISOString() });
  expect(progressOf(ended, start + 60_000)).toMatchObject({ elapsedMs: 8_000, rate: 50, leftMs: null });
});

it('is at nothing for a run that waits in the queue', () => {
  const counts = { read: 0, mapped: 0, delivered: 0, skipped: 0, failed: 0 };
  expect(progressOf({ counts, started_at: null, finished_at: null }, start)).toMatchObject({
    percent: 0,
    elapsedMs: 0,
  });
});
