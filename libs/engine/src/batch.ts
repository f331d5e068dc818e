// Records put together in one request: cutting into batches, and who of a batch was taken by the answer.
import { foldedKey, scalarText } from './identity.js';
import { parsePath, pathReader, withValueAt } from './paths.js';
import { reasonIn } from './reason.js';
import { saysNo, saysNothing } from './says-no.js';
import { shortText } from './short-text.js';
import type { BatchSettings } from './types.js';

export const DEFAULT_BATCH_RECORDS = 50;
export const DEFAULT_BATCH_BYTES = 1024 * 1024;

export interface Sized {
  /** bytes of the record's own elements, with the commas between them */
  size: number;
  /** bytes of what stands around the elements in the request */
  aroundSize: number;
}

/** Cuts in order, by count and by bytes of the whole body; a record larger than a batch goes alone. */
export function cutBatches<T extends Sized>(units: readonly T[], settings: BatchSettings): T[][] {
  const limit = Math.max(1, settings.max_records ?? DEFAULT_BATCH_RECORDS);
  const maxBytes = settings.max_bytes ?? DEFAULT_BATCH_BYTES;
  const batches: T[][] = [];
  let current: T[] = [];
  let size = 0;
  for (const unit of units) {
    if (current.length > 0 && (current.length >= limit || size + 1 + unit.size > maxBytes)) {
      batches.push(current);
      current = [];
    }
    size = current.length === 0 ? unit.aroundSize + unit.size : size + 1 + unit.size;
    current.push(unit);
  }
  if (current.length > 0) batches.push(current);
  return batches;
}

/** The body of a batch: the array at `path`, inside what else the first request's body holds. */
export function batchBody(settings: BatchSettings, bodies: readonly unknown[]): unknown {
  const path = settings.path ?? '';
  return withValueAt(undefined, parsePath(path), bodies);
}

export type ItemResult = { isGood: true; item: unknown } | { isGood: false; item: unknown; message: string };

/**
 * What a 2xx answer says of each record. `by_index`: the result at the same place; `by_key`: the result with the
 * record's key. A result is bad when it says so by `success`, `ok`, `error`, `errors` or a status of 400 and more;
 * one that is missing is bad too. With `all` every record was taken.
 */
export function itemResults(settings: BatchSettings, body: unknown, keys: readonly string[]): ItemResult[] {
  const answer = settings.answer ?? 'all';
  if (answer === 'all') return keys.map(() => ({ isGood: true, item: body }));
  const found = pathReader(settings.result_path ?? '$')(body);
  // the single result of a single record is no list where the answer was XML
  const isSingle = typeof found === 'object' && found !== null && (answer === 'by_key' || keys.length === 1);
  const list: unknown[] = Array.isArray(found) ? (found as unknown[]) : isSingle ? [found] : [];
  if (answer === 'by_index') return keys.map((_, index) => judgeItem(list[index]));
  const readKey = pathReader(settings.result_key_path ?? '$');
  const byKey = new Map<string, unknown>();
  for (const item of list) {
    const text = scalarText(readKey(item));
    if (text === null) continue;
    const key = foldedKey(text);
    // of several results of one record a bad one counts
    if (!byKey.has(key) || judgeItem(byKey.get(key)).isGood) byKey.set(key, item);
  }
  return keys.map((key) => judgeItem(byKey.get(key)));
}

function judgeItem(item: unknown): ItemResult {
  if (item === undefined)
    return { isGood: false, item, message: 'The answer holds no result for this record.' };
  if (item === null || typeof item !== 'object')
    return {
      isGood: !REFUSALS.has(scalarText(item)?.toLowerCase() ?? ''),
      item,
      message: 'The answer refuses this record.',
    };
  const members = item as Record<string, unknown>;
  const error = saysNothing(members.error) ? members.errors : members.error;
  const status = Number(scalarText(members.status ?? members.status_code ?? members.code) ?? NaN);
  const isBad =
    isRefusal(members.success) ||
    isRefusal(members.ok) ||
    !saysNothing(error) ||
    (status >= 400 && status < 600) ||
    (typeof members.status === 'string' && /^(error|failed|failure|rejected|invalid)$/i.test(members.status));
  return isBad
    ? { isGood: false, item, message: wordsOf({ message: members.message, errors: error }) }
    : { isGood: true, item };
}

/** Results that are no objects: 0 is the code of what went well. */
const REFUSALS: ReadonlySet<string> = new Set(['false', 'no', 'n']);

const isRefusal = (flag: unknown): boolean => flag !== null && flag !== '' && saysNo(flag);

function wordsOf(error: { message: unknown; errors: unknown }): string {
  const words = reasonIn(error);
  if (words !== null) return words;
  if (saysNothing(error.errors)) return 'The answer refuses this record.';
  return shortText(JSON.stringify(error.errors), 500);
}
