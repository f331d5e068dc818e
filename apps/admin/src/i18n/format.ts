/** Numbers, times and durations in the reader's own locale and zone. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const numbers = new Intl.NumberFormat();
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const thisYear = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const precise = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
const hour = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

export const formatNumber = (value: number): string => numbers.format(value);
export const formatCompact = (value: number): string =>
  value < 10_000 ? numbers.format(value) : compact.format(value);
export const formatHour = (iso: string): string => hour.format(new Date(iso));

/** Relative within an hour ("3 minutes ago"), else local date and time; the year only where it is another one. */
export function formatTime(iso: string, now: number = Date.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  const distance = Math.abs(seconds);
  if (distance < 60) return relative.format(Math.round(seconds), 'second');
  if (distance < 3600) return relative.format(Math.round(seconds / 60), 'minute');
  const date = new Date(iso);
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? thisYear : dateTime).format(date);
}

/** Full local time with its zone and the UTC text, for the hover of a time. */
export const formatTimeInFull = (iso: string): string =>
  `${precise.format(new Date(iso))} (${zone}) · ${iso}`;

const inUnit = (unit: string, digits = 0) => {
  const format = new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return (value: number): string => format.format(value);
};
const milliseconds = inUnit('millisecond');
const exactSeconds = inUnit('second', 1);
const seconds = inUnit('second');
const minutes = inUnit('minute');
const hours = inUnit('hour');

/** Milliseconds as "840 ms", "3.2 sec", "4 min 10 sec", "2 hr 5 min", in the words of the locale. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return milliseconds(Math.round(ms));
  if (ms < 59_950) return exactSeconds(ms / 1000);
  const whole = Math.round(ms / 1000);
  if (whole < 3600) return `${minutes(Math.floor(whole / 60))} ${seconds(whole % 60)}`;
  return `${hours(Math.floor(whole / 3600))} ${minutes(Math.floor((whole % 3600) / 60))}`;
}
