/** The last 24 hours up to the next full hour, as the stats route takes it; stable within the hour. */
export function lastDay(now: number = Date.now()): { from: string; to: string } {
  const hour = 3_600_000;
  const to = Math.ceil(now / hour) * hour;
  return { from: new Date(to - 24 * hour).toISOString(), to: new Date(to).toISOString() };
}
