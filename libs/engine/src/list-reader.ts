// Reads the pages of one list: the driver's, or a joined side table's.
import { EngineError } from './errors.js';
import type { Watermark } from './incremental.js';
import { Pager, type PageRequest, type PagerState, type PageStep } from './pager.js';
import { pagedRequest } from './page-request.js';
import { pathReader } from './paths.js';
import type { CallStep } from './plan.js';
import type { CallAnswer, OutgoingRequest, PreparedRequest, RequestParts, ResponseView } from './ports.js';
import { reasonOf } from './reason.js';
import type { RunContext } from './run-context.js';
import { saysNothing } from './says-no.js';
import type { SendResult } from './sender.js';
import { viewOf } from './sender.js';
import { outgoing } from './unit.js';

export interface ListPage {
  state: PagerState;
  answer: CallAnswer;
  view: ResponseView;
  /** raw records; empty when the page repeats the one before */
  records: unknown[];
  step: PageStep;
  /** A retry rule let its refusal pass: it brings nothing, and the list has no known end. */
  isIgnored?: boolean;
}

export type PageRead =
  | { kind: 'page'; page: ListPage }
  | { kind: 'failed'; result: Exclude<SendResult, { kind: 'ok' }> }
  | { kind: 'not_a_list'; message: string };

export class ListReader {
  readonly pager: Pager;
  private readonly readRecords: ((body: unknown) => unknown) | null;

  constructor(
    private readonly ctx: RunContext,
    private readonly step: CallStep,
    private readonly parts: RequestParts = {},
    private readonly watermark: Watermark | null = null,
    private readonly given: readonly CallAnswer[] | null = null,
  ) {
    const { api } = step;
    const stopWhen = api.pagination?.stop_when ? ctx.ports.compileCondition(api.pagination.stop_when) : null;
    this.pager = new Pager(api, {
      origin: given ? '' : ctx.ports.calls.origin(step.handler_id),
      stopWhen: stopWhen && ((response) => stopWhen({ response })),
    });
    this.readRecords = api.records_path === '' ? null : pathReader(api.records_path);
  }

  /** Where a reading begins. */
  first(): PagerState {
    const first = this.pager.first();
    return this.watermark ? { ...first, begin: this.watermark.begin } : first;
  }

  async read(state: PagerState): Promise<PageRead> {
    if (this.given) {
      const answer = this.given[state.no];
      return answer ? this.open(state, answer) : { kind: 'not_a_list', message: 'There is no such answer.' };
    }
    const request = this.request(state);
    if ('kind' in request) return request;
    const result = await this.ctx.sender.send(this.step, request, {
      signal: this.ctx.readSignal,
      isStopping: this.ctx.isStopping,
      repeatable: this.step.repeatable,
    });
    if (result.kind !== 'ok') return { kind: 'failed', result };
    const read = this.split(state, result.answer, result.body);
    return read.kind === 'not_a_list' && result.isIgnored
      ? this.ignored(state, result.answer, result.body)
      : read;
  }

  /** The page of an answer that was kept or given. */
  open(state: PagerState, answer: CallAnswer): PageRead {
    let body: unknown;
    try {
      body = this.ctx.ports.bodies.read(this.step.api.api_id, answer);
    } catch (error) {
      return unread('BODY', `"${this.step.name}" cannot be read: ${(error as Error).message}`);
    }
    return this.split(state, answer, body);
  }

  private request(state: PagerState): OutgoingRequest | Exclude<PageRead, { kind: 'page' }> {
    try {
      const request = this.build(this.pager.request(state));
      return outgoing(this.step, request, this.ctx.ports.bodies.write(request.api_id, request.body), null);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return unread('CONFIG', error.message);
    }
  }

  private split(state: PagerState, answer: CallAnswer, body: unknown): PageRead {
    const isGood = answer.status >= 200 && answer.status < 300;
    if (!isGood && !this.given) return this.ignored(state, answer, body);
    const found = recordsIn(body, this.readRecords);
    if (found === null) {
      return {
        kind: 'not_a_list',
        message: `"${this.step.name}": at the records path "${this.step.api.records_path}" stands no list.`,
      };
    }
    const error = (found?.length ?? 0) === 0 ? errorInstead(body, this.readRecords) : null;
    if (error !== null) return { kind: 'not_a_list', message: errorMessage(this.step, error) };
    if (found === undefined && typeof body === 'object' && body !== null && Object.keys(body).length > 0) {
      this.ctx.warn({
        code: 'NO_RECORDS_AT_PATH',
        message: `"${this.step.name}": the answer holds nothing at the records path "${this.step.api.records_path}".`,
        handler_id: this.step.handler_id,
      });
    }
    const raw = found ?? [];
    const most = this.given ? Infinity : (this.step.api.pagination?.max_records ?? Infinity) - state.seen;
    const step = this.given ? this.givenStep(state) : this.pager.advance(state, answer, body, raw);
    for (const warning of step.warnings) this.ctx.warn({ ...warning, handler_id: this.step.handler_id });
    return {
      kind: 'page',
      page: {
        state,
        answer,
        view: viewOf(answer, body),
        records: step.isRepeat ? [] : raw.slice(0, most),
        step,
      },
    };
  }

  /** A retry rule let a refusal pass: its words are no records, and there is no next page to ask for. */
  private ignored(state: PagerState, answer: CallAnswer, body: unknown): PageRead {
    this.ctx.warn({
      code: 'PAGE_IGNORED',
      message: `"${this.step.name}" answered with status ${answer.status}, which a retry rule ignores; reading ended there.`,
      handler_id: this.step.handler_id,
    });
    const step: PageStep = { next: null, isRepeat: false, warnings: [], fault: null };
    return {
      kind: 'page',
      page: { state, answer, view: viewOf(answer, body), records: [], step, isIgnored: true },
    };
  }

  private givenStep(state: PagerState): PageStep {
    const hasNext = state.no + 1 < (this.given?.length ?? 0);
    return {
      next: hasNext ? { ...state, no: state.no + 1 } : null,
      isRepeat: false,
      warnings: [],
      fault: null,
    };
  }

  private build(page: PageRequest): PreparedRequest {
    const { calls } = this.ctx.ports;
    const parts = { ...this.parts, query: { ...this.parts.query, ...this.watermark?.query() } };
    return pagedRequest(page, parts, (placed) => calls.build(this.step.handler_id, placed));
  }
}

/** undefined: nothing there; null: something that is no list. One object stands for a list of one (XML habit). */
export function recordsIn(
  body: unknown,
  readRecords: ((body: unknown) => unknown) | null,
): unknown[] | undefined | null {
  if (body === undefined || body === null || body === '') return [];
  if (!readRecords) return [body];
  // a page for people (a sign-in, a proxy's words) is no end of the data
  if (typeof body !== 'object') return null;
  const found = readRecords(body);
  if (found === undefined) return undefined;
  if (found === null || found === '') return [];
  if (Array.isArray(found)) return found as unknown[];
  return typeof found === 'object' ? [found] : null;
}

/** Many systems answer with 200 what went wrong; null where a list is there, or nothing is said. */
export function errorInstead(body: unknown, readRecords: ((body: unknown) => unknown) | null): string | null {
  if (typeof body !== 'object' || body === null || Array.isArray(readRecords?.(body))) return null;
  const { error, errors } = body as { error?: unknown; errors?: unknown };
  const told = saysNothing(error) ? errors : error;
  return saysNothing(told) ? null : (reasonOf(told) ?? 'it gives no words for it.');
}

const errorMessage = (step: CallStep, error: string): string =>
  `"${step.name}" answered with an error instead of a list: ${error}`;

/** What is wrong with an answer in which one record is looked for; null: the record, or none, is there. */
export function faultOfSearch(step: CallStep, body: unknown): string | null {
  const path = step.api.records_path;
  if (path === '') return null;
  if (typeof body === 'string' && body.trim() !== '')
    return `"${step.name}" answered with a text: at the records path "${path}" stands no list.`;
  const read = pathReader(path);
  const found = typeof body === 'object' && body !== null ? read(body) : undefined;
  const error = found === undefined || found === null ? errorInstead(body, read) : null;
  return error === null ? null : errorMessage(step, error);
}

/** A page that was not asked for, or whose answer says nothing. */
function unread(code: 'CONFIG' | 'BODY', message: string): PageRead & { kind: 'failed' } {
  return {
    kind: 'failed',
    result: { kind: 'failed', class: code, code, message, response: null, attempts: 0 },
  };
}

/** Why a read ended the run, for words. */
export function readFailure(
  step: CallStep,
  read: Exclude<PageRead, { kind: 'page' }>,
): { code: string; message: string } {
  if (read.kind === 'not_a_list') return { code: 'NOT_A_LIST', message: read.message };
  const { result } = read;
  if (result.kind === 'failed' || result.kind === 'unknown')
    return { code: result.code, message: result.message };
  throw new EngineError('CONFIG', `"${step.name}" was not read.`);
}
