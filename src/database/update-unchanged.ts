// Optimistic changes: what was computed from a row is written only while the row still says the same.
import { isDeepStrictEqual } from 'node:util';
import type { EntityManager, EntityTarget, FindOptionsWhere } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import { DomainError } from '../common/errors/domain-error.js';
import type { ProjectRow } from './project-row.js';

/** Each failed attempt means that another write went through. */
const MOST_ATTEMPTS = 100;

/** Locks the row and writes the change; false, and nothing written, where it is gone or differs from `before`. */
export async function updateUnchanged<T extends ProjectRow>(
  manager: EntityManager,
  entity: EntityTarget<T>,
  before: T,
  change: QueryDeepPartialEntity<T>,
): Promise<boolean> {
  const where = { projectId: before.projectId, id: before.id } as FindOptionsWhere<T>;
  // rows that refer to this one may be inserted meanwhile
  const now = await manager.findOne(entity, { where, lock: { mode: 'for_no_key_update' } });
  if (!isDeepStrictEqual(now, before)) return false;
  await manager.update(entity, where, { ...change, updatedAt: new Date() });
  return true;
}

/** Reads, computes and writes anew until no other write comes between; `attempt` answers undefined where one did. */
export async function untilUnchanged<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let count = 0; count < MOST_ATTEMPTS; count++) {
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw DomainError.unavailable('Others change this all the time. Try again.');
}
