// A run's store while the database is away for a moment: a restart of PostgreSQL costs neither the run's turn nor the
// outcomes of requests that were on their way.
import type { CursorState, LedgerRow, RunChange, RunProgress, RunStore, StagedPage } from '#engine';
import type { Patience } from './patience.js';

export class PatientRunStore implements RunStore {
  constructor(
    private readonly store: RunStore,
    private readonly patiently: Patience,
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
}
