import type { Trigger } from '../../api/types.js';
import { scheduleBody, scheduleForm } from './schedule-form.js';

const schedule = (change: Partial<Trigger>): Trigger => ({
  trigger_id: 't',
  kind: 'schedule',
  timezone: 'Europe/Berlin',
  missed: 'all',
  ...change,
});

it.each([
  [90, '90', '1'],
  [900, '15', '60'],
  [7200, '2', '3600'],
  [172_800, '2', '86400'],
])('shows an interval of %i s as %s times %s s, and sends it back the same', (seconds, every, unit) => {
  const form = scheduleForm(schedule({ cron: null, every_seconds: seconds }));
  expect(form).toMatchObject({ way: 'every', every: Number(every), unit });
  expect(scheduleBody(form)).toEqual({ every_seconds: seconds, timezone: 'Europe/Berlin', missed: 'all' });
});

it('keeps a cron as it is, and sends no interval with it', () => {
  const form = scheduleForm(schedule({ cron: '0 6 * * 1-5', every_seconds: null }));
  expect(scheduleBody(form)).toEqual({ cron: '0 6 * * 1-5', timezone: 'Europe/Berlin', missed: 'all' });
});
