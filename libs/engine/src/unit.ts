// A unit: one record at one destination. Mapping, request, identity, and whether it has to be sent at all.
import { EngineError } from './errors.js';
import { hashedContent, idempotencyKey, scalarText } from './identity.js';
import { isOlder } from './instant.js';
import { answerKept } from './kept-answer.js';
import type { CallStep } from './plan.js';
import type {
  LedgerRow,
  LedgerWrite,
  MapResult,
  MappingInput,
  OutgoingRequest,
  PreparedRequest,
  RecordStages,
} from './ports.js';
import type { PageWork } from './page-work.js';
import { inputOf, markMissing, setStep, type RecordJob } from './record-job.js';
import type { RunContext } from './run-context.js';

export interface Unit {
  job: RecordJob;
  step: CallStep;
  request: PreparedRequest;
  /** the body as it is sent; of a record that goes into a batch: as it would be sent alone */
  bytes: Buffer | undefined;
  hash: string;
  generation: number;
  version: string | null;
  warnings: MapResult['warnings'];
  row: LedgerRow | undefined;
}

export interface MadeRequest {
  request: PreparedRequest;
  body: string | undefined;
  warnings: MapResult['warnings'];
}

/** Tells that the record is done with at this step: failed, or skipped, or not meant. */
export type NoRequest = () => void;

/** Maps and builds a record's request. Null: the record is done with at this step (failed, skipped, or not meant). */
export function prepareRequest(
  ctx: RunContext,
  work: PageWork,
  step: CallStep,
  job: RecordJob,
): MadeRequest | null {
  const made = makeRequest(ctx, work, step, job);
  if (typeof made === 'function') {
    made();
    return null;
  }
  noteMapped(work, step, job);
  return made;
}

export function noteMapped(work: PageWork, step: CallStep, job: RecordJob): void {
  if (!step.mapping) return;
  job.isMapped = true;
  work.handlerCounts(step.handler_id).mapped += 1;
}

/** As `prepareRequest`, ahead of the record's turn: whatever comes of it is counted and told at its turn. */
export function makeRequest(
  ctx: RunContext,
  work: PageWork,
  step: CallStep,
  job: RecordJob,
): MadeRequest | NoRequest {
  const mapping = step.mapping;
  if (mapping && job.missing && mapping.sources.some((id) => job.missing?.has(id))) {
    return () => {
      markMissing(job, step.handler_id);
      work.passed(step);
    };
  }
  const lostId = mapping && job.lost ? mapping.sources.find((id) => job.lost?.has(id)) : undefined;
  if (lostId !== undefined) return () => settleWithoutAnswer(work, step, job, lostId);
  const input: MappingInput = inputOf(ctx, job, step);
  if (step.when && !ctx.admits(step, { ...input, record: job.record, response: job.response })) {
    return () => {
      work.skipped(step, job, 'WHEN');
      // a look-up that was left out is just absent for the mappings after it; a write that was not made ends its line
      if (step.role === 'write') markMissing(job, step.handler_id);
    };
  }
  const mapped = mapping ? ctx.ports.map(mapping.handler_id, input) : EMPTY_MAP;
  if (mapped.errors.length > 0) {
    const [first] = mapped.errors;
    return () =>
      work.failed(step, job, {
        class: 'MAPPING',
        code: first?.code ?? 'MAPPING',
        message: first?.message ?? 'The mapping failed.',
        errors: mapped.errors,
        warnings: mapped.warnings,
        mapped: mapped.parts.body ?? null,
      });
  }
  try {
    const request = ctx.ports.calls.build(step.handler_id, mapped.parts);
    return { request, body: ctx.ports.bodies.write(request.api_id, request.body), warnings: mapped.warnings };
  } catch (error) {
    if (!(error instanceof EngineError) || error.code === 'LEASE_LOST') throw error;
    return () => {
      noteMapped(work, step, job);
      work.failed(step, job, {
        class: 'CONFIG',
        code: error.code,
        message: error.message,
        warnings: mapped.warnings,
        mapped: mapped.parts.body ?? null,
      });
    };
  }
}

/** What is built of an answer that was not kept: nothing to do where it was sent before, else an error to see. */
function settleWithoutAnswer(work: PageWork, step: CallStep, job: RecordJob, lostId: string): void {
  if (work.row(step.handler_id, job.key)?.state === 'delivered') {
    work.skipped(step, job, 'DUPLICATE');
    work.resolve(step, job);
    return markMissing(job, step.handler_id);
  }
  work.failed(step, job, {
    class: 'MAPPING',
    code: 'CAPTURE_MISSING',
    message: `The record was delivered to "${lostId}" earlier, and its answer was not kept (what mappings read of it was larger than 64 KiB, or they did not read it then): what is built of it cannot be sent. Run it with "force_resend" to send all of it anew.`,
  });
}

const EMPTY_MAP: MapResult = { parts: {}, errors: [], warnings: [] };

export function newUnit(
  ctx: RunContext,
  work: PageWork,
  step: CallStep,
  job: RecordJob,
  prepared: MadeRequest,
): Unit {
  const { request, body, warnings } = prepared;
  const { hash, bytes } = hashedContent(request.method, pathOf(request.url), body);
  const row = work.row(step.handler_id, job.key);
  return {
    job,
    step,
    request,
    bytes,
    hash,
    generation: generationOf(ctx, row, hash),
    version: versionOf(ctx, job),
    warnings,
    row,
  };
}

function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  return start < 0 ? '/' : url.slice(start);
}

/**
 * The generation makes a new key where the same content must act again: after other content was delivered in between
 * (A, B, A), and when a person forces it. It follows from the ledger row alone, so a resumed run finds the same one.
 */
function generationOf(ctx: RunContext, row: LedgerRow | undefined, hash: string): number {
  if (!row) return 0;
  const isForcedAgain =
    ctx.options.force_resend && row.state === 'delivered' && row.run_id !== ctx.options.run_id;
  return row.content_hash === hash && !isForcedAgain ? row.generation : row.generation + 1;
}

function versionOf(ctx: RunContext, job: RecordJob): string | null {
  return ctx.readVersion ? scalarText(ctx.readVersion(job.record)) : null;
}

export type Decision = 'send' | 'done' | 'unknown';

/** Looks at the ledger row: whatever needs no request is settled here. */
export function decide(ctx: RunContext, work: PageWork, unit: Unit): Decision {
  const { row, job, step } = unit;
  if (!row) return 'send';
  if (row.state === 'intent' || row.state === 'unknown') {
    if (row.state === 'unknown' && step.on_unknown === 'hold' && work.wasSettledHere(row)) {
      work.failedBefore(step, job);
      return 'done';
    }
    const isAskedFor = ctx.options.resend_unknown?.get(step.handler_id)?.has(job.key) ?? false;
    return step.on_unknown === 'resend' || isAskedFor ? 'send' : 'unknown';
  }
  const isSame = row.content_hash === unit.hash;
  if (isSame && work.wasSettledHere(row)) {
    settleAgain(ctx, work, unit, row);
    return 'done';
  }
  // who wants all sent anew wants it once, however often the run reads a record
  if (
    row.state === 'delivered' &&
    isSame &&
    (!ctx.options.force_resend || row.run_id === ctx.options.run_id)
  ) {
    leaveOut(ctx, work, unit, row, 'DUPLICATE');
    return 'done';
  }
  if (row.state === 'ignored' && isSame && !ctx.options.force_resend) {
    leaveOut(ctx, work, unit, row, 'IGNORED');
    markMissing(job, step.handler_id);
    return 'done';
  }
  if (row.version_value !== null && unit.version !== null && isOlder(unit.version, row.version_value)) {
    leaveOut(ctx, work, unit, row, 'STALE');
    return 'done';
  }
  return 'send';
}

/** An earlier attempt of this run settled it: counted as what it was, told no second time. */
function settleAgain(ctx: RunContext, work: PageWork, unit: Unit, row: LedgerRow): void {
  if (row.state !== 'delivered') return work.failedBefore(unit.step, unit.job);
  work.handlerCounts(unit.step.handler_id).delivered += 1;
  unit.job.isDelivered = true;
  work.resolve(unit.step, unit.job);
  useCapture(ctx, unit, row);
}

function leaveOut(ctx: RunContext, work: PageWork, unit: Unit, row: LedgerRow, code: string): void {
  work.skipped(unit.step, unit.job, code, { request: requestView(unit) });
  // what stands there is what was to be sent, or newer
  if (row.state === 'delivered') work.resolve(unit.step, unit.job);
  useCapture(ctx, unit, row);
}

/** Later mappings go on with the answer that was kept. */
function useCapture(ctx: RunContext, unit: Unit, row: LedgerRow): void {
  if (!unit.step.is_read_later) return;
  const kept = answerKept(ctx, unit.step, row.response_capture);
  if (kept) setStep(unit.job, unit.step.handler_id, unit.request.body, kept);
  else (unit.job.lost ??= new Set()).add(unit.step.handler_id);
}

export function keyOf(ctx: RunContext, unit: Unit): string {
  return idempotencyKey({
    pipe_id: ctx.options.pipe_id,
    handler_id: unit.step.handler_id,
    // what no record fills is made once by each run
    record_key: unit.step.mapping ? unit.job.key : ctx.options.run_id,
    content_hash: unit.hash,
    generation: unit.generation,
  });
}

export function outgoing(
  step: CallStep,
  request: PreparedRequest,
  body: OutgoingRequest['body'],
  key: string | null,
): OutgoingRequest {
  const { api_id, method, url, headers } = request;
  const header = step.role === 'write' ? step.api.idempotency_header : null;
  return { api_id, method, url, headers, idempotency: header && key !== null ? { header, key } : null, body };
}

export function requestView(unit: Unit): RecordStages['request'] {
  const { method, url, headers, body } = unit.request;
  return { method, url, headers, body: body ?? null };
}

/** The ledger row of a request that took no effect although its intent was told: it says what it said before. */
export function withdrawnRow(ctx: RunContext, unit: Unit): LedgerWrite {
  const { row } = unit;
  if (!row) return ledgerRow(unit, 'failed', { settled: false });
  const { content_hash, generation, version_value, response_capture } = row;
  const settled = row.run_id === ctx.options.run_id;
  return ledgerRow(unit, row.state, {
    content_hash,
    generation,
    version_value,
    response_capture,
    settled,
  });
}

type OfOutcome = Partial<Omit<LedgerWrite, 'handler_id' | 'record_key' | 'state'>>;
const NOTHING_MORE: OfOutcome = {};

/** The ledger row of an outcome; `more` is read member by member, since this is made for every record. */
export function ledgerRow(
  unit: Unit,
  state: LedgerWrite['state'],
  more: OfOutcome = NOTHING_MORE,
): LedgerWrite {
  // a version of null that is told stays
  const { version_value: version = state === 'delivered' ? unit.version : null } = more;
  return {
    handler_id: unit.step.handler_id,
    record_key: unit.job.key,
    content_hash: more.content_hash ?? unit.hash,
    state,
    generation: more.generation ?? unit.generation,
    attempt: more.attempt ?? 0,
    external_id: more.external_id ?? null,
    version_value: version,
    response_capture: more.response_capture ?? null,
    settled: more.settled ?? true,
  };
}
