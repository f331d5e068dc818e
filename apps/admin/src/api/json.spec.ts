import { ExactNumber, isMembers, parseJson, printJson, sameValue } from './json.js';

it.each([
  '12345678901234567890',
  '{"price":1.10,"id":9007199254740993}',
  '[1e400,-0,1E2,0.1000000]',
  '{"a":{"b":[{"c":123456789.123456789}]},"text":"1.10, 2.20"}',
  '{"plain":1.5,"text":"12345678901234567890"}',
])('%s is written as it was read', (text) => {
  expect(printJson(parseJson(text))).toBe(text);
});

it('prints exact numbers with indents as all others', () => {
  expect(printJson(parseJson('{"a":[1.10]}'), 2)).toBe('{\n  "a": [\n    1.10\n  ]\n}');
});

it('keeps usual numbers plain', () => {
  expect(parseJson('[1,-2.5,1.1,10]')).toEqual([1, -2.5, 1.1, 10]);
});

it('says where a text is no JSON, also beside an exact number', () => {
  expect(() => parseJson('{"a":1.10,}')).toThrow(/JSON/);
});

it('takes the last of a repeated member', () => {
  expect(printJson(parseJson('{"a":1.10,"a":1.20}'))).toBe('{"a":1.20}');
});

it('has no text for undefined', () => {
  expect(printJson(undefined)).toBeUndefined();
});

it('tells numbers apart that one double stands for', () => {
  const [a, b] = [parseJson('12345678901234567890'), parseJson('12345678901234567891')];
  expect(sameValue(a, b)).toBe(false);
  expect(sameValue({ x: a, y: 1 }, { y: 1, x: parseJson('12345678901234567890') })).toBe(true);
  expect(sameValue({ a: 1, b: undefined }, { a: 1 })).toBe(true);
});

it('an exact number is no object with members', () => {
  expect(isMembers(new ExactNumber('1.10'))).toBe(false);
  expect(isMembers({})).toBe(true);
});
