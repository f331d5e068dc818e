import { compareDocuments, differencesOf, isEmptyDiff } from './compare.js';
import { addLink, emptyDocument, removeLink, setLookup, setScope, updateLink } from './document.js';

const base = addLink(addLink(emptyDocument(), 'name', { from: 'a' }), 'total', { from: 'b' });

describe('what differs between two documents', () => {
  it('is nothing when only the order of members differs', () => {
    const other = { ...base, links: base.links.map(({ id, to, from }) => ({ from, to, id })) };
    expect(isEmptyDiff(compareDocuments(base, other))).toBe(true);
  });
  it('names links added, taken away and changed, and the other parts', () => {
    const added = addLink(updateLink(base, 'l1', { type: 'string' }), 'note', { value: 1 });
    const after = setScope(setLookup(removeLink(added, 'l2'), 't', { entries: [] }), 'lines[]', {
      to: 'lines[]',
      limit: 3,
    });
    const diff = compareDocuments(base, after);
    expect(diff.added.map((link) => link.to)).toEqual(['note']);
    expect(diff.removed.map((link) => link.to)).toEqual(['total']);
    expect(diff.changed.map((change) => change.link_id)).toEqual(['l1']);
    expect(diff.parts).toEqual(['scopes', 'lookups.t']);
  });
});

describe('the places at which two values differ', () => {
  it('are named as paths, with what is there on each side', () => {
    const expected = { id: 1, lines: [{ sku: 'A' }, { sku: 'B' }], 'a.b': true };
    const actual = { id: 1, lines: [{ sku: 'A' }, { sku: 'C' }, { sku: 'D' }], 'a.b': null };
    expect(differencesOf(expected, actual)).toEqual([
      { path: 'lines[1].sku', expected: 'B', actual: 'C' },
      { path: 'lines[2]', expected: undefined, actual: { sku: 'D' } },
      { path: '["a.b"]', expected: true, actual: null },
    ]);
  });
  it('are the whole when the kinds differ, and no more than the limit', () => {
    expect(differencesOf([], {})).toEqual([{ path: '$', expected: [], actual: {} }]);
    const many = Array.from({ length: 500 }, (_, index) => index);
    expect(differencesOf(many, [], 10)).toHaveLength(10);
  });
});
