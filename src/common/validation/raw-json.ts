// Members of a body that are payloads of other systems: kept out of the reach of class-transformer, which would rebuild
// them and stumbles over keys such as `constructor`.

/** Wraps a value so that nothing in it can be walked. */
export class RawJson {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  static wrap(value: unknown): unknown {
    return typeof value === 'object' && value !== null ? new RawJson(value) : value;
  }

  static unwrap(value: unknown): unknown {
    return value instanceof RawJson ? value.#value : value;
  }
}

/** Members of a body that may be large and hold any names: samples, documents, records, request bodies. */
export const RAW_MEMBERS: ReadonlySet<string> = new Set([
  'sample_request',
  'sample_response',
  'more_sample_responses',
  'document',
  'record',
  'body',
]);

/** Members whose numbers are kept digit for digit: payloads, and settings that hold conditions on payloads. */
export const EXACT_MEMBERS: ReadonlySet<string> = new Set([
  ...RAW_MEMBERS,
  'handlers',
  'pagination',
  'success_when',
  'retry',
]);
