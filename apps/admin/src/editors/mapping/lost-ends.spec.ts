import { addLink, emptyDocument, linkTo, setScope, type MappingDocument } from './document.js';
import type { Field } from './fields.js';
import { lostEnds } from './lost-ends.js';
import { readInstead, removeUse } from './source-uses.js';

const field = (path: string, type = 'text', children: Field[] = []): Field => ({
  path,
  name: path,
  type,
  required: false,
  example: undefined,
  children,
});
const sources = [
  field('name'),
  field('customer', 'object', [field('customer.email')]),
  field('items', 'list', [field('items[].sku'), field('items[].count', 'integer')]),
  field('tags[]', 'list of text'),
  { ...field('extra', 'object', [field('extra.a')]), isOpen: true },
];
const withLink = (content: object): MappingDocument => addLink(emptyDocument(), 'to', content);
const withScope = (scope: object): MappingDocument =>
  setScope(emptyDocument(), 'lines[]', { to: 'lines[]', ...scope });
const lostOf = (document: MappingDocument) => lostEnds(document, sources, []).map(({ use }) => use.path);

/** The document after its only lost end is mended. */
function mended(document: MappingDocument, path: string): MappingDocument {
  const [end] = lostEnds(document, sources, []);
  if (!end) throw new Error('nothing is lost');
  return readInstead(document, end.use, path);
}
function without(document: MappingDocument): MappingDocument {
  const [end] = lostEnds(document, sources, []);
  if (!end) throw new Error('nothing is lost');
  return removeUse(document, end.use);
}

describe('lost ends', () => {
  it.each([
    'name',
    'customer',
    'customer.email',
    'items',
    'items[]',
    'items[].sku',
    'items[0].sku',
    'tags',
    'tags[]',
    'customer[].email',
    'extra.anything',
    '$',
    '@run.id',
    '@response.status',
  ])('are none where the samples hold, or may hold, %s', (path) => {
    expect(lostOf(withLink({ from: path }))).toEqual([]);
  });
  it.each(['gone', 'customer.phone', 'items[].gone', 'name.first', 'tags[].x'])('find %s', (path) => {
    expect(lostOf(withLink({ from: path }))).toEqual([path]);
  });
  it('are of links, their conditions and formulas, and of all that is said of a list', () => {
    const document = {
      ...addLink(addLink(withLink({ from: ['name', 'gone1'] }), 'b', { formula: 'upper(gone2)' }), 'c', {
        from: 'name',
        when: { any: [{ path: 'name' }, { not: { path: 'gone3' } }] },
      }),
      scopes: [
        {
          to: 'lines[]',
          from: 'gone4[]',
          where: { path: 'gone5' },
          sort: ['name', { path: 'gone6' }],
          distinct: 'gone7',
          group_by: ['gone8'],
          joins: [{ from: 'gone9[]', on: ['name', 'gone9[].id'] as [string, string] }],
        },
        { to: 'rows[]', sections: [{ id: 's1', from: 'gone0[]' }] },
      ],
    };
    expect(lostEnds(document, sources, []).map(({ use }) => [use.at, use.part])).toEqual([
      ['/links/0/from/1', 'from'],
      ['/links/1/formula', 'from'],
      ['/links/2/when/any/1/not/path', 'when'],
      ['/scopes/0/from', 'from'],
      ['/scopes/0/group_by/0', 'group_by'],
      ['/scopes/0/where/path', 'where'],
      ['/scopes/0/sort/1/path', 'sort'],
      ['/scopes/0/distinct', 'distinct'],
      ['/scopes/0/joins/0/from', 'join'],
      ['/scopes/0/joins/0/on/1', 'key'],
      ['/scopes/1/sections/0/from', 'from'],
    ]);
  });
  it('are what the service says of the saved document, with the field that a lost one became', () => {
    const state = { link_id: null, side: 'source' as const, candidate: null };
    const document = withScope({ from: 'old[]', sort: 'name' });
    expect(
      lostEnds(document, sources, [
        { ...state, path: 'old[]', state: 'moved', candidate: 'items[]' },
        { ...state, path: 'name', state: 'missing' },
      ]).map(({ use, candidate }) => [use.path, candidate]),
    ).toEqual([
      ['old[]', 'items[]'],
      ['name', null],
    ]);
    const fine = { ...state, path: 'gone', state: 'fine' as const };
    expect(lostEnds(withScope({ sort: 'gone' }), sources, [fine])).toEqual([]);
  });
  it('read another field, in a formula without touching names that only hold its letters', () => {
    const document = withLink({ formula: `gone & customer.email & concat(gone, "gone")` });
    expect(linkTo(mended(document, 'name'), 'to')?.formula).toBe(
      `name & customer.email & concat(name, "gone")`,
    );
    expect(
      mended(withScope({ where: { all: [{ path: 'gone', op: 'gt', value: 1 }] } }), 'name').scopes,
    ).toEqual([{ to: 'lines[]', where: { all: [{ path: 'name', op: 'gt', value: 1 }] } }]);
  });
  it.each([
    ['the source list', { from: 'gone[]' }, {}],
    [
      'one of two rules',
      { where: { all: [{ path: 'gone' }, { path: 'name' }] } },
      { where: { all: [{ path: 'name' }] } },
    ],
    ['the only rule', { where: { not: { any: [{ path: 'gone' }] } } }, {}],
    ['a key to sort by', { sort: [{ path: 'gone', order: 'desc' }, 'name'] }, { sort: ['name'] }],
    ['a single key', { sort: { path: 'gone' } }, {}],
    ['a join', { joins: [{ from: 'items[]', on: ['name', 'gone'] }] }, {}],
    ['a section', { sections: [{ id: 'a', from: 'gone[]' }, { id: 'b' }] }, { sections: [{ id: 'b' }] }],
    ['a group', { group_by: ['name', 'gone'] }, { group_by: ['name'] }],
  ])('are taken away with what hangs on them: %s', (_name, scope, left) => {
    expect(without(withScope(scope)).scopes).toEqual([{ to: 'lines[]', ...left }]);
  });
  it('of a link go with the source, or with the link when it has no other', () => {
    expect(linkTo(without(withLink({ from: ['gone', 'name'] })), 'to')?.from).toBe('name');
    expect(without(withLink({ from: 'gone' })).links).toEqual([]);
    expect(without(withLink({ formula: 'gone & name' })).links).toEqual([]);
    expect(without(withLink({ from: 'name', when: { path: 'gone' } })).links[0]).not.toHaveProperty('when');
  });
});
