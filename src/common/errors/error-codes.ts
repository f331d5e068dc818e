/** The closed list of `error_code` values that a failure envelope may carry (docs/api.md). */
export const ERROR_CODES = [
  'validation_failed',
  'not_found',
  'forbidden',
  'name_taken',
  'in_use',
  'version_conflict',
  'already_running',
  'pipe_incomplete',
  'credential_not_connected',
  'secret_required',
  'idempotency_conflict',
  'rate_limited',
  'payload_too_large',
  'unsupported_media_type',
  'unavailable',
  'internal_error',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];
