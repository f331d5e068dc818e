import { newFields } from './sample-drift.js';

describe('newFields', () => {
  it('names what the answer has beyond the sample, inside lists too', () => {
    const sample = { orders: [{ id: 1, name: 'a' }] };
    expect(
      newFields([sample], {
        orders: [
          { id: 2, name: 'b' },
          { id: 3, note: 'x' },
        ],
        total: 2,
      }),
    ).toEqual(['orders[].note', 'total']);
  });
  it('knows the fields of every sample that is kept', () => {
    expect(newFields([{ a: 1 }, { b: { c: 2 } }], { a: 3, b: { c: 4, d: 5 } })).toEqual(['b.d']);
  });
  it('is quiet while nothing is new', () => {
    expect(newFields([{ a: { b: 1 } }], { a: { b: 2 } })).toEqual([]);
  });
});
