// One page of records through all steps of the flow, in waves so that equal keys never run side by side.
import { runBatches } from './deliver-batch.js';
import { runGuardedWrites, runLookups, runResendWrites } from './deliver-single.js';
import type { PageWork } from './page-work.js';
import type { CallStep } from './plan.js';
import { narrow, setStep, type RecordJob } from './record-job.js';
import type { RunContext } from './run-context.js';

/** Runs the record-level steps; returns early when the run stops. `commit` commits what has gathered. */
export async function runPage(ctx: RunContext, work: PageWork, commit: CommitSoFar): Promise<void> {
  joinSideTables(ctx, work);
  const all = waves(work.jobs);
  work.hasRepeats = all.length > 1;
  for (const [nth, wave] of all.entries()) {
    for (const step of ctx.plan.during) {
      if (ctx.isStopping()) return;
      const open = wave.filter((job) => job.status === 'open');
      if (open.length > 0) await runStep(ctx, work, step, open, commit);
    }
    if (ctx.isStopping()) return;
    // the ledger knows the last record of a key alone: that the ones before are settled is told with them
    if (nth >= work.wavesDone && nth + 1 < all.length && ctx.mode === 'deliver') await commit(nth + 1);
  }
}

/** Commits what has gathered; `wavesDone`: so many waves of the page are settled with it. */
type CommitSoFar = (wavesDone?: number) => Promise<void>;

function runStep(
  ctx: RunContext,
  work: PageWork,
  step: CallStep,
  jobs: RecordJob[],
  commit: () => Promise<void>,
): Promise<void> {
  if (step.role === 'lookup') return runLookups(ctx, work, step, jobs);
  if (step.batch) return runBatches(ctx, work, step, jobs, commit);
  return step.on_unknown === 'resend'
    ? runResendWrites(ctx, work, step, jobs)
    : runGuardedWrites(ctx, work, step, jobs, commit);
}

/** The first record of each key, then the second of those that have one, and so on, in source order. */
function waves(jobs: readonly RecordJob[]): RecordJob[][] {
  const made: RecordJob[][] = [];
  const seen = new Map<string, number>();
  for (const job of jobs) {
    const nth = seen.get(job.key) ?? 0;
    seen.set(job.key, nth + 1);
    job.wave = nth;
    (made[nth] ??= []).push(job);
  }
  return made;
}

function joinSideTables(ctx: RunContext, work: PageWork): void {
  for (const step of ctx.plan.before) {
    const side = ctx.sideTables.get(step.handler_id);
    if (!side) continue;
    for (const job of work.jobs) {
      if (job.status !== 'open') continue;
      const rows = side.table.match(job.record);
      if (rows.length === 0 && step.join?.on_missing === 'skip') {
        job.status = 'skipped';
        work.skipped(step, job, 'JOIN_MISS');
      } else if (rows.length === 0 && step.join?.on_missing === 'error') {
        work.failed(step, job, {
          class: 'MAPPING',
          code: 'JOIN_MISS',
          message: `"${step.name}" holds no row for this record.`,
        });
      } else {
        if (step.join?.on_missing === 'error') work.resolve(step, job);
        const { response } = side.sample;
        setStep(job, step.handler_id, null, {
          ...response,
          body: narrow(response.body, step.api.records_path, rows),
        });
      }
    }
  }
}
