// Try-it and the paging check of the API manager. Whatever the system answers is a result, not a failure of the request.
import { Injectable } from '@nestjs/common';
import {
  errorInstead,
  pagedRequest,
  Pager,
  type PagerState,
  pathReader,
  recordKeyReader,
  recordsIn,
  type RequestParts,
} from '#engine';
import { compileCondition, parseJson } from '#mapping';
import { LARGE_BODY_LIMIT_BYTES } from '../common/http/body-parser.js';
import type { ProjectScope } from '../common/http/request-context.js';
import { scrubbedJson } from '../common/logging/scrubber.js';
import {
  ApiCallerService,
  type ApiCall,
  type BoundCaller,
  type CallError,
  shownBody,
  toCallError,
} from './api-caller.service.js';
import { ApisService } from './apis.service.js';
import type { CheckedPagingDto, CheckPagingDto, TriedCallDto, TryApiDto } from './dto/try-it.dto.js';

const MAX_CHECKED_PAGES = 3;

interface ShownRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

@Injectable()
export class TryItService {
  constructor(
    private readonly apis: ApisService,
    private readonly callers: ApiCallerService,
  ) {}

  async tryIt(scope: ProjectScope, id: string, input: TryApiDto): Promise<TriedCallDto> {
    const api = await this.apis.get(scope.projectId, id);
    const caller = await this.callers.bind(api, input.credential_id ?? null);
    const call = await perform(caller, {
      path: input.path,
      query: input.query,
      headers: input.headers,
      body: input.body,
    });
    const isGood = call.error === null && (call.answer?.status ?? 300) < 300 && call.body !== undefined;
    const sample = input.save_as_sample === true && isGood ? scrubbedJson(call.body, caller.scrub) : null;
    // no larger than one that is sent to be saved
    const isSaved = sample !== null && Buffer.byteLength(sample) <= LARGE_BODY_LIMIT_BYTES;
    if (isSaved) await this.apis.saveSampleResponse(scope, id, parseJson(sample));
    return { ...shown(call, caller), saved_as_sample: isSaved };
  }

  /** Up to three pages: overlap, repeats, lost authorization, total against seen. */
  async checkPaging(scope: ProjectScope, id: string, input: CheckPagingDto): Promise<CheckedPagingDto> {
    const api = await this.apis.get(scope.projectId, id);
    const caller = await this.callers.bind(api, input.credential_id ?? null);
    const check = new PagingCheck(caller, { path: input.path, query: input.query, headers: input.headers });
    return check.run();
  }
}

async function perform(caller: BoundCaller, parts: RequestParts): Promise<ApiCall> {
  try {
    return await caller.send(caller.build(parts));
  } catch (error) {
    return { request: null, isAuthorized: false, answer: null, body: undefined, error: toCallError(error) };
  }
}

function shown(call: ApiCall, caller: BoundCaller): Omit<TriedCallDto, 'saved_as_sample'> {
  const { answer, body, error } = call;
  const { scrub } = caller;
  const masked = <T>(value: T): T => parseJson(scrubbedJson(value, scrub)) as T;
  return {
    request: shownRequest(call, caller),
    response: answer && {
      ...masked({ status: answer.status, headers: answer.headers }),
      body: shownBody(body, scrub),
      duration_ms: Math.round(answer.durationMs),
    },
    error: error && { code: error.code, message: scrub(error.message) },
  };
}

/** The request without its secrets; that its authorization was sent is to be seen. */
function shownRequest(
  { request, isAuthorized }: ApiCall,
  { scrub, withMask }: BoundCaller,
): ShownRequest | null {
  if (request === null) return null;
  // The mask first: a secret taken out of an address can leave one that is none.
  const { method, url, headers } = isAuthorized ? withMask(request) : request;
  const shown = parseJson(scrubbedJson({ method, url, headers }, scrub)) as Omit<ShownRequest, 'body'>;
  return { ...shown, body: shownBody(request.body, scrub) };
}

class PagingCheck {
  private readonly pager: Pager;
  private readonly readRecords: ((body: unknown) => unknown) | null;
  private readonly keyOf: (record: unknown) => string;
  private readonly seen = new Set<string>();
  private readonly findings: CallError[] = [];
  private readonly pages: CheckedPagingDto['pages'] = [];
  private total: number | null = null;

  constructor(
    private readonly caller: BoundCaller,
    private readonly parts: RequestParts,
  ) {
    const { api } = caller;
    const stopWhen = api.pagination?.stop_when ? compileCondition(api.pagination.stop_when) : null;
    this.pager = new Pager(api, {
      origin: caller.origin,
      stopWhen: stopWhen?.ok ? (response) => stopWhen.test({ record: undefined, response }) : null,
    });
    this.readRecords = api.records_path === '' ? null : pathReader(api.records_path);
    const key = recordKeyReader(api.record_key ?? []);
    this.keyOf = (record) => key(record);
  }

  async run(): Promise<CheckedPagingDto> {
    let state: PagerState | null = this.pager.first();
    while (state && this.pages.length < MAX_CHECKED_PAGES) state = await this.readPage(state);
    if (this.total !== null && state === null && this.seen.size < this.total) {
      this.find(
        'FEWER_THAN_TOTAL',
        `The answer says ${this.total} records in all, but paging ended after ${this.seen.size}.`,
      );
    }
    return {
      ok: this.findings.length === 0,
      pages: this.pages,
      total: this.total,
      seen: this.seen.size,
      findings: this.findings,
    };
  }

  private find(code: string, message: string): void {
    this.findings.push({ code, message });
  }

  private async readPage(state: PagerState): Promise<PagerState | null> {
    const number = this.pages.length + 1;
    const call = await this.call(state);
    const page = {
      page: number,
      url: shownRequest(call, this.caller)?.url ?? '',
      status: call.answer?.status ?? null,
      records: 0,
      repeated: 0,
    };
    this.pages.push(page);
    if (!call.answer || call.answer.status >= 300) {
      const isLost = number > 1 && (call.answer?.status === 401 || call.answer?.status === 403);
      // of a refused page its status counts, whether its body can be read or not
      const words = call.answer
        ? `Page ${number} was answered with the status ${call.answer.status}.`
        : (call.error?.message ?? `Page ${number} was not answered.`);
      const code = call.answer ? 'PAGE_REFUSED' : (call.error?.code ?? 'PAGE_REFUSED');
      this.find(isLost ? 'AUTHORIZATION_LOST' : code, words);
      return null;
    }
    if (call.error) {
      this.find(call.error.code, call.error.message);
      return null;
    }
    const found = this.records(call.body, number);
    if (found === null) return null;
    page.records = found.length;
    for (const record of found) {
      const key = this.keyOf(record);
      if (this.seen.has(key)) page.repeated++;
      this.seen.add(key);
    }
    if (page.repeated > 0)
      this.find(
        'OVERLAP',
        `${page.repeated} of ${page.records} records of page ${number} were on a page before.`,
      );
    this.noteTotal(call.body);
    const { answer } = call;
    const headers = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : value,
      ]),
    );
    const step = this.pager.advance(
      state,
      { kind: 'answer', status: answer.status, headers, body: answer.body, url: answer.url },
      call.body,
      found,
    );
    for (const warning of step.warnings) this.find(warning.code, warning.message);
    if (step.fault) this.find(step.fault.code, step.fault.message);
    return step.fault ? null : step.next;
  }

  /** As a run takes them; null: the page brings none, and why is said where it is no end of the data. */
  private records(body: unknown, number: number): unknown[] | null {
    const found = recordsIn(body, this.readRecords);
    const error = (found?.length ?? 0) === 0 ? errorInstead(body, this.readRecords) : null;
    const hasNone = found === null || (number === 1 && (found === undefined || isNothing(body)));
    if (error !== null)
      this.find(
        'ERROR_INSTEAD_OF_LIST',
        `Page ${number} was answered with an error instead of a list: ${this.caller.scrub(error)}`,
      );
    else if (hasNone)
      this.find(
        'NO_RECORDS_AT_PATH',
        `Page ${number}: at the records path "${this.caller.api.records_path}" stands no list.`,
      );
    return error === null && !hasNone ? (found ?? null) : null;
  }

  private async call(state: PagerState): Promise<ApiCall> {
    try {
      return await this.caller.send(pagedRequest(this.pager.request(state), this.parts, this.caller.build));
    } catch (error) {
      return { request: null, isAuthorized: false, answer: null, body: undefined, error: toCallError(error) };
    }
  }

  private noteTotal(body: unknown): void {
    const path = this.caller.api.pagination?.total_path;
    const value = path ? Number(pathReader(path)(body)) : NaN;
    if (Number.isFinite(value)) this.total = value;
  }
}

const isNothing = (body: unknown): boolean => body === undefined || body === null || body === '';
