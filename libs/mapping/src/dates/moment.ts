// A point in time as the source wrote it: an instant, a local date-time, or a date alone.

export interface Moment {
  kind: 'instant' | 'local' | 'date';
  /** Seconds since 1970-01-01T00:00; of local kinds as if their clock were UTC. */
  seconds: number;
  /** 0 to 999,999,999. */
  nanos: number;
}

export interface Fields {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const DAY = 86_400;

/** Days since 1970-01-01 of a civil date (Howard Hinnant's algorithm, proleptic Gregorian). */
export function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

export function fieldsFromSeconds(seconds: number): Fields {
  const days = Math.floor(seconds / DAY);
  const rest = seconds - days * DAY;
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthIndex = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthIndex + 2) / 5) + 1,
    hour: Math.floor(rest / 3600),
    minute: Math.floor(rest / 60) % 60,
    second: rest % 60,
  };
}

/** Seconds of civil fields, or undefined when there is no such date or time. */
export function secondsFromFields(f: Fields): number | undefined {
  if (f.month < 1 || f.month > 12 || f.day < 1 || f.day > daysInMonth(f.year, f.month)) return undefined;
  if (f.hour > 23 || f.minute > 59 || f.second > 59) return undefined;
  return daysFromCivil(f.year, f.month, f.day) * DAY + f.hour * 3600 + f.minute * 60 + f.second;
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** 1 Monday to 7 Sunday. */
export function weekdayOf(seconds: number): number {
  return ((((Math.floor(seconds / DAY) + 3) % 7) + 7) % 7) + 1;
}

/** The range of years that the formats can write: 0001 to 9999. */
export const MIN_SECONDS = daysFromCivil(1, 1, 1) * DAY;
export const MAX_SECONDS = daysFromCivil(10_000, 1, 1) * DAY - 1;
