import type { Json } from '../../api/types.js';
import { mayBeIn, pathsIn, pathsOfCondition } from './sample-paths.js';

const records: Json[] = [
  { status: 'paid', customer: { email: 'a@b.c', vat: null }, lines: [{ sku: 'x' }, { sku: 'y', tags: [] }] },
  { status: 'open', note: 'late', 'odd key': 1, empty: {} },
];

it('lists each path once, of all records and of all elements', () => {
  expect(pathsIn(records)).toEqual([
    'status',
    'customer',
    'customer.email',
    'customer.vat',
    'lines',
    'lines[]',
    'lines[].sku',
    'lines[].tags',
    'note',
    '["odd key"]',
    'empty',
  ]);
});

it.each([
  'status',
  ' status ',
  'note',
  '["odd key"]',
  '$.status',
  'lines[].sku',
  'lines[0].sku',
  'lines[7].sku',
  'lines[-1].tags',
  'lines.sku',
  'customer[].email',
])('finds %s', (path) => {
  expect(mayBeIn(records, path)).toBe(true);
});

it.each([
  '',
  '@response.status',
  '@steps.a.response.body.x',
  'customer.vat.id',
  'empty.x',
  'lines[].tags[].x',
  'a b[',
])('knows nothing against %s', (path) => {
  expect(mayBeIn(records, path)).toBe(true);
});

it.each(['statuss', 'customer.phone', 'lines[].gone', 'status.x', 'lines[0].gone'])('misses %s', (path) => {
  expect(mayBeIn(records, path)).toBe(false);
  expect(mayBeIn([], path)).toBe(true);
});

it('finds the paths of a condition in all its groups', () => {
  expect(
    pathsOfCondition({
      all: [{ path: 'a', op: 'eq', value: 1 }, { not: { any: [{ path: 'b' }, { path: 'c' }] } }],
    }),
  ).toEqual(['a', 'b', 'c']);
  expect(pathsOfCondition(null)).toEqual([]);
});
