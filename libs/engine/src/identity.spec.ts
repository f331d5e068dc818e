import { createHash } from 'node:crypto';
import { batchKey, hashedContent, idempotencyKey, recordKeyReader } from './identity.js';

const HASH = /^[0-9a-f]{64}$/;

describe('record keys', () => {
  it.each<[string, string[], object]>([
    ['a NUL', ['id'], { id: 'a\0b' }],
    ['half a surrogate pair', ['id'], { id: 'a\ud83d' }],
    ['half a surrogate pair in one of several parts', ['shop', 'id'], { shop: 'x', id: '\udc00' }],
    ['half a surrogate pair in a record without a key', [], { name: '\ud83d' }],
  ])('with %s are hashes, which the ledger can hold', (_rule, paths, record) => {
    expect(recordKeyReader(paths)(record)).toMatch(HASH);
  });

  it('that differ in what cannot be stored stay different', () => {
    const read = recordKeyReader(['id']);
    const keys = ['a', 'a\0', 'a\ud83d', 'a\ud83e', 'a\ufffd'].map((id) => read({ id }));
    expect(new Set(keys).size).toBe(keys.length);
    const readWhole = recordKeyReader([]);
    expect(readWhole({ name: '\ud83d' })).not.toBe(readWhole({ name: '\ud83e' }));
  });

  it('that are well-formed stay as they are', () => {
    expect(recordKeyReader(['id'])({ id: '🎉-1' })).toBe('🎉-1');
    expect(recordKeyReader(['a', 'b'])({ a: 'x|y', b: 2 })).toBe('x\\|y|2');
  });
});

describe('what is sent', () => {
  it.each([
    ['nothing', undefined],
    ['an empty body', ''],
    ['plain text', '{"a":1}'],
    ['letters of several bytes', '{"name":"Zoë 🎉 日本"}'],
    ['half a surrogate pair', '"\ud83d"'],
    // the 12 units before it and these, at three bytes a unit, are 64 KiB less a byte; with one more it is too long
    ['a body that just fits into the room for it', '日'.repeat(21_833)],
    ['a body that just does not', '日'.repeat(21_834)],
    ['a large body', `"${'ü'.repeat(90_000)}"`],
  ])('has the hash of its text and the bytes of it alone: %s', (_rule, body) => {
    const { hash, bytes } = hashedContent('POST', '/ä?x=1', body);
    const text = `POST /ä?x=1\n${body ?? ''}`;
    expect(hash).toBe(createHash('sha256').update(text).digest('hex'));
    expect(bytes).toEqual(body === undefined ? undefined : Buffer.from(body));
  });

  it('is right for each of many bodies, which share their room', () => {
    const bodies = Array.from({ length: 200 }, (_, nth) => `"${'é'.repeat(nth * 50)}${nth}"`);
    const all = bodies.map((body) => hashedContent('POST', '/a', body));
    all.forEach(({ hash, bytes }, nth) => {
      expect(bytes?.toString()).toBe(bodies[nth]);
      expect(hash).toBe(createHash('sha256').update(`POST /a\n${bodies[nth]}`).digest('hex'));
    });
  });

  it('keeps its bytes when others are hashed after it', () => {
    const { bytes } = hashedContent('POST', '/a', '"first"');
    hashedContent('POST', '/a', '"other"');
    expect(bytes?.toString()).toBe('"first"');
  });
});

it.each([
  ['p', 'h', '1', 0],
  ['p"', 'h\\ä', '1"\n\u2028🎉', 12],
])(
  'An idempotency key is 40 letters of base32 (RFC 4648 section 6, small letters) of the unit',
  (pipe, handler, key, generation) => {
    const unit = { pipe_id: pipe, handler_id: handler, record_key: key, content_hash: 'c', generation };
    const text = JSON.stringify([pipe, handler, key, 'c', generation]);
    const bits = [...createHash('sha256').update(text).digest()]
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('');
    const wanted = Array.from(
      { length: 40 },
      (_, at) => 'abcdefghijklmnopqrstuvwxyz234567'[parseInt(bits.slice(at * 5, at * 5 + 5), 2)],
    );
    expect(idempotencyKey(unit)).toBe(wanted.join(''));
    expect(batchKey([idempotencyKey(unit)])).toMatch(/^[a-z2-7]{40}$/);
  },
);
