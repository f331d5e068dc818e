// The second list of a flow, read in full once per run and found by the join's key.
import { scalarText } from './identity.js';
import { pathReader } from './paths.js';

export const MAX_JOIN_ROWS = 100_000;
export const MAX_JOIN_BYTES = 64 * 1024 * 1024;

export class SideTable {
  private readonly rows = new Map<string, unknown[]>();
  private readonly readRight;
  private readonly readLeft;
  private count = 0;
  private bytes = 0;

  constructor(leftPath: string, rightPath: string) {
    this.readLeft = pathReader(leftPath);
    this.readRight = pathReader(rightPath);
  }

  /** Adds one page; false when the table would grow beyond its limits. */
  add(records: readonly unknown[], pageBytes: number): boolean {
    this.count += records.length;
    this.bytes += pageBytes;
    if (this.count > MAX_JOIN_ROWS || this.bytes > MAX_JOIN_BYTES) return false;
    for (const record of records) {
      const key = scalarText(this.readRight(record));
      if (key === null) continue;
      const found = this.rows.get(key);
      if (found) found.push(record);
      else this.rows.set(key, [record]);
    }
    return true;
  }

  /** The rows whose key equals the record's; empty when none does. */
  match(record: unknown): unknown[] {
    const key = scalarText(this.readLeft(record));
    return key === null ? [] : (this.rows.get(key) ?? []);
  }
}
