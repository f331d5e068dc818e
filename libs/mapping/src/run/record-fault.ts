// What goes wrong with one record while it is mapped: thrown inside the compiled closures, caught per link.

export type RecordErrorCode =
  | 'REQUIRED'
  | 'NOT_A_NUMBER'
  | 'NOT_AN_INTEGER'
  | 'NOT_A_BOOLEAN'
  | 'NOT_TEXT'
  | 'NOT_AN_ARRAY'
  | 'NULL_NOT_ALLOWED'
  | 'LOOKUP_MISS'
  | 'BAD_DATE'
  | 'ZONE_REQUIRED'
  | 'DIVISION_BY_ZERO'
  | 'LENGTH_MISMATCH'
  | 'LIMIT';

/** A fault of one value. `value` is what the failing step was given. */
export class RecordFault extends Error {
  /** The source path at fault where the step knows it better than the link. */
  from: string | undefined;
  /** Of a list that becomes several elements: which one was at fault. */
  element = 0;

  constructor(
    readonly code: RecordErrorCode,
    message: string,
    readonly value: unknown,
    readonly hint = '',
  ) {
    super(message);
    this.name = 'RecordFault';
  }
}

/** A bound of section "Limits" was passed: ends the whole record, not only the link. */
export class LimitFault extends RecordFault {
  /** Where the bound was passed, told by the innermost place that knows. */
  place: { linkId: string | null; from: string | null; to: string } | undefined;

  constructor(message: string, value: unknown = null) {
    super('LIMIT', message, value, 'Split the work, or map fewer fields from it.');
    this.name = 'LimitFault';
  }
}
