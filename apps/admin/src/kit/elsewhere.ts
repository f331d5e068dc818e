/** What a failed save still has to say beside the form, since no field of it does. */
import { ApiError } from '../api/errors.js';

/** The failure without what fields say; null where they say all of it. */
export function elsewhere(error: unknown, isShown: (field: string) => boolean): unknown {
  if (!(error instanceof ApiError) || error.faults.length === 0) return error;
  const rest = error.faults.filter(({ field }) => !isShown(field));
  const [first] = rest;
  if (first === undefined) return null;
  if (rest.length === error.faults.length) return error;
  // the words of the whole are of its first fault, which may be told at its field
  return new ApiError(`${first.field}: ${first.message}`, error.status, error.code, rest, error.requestId);
}
