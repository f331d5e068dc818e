// Time zones: offsets by cached Intl formatters, and local time to instant by the rules of Temporal's `compatible`.

export interface Zone {
  /** Seconds to add to UTC at that instant. */
  offsetAt(seconds: number): number;
}

const FIXED = /^([+-])([0-9]{2}):?([0-9]{2})$/;
const zones = new Map<string, Zone | undefined>();
const MAX_CACHED_ZONES = 1000;

/** A zone by IANA name, `UTC`, `Z` or a fixed offset such as `+05:00`; undefined when there is none of that name. */
export function findZone(name: string): Zone | undefined {
  if (!zones.has(name)) {
    if (zones.size >= MAX_CACHED_ZONES) zones.clear();
    zones.set(name, makeZone(name));
  }
  return zones.get(name);
}

export const UTC: Zone = { offsetAt: () => 0 };

function makeZone(name: string): Zone | undefined {
  if (name === 'UTC' || name === 'Z') return UTC;
  const fixed = FIXED.exec(name);
  if (fixed) {
    const hours = Number(fixed[2]);
    const minutes = Number(fixed[3]);
    if (hours > 23 || minutes > 59) return undefined;
    const offset = (fixed[1] === '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
    return { offsetAt: () => offset };
  }
  try {
    return new NamedZone(name);
  } catch {
    return undefined;
  }
}

const BUCKET_SECONDS = 900;
const MAX_BUCKETS = 20_000;

class NamedZone implements Zone {
  private readonly format: Intl.DateTimeFormat;
  /** Offset per quarter of an hour; NaN where the offset changes inside it. */
  private readonly buckets = new Map<number, number>();

  constructor(name: string) {
    this.format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  offsetAt(seconds: number): number {
    const bucket = Math.floor(seconds / BUCKET_SECONDS);
    let offset = this.buckets.get(bucket);
    if (offset === undefined) {
      const start = this.compute(bucket * BUCKET_SECONDS);
      offset = start === this.compute((bucket + 1) * BUCKET_SECONDS - 1) ? start : NaN;
      if (this.buckets.size >= MAX_BUCKETS) this.buckets.clear();
      this.buckets.set(bucket, offset);
    }
    return Number.isNaN(offset) ? this.compute(seconds) : offset;
  }

  private compute(seconds: number): number {
    const part: Record<string, string> = {};
    for (const { type, value } of this.format.formatToParts(seconds * 1000)) part[type] = value;
    const year = part.era === 'BC' ? 1 - Number(part.year) : Number(part.year);
    const local = new Date(0);
    local.setUTCFullYear(year, Number(part.month) - 1, Number(part.day));
    local.setUTCHours(Number(part.hour), Number(part.minute), Number(part.second));
    return local.getTime() / 1000 - seconds;
  }
}

export type LocalResult = { seconds: number; isExact: boolean };

/**
 * The instant of a local time. A repeated hour takes its first pass, a skipped one moves forward by the gap;
 * `isExact` is false in both cases.
 */
export function localToInstant(zone: Zone, local: number): LocalResult {
  const before = zone.offsetAt(local - 86_400);
  const after = zone.offsetAt(local + 86_400);
  const candidates = [...new Set([before, after])]
    .map((offset) => ({ offset, seconds: local - offset }))
    .filter(({ offset, seconds }) => zone.offsetAt(seconds) === offset)
    .map(({ seconds }) => seconds);
  if (candidates.length === 0) return { seconds: local - before, isExact: false };
  return { seconds: Math.min(...candidates), isExact: candidates.length === 1 };
}
