// Which writes a record is meant for, as far as a run that sends nothing can tell.
import { answersReadBy } from './condition-faults.js';
import type { CallStep } from './plan.js';
import { inputOf, type RecordJob } from './record-job.js';
import type { RunContext } from './run-context.js';

/** By handler; `perhaps`: its condition, or that of a call before it, reads an answer that was not asked for. */
export function whatIsMeant(ctx: RunContext, job: RecordJob): Map<string, 'yes' | 'no' | 'perhaps'> {
  const meant = new Map<string, 'yes' | 'no' | 'perhaps'>();
  for (const step of ctx.plan.during) {
    const ofSources = (step.mapping?.sources ?? []).map((id) => meant.get(id) ?? 'yes');
    const own = ofOwnCondition(ctx, job, step);
    if (step.role === 'write' && (own === 'no' || ofSources.includes('no'))) meant.set(step.handler_id, 'no');
    else meant.set(step.handler_id, own === 'perhaps' || ofSources.includes('perhaps') ? 'perhaps' : 'yes');
  }
  return meant;
}

function ofOwnCondition(ctx: RunContext, job: RecordJob, step: CallStep): 'yes' | 'no' | 'perhaps' {
  if (!step.when) return 'yes';
  if (answersReadBy(step.when).some((id) => !(id in job.steps))) return 'perhaps';
  const input = { ...inputOf(ctx, job, step), record: job.record, response: job.response };
  return ctx.admits(step, input) ? 'yes' : 'no';
}
