/** The last 24 hours up to the next full hour, as the stats route takes it; the same object within the hour. */
import { useMemo } from 'react';
import { useTick } from './use-tick.js';

const HOUR = 3_600_000;

export function useLastDay(): { from: string; to: string } {
  const to = Math.ceil(useTick() / HOUR) * HOUR;
  return useMemo(
    () => ({ from: new Date(to - 24 * HOUR).toISOString(), to: new Date(to).toISOString() }),
    [to],
  );
}
