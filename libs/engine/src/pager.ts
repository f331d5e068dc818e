// Paging of one list: what to ask next, when to stop, and the guards against endless and foreign pages.
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { scalarText } from './identity.js';
import { saysNo } from './says-no.js';
import { nextLink } from './link-header.js';
import { pathReader } from './paths.js';
import { shortText } from './short-text.js';
import type { CallAnswer, RunWarning } from './ports.js';
import type { EngineApi, Pagination, ParameterPlace } from './types.js';

/** Where a paging stands; stored with each page, so it is plain JSON. */
export interface PagerState {
  /** pages read so far */
  no: number;
  /** page number, offset, token or key that the next request carries; null: none (the first request) */
  value: string | number | null;
  /** the next address, for paging by links */
  url: string | null;
  /** raw records read so far */
  seen: number;
  /** mark of the last body, for page and offset */
  last: string | null;
  /** of an incremental read: the cursor from which the whole reading asks; null: there was none */
  begin?: string | null;
  /** of an incremental read: the highest cursor value of the pages before */
  highest?: string | null;
  /** of a run with a limit: records of this reading that the pages before have taken up */
  taken?: number;
  /** of a run of chosen records: keys that the pages before have not brought */
  sought?: string[];
}

export interface PageParameter {
  place: ParameterPlace;
  name: string;
  value: string | number;
}

export type PageRequest = { url: string; keepQuery: boolean } | { parameters: PageParameter[] };

export interface PageStep {
  next: PagerState | null;
  /** true: this page repeats the one before, its records are left out */
  isRepeat: boolean;
  warnings: RunWarning[];
  /** the paging cannot go on: the run fails */
  fault: { code: 'PAGINATION_LOOP' | 'CROSS_ORIGIN_NEXT'; message: string } | null;
}

export interface PagerOptions {
  origin: string;
  /** the compiled `stop_when` */
  stopWhen: ((answer: { status: number; headers: Record<string, string>; body: unknown }) => boolean) | null;
}

const DEFAULT_MAX_PAGES = 10_000;

export class Pager {
  private readonly settings: Pagination;
  private readonly asked = new Set<string>();
  private readonly readHasMore;
  private readonly readTotal;
  private readonly readToken;

  constructor(
    api: EngineApi,
    private readonly options: PagerOptions,
  ) {
    this.settings = api.pagination ?? { kind: 'none' };
    const { settings } = this;
    this.readHasMore = settings.has_more_path ? pathReader(settings.has_more_path) : null;
    this.readTotal = settings.total_path ? pathReader(settings.total_path) : null;
    const token =
      settings.kind === 'cursor'
        ? settings.token_path
        : settings.kind === 'next_url'
          ? settings.path
          : settings.kind === 'keyset'
            ? settings.field
            : undefined;
    this.readToken = token ? pathReader(token) : null;
  }

  first(): PagerState {
    const { settings } = this;
    const value = settings.kind === 'page' ? (settings.start ?? 1) : settings.kind === 'offset' ? 0 : null;
    return { no: 0, value, url: null, seen: 0, last: null };
  }

  /** The request of a state. A request that was made before in this paging is refused by `advance`, not here. */
  request(state: PagerState): PageRequest {
    const { settings } = this;
    if (state.url !== null) return { url: state.url, keepQuery: settings.keep_query ?? false };
    const place = settings.in ?? 'query';
    const sizePlace = place === 'path' ? 'query' : place;
    const parameters: PageParameter[] = [];
    if ('parameter' in settings && state.value !== null) {
      parameters.push({ place, name: settings.parameter, value: state.value });
    }
    if (settings.kind === 'page' && settings.size_parameter && settings.size !== undefined) {
      parameters.push({ place: sizePlace, name: settings.size_parameter, value: settings.size });
    }
    if (settings.kind === 'offset' && settings.limit_parameter) {
      parameters.push({ place: sizePlace, name: settings.limit_parameter, value: settings.limit });
    }
    return { parameters };
  }

  /** What follows from the answer to the request of `state`; `records` are the raw ones, before any filter. */
  advance(state: PagerState, answer: CallAnswer, body: unknown, records: readonly unknown[]): PageStep {
    const { settings } = this;
    const step: PageStep = { next: null, isRepeat: false, warnings: [], fault: null };
    this.asked.add(requestName(state));
    // the first request has no link, but a link may lead back to it
    if (settings.kind === 'next_url' || settings.kind === 'link_header') this.asked.add(answer.url);
    const isNumbered = settings.kind === 'page' || settings.kind === 'offset';
    const mark = isNumbered ? markOf(answer.body) : null;
    if (records.length === 0) {
      const hasMore = this.readHasMore?.(body);
      if (hasMore !== undefined && !saysNo(hasMore)) step.warnings.push(emptyWarning(state.no + 1));
      return step;
    }
    if (mark !== null && mark === state.last) {
      step.isRepeat = true;
      step.warnings.push({
        code: 'PAGINATION_REPEAT',
        message: `Page ${state.no + 1} is the same as the page before; reading stopped.`,
      });
      return step;
    }
    const seen = state.seen + records.length;
    if (seen > (settings.max_records ?? Infinity)) {
      step.warnings.push(limitWarning(state.no + 1, settings.max_records ?? seen));
      return step;
    }
    if (this.isLast(seen, answer, body, records, step)) return step;
    const follow = this.follow(state, answer, body, records, seen, step);
    if (!follow || step.fault) return step;
    const next: PagerState = {
      ...state,
      no: state.no + 1,
      value: null,
      url: null,
      seen,
      last: mark,
      ...follow,
    };
    if (this.asked.has(requestName(next))) {
      const what = next.url ?? String(next.value);
      step.fault = {
        code: 'PAGINATION_LOOP',
        message: `The next page "${shortText(what, 200)}" was already read in this run.`,
      };
      return step;
    }
    if (next.no >= (settings.max_pages ?? DEFAULT_MAX_PAGES) || seen >= (settings.max_records ?? Infinity)) {
      step.warnings.push(limitWarning(next.no, seen));
      return step;
    }
    step.next = next;
    return step;
  }

  private isLast(
    seen: number,
    answer: CallAnswer,
    body: unknown,
    records: readonly unknown[],
    step: PageStep,
  ): boolean {
    const { settings } = this;
    if (settings.kind === 'none') return true;
    const hasMore = this.readHasMore?.(body);
    if (hasMore !== undefined && saysNo(hasMore)) return true;
    const total = scalarText(this.readTotal?.(body));
    // what is no number of records (-1, 0 beside records) says nothing
    if (total !== null && Number(total) > 0 && seen >= Number(total)) return true;
    const size =
      settings.kind === 'page' ? settings.size : settings.kind === 'offset' ? settings.limit : undefined;
    if (settings.stop_on_short_page && size !== undefined && records.length < size) return true;
    if (this.options.stopWhen?.({ status: answer.status, headers: answer.headers, body })) return true;
    if (
      hasMore !== undefined &&
      this.token(answer, body, records) === null &&
      'parameter' in settings &&
      !isCounted(settings)
    ) {
      step.warnings.push(
        noToken(
          'the answer says that there is more, but holds no token for the next page where the settings look for it',
        ),
      );
      return true;
    }
    return false;
  }

  private token(answer: CallAnswer, body: unknown, records: readonly unknown[]): string | number | null {
    const { settings } = this;
    if (settings.kind === 'cursor' && settings.token_header) {
      return answer.headers[settings.token_header.toLowerCase()]?.trim() || null;
    }
    const from = settings.kind === 'keyset' ? records.at(-1) : body;
    const value = this.readToken?.(from);
    // a next cursor of 0 is the end: the list begins there
    if (value === false || (settings.kind === 'cursor' && (value === 0 || value === '0'))) return null;
    // a number stays one: a variable of a query may have to be
    return typeof value === 'number' ? value : scalarText(value);
  }

  private follow(
    state: PagerState,
    answer: CallAnswer,
    body: unknown,
    records: readonly unknown[],
    seen: number,
    step: PageStep,
  ): Partial<PagerState> | null {
    const { settings } = this;
    switch (settings.kind) {
      case 'page':
        return { value: Number(state.value ?? settings.start ?? 1) + 1 };
      case 'offset':
        return { value: seen };
      case 'cursor':
      case 'keyset': {
        const value = this.token(answer, body, records);
        if (value === null && settings.kind === 'keyset')
          step.warnings.push(noToken(`the last record has no "${settings.field}"`));
        return value === null ? null : { value };
      }
      case 'next_url':
        return this.followLink(scalarText(this.token(answer, body, records)), answer.url, body, step);
      case 'link_header':
        return this.followLink(nextLink(answer.headers['link']), answer.url, body, step);
      default:
        return null;
    }
  }

  private followLink(
    link: string | null,
    base: string,
    body: unknown,
    step: PageStep,
  ): Partial<PagerState> | null {
    if (link === null || link.trim() === '') {
      const hasMore = this.readHasMore?.(body);
      if (hasMore !== undefined && !saysNo(hasMore)) {
        step.warnings.push(noToken('the answer says that there is more, but holds no link to the next page'));
      }
      return null;
    }
    const url = URL.canParse(link, base) ? new URL(link, base) : null;
    if (!url || url.origin !== this.options.origin || url.username !== '' || url.password !== '') {
      step.fault = {
        code: 'CROSS_ORIGIN_NEXT',
        message: `The next page is at ${url?.origin ?? 'an address that cannot be read'}, not at ${this.options.origin}: it was not read.`,
      };
      return null;
    }
    url.hash = '';
    return { url: url.href };
  }
}

function noToken(why: string): RunWarning {
  return { code: 'NO_TOKEN_AT_PATH', message: `Reading stopped: ${why}.` };
}

function emptyWarning(page: number): RunWarning {
  return {
    code: 'EMPTY_PAGE',
    message: `Reading stopped: page ${page} is empty, although its answer says that there is more.`,
  };
}

function limitWarning(pages: number, records: number): RunWarning {
  return {
    code: 'PAGE_LIMIT',
    message: `Reading stopped after ${pages} pages with ${records} records, as set; there may be more.`,
  };
}

function isCounted(settings: Pagination): boolean {
  return settings.kind === 'page' || settings.kind === 'offset';
}

function requestName(state: PagerState): string {
  return state.url ?? `=${String(state.value ?? '')}`;
}

/** So many bytes at either end of a body are hashed by themselves. */
const END = 4 * 1024;

/**
 * What tells a page from the one before: its length, the sha256 of its ends, and a CRC over all of it. Pages that differ do
 * so where they begin; the sum is for those that do not, and takes a third of the time of a hash over all bytes.
 */
function markOf(body: Buffer): string {
  const ends = Buffer.concat([body.subarray(0, END), body.subarray(Math.max(END, body.length - END))]);
  return `${body.length}.${crc32(body)}.${hash('sha256', ends)}`;
}
