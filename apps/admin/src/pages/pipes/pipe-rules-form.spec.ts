import type { Pipe } from '../../api/types.js';
import { rulesBody, rulesForm } from './pipe-rules-form.js';

const pipe = {
  pipe_name: 'Orders',
  description: 'Every morning',
  overlap: 'skip',
  concurrency: 3,
  timeout_seconds: 60,
  failure_guard: { in_a_row: 5, percent_of_first_200: 10 },
  ledger_retention_days: 90,
} as Pipe;

it('comes back from the form as it went in', () => {
  expect(rulesBody(rulesForm(pipe))).toEqual(pipe);
});

it('turns the guard off by null, and offers the usual figures for turning it on again', () => {
  const form = rulesForm({ ...pipe, failure_guard: null });
  expect(form).toMatchObject({ guarded: false, in_a_row: 100, percent: 50 });
  expect(rulesBody(form).failure_guard).toBeNull();
});
