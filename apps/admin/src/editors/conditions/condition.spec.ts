import type { Json } from '../../api/types.js';
import {
  addPart,
  changeNode,
  compareBy,
  emptyRule,
  groupOf,
  readCondition,
  removeNode,
  writeCondition,
  type ConditionNode,
  type Rule,
} from './condition.js';

const is = (path: string) => ({ path, op: 'eq', value: 1 });
const read = (value: Json): ConditionNode => {
  const node = readCondition(value);
  if (node === null) throw new Error('not read');
  return node;
};

it.each<Json>([
  is('a'),
  { path: 'a', op: 'exists' },
  { all: [is('a'), is('b')] },
  { any: [is('a'), { all: [is('b'), { not: is('c') }] }] },
  { not: { any: [is('a'), is('b')] } },
  { not: { all: [is('a')] } },
  { not: { not: is('a') } },
])('%j is written as it was read', (value) => {
  expect(writeCondition(read(value))).toEqual(value);
});

it.each<Json>([
  'x',
  [],
  {},
  { all: is('a') },
  { all: [is('a'), 'x'] },
  { ...is('a'), note: 'x' },
  { not: null },
])('%j is no condition for the fields', (value) => {
  expect(readCondition(value)).toBeNull();
});

it('says nothing of rules without a path and of groups without a rule', () => {
  expect(writeCondition(emptyRule())).toBeNull();
  expect(writeCondition(groupOf('any', [groupOf('all', [emptyRule()])]))).toBeNull();
  expect(writeCondition(groupOf('all', [read(is('a')), emptyRule()]))).toEqual({ all: [is('a')] });
});

it('a second condition makes a group of both, and without it there is one again', () => {
  const first = read(is('a'));
  const second = read(is('b'));
  const both = addPart(first, first.id, second);
  expect(writeCondition(both)).toEqual({ all: [is('a'), is('b')] });
  expect(writeCondition(removeNode(both, second.id))).toEqual(is('a'));
  expect(writeCondition(removeNode(first, first.id))).toBeNull();
});

it('a group that loses its last part goes with it', () => {
  const inner = read(is('b'));
  const tree = groupOf('all', [read(is('a')), groupOf('none', [inner]), read(is('c'))]);
  expect(writeCondition(removeNode(tree, inner.id))).toEqual({ all: [is('a'), is('c')] });
});

it('one part is changed wherever it stands', () => {
  const inner = read(is('b'));
  const tree = groupOf('any', [read(is('a')), groupOf('all', [inner])]);
  const changed = changeNode(tree, inner.id, (node) => ({ ...node, path: 'x' }) as Rule);
  expect(writeCondition(changed)).toEqual({ any: [is('a'), { all: [is('x')] }] });
});

it.each([
  ['eq', 5, 'exists', true],
  ['exists', true, 'eq', ''],
  ['eq', 'a', 'in', ['a']],
  ['eq', '', 'in', []],
  ['in', ['a', 'b'], 'ne', 'a'],
  ['eq', 5, 'starts_with', ''],
  ['eq', true, 'ne', true],
] as [string, Json, string, Json][])('%s %j becomes %s %j', (op, value, next, expected) => {
  expect(compareBy({ id: 1, kind: 'rule', path: 'x', op, value }, next).value).toEqual(expected);
});
