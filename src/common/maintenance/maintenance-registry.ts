// Tables are bounded: features register how their old rows go, and one timer runs them all.
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { endsWithin } from '../ends-within.js';
import { AppLogger } from '../logging/app-logger.js';

const EVERY_MS = 3_600_000;
const FIRST_AFTER_MS = 60_000;
const BATCH_ROWS = 1_000;
const LAST_WAIT_MS = 2_000;
/** A backlog is worked off over several rounds rather than in one long one. */
const MAX_BATCHES = 200;

/** Deletes at most `limit` old rows and answers how many went. */
type Cleaner = (limit: number) => Promise<number>;

@Injectable()
export class MaintenanceRegistry implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly cleaners = new Map<string, Cleaner>();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isStopping = false;

  constructor(private readonly logger: AppLogger) {}

  /** `name` is for the log: the table, in most cases. */
  clean(name: string, cleaner: Cleaner): void {
    this.cleaners.set(name, cleaner);
  }

  onApplicationBootstrap(): void {
    this.plan(FIRST_AFTER_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await endsWithin(this.running, LAST_WAIT_MS);
  }

  /** One round over all tables; a failing one does not keep the others. Answers the rows that went, by name. */
  async run(): Promise<Record<string, number>> {
    const removed: Record<string, number> = {};
    for (const [name, cleaner] of this.cleaners) {
      try {
        removed[name] = await this.cleanOne(cleaner);
      } catch (error) {
        this.logger.errorOf('clean-up failed', error, { table: name });
      }
    }
    return removed;
  }

  private async cleanOne(cleaner: Cleaner): Promise<number> {
    let total = 0;
    for (let batch = 0; batch < MAX_BATCHES && !this.isStopping; batch++) {
      const removed = await cleaner(BATCH_ROWS);
      total += removed;
      if (removed < BATCH_ROWS) break;
    }
    return total;
  }

  private plan(afterMs: number): void {
    this.timer = setTimeout(() => {
      this.running = this.run().then(() => {
        if (!this.isStopping) this.plan(EVERY_MS);
      });
    }, afterMs);
    this.timer.unref();
  }
}
