/** How far a run is, how fast, and how long what was read still takes. */
import type { Run } from '../../api/types.js';

/** An estimate of the first seconds is a guess, so none is shown. */
const ESTIMATE_AFTER_MS = 5_000;

/** The ends that a record can come to. */
export const ends = ['delivered', 'skipped', 'failed'] as const;
export type End = (typeof ends)[number];

interface RunProgress {
  done: number;
  total: number;
  /**
   * Percent of what was read, by its end. Null while the run is not over: how much there still is to read is told by
   * nobody, so a share of what was read so far would look like a run that is nearly done.
   */
  shares: Record<End, number> | null;
  elapsedMs: number;
  /** Records a second; null while it is not known. */
  rate: number | null;
  /** Null while there is nothing to tell by, and when the run has ended. */
  leftMs: number | null;
}

export function progressOf(
  run: Pick<Run, 'counts' | 'started_at' | 'finished_at'>,
  now: number,
): RunProgress {
  const { read = 0, delivered = 0, skipped = 0, failed = 0 } = run.counts ?? {};
  const done = delivered + skipped + failed;
  const elapsedMs = run.started_at
    ? Math.max(0, (run.finished_at ? Date.parse(run.finished_at) : now) - Date.parse(run.started_at))
    : 0;
  const rate = elapsedMs > 1000 && done > 0 ? done / (elapsedMs / 1000) : null;
  const left = Math.max(0, read - done);
  const total = Math.max(read, done);
  const share = (count: number): number => (total === 0 ? 0 : (100 * count) / total);
  return {
    done,
    total: read,
    shares: run.finished_at
      ? { delivered: share(delivered), skipped: share(skipped), failed: share(failed) }
      : null,
    elapsedMs,
    rate,
    leftMs:
      rate !== null && left > 0 && elapsedMs >= ESTIMATE_AFTER_MS && !run.finished_at
        ? (left / rate) * 1000
        : null,
  };
}
