import { ExactNumber } from '#mapping';
import { changesBetween, wholeChanges } from './changes.js';

describe('changes', () => {
  it('tell what differs, before and after, and leave the rest out', () => {
    const before = { name: 'a', size: 1, gone: 'x' };
    expect(changesBetween(before, { name: 'b', size: 1, gone: null, made: [1], absent: undefined })).toEqual([
      { field: 'name', before: 'a', after: 'b' },
      { field: 'gone', before: 'x', after: null },
      { field: 'made', before: null, after: [1] },
    ]);
  });

  it.each([
    [
      { a: 1, b: { c: [1, { d: 2, e: 3 }] } },
      { b: { c: [1, { e: 3, d: 2 }] }, a: 1 },
    ],
    [{ a: 1, b: undefined }, { a: 1 }],
    [null, undefined],
    [[new ExactNumber('1e400')], [new ExactNumber('1e400')]],
  ])('are none between %j and %j', (before, after) => {
    expect(changesBetween({ it: before }, { it: after ?? null })).toEqual([]);
  });

  it.each([
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: 1 }, { a: 1, b: null }],
    [{ toString: 1 }, {}],
    [{}, []],
    [[], { length: 0 }],
    [{ a: 1 }, { b: 1 }],
    [null, {}],
    ['1', 1],
    [new ExactNumber('1e400'), new ExactNumber('1e401')],
    [{}, new ExactNumber('1e400')],
  ])('are told between %j and %j', (before, after) => {
    expect(changesBetween({ it: before }, { it: after })).toEqual([{ field: 'it', before, after }]);
  });

  it('never show secrets, and tell them only where they changed', () => {
    const secrets = new Set(['key', 'calls']);
    const before = { key: 'sealed-1', calls: [{ url: 'u' }] };
    expect(changesBetween(before, { key: 'sealed-2', calls: [{ url: 'u' }] }, secrets)).toEqual([
      { field: 'key', before: null, after: 'changed' },
    ]);
    expect(changesBetween(before, { key: null }, secrets)).toEqual([
      { field: 'key', before: null, after: 'changed' },
    ]);
  });

  it('of things told whole name what is gone', () => {
    expect(wholeChanges({ url: 'a', key: 'sealed', kept: 1 }, { kept: 1 }, new Set(['key']))).toEqual([
      { field: 'url', before: 'a', after: null },
      { field: 'key', before: null, after: 'changed' },
    ]);
  });
});
