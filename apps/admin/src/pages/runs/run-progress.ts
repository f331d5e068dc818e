/** How far a run is, how fast, and how long what was read still takes. */
import type { Run } from '../../api/types.js';

/** An estimate of the first seconds is a guess, so none is shown. */
const ESTIMATE_AFTER_MS = 5_000;

interface RunProgress {
  done: number;
  total: number;
  percent: number;
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
  return {
    done,
    total: read,
    percent: read === 0 ? 0 : Math.min(100, (100 * done) / read),
    elapsedMs,
    rate,
    leftMs:
      rate !== null && left > 0 && elapsedMs >= ESTIMATE_AFTER_MS && !run.finished_at
        ? (left / rate) * 1000
        : null,
  };
}
