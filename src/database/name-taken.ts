// A name that is taken, as the caller should read it.
import { QueryFailedError } from 'typeorm';
import { DomainError } from '../common/errors/domain-error.js';

/** The key under which names are unique: without regard to case. */
export const nameKeyOf = (name: string): string => name.normalize('NFC').toLowerCase();

/** Runs a write; a clash on a unique index whose name holds `name_key` becomes 409 `name_taken` on `field`. */
export async function refuseTakenName<T>(
  field: string,
  name: string | undefined,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const driverError =
      error instanceof QueryFailedError
        ? (error.driverError as { code?: string; constraint?: string })
        : undefined;
    if (driverError?.code === '23505' && driverError.constraint?.includes('name_key')) {
      throw DomainError.conflict(
        'name_taken',
        `The name "${name ?? ''}" is taken already. Choose another one.`,
        [{ field, code: 'name_taken', message: 'is taken already' }],
      );
    }
    throw error;
  }
}
