/** What a failed call becomes: the envelope's words, its code, the fields at fault and the request id. */
export interface FieldFault {
  field: string;
  code: string;
  message: string;
  /** What the form calls the field, where it is told of away from it. */
  label?: string;
  /** Characters before the fault inside the text of that field. */
  position?: number;
  /** Changes of the document that would mend it. */
  fixes?: { label: string; at?: string; value?: unknown }[];
}

export class ApiError extends Error {
  constructor(
    message: string,
    /** HTTP status; 0 when the service did not answer at all. */
    readonly status: number,
    readonly code: string,
    readonly faults: FieldFault[] = [],
    readonly requestId: string | null = null,
    /** The service says when the same call may be sent again. */
    readonly mayRepeat = false,
  ) {
    super(message);
    this.name = 'ApiError';
  }

  get isOffline(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

interface FailureBody {
  message?: unknown;
  error_code?: unknown;
  errors?: unknown;
}

/** Reads the failure envelope of an answer; anything else (a proxy's page) is told by its status alone. */
export function toApiError(
  status: number,
  body: unknown,
  requestId: string | null,
  mayRepeat = false,
): ApiError {
  const failure: FailureBody = typeof body === 'object' && body !== null ? body : {};
  const message =
    typeof failure.message === 'string' ? failure.message : `The service answered with status ${status}.`;
  const code =
    typeof failure.error_code === 'string' ? failure.error_code : status === 401 ? 'unauthenticated' : '';
  const faults = Array.isArray(failure.errors) ? failure.errors.filter(isFieldFault) : [];
  return new ApiError(message, status, code, faults, requestId, mayRepeat);
}

function isFieldFault(value: unknown): value is FieldFault {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as FieldFault).field === 'string' &&
    typeof (value as FieldFault).message === 'string'
  );
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What was asked for is not there, or not for this person: the two look the same. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
