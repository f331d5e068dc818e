// When a schedule fires: cron in its own IANA zone (croner knows the daylight-saving rules), or an interval.
import { Cron } from 'croner';
import type { ScheduleSettings } from './trigger.types.js';

const HOUR_MS = 3_600_000;
const NUMBERS = /^\d+(,\d+)*$/;

/** What is wrong with a cron text, in words; null when it can be used and will ever fire. */
export function cronFault(cron: string): string | null {
  try {
    const job = new Cron(cron, { timezone: 'UTC', mode: '5-part', paused: true });
    return job.nextRun() === null ? 'never fires' : null;
  } catch (error) {
    const isFive = cron.trim().split(/\s+/).length === 5;
    const why = isFive ? `: ${(error as Error).message.replace(/^CronPattern: /, '')}` : '';
    return `must be five fields (minute, hour, day of the month, month, day of the week) such as "0 6 * * MON"${why}`;
  }
}

/** The first instant after `after`; null when there is none. An interval counts from `after`. */
export function nextAfter(settings: ScheduleSettings, after: Date): Date | null {
  const { value, done } = instantsAfter(settings, after).next();
  return done === true ? null : value;
}

/** All instants after `after`, in order, each once however many times of the clock fall on it. */
function* instantsAfter(settings: ScheduleSettings, after: Date): Generator<Date, undefined> {
  if (settings.every_seconds !== null) {
    for (let at = after.getTime(); ;) yield new Date((at += settings.every_seconds * 1000));
  }
  const upcoming = timesOf(settings.cron ?? '').map((cron) => {
    const job = cronOf(cron, settings.timezone);
    return { job, next: job.nextRun(after) };
  });
  for (;;) {
    const earliest = Math.min(...upcoming.map(({ next }) => next?.getTime() ?? Infinity));
    if (earliest === Infinity) return;
    const at = new Date(earliest);
    yield at;
    for (const each of upcoming) if (each.next?.getTime() === earliest) each.next = each.job.nextRun(at);
  }
}

/**
 * One cron text for each fixed time of the clock. croner keeps a time that stands alone from being skipped or repeated by
 * a change of the clock, but takes several hours or minutes for a rhythm, which follows real time. Only `*`, steps and
 * ranges are one (`0 1-3` is hourly from 1 to 3): where hour and minute are numbers and lists, each time stands alone.
 */
function timesOf(cron: string): string[] {
  const [minutes = '', hours = '', ...days] = cron.trim().split(/\s+/);
  if (!NUMBERS.test(minutes) || !NUMBERS.test(hours)) return [cron];
  return [...new Set(hours.split(','))].flatMap((hour) =>
    [...new Set(minutes.split(','))].map((minute) => [minute, hour, ...days].join(' ')),
  );
}

/** The last instants in (after, until], at most so many, in order. */
export function lastSlots(settings: ScheduleSettings, after: Date, until: Date, most: number): Date[] {
  if (settings.every_seconds !== null) {
    const every = settings.every_seconds * 1000;
    const steps = Math.floor((until.getTime() - after.getTime()) / every);
    const count = Math.max(0, Math.min(steps, most));
    return Array.from(
      { length: count },
      (_, index) => new Date(after.getTime() + (steps - count + 1 + index) * every),
    );
  }
  // backwards only to find where to begin, twice as far as an hour that is there twice needs; forwards the rules of the
  // changes of the clock are known
  const earliest = cronOf(settings.cron ?? '', settings.timezone)
    .previousRuns(2 * most, until)
    .at(-1);
  const begin = new Date(Math.max(after.getTime(), (earliest?.getTime() ?? 0) - HOUR_MS));
  const slots: Date[] = [];
  for (const at of instantsAfter(settings, begin)) {
    if (at > until) break;
    slots.push(at);
  }
  return slots.slice(-most);
}

export interface FireTime {
  at: Date;
  /** wall clock in the schedule's zone with its offset */
  local: string;
  /** the zone's offset is another than at the fire time before */
  isOffsetChange: boolean;
}

/** The next fire times, with the daylight-saving changes between them marked. */
export function preview(settings: ScheduleSettings, from: Date, count: number): FireTime[] {
  const times: FireTime[] = [];
  let before = offsetAt(settings.timezone, from);
  for (const at of instantsAfter(settings, from)) {
    if (times.length === count) break;
    const offset = offsetAt(settings.timezone, at);
    times.push({ at, local: localText(at, offset), isOffsetChange: offset !== before });
    before = offset;
  }
  return times;
}

function cronOf(cron: string, timezone: string): Cron {
  return new Cron(cron, { timezone, mode: '5-part', paused: true });
}

/** Minutes east of UTC. */
function offsetAt(zone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const part = (type: string): number => Number(parts.find((each) => each.type === type)?.value);
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return Math.round((local - at.getTime()) / 60_000);
}

function localText(at: Date, offset: number): string {
  const wall = new Date(at.getTime() + offset * 60_000).toISOString().slice(0, 19);
  const absolute = Math.abs(offset);
  const hours = String(Math.floor(absolute / 60)).padStart(2, '0');
  const minutes = String(absolute % 60).padStart(2, '0');
  return `${wall}${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
}
