// What a run needs of a database that is away for a moment is done again as long as its lease lasts, and so is what met
// another transaction.
import { isDatabaseAway } from '../database/database-away.js';
import { hasMetAnother } from '../database/retried-transaction.js';

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 1_000;

export type Patience = <T>(work: () => Promise<T>) => Promise<T>;

/** `mayWait`: false once the lease is nearly over or the run is to stop. */
export function patience(mayWait: () => boolean): Patience {
  return async (work) => {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
      try {
        return await work();
      } catch (error) {
        if (!(isDatabaseAway(error) || hasMetAnother(error)) || !mayWait()) throw error;
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    }
  };
}
