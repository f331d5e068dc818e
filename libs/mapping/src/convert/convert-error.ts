// A text that cannot be read as XML or CSV, or a value that cannot be written as XML.

export class ConvertError extends Error {
  constructor(
    readonly code: 'BAD_XML' | 'BAD_CSV' | 'TOO_DEEP' | 'TOO_LARGE',
    message: string,
  ) {
    super(message);
    this.name = 'ConvertError';
  }
}
