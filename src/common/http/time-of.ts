// Times in filters: with `Z` or an offset, for without one they would be read in the time zone of the server.
import { DomainError } from '../errors/domain-error.js';

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i;

/** The instant of a filter's text; 400 that names the field. */
export function timeOf(field: string, text: string | undefined): Date {
  const time = new Date((text ?? '').replace(',', '.').toUpperCase());
  if (text === undefined || !TIME.test(text) || Number.isNaN(time.getTime())) {
    throw DomainError.invalidField(
      field,
      'must be a time with Z or an offset, such as 2026-01-31T08:00:00Z',
      'invalid_time',
    );
  }
  return time;
}
