// Several records in one request: stable cutting, answer rules, and halving of what was refused as a whole.
import { always } from './always.js';
import { batchKey } from './identity.js';
import { batchBody, cutBatches, type ItemResult, itemResults, type Sized } from './batch.js';
import {
  decideGuarded,
  eachInSlots,
  lookUp,
  MAX_LOOKUP_ROUNDS,
  ridesOnPage,
  showOnly,
} from './deliver-single.js';
import { settleDelivered, settleFailed, settleStop } from './outcome.js';
import type { PageWork } from './page-work.js';
import { parsePath, type PathStep, readSteps, withValueAt } from './paths.js';
import type { CallStep } from './plan.js';
import type { OutgoingRequest, PreparedRequest, ResponseView } from './ports.js';
import { markMissing, narrow, type RecordJob } from './record-job.js';
import type { RunContext } from './run-context.js';
import { viewOf, type SendFailure, type SendResult } from './sender.js';
import type { BatchSettings } from './types.js';
import {
  decide,
  keyOf,
  ledgerRow,
  newUnit,
  outgoing,
  prepareRequest,
  type Unit,
  withdrawnRow,
} from './unit.js';

interface BatchUnit extends Sized {
  unit: Unit;
  elements: unknown[];
  /** text of what stands around the elements; null: the record is one element, and the settings alone say what is around it */
  around: string | null;
  /** settled by an earlier attempt of this run: it keeps its place, so that the batch's key stays the same */
  isSettled: boolean;
}

const REFUSED = new Set([400, 413, 422]);
/** Largest batch after a 413, for the rest of the run. */
const sizeLimits = new WeakMap<RunContext, Map<string, number>>();

export async function runBatches(
  ctx: RunContext,
  work: PageWork,
  step: CallStep,
  jobs: readonly RecordJob[],
  commit: () => Promise<void>,
): Promise<void> {
  const settings = step.api.batch ?? {};
  const isGuarded = step.on_unknown !== 'resend';
  const units: BatchUnit[] = [];
  const path = parsePath(settings.path ?? '');
  const emptyBytes = bytesOf(ctx.ports.bodies.write(step.api.api_id, batchBody(settings, [])));
  for (const job of jobs) {
    if (ctx.isStopping()) return;
    const prepared = prepareRequest(ctx, work, step, job);
    if (!prepared) continue;
    const elements = elementsOf(path, prepared.request.body);
    if (elements.length === 0) {
      work.skipped(step, job, 'EMPTY', { mapped: prepared.request.body ?? null });
      markMissing(job, step.handler_id);
      continue;
    }
    const unit = newUnit(ctx, work, step, job, prepared);
    const wasOfBatch =
      unit.row !== undefined && unit.row.content_hash === unit.hash && work.wasSettledHere(unit.row);
    const decision = isGuarded ? await decideGuarded(ctx, work, unit) : decide(ctx, work, unit);
    const isSettled = decision !== 'send';
    if (isSettled && !wasOfBatch) continue;
    if (!isSettled && showOnly(ctx, work, unit)) continue;
    units.push({ unit, elements, ...measured(ctx, path, unit, elements, emptyBytes), isSettled });
  }
  const batches = byTarget(units)
    .flatMap((each) => cutBatches(each, settings))
    .filter((batch) => batch.some((each) => !each.isSettled));
  const sendOne = (batch: BatchUnit[]): Promise<void> =>
    sendBatch(
      ctx,
      work,
      step,
      settings,
      batch.filter((each) => !each.isSettled || !isGuarded),
      isGuarded,
    );
  if (!isGuarded) {
    await eachInSlots(ctx, work, batches, async (batch) => {
      await sendOne(batch);
      work.flushIfDue();
    });
    return;
  }
  for (const batch of batches) {
    if (ctx.isStopping()) break;
    const open = batch.filter((each) => !each.isSettled);
    for (const { unit } of open) work.write(ledgerRow(unit, 'intent'));
    await commit();
    let isSent = false;
    await eachInSlots(ctx, work, [batch], (each) => {
      isSent = true;
      return sendOne(each);
    });
    if (!isSent) withdraw(ctx, work, open);
  }
  if (!ridesOnPage(ctx, step)) await commit();
}

/** The elements that a mapped document gives: the list at the batch's path, or the document itself. */
function elementsOf(path: readonly PathStep[], body: unknown): unknown[] {
  if (path.length === 0) return Array.isArray(body) ? (body as unknown[]) : [body];
  const list = readSteps(body, path);
  return Array.isArray(list) ? (list as unknown[]) : [body];
}

/** What a record adds to a batch, and what stands around it, measured as it is sent. */
function measured(
  ctx: RunContext,
  path: readonly PathStep[],
  { bytes, request }: Unit,
  elements: unknown[],
  emptyBytes: number,
): Sized & Pick<BatchUnit, 'around'> {
  const whole = bytes?.length ?? 0;
  if (elements.length === 1 && elements[0] === request.body)
    return { size: whole, aroundSize: emptyBytes, around: null };
  const empty = withValueAt(request.body, path, []);
  const around = ctx.ports.bodies.write(request.api_id, empty) ?? '';
  const aroundSize = bytesOf(around);
  return { size: Math.max(0, whole - aroundSize), aroundSize, around };
}

const bytesOf = (text: string | undefined): number => Buffer.byteLength(text ?? '');

/**
 * A batch is one request: records that go to another address, with other headers, or with other words around their
 * elements, go apart. Usually all of a flow's go together.
 */
function byTarget(units: readonly BatchUnit[]): BatchUnit[][] {
  const targets = new Map<string, BatchUnit[]>();
  let last: { each: BatchUnit; target: BatchUnit[] } | null = null;
  for (const each of units) {
    let target: BatchUnit[] | undefined = last && isAlike(last.each, each) ? last.target : undefined;
    if (!target) {
      const { url, headers } = each.unit.request;
      const name = JSON.stringify([url, headers, each.around]);
      target = targets.get(name) ?? [];
      targets.set(name, target);
    }
    target.push(each);
    last = { each, target };
  }
  return [...targets.values()];
}

const isAlike = (one: BatchUnit, other: BatchUnit): boolean =>
  one.unit.request.url === other.unit.request.url &&
  one.unit.request.headers === other.unit.request.headers &&
  one.around === other.around;

/** The body of a batch. Where each record is one whole element, its bytes are at hand: its hash was made of them. */
function bodyOf(
  ctx: RunContext,
  settings: BatchSettings,
  { api_id: apiId, body: own }: PreparedRequest,
  batch: readonly BatchUnit[],
): OutgoingRequest['body'] {
  const { bodies } = ctx.ports;
  if (batch.every((each) => each.around === null)) {
    const items = batch.map(({ unit }) => unit.bytes);
    const list = bodies.writeList(apiId, batchBody(settings, []), items);
    if (list) return list;
  }
  const path = parsePath(settings.path ?? '');
  const elements = batch.flatMap((each) => each.elements);
  const holdsList = path.length > 0 && Array.isArray(readSteps(own, path));
  return bodies.write(apiId, holdsList ? withValueAt(own, path, elements) : batchBody(settings, elements));
}

async function sendBatch(
  ctx: RunContext,
  work: PageWork,
  step: CallStep,
  settings: BatchSettings,
  batch: BatchUnit[],
  isGuarded: boolean,
  round = 1,
): Promise<void> {
  const request = batch[0]?.unit.request;
  if (!request) return;
  const halve = async (): Promise<void> => {
    const middle = Math.ceil(batch.length / 2);
    for (const half of [batch.slice(0, middle), batch.slice(middle)]) {
      if (!half.some((each) => !each.isSettled)) continue;
      if (!ctx.isStopping()) await sendBatch(ctx, work, step, settings, half, isGuarded);
      else if (isGuarded) withdraw(ctx, work, half);
    }
  };
  // Halved as its refusal would have it, never cut anew: the parts of a resumed page are the same, and so are their keys.
  if (batch.length > (sizeLimits.get(ctx)?.get(step.handler_id) ?? Infinity)) return halve();
  const body = bodyOf(ctx, settings, request, batch);
  const key = step.api.idempotency_header ? batchKey(batch.map((each) => keyOf(ctx, each.unit))) : null;
  const result = await ctx.sender.send(step, outgoing(step, request, body, key), {
    signal: ctx.writeSignal,
    isStopping: ctx.isStopping,
    repeatable: step.repeatable || step.on_unknown === 'resend',
  });
  const open = batch.filter((each) => !each.isSettled);
  if (result.kind === 'ok') {
    settleItems(ctx, work, step, settings, batch, result);
  } else if (result.kind === 'failed' && canHalve(settings, result, batch)) {
    if (result.response?.status === 413) limitSize(ctx, step, Math.ceil(batch.length / 2));
    await halve();
  } else if (result.kind === 'unknown' && step.on_unknown === 'lookup' && round < MAX_LOOKUP_ROUNDS) {
    const absent = await settleFound(ctx, work, open, result);
    if (absent.length === 0) return;
    if (ctx.isStopping()) withdraw(ctx, work, absent);
    else await sendBatch(ctx, work, step, settings, absent, isGuarded, round + 1);
  } else if (result.kind === 'failed' || result.kind === 'unknown') {
    for (const { unit } of open) settleFailed(work, unit, result);
  } else {
    settleStop(
      ctx,
      work,
      open.map((each) => each.unit),
      result,
      isGuarded,
    );
  }
}

/** Asks for each record of a batch whose answer was lost; answers those that did not arrive. */
async function settleFound(
  ctx: RunContext,
  work: PageWork,
  batch: readonly BatchUnit[],
  result: SendFailure,
): Promise<BatchUnit[]> {
  const absent: BatchUnit[] = [];
  for (const each of batch) {
    const found = await lookUp(ctx, each.unit);
    if (found === 'absent') absent.push(each);
    else if (found === 'unsure' || found === 'perhaps_older') settleFailed(work, each.unit, result);
    else settleDelivered(ctx, work, each.unit, always(found.response), result.attempts, found.externalId);
  }
  return absent;
}

/** The intents of requests that were never made: their units are open again. */
function withdraw(ctx: RunContext, work: PageWork, batch: readonly BatchUnit[]): void {
  for (const { unit } of batch) work.write(withdrawnRow(ctx, unit));
}

function canHalve(settings: BatchSettings, failure: SendFailure, batch: readonly BatchUnit[]): boolean {
  const bisect = settings.bisect ?? (settings.answer ?? 'all') === 'all';
  const status = failure.response?.status ?? 0;
  return batch.length > 1 && REFUSED.has(status) && (bisect || status === 413);
}

function limitSize(ctx: RunContext, step: CallStep, size: number): void {
  const limits = sizeLimits.get(ctx) ?? new Map<string, number>();
  limits.set(step.handler_id, Math.min(limits.get(step.handler_id) ?? Infinity, Math.max(1, size)));
  sizeLimits.set(ctx, limits);
}

function settleItems(
  ctx: RunContext,
  work: PageWork,
  step: CallStep,
  settings: BatchSettings,
  batch: readonly BatchUnit[],
  { answer, body, attempts, isIgnored }: Extract<SendResult, { kind: 'ok' }>,
): void {
  const response = viewOf(answer, body);
  const keys = batch.flatMap((each) => each.elements.map(() => each.unit.job.key));
  // an answer that a retry rule lets pass says nothing of single records
  const results = itemResults(isIgnored ? { answer: 'all' } : settings, response.body, keys);
  let at = 0;
  for (const each of batch) {
    const own = results.slice(at, at + each.elements.length);
    at += each.elements.length;
    if (each.isSettled) continue;
    const bad = own.find((result) => !result.isGood);
    const answered = isIgnored ? always(response) : answerOf(settings, step, response, own);
    if (bad && !bad.isGood) {
      settleFailed(work, each.unit, {
        kind: 'failed',
        class: 'BODY',
        code: 'ITEM_REFUSED',
        message: bad.message,
        response: answered(),
        attempts,
      });
    } else {
      settleDelivered(ctx, work, each.unit, answered, attempts);
    }
  }
}

/** The batch's answer with only the results of one record in it. */
function answerOf(
  settings: BatchSettings,
  step: CallStep,
  response: ResponseView,
  results: readonly ItemResult[],
): () => ResponseView {
  if ((settings.answer ?? 'all') === 'all') return always(response);
  return () => {
    const items = results.map(({ item }) => item);
    const isNarrowed = settings.result_path || step.is_read_later;
    return {
      ...response,
      body: isNarrowed ? narrow(response.body, settings.result_path ?? '$', items) : items,
    };
  };
}
