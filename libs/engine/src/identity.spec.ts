import { recordKeyReader } from './identity.js';

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
