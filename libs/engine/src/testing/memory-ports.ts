// Ports in memory for the engine's specs: a store that keeps what a database would, and a clock that jumps.
import { setMaxListeners } from 'node:events';
import { EngineError } from '../errors.js';
import { readSteps, parsePath } from '../paths.js';
import type {
  CallAnswer,
  CallOutcome,
  Calls,
  EnginePorts,
  LedgerRow,
  MapResult,
  MappingInput,
  OutgoingRequest,
  PreparedRequest,
  RecordLine,
  RequestParts,
  RunChange,
  RunProgress,
  RunStore,
  StagedPage,
} from '../ports.js';
import type { Condition, EngineApi } from '../types.js';

/** A ledger and cursors that outlive a run, as the tables of a pipe do. */
export class MemoryPipe {
  readonly ledger = new Map<string, LedgerRow>();
  readonly cursors = new Map<string, string | null>();
}

/** The rows of one run. `crashAt` makes a commit or stage fail as a killed process would: nothing after it happens. */
export class MemoryStore implements RunStore {
  readonly lines: RecordLine[] = [];
  readonly commits: RunChange[] = [];
  state: RunProgress = { phase: 'records', pages: 0, next: null, counts: null, warnings: [], staged: [] };
  crashAt: ((what: 'stage' | 'commit', change: RunChange | null) => boolean) | null = null;
  crashAfter: ((what: 'stage' | 'commit', change: RunChange | null) => boolean) | null = null;
  private isDead = false;

  constructor(
    readonly pipe: MemoryPipe,
    readonly runId: string,
  ) {}

  async progress(): Promise<RunProgress> {
    this.isDead = false;
    const staged = this.state.staged.map((page) => ({ ...page, body: Buffer.from(page.body) }));
    return { ...structuredClone({ ...this.state, staged: [] }), staged };
  }

  async cursor(handlerId: string): Promise<{ cursor: string | null; version: number } | null> {
    const cursor = this.pipe.cursors.get(handlerId);
    return cursor === undefined ? null : { cursor, version: 1 };
  }

  async stage(page: StagedPage, handlerIds: string[], recordKeys: string[]): Promise<LedgerRow[]> {
    this.die('before', 'stage', null);
    const rows = await this.ledger(handlerIds, recordKeys);
    const settled = rows.filter((row) => row.run_id === this.runId);
    this.state.staged.push({ ...page, body: Buffer.from(page.body), settled: structuredClone(settled) });
    this.die('after', 'stage', null);
    return rows;
  }

  async ledger(handlerIds: string[], recordKeys: string[]): Promise<LedgerRow[]> {
    return handlerIds.flatMap((id) =>
      recordKeys.map((key) => this.pipe.ledger.get(`${id}\n${key}`)).filter((row) => row !== undefined),
    );
  }

  async commit(change: RunChange): Promise<void> {
    this.die('before', 'commit', change);
    const copy = structuredClone(change);
    this.commits.push(copy);
    for (const write of copy.ledger) {
      const name = `${write.handler_id}\n${write.record_key}`;
      const before = this.pipe.ledger.get(name);
      this.pipe.ledger.set(name, {
        ...write,
        version_value: write.version_value ?? before?.version_value ?? null,
        run_id: write.settled ? this.runId : null,
      });
    }
    this.lines.push(...copy.lines);
    const { page, waves } = copy;
    const waved = this.state.staged.find((staged) => staged.page === waves?.page);
    if (waves && waved) Object.assign(waved, { waves: waves.done, settled: waves.settled });
    if (waves) this.state.counts = waves.base;
    if (page) {
      this.state = {
        phase: page.phase,
        pages: Math.max(this.state.pages, page.page + 1),
        next: page.next,
        counts: page.base,
        warnings: page.warnings,
        staged: this.state.staged.filter((staged) => staged.page !== page.page),
      };
      if (page.cursor) this.pipe.cursors.set(page.cursor.handler_id, page.cursor.cursor);
    }
    this.die('after', 'commit', change);
  }

  private die(when: 'before' | 'after', what: 'stage' | 'commit', change: RunChange | null): void {
    if (this.isDead || (when === 'before' ? this.crashAt : this.crashAfter)?.(what, change)) {
      this.isDead = true;
      throw new EngineError('LEASE_LOST', 'killed');
    }
  }
}

/** A request that came, its body as text. */
export type SeenRequest = Omit<OutgoingRequest, 'body'> & {
  body: string | undefined;
  path: string;
  at: number;
};

export type Mock = (
  request: OutgoingRequest & { path: string; query: URLSearchParams; json: unknown },
) => MockAnswer | Promise<MockAnswer>;
export type MockAnswer =
  | { status?: number; headers?: Record<string, string | undefined>; body?: unknown; raw?: string }
  | { fault: string; sent: boolean };

export const ORIGIN = 'http://mock.test';

export class MemoryCalls implements Calls {
  readonly requests: SeenRequest[] = [];
  inFlight = 0;
  mostInFlight = 0;

  constructor(
    private readonly apis: ReadonlyMap<string, EngineApi & { path?: string; query?: Record<string, string> }>,
    private readonly mock: Mock,
    private readonly now: () => number,
  ) {}

  origin(): string {
    return ORIGIN;
  }

  build(handlerId: string, parts: RequestParts): PreparedRequest {
    const api = this.apis.get(handlerId);
    if (!api) throw new EngineError('CONFIG', `no API for ${handlerId}`);
    const path = (api.path ?? `/${handlerId}`).replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = parts.path?.[name];
      if (value === undefined) throw new EngineError('CONFIG', `The path parameter "${name}" has no value.`);
      return encodeURIComponent(value);
    });
    const url = new URL(path, ORIGIN);
    for (const [name, value] of Object.entries({ ...api.query, ...parts.query }))
      url.searchParams.set(name, String(value));
    return {
      api_id: api.api_id,
      method: api.method,
      url: url.href,
      headers: { ...parts.headers },
      body: parts.body,
    };
  }

  buildLookup(handlerId: string, reference: { record_key: string }): PreparedRequest {
    const api = this.apis.get(handlerId);
    return {
      api_id: api?.lookup?.api_id ?? '',
      method: 'GET',
      url: `${ORIGIN}/lookup/${reference.record_key}`,
      headers: {},
      body: undefined,
    };
  }

  async send(_handlerId: string, sent: OutgoingRequest, signal: AbortSignal): Promise<CallOutcome> {
    const { idempotency } = sent;
    const headers = idempotency ? { ...sent.headers, [idempotency.header]: idempotency.key } : sent.headers;
    const request = { ...sent, headers };
    const url = new URL(request.url);
    const body = request.body?.toString();
    this.requests.push({ ...request, body, path: url.pathname + url.search, at: this.now() });
    let onAbort = (): void => undefined;
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    try {
      const json: unknown = body === undefined ? undefined : JSON.parse(body);
      const aborted = new Promise<MockAnswer>((resolve) => {
        onAbort = () => resolve({ fault: 'ABORTED', sent: true });
        setMaxListeners(0, signal);
        signal.addEventListener('abort', onAbort, { once: true });
      });
      const answer = await Promise.race([
        this.mock({ ...request, path: url.pathname, query: url.searchParams, json }),
        aborted,
      ]);
      if ('fault' in answer)
        return { kind: 'fault', code: answer.fault, sent: answer.sent, message: answer.fault };
      const text = answer.raw ?? (answer.body === undefined ? '' : JSON.stringify(answer.body));
      return {
        kind: 'answer',
        status: answer.status ?? 200,
        headers: { ...answer.headers } as Record<string, string>,
        body: Buffer.from(text),
        url: request.url,
      };
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.inFlight -= 1;
    }
  }

  to(handlerId: string): SeenRequest[] {
    const path = this.apis.get(handlerId)?.path ?? `/${handlerId}`;
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/?]+')}($|\\?)`);
    return this.requests.filter((request) => pattern.test(request.path));
  }
}

/** Time that jumps: a sleep ends at once and moves the clock. */
export class JumpClock {
  time = Date.parse('2026-01-01T00:00:00Z');
  readonly sleeps: number[] = [];

  now(): number {
    return this.time;
  }

  async sleep(ms: number): Promise<void> {
    this.sleeps.push(ms);
    this.time += ms;
    await Promise.resolve();
  }
}

/** The condition form of the house, as far as the specs use it. */
export function compileCondition(condition: Condition): (input: Partial<MappingInput>) => boolean {
  const { path, op, value } = condition as { path: string; op: string; value: unknown };
  const steps = parsePath(path.replace(/^@/, ''));
  const isRooted = path.startsWith('@');
  return (input) => {
    const found = readSteps(isRooted ? input : input.record, steps);
    if (op === 'eq') return found === value;
    if (op === 'ne') return found !== value;
    if (op === 'contains') return typeof found === 'string' && found.includes(String(value));
    return false;
  };
}

export interface Kit {
  ports: EnginePorts;
  calls: MemoryCalls;
  store: MemoryStore;
  clock: JumpClock;
}

export function memoryPorts(
  apis: Record<string, EngineApi & { path?: string; query?: Record<string, string> }>,
  mock: Mock,
  map: (handlerId: string, input: MappingInput) => MapResult,
  more: {
    pipe?: MemoryPipe;
    runId?: string;
    store?: MemoryStore;
    clock?: JumpClock;
    reads?: EnginePorts['reads'];
  } = {},
): Kit {
  const clock = more.clock ?? new JumpClock();
  const calls = new MemoryCalls(new Map(Object.entries(apis)), mock, () => clock.now());
  const store = more.store ?? new MemoryStore(more.pipe ?? new MemoryPipe(), more.runId ?? 'run-1');
  const ports: EnginePorts = {
    calls,
    bodies: {
      write: (_id, body) => (body === undefined ? undefined : JSON.stringify(body)),
      writeList: (_id, body, items) => {
        const [head, tail] = JSON.stringify(body).split('[]') as [string, string];
        const list = items.map((item) => item?.toString() ?? 'null').join();
        return Buffer.from(`${head}[${list}]${tail}`);
      },
      read: (_id, answer: CallAnswer): unknown =>
        answer.body.length === 0 ? undefined : JSON.parse(answer.body.toString()),
    },
    store,
    gate: { enter: () => ({ go: true }), throttled: () => undefined, report: () => null },
    clock,
    random: () => 0.5,
    map,
    reads: more.reads,
    compileCondition,
  };
  return { ports, calls, store, clock };
}
