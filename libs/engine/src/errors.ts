// The one error class of the engine; a failed record or call is a value, never one of these.

export type EngineErrorCode =
  | 'BAD_PATH'
  | 'CONFIG'
  /** another worker owns the run: stop at once, write nothing more */
  | 'LEASE_LOST';

export class EngineError extends Error {
  constructor(
    readonly code: EngineErrorCode,
    message: string,
  ) {
    super(message);
    this.name = 'EngineError';
  }
}
