// Who a record is and what was sent of it: record key, content hash, idempotency key.
import { hash } from 'node:crypto';
import { pathReader } from './paths.js';

const LONGEST_KEY = 400;

/**
 * Reads the key of a record: the configured paths, else the sha256 of the canonical record. `onMissing` hears of a path
 * that a record has nothing at: by its content alone, a record that changes is another one.
 */
export function recordKeyReader(
  paths: readonly string[],
  onMissing: (path: string) => void = () => undefined,
): (record: unknown) => string {
  const readers = paths.map(pathReader);
  return (record) => {
    const parts: string[] = [];
    for (const read of readers) {
      const text = scalarText(read(record));
      if (text === null) {
        onMissing(paths[parts.length] ?? '');
        return sha256(canonical(record));
      }
      parts.push(text);
    }
    if (parts.length === 0) return sha256(canonical(record));
    const key =
      parts.length === 1 ? (parts[0] ?? '') : parts.map((part) => part.replace(/[\\|]/g, '\\$&')).join('|');
    return foldedKey(key);
  };
}

/** The key as the ledger holds it: a long one, and one that cannot be stored (NUL, half a surrogate pair), by its hash. */
export function foldedKey(key: string): string {
  if (!key.isWellFormed()) return sha256(JSON.stringify(key));
  return key.length > LONGEST_KEY || key.includes('\0') ? sha256(key) : key;
}

/** The text of a text, number or boolean; null for anything else and for the empty text. */
export function scalarText(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value);
  return exactNumberText(value);
}

/** Numbers beyond double precision arrive as objects of their own class that hold the text; null for anything else. */
function exactNumberText(value: unknown): string | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value) || isPlain(value)) return null;
  return (value as { toString(): string }).toString();
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** JSON with sorted members: the same record gives the same text in whatever order its members come. */
export function canonical(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const exact = exactNumberText(value);
  if (exact !== null) return exact;
  const members = value as Record<string, unknown>;
  const keys = Object.keys(members).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(members[key])}`).join(',')}}`;
}

export function sha256(text: string): string {
  return hash('sha256', text);
}

/**
 * Where bodies are made into bytes, one after the other, each behind the head that is hashed with it: a slab lives as long
 * as one of its bodies does. What may be longer than a quarter of it gets a buffer of its own.
 */
const SLAB_BYTES = 256 * 1024;
let slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
let used = 0;
/** A UTF-16 unit is at most so many bytes of UTF-8. */
const BYTES_PER_UNIT = 3;

/**
 * sha256 of method, path with query, and the body as it is sent, and the bytes of that body: made into UTF-8 once for
 * both, without counting first how many bytes that are.
 */
export function hashedContent(
  method: string,
  pathAndQuery: string,
  body: string | undefined,
): { hash: string; bytes: Buffer | undefined } {
  const head = `${method} ${pathAndQuery}\n`;
  if (body === undefined) return { hash: hash('sha256', head), bytes: undefined };
  const most = (head.length + body.length) * BYTES_PER_UNIT;
  if (most > SLAB_BYTES / 4) {
    const all = Buffer.from(head + body);
    return { hash: hash('sha256', all), bytes: all.subarray(Buffer.byteLength(head)) };
  }
  if (used + most > SLAB_BYTES) {
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
    used = 0;
  }
  const begin = used;
  const middle = begin + slab.write(head, begin);
  used = middle + slab.write(body, middle);
  return { hash: hash('sha256', slab.subarray(begin, used)), bytes: slab.subarray(middle, used) };
}

export interface UnitIdentity {
  pipe_id: string;
  handler_id: string;
  record_key: string;
  content_hash: string;
  generation: number;
}

/** base32(sha256(pipe | handler | record key | content hash | generation)), 40 characters. */
export function idempotencyKey(unit: UnitIdentity): string {
  const { pipe_id: pipeId, handler_id: handlerId, record_key: key, content_hash: content, generation } = unit;
  // the JSON of the five as a list, in a fifth of its time; a hash holds nothing that JSON writes otherwise
  const text = `[${JSON.stringify(pipeId)},${JSON.stringify(handlerId)},${JSON.stringify(key)},"${content}",${generation}]`;
  return base32(hash('sha256', text, 'binary'));
}

/** A batch's key: made from its units' keys, sorted, so that the same batch has the same key. */
export function batchKey(unitKeys: readonly string[]): string {
  return base32(hash('sha256', [...unitKeys].sort().join('\n'), 'binary'));
}

const ALPHABET = Buffer.from('abcdefghijklmnopqrstuvwxyz234567');
const KEY_LENGTH = 40;
/** Letters are gathered as bytes: a text that grows letter by letter is one object for each. */
const letters = Buffer.alloc(KEY_LENGTH);

/** RFC 4648, section 6: 8 letters for each 5 of the first 25 of `bytes`, a byte a character. */
function base32(bytes: string): string {
  for (let at = 0, from = 0; at < KEY_LENGTH; at += 8, from += 5) {
    const high =
      (bytes.charCodeAt(from) << 12) | (bytes.charCodeAt(from + 1) << 4) | (bytes.charCodeAt(from + 2) >> 4);
    const low =
      ((bytes.charCodeAt(from + 2) & 15) << 16) |
      (bytes.charCodeAt(from + 3) << 8) |
      bytes.charCodeAt(from + 4);
    letters[at] = ALPHABET[high >> 15]!;
    letters[at + 1] = ALPHABET[(high >> 10) & 31]!;
    letters[at + 2] = ALPHABET[(high >> 5) & 31]!;
    letters[at + 3] = ALPHABET[high & 31]!;
    letters[at + 4] = ALPHABET[low >> 15]!;
    letters[at + 5] = ALPHABET[(low >> 10) & 31]!;
    letters[at + 6] = ALPHABET[(low >> 5) & 31]!;
    letters[at + 7] = ALPHABET[low & 31]!;
  }
  return letters.toString('latin1');
}
