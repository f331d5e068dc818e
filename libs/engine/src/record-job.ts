// One record on its way through the flow, and what mappings and conditions see of it.
import { answersReadBy } from './condition-faults.js';
import { parsePath, readSteps, withValueAt } from './paths.js';
import type { CallStep } from './plan.js';
import type { MappingInput, ResponseView } from './ports.js';
import type { RunContext } from './run-context.js';

export interface RecordJob {
  key: string;
  record: unknown;
  /** the page that brought it */
  response: ResponseView;
  page: number;
  steps: MappingInput['steps'];
  /** handlers that did not run for this record, so nothing may be built on their answer */
  missing: Set<string> | null;
  /** handlers that took the record in an earlier run, whose answer was not kept */
  lost: Set<string> | null;
  status: 'open' | 'failed' | 'skipped';
  isMapped: boolean;
  isDelivered: boolean;
}

export function newJob(
  ctx: RunContext,
  key: string,
  record: unknown,
  response: ResponseView,
  page: number,
): RecordJob {
  const { driver } = ctx.plan;
  let steps = ctx.runSteps;
  if (driver && needsDriverStep(ctx, driver)) {
    const body =
      driver.api.records_path === '' ? record : narrow(response.body, driver.api.records_path, [record]);
    steps = { ...steps, [driver.handler_id]: { request: null, response: { ...response, body } } };
  }
  return {
    key,
    record,
    response,
    page,
    steps,
    missing: ctx.missing.size > 0 ? new Set(ctx.missing) : null,
    lost: ctx.lost.size > 0 ? new Set(ctx.lost) : null,
    status: 'open',
    isMapped: false,
    isDelivered: false,
  };
}

const driverStepNeeds = new WeakMap<RunContext, boolean>();

/** The list's own answer is among the other steps only where a mapping has it as a second source or a condition reads it. */
function needsDriverStep(ctx: RunContext, driver: CallStep): boolean {
  const known = driverStepNeeds.get(ctx);
  if (known !== undefined) return known;
  const needs = ctx.plan.during.some(
    (step) =>
      (step.mapping?.sources.indexOf(driver.handler_id) ?? -1) > 0 ||
      answersReadBy(step.when).includes(driver.handler_id),
  );
  driverStepNeeds.set(ctx, needs);
  return needs;
}

/** An answer of the sample's shape whose list holds only these rows. */
export function narrow(body: unknown, recordsPath: string, rows: unknown[]): unknown {
  return withValueAt(body, parsePath(recordsPath), rows);
}

export function setStep(job: RecordJob, handlerId: string, request: unknown, response: ResponseView): void {
  job.steps = { ...job.steps, [handlerId]: { request, response } };
}

export function markMissing(job: RecordJob, handlerId: string): void {
  (job.missing ??= new Set()).add(handlerId);
}

/** The input of a step's mapping: its record is that of the first source. */
export function inputOf(ctx: RunContext, job: RecordJob, step: CallStep): MappingInput {
  const first = step.mapping?.sources[0];
  const { driver } = ctx.plan;
  if (first === undefined || first === driver?.handler_id) {
    return { record: job.record, response: job.response, steps: job.steps, run: ctx.run };
  }
  const source = job.steps[first];
  return {
    record: source ? recordIn(ctx, first, source.response.body) : undefined,
    response: source?.response ?? null,
    steps: job.steps,
    run: ctx.run,
  };
}

/** The record of an answer that brings one: the whole body, or the first of its list. */
function recordIn(ctx: RunContext, handlerId: string, body: unknown): unknown {
  const step = [...ctx.plan.before, ...ctx.plan.during, ...ctx.plan.after].find(
    (each) => each.handler_id === handlerId,
  );
  const path = step?.api.records_path ?? '';
  if (path === '') return body;
  const found = readSteps(body, parsePath(path));
  return Array.isArray(found) ? (found as unknown[])[0] : found;
}
