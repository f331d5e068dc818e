// Dates as people of one country write them (31/12/2024): their form, where the digits leave no doubt about it.

const LOCAL = /^([0-9]{1,2})([./-])([0-9]{1,2})\2[0-9]{4}(?:([ T])[0-9]{2}:[0-9]{2}(:[0-9]{2})?)?$/;

export interface LocalDate {
  /** A date pattern; undefined where day and month could change places. */
  pattern: string | undefined;
  hasTime: boolean;
}

/** undefined: no such date. A number above 12 can only be the day. */
export function localDate(text: string): LocalDate | undefined {
  const found = LOCAL.exec(text);
  if (!found) return undefined;
  const [, first = '', sign = '', second = '', gap, seconds] = found;
  const [a, b] = [Number(first), Number(second)];
  if (Math.min(a, b) < 1 || Math.min(a, b) > 12 || Math.max(a, b) > 31) return undefined;
  const hasTime = gap !== undefined;
  if (a <= 12 && b <= 12) return { pattern: undefined, hasTime };
  const width = first.length === 2 && second.length === 2 ? 2 : 1;
  const [day, month] = ['d'.repeat(width), 'M'.repeat(width)];
  const date = (b > 12 ? [month, day, 'yyyy'] : [day, month, 'yyyy']).join(sign);
  const time = hasTime ? `${gap === 'T' ? "'T'" : ' '}HH:mm${seconds === undefined ? '' : ':ss'}` : '';
  return { pattern: date + time, hasTime };
}
