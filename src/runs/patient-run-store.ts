// A run's store while the database is away for a moment: what failed is done again as long as the lease lasts, so that
// a restart of PostgreSQL costs neither the run's turn nor the outcomes of requests that were on their way.
import type { CursorState, LedgerRow, RunChange, RunProgress, RunStore, StagedPage } from '#engine';
import { isDatabaseAway } from '../database/database-away.js';

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 1_000;

export class PatientRunStore implements RunStore {
  constructor(
    private readonly store: RunStore,
    /** false once the lease is nearly over or the run is to stop */
    private readonly mayWait: () => boolean,
  ) {}

  progress(): Promise<RunProgress> {
    return this.patiently(() => this.store.progress());
  }

  cursor(handlerId: string): Promise<CursorState | null> {
    return this.patiently(() => this.store.cursor(handlerId));
  }

  stage(page: StagedPage, handlerIds: string[], recordKeys: string[]): Promise<LedgerRow[]> {
    return this.patiently(() => this.store.stage(page, handlerIds, recordKeys));
  }

  ledger(handlerIds: string[], recordKeys: string[]): Promise<LedgerRow[]> {
    return this.patiently(() => this.store.ledger(handlerIds, recordKeys));
  }

  /** The lost commit may have taken effect; written twice it is the same. */
  commit(change: RunChange): Promise<void> {
    return this.patiently(() => this.store.commit(change));
  }

  private async patiently<T>(work: () => Promise<T>): Promise<T> {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
      try {
        return await work();
      } catch (error) {
        if (!isDatabaseAway(error) || !this.mayWait()) throw error;
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    }
  }
}
