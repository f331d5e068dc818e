/** The usual crons as people say them: "30 6 * * 1-5" is "Mon–Fri at 6:30 AM", in the words of the locale. */

type Say = (text: string, values?: Record<string, unknown>) => string;

const SUNDAY = Date.UTC(2026, 0, 4);
const DAY_MS = 86_400_000;
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' });
const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
const days = new Intl.ListFormat(undefined, { type: 'unit', style: 'narrow' });

const dayName = (day: number): string => weekday.format(SUNDAY + day * DAY_MS);
const numberIn = (text: string | undefined, most: number): number | null =>
  text !== undefined && /^\d{1,2}$/.test(text) && Number(text) <= most ? Number(text) : null;

/** `1-5` as one span, `1,3` as a list; null for anything else. */
function daysOf(text: string): string | null {
  const span = /^([0-7])-([0-7])$/.exec(text);
  if (span) return `${dayName(Number(span[1]))}–${dayName(Number(span[2]))}`;
  return /^[0-7](,[0-7])*$/.test(text)
    ? days.format(text.split(',').map((day) => dayName(Number(day))))
    : null;
}

/** Null: it says more than a few words can. */
export function cronWords(cron: string, t: Say): string | null {
  const parts = cron.trim().split(/\s+/);
  const [minute, hour, date, month, day] = parts;
  if (parts.length !== 5 || month !== '*' || date === undefined || day === undefined) return null;
  const at = numberIn(minute, 59);
  const hours = numberIn(hour, 23);
  if (at !== null && hours !== null) {
    const time = clock.format(SUNDAY + (hours * 60 + at) * 60_000);
    const dayOfMonth = numberIn(date, 31);
    if (date === '*' && day === '*') return t('Every day at {{time}}', { time });
    if (dayOfMonth !== null && day === '*')
      return t('On day {{day}} of the month at {{time}}', { day: dayOfMonth, time });
    const named = date === '*' ? daysOf(day) : null;
    return named === null ? null : t('{{days}} at {{time}}', { days: named, time });
  }
  if (date !== '*' || day !== '*') return null;
  if (hour === '*' && at !== null) return t('Every hour at minute {{minute}}', { minute: at });
  const step = /^\*\/(\d{1,2})$/.exec(minute ?? '')?.[1];
  if (hour === '*' && step !== undefined && 60 % Number(step) === 0)
    return t('Every {{count, number}} minutes', { count: Number(step) });
  return hour === '*' && minute === '*' ? t('Every {{count, number}} minutes', { count: 1 }) : null;
}
