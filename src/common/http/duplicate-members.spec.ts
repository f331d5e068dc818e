import fc from 'fast-check';
import { findDuplicateMember } from './duplicate-members.js';

describe('findDuplicateMember', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"a":{"b":1,"c":[{"d":1},{"d":1,"d":2}]}}', 'a.c[1].d'],
    ['{"a":{"x":1},"b":{"x":1},"a":0}', 'a'],
    ['{"users":[[1,2],{"k":"}","k":1}]}', 'users[1].k'],
    ['{"":1,"":2}', ''],
  ])('finds the second member in %s', (text, path) => {
    expect(findDuplicateMember(text)).toBe(path);
  });

  it.each([
    ['{"a":"a","b":"a"}'],
    ['{"a":{"a":{"a":1}}}'],
    ['{"a":"{\\"a\\":1,\\"a\\":2}"}'],
    ['[{"a":1},{"a":1}]'],
    ['{"a":["a","a","b"]}'],
    ['{ "a" : 1 , "b" : [ ] , "c" : { } }'],
    ['{"a\\\\":1,"a\\"":2}'],
    ['"a"'],
    ['{}'],
  ])('finds none in %s', (text) => {
    expect(findDuplicateMember(text)).toBeNull();
  });

  it('finds none in what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.json(), (text) => findDuplicateMember(JSON.stringify(JSON.parse(text))) === null),
      { numRuns: 500 },
    );
  });
});
