// One page of records at work: its ledger rows, its totals, and what waits for the next commit.
import type { CallStep } from './plan.js';
import type {
  LedgerRow,
  LedgerWrite,
  RecordLine,
  RecordProblem,
  RecordStages,
  RunChange,
  RunCounts,
  SettledRow,
  StagedPage,
} from './ports.js';
import type { RecordJob } from './record-job.js';
import { markMissing } from './record-job.js';
import { addCounts, zeroCounts, type RunContext } from './run-context.js';

/** Outcomes are committed apart from the page once they are this old or this many. */
const FLUSH_MS = 200;
const FLUSH_UNITS = 100;

export interface UnitFailure extends Partial<RecordStages> {
  class: string;
  code: string;
  message: string;
  errors?: RecordProblem[];
  warnings?: RecordProblem[];
  attempts?: number;
}

export class PageWork {
  jobs: RecordJob[] = [];
  /** Whether records of one key stand on this page more than once, so that a later one must see what was made of the one before. */
  hasRepeats = true;
  private readonly rows = new Map<string, LedgerRow>();
  private ledger = new Map<string, LedgerWrite>();
  private lines: RecordLine[] = [];
  /** of records that failed before the ledger: told at the page's end, since a run that goes on meets them again */
  private late: RecordLine[] = [];
  /** the handler that read the page's records; null: a call made once */
  readerId: string | null = null;
  /** the last failure that was no record's to ignore */
  failure: UnitFailure | null = null;
  private resolved: RunChange['resolved'] = [];
  /** the last failed line of each handler and key */
  private readonly failures = new Map<string, RecordLine>();
  private handlers: RunCounts['handlers'] = {};
  /** totals of the waves that are settled, which a run that goes on does not count again */
  waved: RunCounts | null = null;
  wavesDone: number;
  /** by handler and key: what this run had written before the first wave to be worked */
  private readonly before = new Map<string, SettledRow>();
  /** when the first of the outcomes that wait came; null: none has */
  private waitingSince: number | null = null;
  private flushing: Promise<void> | null = null;

  constructor(
    private readonly ctx: RunContext,
    readonly page: number,
    /** true: an earlier attempt of this run may have settled part of it */
    private isResumed: boolean,
    private readonly commitSoFar: (work: PageWork) => Promise<void>,
    staged: Pick<StagedPage, 'waves' | 'settled'> = {},
  ) {
    this.wavesDone = staged.waves ?? 0;
    this.knew(staged.settled ?? []);
  }

  /** Rows that were written before this work began. */
  knew(rows: readonly SettledRow[]): void {
    for (const row of rows) this.before.set(`${row.handler_id}\n${row.record_key}`, row);
  }

  /** Whether an earlier attempt of this run wrote the row as an outcome of the very records at work. */
  wasSettledHere(row: LedgerRow): boolean {
    if (!this.isResumed || row.run_id !== this.ctx.options.run_id) return false;
    const before = this.before.get(`${row.handler_id}\n${row.record_key}`);
    return before?.content_hash !== row.content_hash || before.state !== row.state;
  }

  /** The wave is done with: no later attempt meets its records again. */
  closeWave(wave: readonly RecordJob[]): void {
    const done = new Set(wave);
    const others = this.jobs.filter((job) => !done.has(job));
    this.jobs = [...wave];
    this.waved = this.counts(true);
    this.handlers = {};
    this.jobs = others;
    this.wavesDone += 1;
    // the next wave is begun after this one is committed
    this.isResumed = false;
  }

  /** What this run has written of the records that are still to be worked. */
  settledRows(): SettledRow[] {
    const keys = new Set(this.jobs.map((job) => job.key));
    return [...this.rows.values()].flatMap(({ handler_id, record_key, content_hash, state, run_id }) =>
      run_id === this.ctx.options.run_id && keys.has(record_key)
        ? [{ handler_id, record_key, content_hash, state }]
        : [],
    );
  }

  /** All is counted elsewhere. */
  close(): void {
    this.jobs = [];
    this.handlers = {};
    this.waved = null;
  }

  takeRows(rows: readonly LedgerRow[]): void {
    for (const row of rows) this.rows.set(`${row.handler_id}\n${row.record_key}`, row);
  }

  row(handlerId: string, recordKey: string): LedgerRow | undefined {
    return this.rows.get(`${handlerId}\n${recordKey}`);
  }

  handlerCounts(handlerId: string): RunCounts['handlers'][string] {
    return (this.handlers[handlerId] ??= zeroCounts());
  }

  /** Notes a ledger row. */
  write(write: LedgerWrite): void {
    const name = `${write.handler_id}\n${write.record_key}`;
    this.ledger.set(name, write);
    if (!this.hasRepeats) return;
    const before = this.rows.get(name);
    this.rows.set(name, {
      handler_id: write.handler_id,
      record_key: write.record_key,
      content_hash: write.content_hash,
      state: write.state,
      generation: write.generation,
      version_value: write.version_value ?? before?.version_value ?? null,
      response_capture: write.response_capture,
      run_id: write.settled ? this.ctx.options.run_id : null,
    });
  }

  delivered(
    step: CallStep,
    job: RecordJob,
    line: () => Omit<RecordLine, 'handler_id' | 'record_key' | 'status' | 'page'>,
  ): void {
    this.handlerCounts(step.handler_id).delivered += 1;
    job.isDelivered = true;
    this.resolve(step, job);
    if (this.ctx.keepsGood('delivered', job.key)) {
      this.lines.push({
        ...line(),
        handler_id: step.handler_id,
        record_key: job.key,
        status: 'delivered',
        page: this.page,
      });
    }
    this.passed(step);
  }

  /** A read made for one record went well. */
  wentWell(step: CallStep, job: RecordJob): void {
    this.resolve(step, job);
    this.passed(step);
  }

  /** What is open of the record at this handler is over. */
  resolve(step: CallStep, job: RecordJob): void {
    if (this.failures.size > 0) this.supersede(`${step.handler_id}\n${job.key}`);
    this.resolved.push({ handler_id: step.handler_id, record_key: job.key });
  }

  skipped(step: CallStep, job: RecordJob, code: string, stages?: Partial<RecordStages>): void {
    this.handlerCounts(step.handler_id).skipped += 1;
    if (this.ctx.keepsGood('skipped', job.key))
      this.lines.push(lineOf(step, job, this.page, 'skipped', { class: '', code, message: '', ...stages }));
    this.passed(step);
  }

  /** A person has yet to decide on the record, as was told; what it is by now is told with the same error. */
  held(step: CallStep, job: RecordJob, told: UnitFailure): void {
    this.handlerCounts(step.handler_id).skipped += 1;
    this.lines.push({ ...lineOf(step, job, this.page, 'skipped', told), isHeld: true });
    markMissing(job, step.handler_id);
    this.passed(step);
  }

  /** Applies the handler's on-error rule to a unit that failed for good. */
  failed(step: CallStep, job: RecordJob, failure: UnitFailure): void {
    if (step.on_error === 'ignore') {
      const { code, message } = failure;
      if (!step.mapping && this.readerId === null)
        this.ctx.warn({ code, message, handler_id: step.handler_id });
      return this.ignored(step, job);
    }
    this.handlerCounts(step.handler_id).failed += 1;
    job.status = 'failed';
    this.failure = failure;
    const name = `${step.handler_id}\n${job.key}`;
    const line = lineOf(step, job, this.page, 'failed', failure);
    (this.ledger.has(name) ? this.lines : this.late).push(line);
    this.supersede(name);
    this.failures.set(name, line);
    if (step.on_error === 'stop_run') this.ctx.fail(failure.code, failure.message, step.handler_id);
    const stop = this.ctx.guard.count(true);
    if (stop !== null)
      this.ctx.fail('TOO_MANY_FAILURES', `${stop} The last: ${failure.message}`, step.handler_id);
  }

  /** An earlier attempt of this run has told of the failure already: it is counted, and stops the run where it is to. */
  failedBefore(step: CallStep, job: RecordJob): void {
    if (step.on_error === 'ignore') return this.ignored(step, job);
    this.handlerCounts(step.handler_id).failed += 1;
    job.status = 'failed';
    if (step.on_error === 'stop_run')
      this.ctx.fail('FAILED', `"${step.name}" failed before this run was taken up again.`, step.handler_id);
  }

  private ignored(step: CallStep, job: RecordJob): void {
    this.handlerCounts(step.handler_id).skipped += 1;
    // a look-up that failed is just absent for the mappings after it
    if (step.role !== 'lookup') markMissing(job, step.handler_id);
    this.passed(step);
  }

  /** A record of that key came to an outcome: what was said of the one before is not open, whenever it is told. */
  private supersede(name: string): void {
    const line = this.failures.get(name);
    if (!line) return;
    line.is_over = true;
    this.failures.delete(name);
  }

  /** The record is through the step: at the last one it counts as a sound one for the guard. */
  passed(step: CallStep): void {
    if (this.ctx.plan.during.at(-1) === step) this.ctx.guard.count(false);
  }

  /** The page's totals; at its end every record that met no write counts as skipped. */
  counts(isEnd: boolean): RunCounts {
    const { readerId, handlers } = this;
    const reader = readerId && {
      [readerId]: { ...(handlers[readerId] ?? zeroCounts()), read: this.jobs.length },
    };
    const counts: RunCounts = { ...zeroCounts(), handlers: { ...handlers, ...reader } };
    for (const job of this.jobs) {
      counts.read += 1;
      if (job.isMapped) counts.mapped += 1;
      if (job.status === 'failed') counts.failed += 1;
      else if (job.isDelivered) counts.delivered += 1;
      else if (isEnd || job.status === 'skipped') counts.skipped += 1;
    }
    return this.waved ? addCounts(this.waved, counts) : counts;
  }

  /** What has gathered since the last commit, each ledger row once. `isEnd`: nobody works on the page again. */
  take(isEnd = false): Pick<RunChange, 'ledger' | 'lines' | 'resolved'> {
    const lines = isEnd ? [...this.lines, ...this.late] : this.lines;
    const change = { ledger: [...this.ledger.values()], lines, resolved: this.resolved };
    if (isEnd) this.late = [];
    this.ledger = new Map();
    this.lines = [];
    this.resolved = [];
    this.waitingSince = null;
    return change;
  }

  /** Commits outcomes apart from the page when the destination is slow. */
  flushIfDue(): void {
    if (this.flushing || (this.ledger.size === 0 && this.lines.length === 0)) return;
    const now = this.ctx.ports.clock.now();
    const age = now - (this.waitingSince ??= now);
    if (age < FLUSH_MS && !(this.ledger.size >= FLUSH_UNITS && age > FLUSH_MS / 2)) return;
    this.flushing = this.commitSoFar(this)
      .catch((error: unknown) => this.ctx.crash(error))
      .finally(() => (this.flushing = null));
  }

  async flushed(): Promise<void> {
    while (this.flushing) await this.flushing;
  }
}

function lineOf(
  step: CallStep,
  job: RecordJob,
  page: number,
  status: RecordLine['status'],
  failure: UnitFailure,
): RecordLine {
  return {
    handler_id: step.handler_id,
    record_key: job.key,
    status,
    class: failure.class || null,
    code: failure.code || null,
    message: failure.message || null,
    errors: failure.errors ?? [],
    warnings: failure.warnings ?? [],
    attempt: failure.attempts ?? 0,
    page,
    source: job.record,
    mapped: failure.mapped ?? null,
    request: failure.request ?? null,
    response: failure.response ?? null,
  };
}
