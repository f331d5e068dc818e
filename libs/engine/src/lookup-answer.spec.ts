import { isEmptySearch } from './lookup-answer.js';

describe('an answer without a path to what was asked for', () => {
  it.each<[string, unknown, boolean]>([
    ['an empty list and a total of 0', { data: [], total: 0 }, true],
    ['an empty list and a total of 0 within', { data: [], meta: { page: 1, total_count: 0 } }, true],
    ['an empty list alone', { orders: [] }, true],
    ['a record', { id: 5 }, false],
    ['a record with an empty list', { id: 5, lines: [] }, false],
    ['a record with an empty list and a total of its own', { id: 5, lines: [], total: 12 }, false],
    ['a list with the record', { data: [{ id: 5 }], total: 1 }, false],
    ['a text', 'found', false],
  ])('is an empty search or not: %s', (_rule, body, wanted) => {
    expect(isEmptySearch(body)).toBe(wanted);
  });
});
