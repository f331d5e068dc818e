import { exactText, fromExactText, jsonbText, storableText } from './storable.js';

describe('what PostgreSQL can hold', () => {
  it.each([
    ['plain Ünïcode 🎉', 'plain Ünïcode 🎉'],
    ['a\0b', 'a\ufffdb'],
    ['half \ud83d', 'half \ufffd'],
    ['\udc00\0', '\ufffd\ufffd'],
  ])('of the text %j is %j', (text, stored) => {
    expect(storableText(text)).toBe(stored);
  });

  it.each<[unknown, unknown]>([
    [{ a: ['🎉', 1, null] }, { a: ['🎉', 1, null] }],
    [{ 'k\0': 'v\0' }, { 'k\ufffd': 'v\ufffd' }],
    [
      ['\ud83d', 'x\udfff'],
      ['\ufffd', 'x\ufffd'],
    ],
    [
      { words: 'the escape \\u0000 and \\ud83d in words, a \\ and a "' },
      { words: 'the escape \\u0000 and \\ud83d in words, a \\ and a "' },
    ],
    [undefined, null],
  ])('of the document %j is %j', (value, stored) => {
    expect(JSON.parse(jsonbText(value))).toEqual(stored);
  });

  it.each(['plain', 'a\0b', 'half \ud83d', '\udc00', 'json:"x"', '', '🎉'])(
    'of a text that must come back as it was, %j, is a form of its own',
    (text) => {
      const stored = exactText(text);
      expect(storableText(stored)).toBe(stored);
      expect(fromExactText(stored)).toBe(text);
    },
  );
});
