/** The next times of a schedule as the preview answers them; a change of daylight saving is marked. */
import type { Json } from '../../api/types.js';

export interface FireTime {
  at: string;
  note: string;
}

export function fireTimes(answer: Json | undefined): FireTime[] {
  const list = Array.isArray(answer)
    ? answer
    : isObject(answer)
      ? Object.values(answer).find(Array.isArray)
      : undefined;
  return (list ?? []).flatMap((entry): FireTime[] => {
    if (typeof entry === 'string') return [{ at: entry, note: '' }];
    if (!isObject(entry)) return [];
    const at = [entry.at, entry.time, entry.fire_at].find((value) => typeof value === 'string');
    const note = [entry.note, entry.daylight_saving, entry.dst_change].find(
      (value) => typeof value === 'string',
    );
    return typeof at === 'string' ? [{ at, note: typeof note === 'string' ? `(${note})` : '' }] : [];
  });
}

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
