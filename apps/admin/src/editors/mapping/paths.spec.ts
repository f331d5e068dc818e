import { stepsOf, valueAt } from './paths.js';

test('a path is read step by step, and not at all while it is half typed', () => {
  expect(stepsOf('a[].b[-1]["c d"]')).toEqual([
    { key: 'a' },
    'each',
    { key: 'b' },
    { index: -1 },
    { key: 'c d' },
  ]);
  expect(stepsOf('$')).toEqual([]);
  expect(stepsOf('$.a')).toEqual([{ key: 'a' }]);
  expect(stepsOf('$ref')).toEqual([{ key: '$ref' }]);
  for (const half of ['a[', 'a["', 'a["\\q"]', 'a..b', 'a]']) expect(stepsOf(half)).toBeNull();
});

test('the value at a path is that of the member or position, and nothing where there is none', () => {
  const record = { a: [{ b: 1 }, { b: 2 }], 'c d': true };
  expect(valueAt(record, 'a[-1].b')).toBe(2);
  expect(valueAt(record, '["c d"]')).toBe(true);
  expect(valueAt(record, 'a[]')).toEqual(record.a);
  expect(valueAt(record, 'a[].b')).toBeUndefined();
  expect(valueAt(record, 'a["\\q"]')).toBeUndefined();
});
