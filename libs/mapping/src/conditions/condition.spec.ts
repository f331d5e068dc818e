// Conditions: each operator, missing paths, lists, roots, refusals.
import { compileCondition, ExactNumber } from '../index.js';

const holds = (condition: unknown, record: unknown, response?: unknown) => {
  const compiled = compileCondition(condition);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.test({ record, response });
};

it.each([
  ['eq', 1, 1, true],
  ['eq', 1, '1', false],
  ['eq', null, null, true],
  ['eq', { a: [1] }, { a: [1] }, true],
  ['ne', 1, 2, true],
  ['gt', '10', 9, true],
  ['gt', '10', '9', false],
  ['gte', 2, 2, true],
  ['lt', '2026-01-09', '2026-01-10', true],
  ['lte', null, 1, false],
  ['gt', true, 0, false],
  ['in', 'b', ['a', 'b'], true],
  ['contains', 'abc', 'b', true],
  ['contains', ['a', 1], 1, true],
  ['contains', 123, '2', false],
  ['starts_with', 'abc', 'a', true],
  ['ends_with', 'abc', 'a', false],
  ['matches', 'AB-1', '^[A-Z]+-', true],
  ['matches', 5, '5', false],
  ['exists', null, undefined, true],
  ['exists', 1, false, false],
  ['empty', '', undefined, true],
  ['empty', [], true, true],
  ['empty', 0, true, false],
  ['empty', 'x', false, true],
] as const)('%s of %p and %p is %p', (op, found, value, expected) => {
  expect(holds({ path: 'x', op, ...(value === undefined ? {} : { value }) }, { x: found })).toBe(expected);
});

it('a missing path makes every operator false but ne, not and exists: false', () => {
  for (const [op, value] of Object.entries({
    eq: 1,
    gt: 1,
    in: [1],
    contains: 'a',
    starts_with: 'a',
    matches: 'a',
    exists: true,
    empty: true,
  })) {
    expect([op, holds({ path: 'x.y', op, value }, {})]).toEqual([op, false]);
  }
  expect(holds({ path: 'x', op: 'empty', value: false }, {})).toBe(false);
  expect(holds({ path: 'x', op: 'ne', value: 1 }, {})).toBe(true);
  expect(holds({ path: 'x', op: 'exists', value: false }, {})).toBe(true);
  expect(holds({ not: { path: 'x', op: 'eq', value: 1 } }, {})).toBe(true);
});

it('all, any and not combine', () => {
  const is = (path: string) => ({ path, op: 'eq', value: 1 });
  expect(holds({ all: [is('a'), { any: [is('b'), { not: is('c') }] }] }, { a: 1, c: 2 })).toBe(true);
  expect(holds({ all: [] }, {})).toBe(true);
  expect(holds({ any: [] }, {})).toBe(false);
});

it('a list path holds when one of its values does', () => {
  const record = { tags: ['a', 'b'], items: [{ q: 0 }, { q: 2 }] };
  expect(holds({ path: 'tags[]', op: 'eq', value: 'b' }, record)).toBe(true);
  expect(holds({ path: 'items[].q', op: 'gt', value: 1 }, record)).toBe(true);
  expect(holds({ path: 'items[].q', op: 'ne', value: 2 }, record)).toBe(false);
  expect(holds({ path: 'tags[-1]', op: 'eq', value: 'b' }, record)).toBe(true);
  expect(holds({ path: 'name[]', op: 'exists' }, { name: 'text' })).toBe(false);
});

it('numbers are compared by value, however they are held', () => {
  const big = new ExactNumber('9007199254740993');
  expect(holds({ path: 'x', op: 'gt', value: 9007199254740992 }, { x: big })).toBe(true);
  expect(holds({ path: 'x', op: 'eq', value: 9007199254740992 }, { x: big })).toBe(false);
});

it('responses are reached by their root, headers without regard to case', () => {
  const response = { status: 200, headers: { 'x-state': 'done' }, body: { ok: true } };
  expect(holds({ path: '@response.body.ok', op: 'eq', value: true }, null, response)).toBe(true);
  expect(holds({ path: '@response.headers.X-State', op: 'eq', value: 'done' }, null, response)).toBe(true);
  expect(holds({ path: '@response.status', op: 'lt', value: 300 }, null, response)).toBe(true);
});

it.each([
  [{ path: 'x', op: 'in', value: 'a' }],
  [{ path: 'x', op: 'matches', value: '(' }],
  [{ path: 'x', op: 'eq' }],
  [{ path: 'x..y', op: 'exists' }],
  [{ path: 'x', op: 'is', value: 1 }],
  [{ all: [{ path: 'x', op: 'gt', value: [] }] }],
  ['x'],
  [{}],
])('%p is refused', (condition) => {
  expect(compileCondition(condition).ok).toBe(false);
});
