// Lists: a page of rows with its total, or a slice behind a cursor. The envelope shows them as data + pagination.
import { DomainError } from '../errors/domain-error.js';

export interface PageRequest {
  page: number;
  perPage: number;
}

/** Rows of one page and how many there are in all. */
export class Page<T> {
  constructor(
    readonly items: T[],
    readonly total: number,
    readonly request: PageRequest,
  ) {}

  map<U>(toDto: (item: T) => U): Page<U> {
    return new Page(this.items.map(toDto), this.total, this.request);
  }

  pagination() {
    const { page, perPage } = this.request;
    return { page, per_page: perPage, total: this.total, total_pages: Math.ceil(this.total / perPage) };
  }
}

/** Rows after a cursor; `next` is null at the end. */
export class Slice<T> {
  constructor(
    readonly items: T[],
    readonly limit: number,
    readonly next: string | null,
  ) {}

  map<U>(toDto: (item: T) => U): Slice<U> {
    return new Slice(this.items.map(toDto), this.limit, this.next);
  }

  /** From `limit + 1` rows: the extra one only tells that there are more. */
  static of<T>(rows: T[], limit: number, cursorOf: (row: T) => string): Slice<T> {
    return Slice.within(rows, rows.length, limit, cursorOf);
  }

  /** From rows that were cut at a bound of bytes too: `found` says how many there were, up to `limit + 1`. */
  static within<T>(rows: T[], found: number, limit: number, cursorOf: (row: T) => string): Slice<T> {
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return new Slice(items, limit, found > items.length && last !== undefined ? cursorOf(last) : null);
  }

  pagination() {
    return { limit: this.limit, next: this.next };
  }
}

/** An opaque cursor over a list of texts (a sort value and an id). */
export const encodeCursor = (parts: string[]): string =>
  Buffer.from(JSON.stringify(parts), 'utf8').toString('base64url');

/** The parts of a cursor that this service gave out; anything else is a 400 on `after`. */
export function decodeCursor(cursor: string, parts: number): string[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(value) && value.length === parts && value.every((part) => typeof part === 'string')) {
      return value;
    }
  } catch {
    // falls through to the one refusal
  }
  throw DomainError.invalidField(
    'after',
    'must be a cursor from additional_data.pagination.next',
    'invalid_cursor',
  );
}
