// Two transactions that lock the same rows in different orders wait for each other until PostgreSQL ends one of them.
import type { DataSource, EntityManager } from 'typeorm';

const MAX_TRIES = 4;
/** deadlock_detected, serialization_failure ("PostgreSQL Error Codes", class 40) */
const MET = new Set(['40P01', '40001']);

/** Whether PostgreSQL has ended a transaction in favour of another one: done again, it finds its way free. */
export function hasMetAnother(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && MET.has(code);
}

/** A transaction that is made again where it met another one. `work` changes nothing but the database. */
export async function retriedTransaction<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await dataSource.transaction(work);
    } catch (error) {
      if (!hasMetAnother(error) || tries >= MAX_TRIES) throw error;
    }
  }
}
