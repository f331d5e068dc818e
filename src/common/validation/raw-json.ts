// Members of a body that are payloads of other systems: kept out of the reach of class-transformer, which would rebuild
// them and stumbles over keys such as `constructor`.

/** Wraps a value so that nothing in it can be walked. */
export class RawJson {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  static unwrap(value: unknown): unknown {
    return value instanceof RawJson ? value.#value : value;
  }
}

/** Members that hold any JSON: samples, mapping documents, records, request bodies. */
export const RAW_MEMBERS: ReadonlySet<string> = new Set([
  'sample_request',
  'sample_response',
  'more_sample_responses',
  'document',
  'record',
  'body',
]);

/** The body with its raw members wrapped; `JsonField` unwraps them. */
export function wrapRawMembers(body: object): object {
  const wrapped: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(body)) {
    const isRaw = RAW_MEMBERS.has(key) && typeof value === 'object' && value !== null;
    wrapped[key] = isRaw ? new RawJson(value) : (value as unknown);
  }
  return wrapped;
}
