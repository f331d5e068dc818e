// What all parts of one run share: plan, ports, totals, the stop, and the slots for requests in flight.
import type { FailureGuardSettings } from './failure-guard.js';
import { FailureGuard } from './failure-guard.js';
import { EngineError } from './errors.js';
import { pathReader } from './paths.js';
import type { CallStep, FlowPlan } from './plan.js';
import type {
  CallAnswer,
  Counts,
  EnginePorts,
  MappingInput,
  ResponseView,
  RunCounts,
  RunWarning,
} from './ports.js';
import { Sender } from './sender.js';
import type { SideTable } from './side-table.js';
import { Slots } from './slots.js';

/** `deliver`: the usual run. `dry_run`: writes are shown, not sent. `reconcile`: only the ledger is looked at. */
export type RunMode = 'deliver' | 'dry_run' | 'reconcile';

/** Why the signal was aborted (its `reason`): by a person, by time, to hand over, or because the lease is gone. */
export type StopReason = 'cancel' | 'timeout' | 'shutdown' | 'lost';

export interface RunOptions {
  run_id: string;
  pipe_id: string;
  /** RFC 3339; the same for every attempt of a run */
  started_at: string;
  mode?: RunMode;
  /** requests in flight */
  concurrency: number;
  failure_guard?: FailureGuardSettings | null;
  /** only the first records */
  limit?: number;
  /** only these records */
  record_keys?: ReadonlySet<string>;
  force_resend?: boolean;
  /** units whose outcome is unknown and that a person wants sent again: handler id → record keys */
  resend_unknown?: ReadonlyMap<string, ReadonlySet<string>>;
  /** answers that stand for calls: a webhook's body, records to retry; no call is made for these handlers */
  given?: ReadonlyMap<string, readonly CallAnswer[]>;
  /** good records whose stages are kept */
  keep_good?: number;
  signal: AbortSignal;
}

export interface RunError {
  code: string;
  message: string;
  handler_id: string | null;
}

export type Halt =
  | { kind: StopReason }
  | { kind: 'fail'; error: RunError }
  | { kind: 'park'; until: number | null; reason: string; message: string }
  | { kind: 'reset_paging' | 'restart_run'; error: RunError }
  | { kind: 'crash'; error: unknown };

const CANCEL_GRACE_MS = 30_000;
const TIMEOUT_GRACE_MS = 1_000;
/** The service stops within 25 s, and the outcomes are still to be written. */
const SHUTDOWN_GRACE_MS = 15_000;
const DEFAULT_KEEP_GOOD = 20;

export class RunContext {
  readonly sender: Sender;
  readonly slots: Slots;
  readonly guard: FailureGuard;
  readonly run: MappingInput['run'];
  readonly mode: RunMode;
  readonly warnings: RunWarning[] = [];
  /** answers of the run-level calls */
  readonly runSteps: MappingInput['steps'] = {};
  readonly sideTables = new Map<string, { table: SideTable; sample: MappingInput['steps'][string] }>();
  private lastAnswer: (() => ResponseView) | null = null;
  private readonly lastCallId: string | null;
  /** run-level writes that were not made, so that nothing may be built on their answer */
  readonly missing = new Set<string>();
  /** run-level writes of an earlier run whose answer was not kept */
  readonly lost = new Set<string>();
  /** keys of the good records that are kept to be looked at, by how they went */
  private readonly kept = { delivered: new Set<string>(), skipped: new Set<string>() };
  private readonly mostKept: number;
  readonly readVersion: ((record: unknown) => unknown) | null;
  halted: Halt | null = null;
  private readonly reads = new AbortController();
  private readonly writes = new AbortController();
  /** of waits between attempts: they end with the first halt */
  private waits = new AbortController();
  private readonly when = new Map<string, (input: Partial<MappingInput>) => boolean>();
  private readonly onAbort: () => void;
  private graceTimer: NodeJS.Timeout | null = null;

  constructor(
    readonly plan: FlowPlan,
    readonly ports: EnginePorts,
    readonly options: RunOptions,
  ) {
    this.sender = new Sender(ports, () => this.waits.signal);
    this.slots = new Slots(Math.max(1, options.concurrency));
    this.guard = new FailureGuard(
      options.failure_guard === undefined
        ? { in_a_row: 100, percent_of_first_200: 50 }
        : options.failure_guard,
    );
    this.mode = options.mode ?? 'deliver';
    this.run = { id: options.run_id, started_at: options.started_at };
    this.mostKept = this.mode === 'deliver' ? (options.keep_good ?? DEFAULT_KEEP_GOOD) : Infinity;
    this.readVersion = plan.driver?.api.version_path ? pathReader(plan.driver.api.version_path) : null;
    this.lastCallId = stepsOf(plan).at(-1)?.handler_id ?? null;
    this.onAbort = () => this.stopBySignal(options.signal.reason as StopReason);
    if (options.signal.aborted) this.onAbort();
    else options.signal.addEventListener('abort', this.onAbort, { once: true });
  }

  get readSignal(): AbortSignal {
    return this.reads.signal;
  }

  get writeSignal(): AbortSignal {
    return this.writes.signal;
  }

  readonly isStopping = (): boolean => this.halted !== null;

  /** Throws EngineError CONFIG when a condition cannot be used. */
  compile(): void {
    for (const step of stepsOf(this.plan)) {
      if (step.when) this.when.set(step.handler_id, this.ports.compileCondition(step.when));
    }
  }

  /** Whether the lines of a good record are kept: the first ones, in a dry run and a reconciliation all. */
  keepsGood(status: 'delivered' | 'skipped', key: string): boolean {
    if (this.mostKept === Infinity) return true;
    const kept = this.kept[status];
    if (kept.size >= this.mostKept) return kept.has(key);
    kept.add(key);
    return true;
  }

  /**
   * Keeps what the last call of the flow was answered, as a function, since a batch's answer is taken apart for it. It
   * stays until the next answer: it must hold that alone, so it is made by `always` or outside of the function that
   * works on the record.
   */
  noteResponse(step: CallStep, answered: () => ResponseView): void {
    if (step.handler_id === this.lastCallId) this.lastAnswer = answered;
  }

  /** The body answered to the last call, for a caller that waits for the run. */
  get lastResponse(): unknown {
    return this.lastAnswer?.().body ?? null;
  }

  /** The first reason stands; only a lost lease comes before all others. */
  halt(halt: Halt): void {
    if (this.halted === null || halt.kind === 'lost') this.halted = halt;
    this.waits.abort();
    if (halt.kind === 'lost') {
      this.reads.abort();
      this.writes.abort();
    }
  }

  /** The reading or the run begins again, unless it was stopped meanwhile. */
  goOn(): void {
    this.halted = null;
    this.waits = new AbortController();
    const { signal } = this.options;
    if (signal.aborted) this.halt({ kind: signal.reason as StopReason });
  }

  /** A failure of the run itself, not of a record: the lease is lost, a setting cannot be used, our own side fails. */
  crash(error: unknown): void {
    if (!(error instanceof EngineError)) this.halt({ kind: 'crash', error });
    else if (error.code === 'LEASE_LOST') this.halt({ kind: 'lost' });
    else this.fail(error.code, error.message, null);
    this.reads.abort();
  }

  fail(code: string, message: string, handlerId: string | null): void {
    this.halt({ kind: 'fail', error: { code, message, handler_id: handlerId } });
  }

  /** Whether the step's own condition lets this record through. */
  admits(step: CallStep, input: Partial<MappingInput>): boolean {
    return this.when.get(step.handler_id)?.(input) ?? true;
  }

  warn(warning: RunWarning): void {
    const isKnown = this.warnings.some(
      (known) => known.code === warning.code && known.handler_id === warning.handler_id,
    );
    if (!isKnown) this.warnings.push(warning);
  }

  close(): void {
    this.options.signal.removeEventListener('abort', this.onAbort);
    if (this.graceTimer) clearTimeout(this.graceTimer);
  }

  private stopBySignal(reason: StopReason): void {
    this.halt({ kind: reason });
    this.reads.abort();
    if (reason === 'lost') return;
    const grace =
      reason === 'cancel' ? CANCEL_GRACE_MS : reason === 'timeout' ? TIMEOUT_GRACE_MS : SHUTDOWN_GRACE_MS;
    this.graceTimer = setTimeout(() => this.writes.abort(), grace);
    this.graceTimer.unref();
  }
}

/** All calls of a flow in the order in which they are made. */
function stepsOf({ before, driver, during, after }: FlowPlan): CallStep[] {
  return [...before, ...(driver ? [driver] : []), ...during, ...after];
}

export function zeroCounts(): Counts {
  return { read: 0, mapped: 0, delivered: 0, skipped: 0, failed: 0 };
}

export function addCounts(totals: RunCounts, part: RunCounts): RunCounts {
  const sum: RunCounts = { ...addUp(totals, part), handlers: { ...totals.handlers } };
  for (const [id, counts] of Object.entries(part.handlers)) {
    sum.handlers[id] = addUp(sum.handlers[id] ?? zeroCounts(), counts);
  }
  return sum;
}

function addUp(left: Counts, right: Counts): Counts {
  return {
    read: left.read + right.read,
    mapped: left.mapped + right.mapped,
    delivered: left.delivered + right.delivered,
    skipped: left.skipped + right.skipped,
    failed: left.failed + right.failed,
  };
}
