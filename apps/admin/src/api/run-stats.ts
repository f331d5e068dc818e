/** The runs of a span of time, per hour, as the dashboard draws them. */
export interface HourStats {
  hour: string;
  runs: number;
  delivered: number;
  skipped: number;
  failed: number;
}
export interface SlowestApi {
  api_id: string;
  api_name: string;
  duration_ms: number;
}
export interface RunStats {
  hours: HourStats[];
  totals: Omit<HourStats, 'hour'>;
  slowest: SlowestApi | null;
}

const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const object = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

export function statsOf(answer: unknown): RunStats {
  const body = object(answer);
  const list = Array.isArray(answer) ? answer : Array.isArray(body.hours) ? body.hours : [];
  const hours = list.map((entry): HourStats => {
    const row = object(entry);
    return {
      hour: text(row.hour),
      runs: number(row.runs),
      delivered: number(row.delivered),
      skipped: number(row.skipped),
      failed: number(row.failed),
    };
  });
  const sum = (key: 'runs' | 'delivered' | 'skipped' | 'failed') =>
    hours.reduce((total, row) => total + row[key], 0);
  const slowest = object(body.slowest_api);
  return {
    hours,
    totals: {
      runs: sum('runs'),
      delivered: sum('delivered'),
      skipped: sum('skipped'),
      failed: sum('failed'),
    },
    slowest: slowest.api_id
      ? {
          api_id: text(slowest.api_id),
          api_name: text(slowest.api_name),
          duration_ms: number(slowest.mean_ms),
        }
      : null,
  };
}

const HOUR_MS = 3_600_000;

/** Every hour of the span, those without a run too: the bars then tell when nothing was moved. */
export function everyHour(hours: readonly HourStats[], from: string, to: string): HourStats[] {
  const known = new Map(hours.map((row) => [Date.parse(row.hour), row]));
  const all: HourStats[] = [];
  for (let at = Math.floor(Date.parse(from) / HOUR_MS) * HOUR_MS; at < Date.parse(to); at += HOUR_MS)
    all.push(
      known.get(at) ?? { hour: new Date(at).toISOString(), runs: 0, delivered: 0, skipped: 0, failed: 0 },
    );
  return all;
}
