// One request per record: look-ups, and writes by the protocol of their `on_unknown`.
import { always } from './always.js';
import type { CallStep } from './plan.js';
import { faultOfSearch } from './list-reader.js';
import type { LookupReference, PreparedRequest, RecordStages } from './ports.js';
import type { PageWork } from './page-work.js';
import { parsePath, readSteps } from './paths.js';
import { scalarText } from './identity.js';
import { markMissing, setStep, type RecordJob } from './record-job.js';
import type { RunContext } from './run-context.js';
import { isEmptySearch, isNothing, isUnsure } from './lookup-answer.js';
import {
  haltBy,
  isSettled,
  settleChanged,
  settleDelivered,
  settleFailed,
  settleStop,
  settleUnknown,
  toldHash,
} from './outcome.js';
import { RequestsAhead } from './requests-ahead.js';
import { viewOf, type SendResult } from './sender.js';
import type { EngineApi } from './types.js';
import {
  decide,
  keyOf,
  ledgerRow,
  outgoing,
  prepareRequest,
  requestView,
  type Unit,
  withdrawnRow,
} from './unit.js';

/** Runs each item of a page in order, as many at once as the run has slots; stops taking items when the run stops. */
export async function eachInSlots<T>(
  ctx: RunContext,
  { page }: PageWork,
  items: Iterable<T>,
  run: (entry: T) => Promise<void>,
): Promise<void> {
  let running = 0;
  let onIdle: (() => void) | null = null;
  const end = (): void => {
    ctx.slots.release();
    running -= 1;
    if (running === 0) onIdle?.();
  };
  const crash = (error: unknown): void => {
    ctx.crash(error);
    end();
  };
  const turns = items[Symbol.iterator]();
  while (!ctx.isStopping()) {
    const slot = ctx.slots.acquire(page);
    if (slot) await slot;
    // what is made of an item before it runs has its slot as well
    const turn = ctx.isStopping() ? null : nextOf(turns, ctx);
    if (!turn || turn.done || ctx.isStopping()) {
      ctx.slots.release();
      break;
    }
    running += 1;
    run(turn.value).then(end, crash);
  }
  if (running > 0) await new Promise<void>((resolve) => (onIdle = resolve));
}

function nextOf<T>(turns: Iterator<T, unknown>, ctx: RunContext): IteratorResult<T, unknown> | null {
  try {
    return turns.next();
  } catch (error) {
    ctx.crash(error);
    return null;
  }
}

/** A GET made for each record; its answer is there for the mappings that follow. */
export function runLookups(
  ctx: RunContext,
  work: PageWork,
  step: CallStep,
  jobs: readonly RecordJob[],
): Promise<void> {
  return eachInSlots(ctx, work, jobs, async (job) => {
    const prepared = prepareRequest(ctx, work, step, job);
    if (!prepared) return;
    const { request } = prepared;
    const result = await ctx.sender.send(step, outgoing(step, request, prepared.body, null), {
      signal: ctx.readSignal,
      isStopping: ctx.isStopping,
      repeatable: true,
    });
    const fault = result.kind === 'ok' && !result.isIgnored ? faultOfSearch(step, result.body) : null;
    const shown = (): RecordStages['request'] => ({
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: request.body ?? null,
    });
    if (result.kind === 'ok' && fault !== null) {
      work.failed(step, job, {
        class: 'BODY',
        code: 'NOT_A_LIST',
        message: fault,
        attempts: result.attempts,
        mapped: request.body ?? null,
        request: shown(),
        response: viewOf(result.answer, result.body),
      });
    } else if (result.kind === 'ok') {
      const view = viewOf(result.answer, result.body);
      setStep(job, step.handler_id, request.body, view);
      ctx.noteResponse(step, always(view));
      work.wentWell(step, job);
    } else if (isSettled(result)) {
      work.failed(step, job, {
        ...result,
        mapped: request.body ?? null,
        request: shown(),
      });
    } else {
      haltBy(ctx, step, result);
    }
  });
}

/** Writes whose repetition is harmless: the staged page is the intent, outcomes ride on the page's commit. */
export function runResendWrites(
  ctx: RunContext,
  work: PageWork,
  step: CallStep,
  jobs: readonly RecordJob[],
): Promise<void> {
  const ahead = new RequestsAhead(ctx, work, step, jobs);
  return eachInSlots(ctx, work, unitsToSend(ctx, work, ahead), async (unit) => {
    settle(ctx, work, unit, await sendUnit(ctx, unit), false);
    work.flushIfDue();
  });
}

/** Those that have to be sent, of which each is decided at its turn. */
function* unitsToSend(ctx: RunContext, work: PageWork, ahead: RequestsAhead): Generator<Unit, void> {
  for (const unit of ahead.inTurn()) {
    if (decide(ctx, work, unit) !== 'done' && !showOnly(ctx, work, unit)) yield unit;
  }
}

/** Writes that must not be repeated blindly: intents are committed by chunks of the units in flight. */
export async function runGuardedWrites(
  ctx: RunContext,
  work: PageWork,
  step: CallStep,
  jobs: readonly RecordJob[],
  commit: () => Promise<void>,
): Promise<void> {
  const size = Math.max(1, ctx.options.concurrency);
  const ahead = new RequestsAhead(ctx, work, step, jobs);
  let chunk: Unit[] = [];
  const runChunk = async (): Promise<void> => {
    const units = chunk;
    chunk = [];
    if (units.length === 0) return;
    for (const unit of units) work.write(ledgerRow(unit, 'intent'));
    await commit();
    const sent = new Set<Unit>();
    // Once the requests are written, which is in the next turn of the event loop: answers that come meanwhile are taken
    // together, where each would wake the process for itself.
    setImmediate(() => setImmediate(() => ahead.fill()));
    await eachInSlots(ctx, work, units, async (unit) => {
      sent.add(unit);
      settle(ctx, work, unit, await sendGuarded(ctx, unit), true);
    });
    for (const unit of units) {
      if (!sent.has(unit)) work.write(withdrawnRow(ctx, unit));
    }
  };
  for (const unit of ahead.inTurn()) {
    if ((await decideGuarded(ctx, work, unit)) === 'done') continue;
    if (showOnly(ctx, work, unit)) continue;
    chunk.push(unit);
    if (chunk.length >= size) await runChunk();
  }
  if (!ctx.isStopping()) await runChunk();
  if (ctx.mode === 'deliver' && !ridesOnPage(ctx, step)) await commit();
}

/** Whether the outcomes of a step's last chunk are left to the page's own commit, for which the next page waits. */
export function ridesOnPage({ plan }: RunContext, step: CallStep): boolean {
  return plan.during.at(-1) === step;
}

/** In a dry run the request is shown and nothing is sent. */
export function showOnly(ctx: RunContext, work: PageWork, unit: Unit): boolean {
  if (ctx.mode !== 'dry_run') return false;
  work.skipped(unit.step, unit.job, 'DRY_RUN', {
    mapped: unit.request.body ?? null,
    request: requestView(unit),
  });
  markMissing(unit.job, unit.step.handler_id);
  return true;
}

function sendUnit(ctx: RunContext, unit: Unit): Promise<SendResult> {
  const { step } = unit;
  const key = step.api.idempotency_header ? keyOf(ctx, unit) : null;
  return ctx.sender.send(step, outgoing(step, unit.request, unit.bytes, key), {
    signal: ctx.writeSignal,
    isStopping: ctx.isStopping,
    repeatable: step.repeatable || step.on_unknown === 'resend',
  });
}

function settle(
  ctx: RunContext,
  work: PageWork,
  unit: Unit,
  result: GuardedResult,
  hasIntent: boolean,
): void {
  if (result.kind === 'found') {
    settleDelivered(ctx, work, unit, always(result.response), result.attempts, result.externalId);
  } else if (result.kind === 'ok') {
    settleDelivered(ctx, work, unit, always(viewOf(result.answer, result.body)), result.attempts);
  } else if (result.kind === 'failed' || result.kind === 'unknown') {
    settleFailed(work, unit, result);
  } else {
    settleStop(ctx, work, [unit], result, hasIntent);
  }
}

type Found = {
  kind: 'found';
  response: ReturnType<typeof viewOf>;
  externalId: string | null;
  attempts: number;
};
type GuardedResult = SendResult | Found;

export const MAX_LOOKUP_ROUNDS = 3;

/** Sends; where the outcome stays unknown and the API can be asked, asks, and sends again what did not arrive. */
async function sendGuarded(ctx: RunContext, unit: Unit): Promise<GuardedResult> {
  for (let round = 1; ; round += 1) {
    const result = await sendUnit(ctx, unit);
    if (result.kind !== 'unknown' || unit.step.on_unknown !== 'lookup' || round >= MAX_LOOKUP_ROUNDS)
      return result;
    const found = await lookUp(ctx, unit);
    if (found === 'unsure' || found === 'perhaps_older') return result;
    if (found !== 'absent') return { ...found, attempts: result.attempts };
  }
}

/** A unit that an earlier attempt may have sent: asked for, held, or to be sent. */
export async function decideGuarded(ctx: RunContext, work: PageWork, unit: Unit): Promise<'send' | 'done'> {
  const decision = decide(ctx, work, unit);
  if (decision !== 'unknown') {
    const mayHaveArrived = unit.row?.state === 'intent' || unit.row?.state === 'unknown';
    if (decision === 'done' || !mayHaveArrived || unit.step.on_unknown !== 'lookup') return decision;
  }
  if (unit.step.on_unknown === 'lookup') {
    const found = await lookUp(ctx, unit);
    // what arrived is what was sent of the record before; now it has another content
    if (found === 'absent' || found === 'perhaps_older') return 'send';
    if (found !== 'unsure') {
      settleDelivered(ctx, work, unit, always(found.response), 0, found.externalId);
      return 'done';
    }
    if (ctx.isStopping()) return 'done';
  }
  const { row } = unit;
  if (row?.state === 'unknown' && row.run_id !== ctx.options.run_id && toldHash(row) === unit.hash) {
    // already told by an earlier run and still waiting for a person
    work.skipped(unit.step, unit.job, 'UNKNOWN_OUTCOME');
    markMissing(unit.job, unit.step.handler_id);
  } else if (row && (row.content_hash !== unit.hash || toldHash(row) !== unit.hash)) {
    settleChanged(ctx, work, unit, row);
  } else {
    settleUnknown(work, unit);
  }
  return 'done';
}

/** `perhaps_older`: it is there, and so it would be with what was sent of it before. */
export async function lookUp(
  ctx: RunContext,
  unit: Unit,
): Promise<Omit<Found, 'attempts'> | 'absent' | 'unsure' | 'perhaps_older'> {
  const { step } = unit;
  const lookup = step.api.lookup;
  if (!lookup) return 'unsure';
  const reference: LookupReference = {
    record_key: unit.job.key,
    idempotency_key: keyOf(ctx, unit),
    request: unit.request,
  };
  const request = ctx.ports.calls.buildLookup(step.handler_id, reference);
  const api: EngineApi = step.lookup_api ?? {
    api_id: lookup.api_id,
    api_name: '',
    system_id: step.api.system_id,
    method: 'GET',
    records_path: '',
  };
  const result = await ctx.sender.send(
    step,
    { ...request, idempotency: null, body: undefined },
    { signal: ctx.readSignal, isStopping: ctx.isStopping, repeatable: true, api },
  );
  if (!isSettled(result)) {
    haltBy(ctx, step, result);
    return 'unsure';
  }
  const status = result.kind === 'ok' ? result.answer.status : result.response?.status;
  if (status === 404 || status === 410) return 'absent';
  if (result.kind !== 'ok' || isUnsure(result.answer, result.body)) return 'unsure';
  const foundPath = lookup.found_path || api.records_path;
  const found = foundPath ? readSteps(result.body, parsePath(foundPath)) : result.body;
  if (isNothing(found) || (!foundPath && isEmptySearch(found))) return 'absent';
  if (mayBeThereAlready(unit) && !asksByKey(ctx, unit, reference, request)) return 'perhaps_older';
  const externalId = lookup.id_path ? scalarText(readSteps(result.body, parsePath(lookup.id_path))) : null;
  return { kind: 'found', response: viewOf(result.answer, result.body), externalId };
}

/** Whether another content of the record was sent before and may have arrived. */
function mayBeThereAlready({ row, hash }: Unit): boolean {
  return row !== undefined && row.content_hash !== hash && row.state !== 'failed' && row.state !== 'ignored';
}

/** The key is one of the content: what is found by it is no other content. */
function asksByKey(
  ctx: RunContext,
  unit: Unit,
  reference: LookupReference,
  request: PreparedRequest,
): boolean {
  const other = { ...reference, idempotency_key: `${reference.idempotency_key}x` };
  return ctx.ports.calls.buildLookup(unit.step.handler_id, other).url !== request.url;
}
