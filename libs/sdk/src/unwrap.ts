/** From an answer in its envelope to its data, or to an error that can be thrown and read. */

export interface FieldError {
  /** Path of the member at fault, such as `users[2]`. */
  field: string;
  code: string;
  message: string;
}

/** A failure that the service answered, or a call that got no answer (`status` 0). */
export class PipewrightError extends Error {
  override readonly name = 'PipewrightError';

  constructor(
    message: string,
    readonly status: number,
    /** A word of the contract's closed list, such as `name_taken`; empty where the answer has none. */
    readonly code: string,
    readonly errors: FieldError[],
  ) {
    super(message);
  }
}

interface Outcome<Envelope> {
  data?: Envelope;
  error?: unknown;
  response?: Response;
}

/** The `data` of a success. @throws PipewrightError for everything else */
export async function unwrap<Envelope extends { data?: unknown }>(
  call: Promise<Outcome<Envelope>>,
): Promise<NonNullable<Envelope['data']>> {
  const { data: envelope, error, response } = await call;
  if (response?.ok && envelope) return envelope.data as NonNullable<Envelope['data']>;
  throw toError(error, response);
}

function toError(error: unknown, response: Response | undefined): PipewrightError {
  if (!response) return new PipewrightError(`No answer: ${reasonOf(error)}`, 0, '', []);
  const failure = (typeof error === 'object' && error !== null ? error : {}) as {
    message?: unknown;
    error_code?: unknown;
    errors?: unknown;
  };
  const message = typeof failure.message === 'string' ? failure.message : `HTTP ${response.status}`;
  const code = typeof failure.error_code === 'string' ? failure.error_code : '';
  return new PipewrightError(
    message,
    response.status,
    code,
    Array.isArray(failure.errors) ? (failure.errors as FieldError[]) : [],
  );
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  const { message, cause } = (error ?? {}) as { message?: unknown; cause?: { message?: unknown } };
  const words = [cause?.message, message].find((text) => typeof text === 'string' && text !== '');
  return (words as string | undefined) ?? 'the service cannot be reached';
}
