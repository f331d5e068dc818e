// Calls made once per run: plain reads, joined lists, and writes that use no record.
import { always } from './always.js';
import { runBatches } from './deliver-batch.js';
import { runGuardedWrites, runResendWrites } from './deliver-single.js';
import { recordKeyReader } from './identity.js';
import { ListReader, readFailure } from './list-reader.js';
import { haltBy, isSettled } from './outcome.js';
import type { PageWork } from './page-work.js';
import type { CallStep } from './plan.js';
import type { RequestParts } from './ports.js';
import { inputOf, newJob, type RecordJob } from './record-job.js';
import type { RunContext } from './run-context.js';
import { viewOf } from './sender.js';
import { MAX_JOIN_ROWS, SideTable } from './side-table.js';
import { outgoing, prepareRequest } from './unit.js';

const NO_RESPONSE = { status: 0, headers: {}, body: undefined };

/** What a list is asked with, from the calls before it; `error` says why it cannot be asked, null: it is left out. */
export function listParts(
  ctx: RunContext,
  step: CallStep,
): { parts: RequestParts } | { parts: null; error: { code: string; message: string } | null } {
  const { mapping } = step;
  if (!mapping) return { parts: {} };
  const lostId = mapping.sources.find((id) => ctx.lost.has(id));
  if (lostId !== undefined)
    return {
      parts: null,
      error: {
        code: 'CAPTURE_MISSING',
        message: `The answer to "${lostId}" was not kept by the run that made it.`,
      },
    };
  if (mapping.sources.some((id) => ctx.missing.has(id))) {
    ctx.warn({
      code: 'LIST_LEFT_OUT',
      message: `"${step.name}" was not read: a call of whose answer it is asked was not made.`,
      handler_id: step.handler_id,
    });
    return { parts: null, error: null };
  }
  const input = inputOf(ctx, newJob(ctx, '', undefined, NO_RESPONSE, 0), step);
  const { parts, errors } = ctx.ports.map(mapping.handler_id, input);
  const [error] = errors;
  return error ? { parts: null, error } : { parts };
}

/**
 * Runs one run-level step; a failed read stops the run unless its handler ignores errors. `isAgain`: the run was begun
 * again, and what failed before is tried anew.
 */
export async function runOnce(
  ctx: RunContext,
  step: CallStep,
  work: PageWork,
  isAgain: boolean,
  commit: (work: PageWork) => Promise<void>,
): Promise<void> {
  if (step.role === 'side_table') return readSideTable(ctx, step);
  // of the attempt before
  ctx.missing.delete(step.handler_id);
  ctx.lost.delete(step.handler_id);
  delete ctx.runSteps[step.handler_id];
  const job = runJob(ctx, step);
  if (step.role !== 'write' || ctx.options.given?.has(step.handler_id)) return readOnce(ctx, work, step, job);
  if (ctx.mode === 'reconcile') return;
  work.jobs = [job];
  const found = ctx.mode === 'deliver' ? await ctx.ports.store.ledger([step.handler_id], [job.key]) : [];
  // what no record fills is made by each run
  const rows = step.mapping ? found : found.filter((row) => row.run_id === ctx.options.run_id);
  work.takeRows(rows);
  if (isAgain) work.knew(rows.filter((row) => row.state !== 'delivered'));
  const commitWork = (): Promise<void> => commit(work);
  if (step.batch) await runBatches(ctx, work, step, [job], commitWork);
  else if (step.on_unknown === 'resend') await runResendWrites(ctx, work, step, [job]);
  else await runGuardedWrites(ctx, work, step, [job], commitWork);
  await commit(work);
  const made = job.steps[step.handler_id];
  if (made) ctx.runSteps[step.handler_id] = made;
  else if (step.is_read_later && !ctx.isStopping()) stopWithoutAnswer(ctx, work, step, job);
}

/**
 * The records are built of an answer that there is none of. Where the call failed the run fails with it: records that
 * were passed over would be behind the cursor of the next run.
 */
function stopWithoutAnswer(ctx: RunContext, work: PageWork, step: CallStep, job: RecordJob): void {
  const { handler_id: id, name } = step;
  if (job.lost?.has(id)) ctx.lost.add(id);
  else if (job.status === 'failed' && ctx.plan.before.includes(step))
    ctx.fail(
      work.failure?.code ?? 'FAILED',
      work.failure?.message ?? `"${name}" failed before this run was taken up again.`,
      id,
    );
  else if (work.row(id, job.key)?.state === 'unknown' && ctx.mode === 'deliver')
    ctx.fail(
      'UNKNOWN_OUTCOME',
      `Whether "${name}" took effect is not known, and records are built of its answer.`,
      id,
    );
  else ctx.missing.add(id);
}

function runJob(ctx: RunContext, step: CallStep): RecordJob {
  const job = newJob(ctx, '', undefined, NO_RESPONSE, 0);
  const input = inputOf(ctx, job, step);
  job.record = input.record;
  const source = ctx.plan.before.find((each) => each.handler_id === step.mapping?.sources[0]);
  job.key = recordKeyReader(source?.api.record_key ?? [])(input.record ?? null);
  return job;
}

async function readOnce(ctx: RunContext, work: PageWork, step: CallStep, job: RecordJob): Promise<void> {
  const given = ctx.options.given?.get(step.handler_id)?.[0];
  if (given) {
    try {
      const read = ctx.ports.bodies.read(step.api.api_id, given);
      ctx.runSteps[step.handler_id] = { request: null, response: viewOf(given, read) };
    } catch (error) {
      failRead(ctx, step, 'BODY', `"${step.name}" cannot be read: ${(error as Error).message}`);
    }
    return;
  }
  const prepared = prepareRequest(ctx, work, step, job);
  if (!prepared) {
    if (job.missing?.has(step.handler_id)) ctx.missing.add(step.handler_id);
    if (job.status === 'failed')
      failRead(ctx, step, 'MAPPING', `"${step.name}" could not be asked: its mapping failed.`);
    return;
  }
  const result = await ctx.sender.send(step, outgoing(step, prepared.request, prepared.body, null), {
    signal: ctx.readSignal,
    isStopping: ctx.isStopping,
    repeatable: step.repeatable,
  });
  if (result.kind === 'ok') {
    const response = viewOf(result.answer, result.body);
    ctx.runSteps[step.handler_id] = { request: prepared.request.body, response };
    ctx.noteResponse(step, always(response));
  } else if (isSettled(result)) {
    failRead(ctx, step, result.kind === 'unknown' ? 'UNKNOWN_OUTCOME' : result.code, result.message);
  } else {
    haltBy(ctx, step, result);
  }
}

function failRead(ctx: RunContext, step: CallStep, code: string, message: string): void {
  if (step.on_error === 'ignore') ctx.warn({ code, message, handler_id: step.handler_id });
  else ctx.fail(code, message, step.handler_id);
}

async function readSideTable(ctx: RunContext, step: CallStep): Promise<void> {
  const { join } = step;
  if (!join) return;
  ctx.sideTables.delete(step.handler_id);
  if (step.when && !ctx.admits(step, { response: null, steps: ctx.runSteps, run: ctx.run })) return;
  const table = new SideTable(join.left_path, join.right_path);
  const asked = listParts(ctx, step);
  if (!asked.parts)
    return asked.error ? failRead(ctx, step, asked.error.code, asked.error.message) : undefined;
  const reader = new ListReader(
    ctx,
    step,
    asked.parts,
    null,
    ctx.options.given?.get(step.handler_id) ?? null,
  );
  let state = reader.pager.first();
  for (;;) {
    const read = await reader.read(state);
    if (read.kind !== 'page') {
      if (read.kind === 'failed' && !isSettled(read.result)) return haltBy(ctx, step, read.result);
      const failure = readFailure(step, read);
      return failRead(ctx, step, failure.code, failure.message);
    }
    const { page } = read;
    if (page.isIgnored)
      return failRead(ctx, step, `HTTP_${page.answer.status}`, `"${step.name}" was not read to its end.`);
    if (!table.add(page.records, page.answer.body.length)) {
      return ctx.fail(
        'JOIN_TOO_LARGE',
        `"${step.name}" has more than ${MAX_JOIN_ROWS} rows or 64 MiB: too large to be joined.`,
        step.handler_id,
      );
    }
    page.answer.release?.();
    if (page.step.fault) return ctx.fail(page.step.fault.code, page.step.fault.message, step.handler_id);
    const { next } = page.step;
    if (!next) {
      // in full or not at all: half a table would say that rows are missing
      ctx.sideTables.set(step.handler_id, { table, sample: { request: null, response: page.view } });
      return;
    }
    state = next;
  }
}
