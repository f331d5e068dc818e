// The failure envelope and the words of its statuses; used by the filter and by Fastify's own error hooks.
import type { DomainError, ErrorKind, FieldError } from '../errors/domain-error.js';
import type { ErrorCode } from '../errors/error-codes.js';

export interface FailureEnvelope {
  status: false;
  status_code: number;
  response_status: number;
  message: string;
  data: null;
  error_code?: ErrorCode;
  errors?: FieldError[];
}

const STATUS_OF_KIND: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  limit: 429,
  unavailable: 503,
  internal: 500,
};

export const statusOf = (error: DomainError): number => STATUS_OF_KIND[error.kind];

/** A 401 has exactly five members; every other failure says its `error_code`, and single fields in `errors`. */
export function failureEnvelope(
  status: number,
  message: string,
  code: ErrorCode,
  errors?: FieldError[],
): FailureEnvelope {
  const envelope: FailureEnvelope = {
    status: false,
    status_code: status,
    response_status: status,
    message,
    data: null,
  };
  if (status === 401) return envelope;
  envelope.error_code = code;
  if (errors && errors.length > 0) envelope.errors = errors;
  return envelope;
}
