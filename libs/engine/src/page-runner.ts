// One page of records through all steps of the flow, in waves so that equal keys never run side by side.
import { runBatches } from './deliver-batch.js';
import { runGuardedWrites, runLookups, runResendWrites } from './deliver-single.js';
import type { PageWork } from './page-work.js';
import type { CallStep } from './plan.js';
import { narrow, setStep, type RecordJob } from './record-job.js';
import type { RunContext } from './run-context.js';

/** Runs the record-level steps; returns early when the run stops. `commit` commits what has gathered. */
export async function runPage(ctx: RunContext, work: PageWork, commit: CommitSoFar): Promise<void> {
  const all = waves(work.jobs);
  work.hasRepeats = all.length > 1;
  for (const [nth, wave] of all.entries()) {
    takeUp(ctx, work, wave);
    joinSideTables(ctx, work, wave);
    for (const step of ctx.plan.during) {
      if (ctx.isStopping()) return;
      const open = wave.filter((job) => job.status === 'open');
      if (open.length > 0) await runStep(ctx, work, step, open, commit);
    }
    if (ctx.isStopping()) return;
    // the ledger knows the last record of a key alone: that the ones before are settled is told with them
    if (nth + 1 < all.length && ctx.mode === 'deliver') {
      work.closeWave(wave);
      await commit(true);
    }
  }
}

/** Commits what has gathered; `isWave`: a wave of the page is settled with it. */
type CommitSoFar = (isWave?: boolean) => Promise<void>;

/** Records that are too large fail at once; what was said of one that is not any more is over. */
export function takeUp(ctx: RunContext, work: PageWork, jobs: readonly RecordJob[]): void {
  const { driver } = ctx.plan;
  if (!driver) return;
  for (const job of jobs) {
    if (job.status !== 'failed') {
      work.resolve(driver, job);
      continue;
    }
    job.status = 'open';
    work.failed(driver, job, {
      class: 'TOO_LARGE',
      code: 'TOO_LARGE',
      message: 'The record is larger than 1 MiB.',
    });
    job.record = null;
  }
}

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
export function waves(jobs: readonly RecordJob[]): RecordJob[][] {
  const made: RecordJob[][] = [];
  const seen = new Map<string, number>();
  for (const job of jobs) {
    const nth = seen.get(job.key) ?? 0;
    seen.set(job.key, nth + 1);
    (made[nth] ??= []).push(job);
  }
  return made;
}

/** In a reconciliation a record that its join leaves out is not listed, and one that its join fails is as others are. */
export function joinSideTables(ctx: RunContext, work: PageWork, jobs: readonly RecordJob[]): void {
  for (const step of ctx.plan.before) {
    const side = ctx.sideTables.get(step.handler_id);
    if (!side) continue;
    for (const job of jobs) {
      if (job.status !== 'open') continue;
      const rows = side.table.match(job.record);
      if (rows.length === 0 && step.join?.on_missing === 'skip') {
        job.status = 'skipped';
        if (ctx.mode !== 'reconcile') work.skipped(step, job, 'JOIN_MISS');
      } else if (rows.length === 0 && step.join?.on_missing === 'error' && ctx.mode !== 'reconcile') {
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
