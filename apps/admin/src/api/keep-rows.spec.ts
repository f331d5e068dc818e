import { keepRows } from './keep-rows.js';

const keep = keepRows('p', '1', 'runs');

it('keeps the rows of another filter of the same place', () => {
  expect(keep(['a'], { queryKey: ['p', '1', 'runs', { status: 'failed' }] })).toEqual(['a']);
});

it('keeps no rows of another project, and none where there were none', () => {
  expect(keep(['a'], { queryKey: ['p', '2', 'runs', {}] })).toBeUndefined();
  expect(keep(['a'], undefined)).toBeUndefined();
});
