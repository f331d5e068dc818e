// Requests made ahead of their turn: mapping one record after the other is quicker than with a request and an answer between.
import type { PageWork } from './page-work.js';
import type { CallStep } from './plan.js';
import type { RecordJob } from './record-job.js';
import type { RunContext } from './run-context.js';
import { makeRequest, newUnit, noteMapped, type NoRequest, type Unit } from './unit.js';

/** Requests are made for so long at a time while answers wait. */
const MAKING_MS = 5;

/** The requests of a page's records, in their order. What becomes of a record is told and decided at its turn. */
export class RequestsAhead {
  /** what comes of the next records; what was thrown is thrown at the turn of its record */
  private readonly made: (Unit | NoRequest)[] = [];
  private turn = 0;

  constructor(
    private readonly ctx: RunContext,
    private readonly work: PageWork,
    private readonly step: CallStep,
    private readonly jobs: readonly RecordJob[],
  ) {}

  /** Makes the next requests, until as many wait for their turn as may be in flight at once. */
  fill(): void {
    const { made, turn, jobs } = this;
    if (this.ctx.isStopping()) return;
    const { clock } = this.ctx.ports;
    const since = clock.now();
    const most = Math.max(1, this.ctx.options.concurrency);
    for (let at = turn + made.length; at < jobs.length && made.length < most; at += 1) {
      made.push(this.make(jobs[at] as RecordJob));
      if (clock.now() - since >= MAKING_MS) break;
    }
  }

  /** The units whose turn it is, one after the other; those that make no request are told and left out. */
  *inTurn(): Generator<Unit, void> {
    while (this.turn < this.jobs.length) {
      if (this.ctx.isStopping()) return;
      if (this.made.length === 0) this.fill();
      const each = this.made.shift() as Unit | NoRequest;
      const job = this.jobs[this.turn++] as RecordJob;
      if (typeof each === 'function') each();
      else {
        noteMapped(this.work, this.step, job);
        yield each;
      }
    }
  }

  private make(job: RecordJob): Unit | NoRequest {
    try {
      const request = makeRequest(this.ctx, this.work, this.step, job);
      return typeof request === 'function' ? request : newUnit(this.ctx, this.work, this.step, job, request);
    } catch (error) {
      return () => {
        throw error;
      };
    }
  }
}
