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
    shares: null,
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

it('says no share of a run that is not over: nobody knows how many pages still come', () => {
  const counts = { read: 100, mapped: 100, delivered: 100, skipped: 0, failed: 0 };
  expect(progressOf(run({ counts }), start + 1000).shares).toBeNull();
  expect(progressOf({ counts, started_at: null, finished_at: null }, start)).toMatchObject({
    shares: null,
    elapsedMs: 0,
  });
});

it('tells at the end the exact share of each end, and what was read and not settled by what is missing', () => {
  const finished_at = new Date(start + 8_000).toISOString();
  expect(progressOf(run({ finished_at }), start).shares).toEqual({ delivered: 30, skipped: 6, failed: 4 });
  const nothing = { read: 0, mapped: 0, delivered: 0, skipped: 0, failed: 0 };
  expect(progressOf(run({ finished_at, counts: nothing }), start).shares).toEqual({
    delivered: 0,
    skipped: 0,
    failed: 0,
  });
});
