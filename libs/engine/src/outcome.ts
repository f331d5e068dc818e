// What an outcome of a write means for its records: ledger row, line, and the stop of the run where it asks for one.
import { keptAnswer } from './kept-answer.js';
import type { CallStep } from './plan.js';
import type { PageWork } from './page-work.js';
import { setStep } from './record-job.js';
import type { RunContext } from './run-context.js';
import type { SendFailure, SendResult, SendStop } from './sender.js';
import type { LedgerRow, ResponseView } from './ports.js';
import { ledgerRow, requestView, type Unit, withdrawnRow } from './unit.js';

export const UNKNOWN_MESSAGE = 'The request was sent but its outcome is not known.';

/** `answered`: what the record's answer was; few are asked for it. The last one is kept: see `noteResponse`. */
export function settleDelivered(
  ctx: RunContext,
  work: PageWork,
  unit: Unit,
  answered: () => ResponseView,
  attempts: number,
  externalId: string | null = null,
): void {
  const { step, job } = unit;
  const row = ledgerRow(unit, 'delivered', { attempt: attempts, external_id: externalId });
  if (step.is_read_later) {
    const response = answered();
    work.write({ ...row, response_capture: keptAnswer(ctx, step, response) });
    setStep(job, step.handler_id, unit.request.body, response);
  } else {
    work.write(row);
  }
  work.delivered(step, job, () => ({
    class: null,
    code: null,
    message: null,
    errors: [],
    warnings: unit.warnings,
    attempt: attempts,
    source: job.record,
    mapped: unit.request.body ?? null,
    request: requestView(unit),
    response: answered(),
  }));
  ctx.noteResponse(step, answered);
}

/** `sent`: what may have arrived, where it is not the unit's own content. */
export function settleFailed(
  work: PageWork,
  unit: Unit,
  failure: SendFailure,
  sent: Pick<LedgerRow, 'content_hash' | 'generation'> | null = null,
): void {
  const isUnknown = failure.kind === 'unknown';
  const { content_hash, generation } = sent ?? { content_hash: unit.hash, generation: unit.generation };
  work.write(
    ledgerRow(unit, isUnknown ? 'unknown' : 'failed', {
      attempt: failure.attempts,
      content_hash,
      generation,
    }),
  );
  work.failed(unit.step, unit.job, {
    class: failure.class,
    code: isUnknown ? 'UNKNOWN_OUTCOME' : failure.code,
    message: isUnknown ? `${UNKNOWN_MESSAGE} ${failure.message}`.trim() : failure.message,
    warnings: unit.warnings,
    attempts: failure.attempts,
    mapped: unit.request.body ?? null,
    request: requestView(unit),
    response: failure.response,
  });
}

/** An earlier attempt may have sent it, and nobody can tell: kept for a person to decide. */
export function settleUnknown(work: PageWork, unit: Unit, message = '', sent: LedgerRow | null = null): void {
  settleFailed(
    work,
    unit,
    { kind: 'unknown', class: 'LOST', code: 'UNKNOWN_OUTCOME', message, response: null, attempts: 0 },
    sent,
  );
}

const HELD_MESSAGE = 'The record has another content by now.';

/**
 * What may have arrived is of another content than the record has by now. What was sent stays in the ledger, and beside
 * it the hash of what was told last, so that each content is told once. The unit is the run's own failure only where the
 * run itself has sent.
 */
export function settleChanged(ctx: RunContext, work: PageWork, unit: Unit, row: LedgerRow): void {
  const { content_hash, generation } = row;
  const response_capture: HeldNote = { told: unit.hash };
  if (row.state !== 'unknown' || row.run_id === ctx.options.run_id) {
    settleUnknown(work, unit, HELD_MESSAGE, row);
    return work.write(ledgerRow(unit, 'unknown', { content_hash, generation, response_capture }));
  }
  work.write(ledgerRow(unit, 'unknown', { content_hash, generation, response_capture, settled: false }));
  work.held(unit.step, unit.job, {
    class: 'LOST',
    code: 'UNKNOWN_OUTCOME',
    message: `${UNKNOWN_MESSAGE} ${HELD_MESSAGE}`,
    warnings: unit.warnings,
    mapped: unit.request.body ?? null,
    request: requestView(unit),
  });
}

/** In the place of a kept answer, which an unknown outcome has none of. */
interface HeldNote {
  told: string;
}

/** The content of a unit with an unknown outcome that a person was told of. */
export function toldHash({ content_hash, response_capture }: LedgerRow): string {
  return (response_capture as HeldNote | null)?.told ?? content_hash;
}

/**
 * The ends of a send that stop the run instead of settling the unit. `withdraw`: an intent was committed and the
 * request took no effect, so the unit is opened again.
 */
export function settleStop(
  ctx: RunContext,
  work: PageWork,
  units: readonly Unit[],
  result: SendStop,
  hasIntent: boolean,
): void {
  const step = units[0]?.step ?? null;
  haltBy(ctx, step, result);
  for (const unit of units) {
    const mayHaveActed = result.kind === 'stopped' && result.sent;
    if (mayHaveActed && (unit.step.on_unknown !== 'resend' || isFinal(ctx))) settleUnknown(work, unit);
    else if (hasIntent) work.write(withdrawnRow(ctx, unit));
  }
}

/** After a cancel or time-out nobody comes back to a page, so what may have acted is told now. */
function isFinal(ctx: RunContext): boolean {
  return ctx.halted?.kind === 'cancel' || ctx.halted?.kind === 'timeout';
}

export function haltBy(ctx: RunContext, step: CallStep | null, result: SendStop): void {
  const handlerId = step?.handler_id ?? null;
  switch (result.kind) {
    case 'park':
      return ctx.halt(result);
    case 'rate_limited':
      return ctx.fail('RATE_LIMITED', result.message, handlerId);
    case 'reset_paging':
    case 'restart_run':
      return ctx.halt({
        kind: result.kind,
        error: { code: 'EXPIRED', message: result.message, handler_id: handlerId },
      });
    case 'stopped':
      return;
  }
}

export function isSettled(result: SendResult): result is Exclude<SendResult, SendStop> {
  return result.kind === 'ok' || result.kind === 'failed' || result.kind === 'unknown';
}
