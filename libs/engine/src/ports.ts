// What the engine asks of its surroundings: calls, mappings, bodies, the store of a run, limits, time.
import type { Condition } from './types.js';
import type { PagerState } from './pager.js';

export interface ResponseView {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** What a mapping and a `when` condition see. */
export interface MappingInput {
  record: unknown;
  response: ResponseView | null;
  steps: Record<string, { request: unknown; response: ResponseView }>;
  run: { id: string; started_at: string };
}

export interface RecordProblem {
  code: string;
  message: string;
  [member: string]: unknown;
}

/** The parts of a destination request that a mapping fills. */
export interface RequestParts {
  path?: Record<string, string>;
  query?: Record<string, string | string[]>;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface MapResult {
  parts: RequestParts;
  errors: RecordProblem[];
  warnings: RecordProblem[];
}

/** A request without credentials; they are placed by `send`. */
export interface PreparedRequest {
  api_id: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

export interface OutgoingRequest {
  api_id: string;
  method: string;
  url: string;
  /** often those of many requests: never changed */
  headers: Record<string, string>;
  /** goes out as one more header, or in the place of the one of that name */
  idempotency: { header: string; key: string } | null;
  /** as sent, a text in UTF-8; undefined: no body */
  body: string | Buffer | undefined;
}

export interface CallAnswer {
  kind: 'answer';
  status: number;
  /** names in lower case; a repeated header is joined by ", " */
  headers: Record<string, string>;
  body: Buffer;
  /** the address that answered (after redirects), against which next links resolve */
  url: string;
  /** The body is not needed any more. It is called apart from its answer, which is not kept for it. */
  release?: () => void;
  /** It says that the credential is refused, also after a renewal: what that means where no rule of the API decides. */
  refused?: () => Promise<CallFault>;
}

export interface CallFault {
  kind: 'fault';
  /** `AUTH`: still refused after one renewal; `AUTH_CHANGED`: another value stands in the place of the refused one; `TOO_LARGE`; `CONFIG`: never to be sent; else a network code */
  code: string;
  /** true when the other side may have seen the request */
  sent: boolean;
  message: string;
}

export type CallOutcome = CallAnswer | CallFault;

export interface Calls {
  /** scheme, host and port of the API of a handler, as `URL.origin` */
  origin(handlerId: string): string;
  /** Address, fixed parameters and parts put together; throws EngineError CONFIG when a part is missing. */
  build(handlerId: string, parts: RequestParts): PreparedRequest;
  /** The GET that asks a destination whether a record arrived. */
  buildLookup(handlerId: string, reference: LookupReference): PreparedRequest;
  send(handlerId: string, request: OutgoingRequest, signal: AbortSignal): Promise<CallOutcome>;
  /** The run is over. */
  close?(): void;
}

export interface LookupReference {
  record_key: string;
  idempotency_key: string;
  request: PreparedRequest;
}

export interface Bodies {
  write(apiId: string, body: unknown): string | undefined;
  /**
   * The bytes of `body` with `items` in its one, empty list, each of them the bytes of what `write` makes of it (undefined:
   * nothing); undefined where the format cannot be put together from its items.
   */
  writeList(apiId: string, body: unknown, items: readonly (Buffer | undefined)[]): Buffer | undefined;
  /** The parsed body, undefined when empty. Throws when it is not what it claims to be. */
  read(apiId: string, answer: CallAnswer): unknown;
}

/** `isProbe`: the one request that finds out whether a block is over. */
export type Admission =
  { go: true; leave?: () => void; isProbe?: boolean } | { go: false; until: number; reason: string };

/** `OK`: the system answered, whatever it said. */
export type AttemptEnd = 'OK' | 'THROTTLED' | 'NOT_SENT' | 'LOST' | 'SERVER' | 'ABORTED';

/** Limits and health of the credentials, shared by all processes. */
export interface Gate {
  enter(handlerId: string, signal: AbortSignal): Admission | Promise<Admission>;
  throttled(handlerId: string, until: number): void;
  /** Reports a finished attempt, as admitted; answers the time until which the system is taken as offline. */
  report(handlerId: string, end: AttemptEnd, isProbe: boolean): number | null | Promise<number | null>;
}

export interface Clock {
  now(): number;
  /** Resolves after `ms` or when the signal is aborted, whichever is first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** `ignored`: it failed, and a person said that this content shall not be sent. */
export type DeliveryState = 'intent' | 'delivered' | 'failed' | 'unknown' | 'ignored';

export interface LedgerRow {
  handler_id: string;
  record_key: string;
  content_hash: string;
  state: DeliveryState;
  generation: number;
  version_value: string | null;
  response_capture: unknown;
  /** the run that settled it; null when it was withdrawn */
  run_id: string | null;
}

export interface LedgerWrite {
  handler_id: string;
  record_key: string;
  content_hash: string;
  state: DeliveryState;
  generation: number;
  attempt: number;
  external_id: string | null;
  /** kept as it is when null */
  version_value: string | null;
  response_capture: unknown;
  /** false: the request never took effect, the unit is open again */
  settled: boolean;
}

export interface RecordStages {
  source: unknown;
  mapped: unknown;
  request: { method: string; url: string; headers: Record<string, string>; body: unknown } | null;
  response: ResponseView | null;
}

/** The result of one record at one handler, to show and to mend. */
export interface RecordLine extends RecordStages {
  handler_id: string;
  record_key: string;
  status: 'delivered' | 'skipped' | 'failed';
  /** retry class or `MAPPING` */
  class: string | null;
  code: string | null;
  message: string | null;
  errors: RecordProblem[];
  warnings: RecordProblem[];
  attempt: number;
  page: number;
  /** of a skipped one that waits for a person: the open error of its key is to show it */
  isHeld?: boolean;
  /** of a failed one: a later record of the same key has come to an outcome, and that one counts */
  is_over?: boolean;
}

export interface Counts {
  read: number;
  mapped: number;
  delivered: number;
  skipped: number;
  failed: number;
}

export interface RunCounts extends Counts {
  handlers: Record<string, Counts>;
}

/** A row that this run wrote before a page, or the waves of it at work, began. */
export type SettledRow = Pick<LedgerRow, 'handler_id' | 'record_key' | 'content_hash' | 'state'>;

export interface StagedPage {
  page: number;
  status: number;
  headers: Record<string, string>;
  url: string;
  body: Buffer;
  /** null: the last page */
  next: PagerState | null;
  /** how often records of one key were gone through to the end: the first of each key, then the second ones … */
  waves?: number;
  /** Rows of its keys that this run had written before; noted by `stage` and with the waves. Absent: none. */
  settled?: SettledRow[] | null;
}

export interface CursorState {
  cursor: string | null;
  version: number;
}

export interface RunWarning {
  code: string;
  message: string;
  handler_id?: string;
}

export type RunPhase = 'records' | 'after' | 'done';

/** Where a run stands; all zero and empty for a new one. */
export interface RunProgress {
  phase: RunPhase;
  /** pages committed */
  pages: number;
  next: PagerState | null;
  /** the last `base` that was committed */
  counts: RunCounts | null;
  warnings: RunWarning[];
  /** pages read but not committed, in order */
  staged: StagedPage[];
}

/** One fenced transaction. All members but `counts` may be empty. */
export interface RunChange {
  ledger: LedgerWrite[];
  /** failed records, and the good ones that are kept to be looked at */
  lines: RecordLine[];
  /** (handler, record key) that went well: their open errors are over */
  resolved: { handler_id: string; record_key: string }[];
  /** totals to show */
  counts: RunCounts;
  /** of a page that has records of one key more than once: so many waves of them are settled, and counted in `base` */
  waves?: { page: number; done: number; settled: SettledRow[]; base: RunCounts };
  page?: {
    page: number;
    next: PagerState | null;
    phase: RunPhase;
    /** totals of what is done with for good, from which a resumed run counts on */
    base: RunCounts;
    warnings: RunWarning[];
    cursor?: { handler_id: string; cursor: string | null };
  };
}

/** The stored side of one run. Every write throws EngineError LEASE_LOST when the fence is not ours any more. */
export interface RunStore {
  progress(): Promise<RunProgress>;
  cursor(handlerId: string): Promise<CursorState | null>;
  /** T1 of a page: keeps its raw text and answers the ledger rows of these keys, in one commit. */
  stage(page: StagedPage, handlerIds: string[], recordKeys: string[]): Promise<LedgerRow[]>;
  ledger(handlerIds: string[], recordKeys: string[]): Promise<LedgerRow[]>;
  commit(change: RunChange): Promise<void>;
}

/** A place that a mapping reads: `keys` up to the first list on the way. */
export interface SourceRead {
  root: 'record' | 'response' | 'steps' | 'run';
  keys: readonly string[];
}

export interface EnginePorts {
  calls: Calls;
  bodies: Bodies;
  store: RunStore;
  gate: Gate;
  clock: Clock;
  /** in [0, 1) */
  random: () => number;
  /** the compiled mapping of a Mapping Handler */
  map: (mappingHandlerId: string, input: MappingInput) => MapResult;
  /** All that a Mapping Handler's mapping reads; null or absent: nobody can tell. */
  reads?: (mappingHandlerId: string) => readonly SourceRead[] | null;
  compileCondition: (condition: Condition) => (input: Partial<MappingInput>) => boolean;
}
