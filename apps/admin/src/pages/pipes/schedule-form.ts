/** A schedule between the wire and its form: an interval is told in the largest unit that fits. */
import type { PreviewScheduleDto } from '#sdk';
import type { Trigger } from '../../api/types.js';

export const units = [
  { value: '86400', label: 'days', every: 'Every {{count, number}} days' },
  { value: '3600', label: 'hours', every: 'Every {{count, number}} hours' },
  { value: '60', label: 'minutes', every: 'Every {{count, number}} minutes' },
  { value: '1', label: 'seconds', every: 'Every {{count, number}} seconds' },
];

export interface ScheduleForm {
  way: 'cron' | 'every';
  cron: string;
  every: number | '';
  /** Seconds of the unit, as text for the select. */
  unit: string;
  timezone: string;
  missed: NonNullable<PreviewScheduleDto['missed']>;
}

export function scheduleForm(trigger?: Trigger): ScheduleForm {
  const seconds = trigger?.every_seconds ?? null;
  const unit = units.find(({ value }) => seconds !== null && seconds % Number(value) === 0)?.value ?? '60';
  return {
    way: seconds === null ? 'cron' : 'every',
    cron: trigger?.cron ?? '0 * * * *',
    every: seconds === null ? 30 : seconds / Number(unit),
    unit,
    timezone: trigger?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    missed: trigger?.missed ?? 'last',
  };
}

export const scheduleBody = (values: ScheduleForm): PreviewScheduleDto => ({
  ...(values.way === 'cron'
    ? { cron: values.cron.trim() }
    : { every_seconds: Math.round(Number(values.every) * Number(values.unit)) }),
  timezone: values.timezone,
  missed: values.missed,
});

/** Where a member of the API stands in the form. */
export const toSchedulePath = (field: string): string => (field === 'every_seconds' ? 'every' : field);

/** As the form calls its fields; one of them is hidden where the other way is chosen. */
export const scheduleLabels: Record<string, string> = {
  cron: 'Cron',
  every: 'Every',
  timezone: 'Time zone',
  missed: 'Times missed while the service was down',
};
