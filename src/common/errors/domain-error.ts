// The one error class that services throw; the failure filter turns its kind into an HTTP status.
import type { ErrorCode } from './error-codes.js';

export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'unsupported'
  | 'limit'
  | 'unavailable'
  | 'internal';

/** One field at fault. `field` is a path such as `users[2]`; `code` a snake_case or engine/mapping word. */
export interface FieldError {
  field: string;
  code: string;
  message: string;
  /** Characters before the fault inside the text of that field, such as a formula. */
  position?: number;
  /** Changes that would mend it: `value` is put at `at`, a JSON pointer into the document that was sent. */
  fixes?: { label: string; at?: string; value?: unknown }[];
}

/**
 * A failure with a safe message: it may be shown to the caller as it is, so it never holds a secret, SQL or an
 * address that the caller did not send.
 */
export class DomainError extends Error {
  constructor(
    readonly kind: ErrorKind,
    readonly code: ErrorCode | '',
    message: string,
    readonly errors?: FieldError[],
    /** Seconds after which trying again makes sense (429 and 503). */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
    this.name = 'DomainError';
  }

  static invalid(errors: FieldError[], message?: string): DomainError {
    const first = errors[0];
    return new DomainError(
      'invalid',
      'validation_failed',
      message ?? (first ? sentence(first) : 'The request is not valid.'),
      errors,
    );
  }

  /** One field at fault. */
  static invalidField(field: string, message: string, code = 'invalid'): DomainError {
    return DomainError.invalid([{ field, code, message }]);
  }

  /** The same words for "does not exist" and "is another project's": the caller can't tell them apart. */
  static notFound(what: string): DomainError {
    return new DomainError('not_found', 'not_found', `There is no such ${what}.`);
  }

  static forbidden(message: string): DomainError {
    return new DomainError('forbidden', 'forbidden', message);
  }

  static conflict(code: ErrorCode, message: string, errors?: FieldError[]): DomainError {
    return new DomainError('conflict', code, message, errors);
  }

  static unauthenticated(message: string): DomainError {
    return new DomainError('unauthenticated', '', message);
  }

  static unavailable(message: string, retryAfterSeconds = 2): DomainError {
    return new DomainError('unavailable', 'unavailable', message, undefined, retryAfterSeconds);
  }
}

function sentence(error: FieldError): string {
  const text = error.message.startsWith(error.field) ? error.message : `${error.field}: ${error.message}`;
  return text.endsWith('.') ? text : `${text}.`;
}
