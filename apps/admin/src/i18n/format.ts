/** Numbers, times and durations in the reader's own locale and zone. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const numbers = new Intl.NumberFormat();
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const precise = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
const hour = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

export const formatNumber = (value: number): string => numbers.format(value);
export const formatCompact = (value: number): string =>
  value < 10_000 ? numbers.format(value) : compact.format(value);
export const formatHour = (iso: string): string => hour.format(new Date(iso));

/** Relative within an hour ("3 minutes ago"), else local date and time. */
export function formatTime(iso: string, now: number = Date.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  const distance = Math.abs(seconds);
  if (distance < 60) return relative.format(Math.round(seconds), 'second');
  if (distance < 3600) return relative.format(Math.round(seconds / 60), 'minute');
  return dateTime.format(new Date(iso));
}

/** Full local time with its zone and the UTC text, for the hover of a time. */
export const formatTimeInFull = (iso: string): string =>
  `${precise.format(new Date(iso))} (${zone}) · ${iso}`;

/** Milliseconds as "840 ms", "3.2 s", "4 min 10 s", "2 h 5 min". */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}
