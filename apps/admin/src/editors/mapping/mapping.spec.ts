import { createHistory } from '../history.js';
import {
  acceptSuggestions,
  addLink,
  connect,
  emptyDocument,
  inOrder,
  linkTo,
  parseDocument,
  readsOf,
  removeLink,
  removeSource,
  replaceContent,
  sameDocument,
  setLookup,
  setScope,
  updateLink,
  type MappingDocument,
} from './document.js';
import { conversionFor, indexOf, rowsOf, visibleRow, type Field } from './fields.js';
import { curve, draw, rowHeight, spread, tallRowHeight } from './geometry.js';
import { mappedPaths, meterOf } from './meter.js';
import { arraysOf, childPath, lastStep, parentPath, valueAt } from './paths.js';

const field = (path: string, children: Field[] = [], required = false): Field => ({
  path,
  name: lastStep(path),
  type: children.length > 0 ? 'object' : 'text',
  required,
  example: undefined,
  children,
});
const order: Field[] = [
  field('id'),
  field('customer', [field('customer.first'), field('customer.last')]),
  field('lines[]', [field('lines[].sku'), field('lines[].price')]),
];

describe('paths', () => {
  it('finds the arrays a path runs through', () => {
    expect(arraysOf('orders[].lines[].sku')).toEqual(['orders[]', 'orders[].lines[]']);
    expect(arraysOf('a.b')).toEqual([]);
  });
  it('quotes a key that is no plain word and reads it back', () => {
    expect(childPath('a', 'b.c')).toBe('a["b.c"]');
    expect(lastStep('a["b.c"]')).toBe('b.c');
    expect(childPath('', 'order')).toBe('order');
  });
  it('finds the value at a path, of own members only', () => {
    const body = { data: { 'a.b': [{ id: 7 }] } };
    expect(valueAt(body, 'data["a.b"][0].id')).toBe(7);
    expect(valueAt(body, 'data["a.b"][-1]')).toEqual({ id: 7 });
    expect(valueAt(body, '$')).toBe(body);
    expect(valueAt(body, 'data.toString')).toBeUndefined();
    expect(valueAt(body, 'data["a.b"][].id')).toBeUndefined();
  });
  it('walks up to the top', () => {
    expect(parentPath('a[].b')).toBe('a[]');
    expect(parentPath('a[]')).toBe('a');
    expect(parentPath('a')).toBeNull();
  });
});

describe('edits', () => {
  it('makes a link, then adds a second source with a visible join', () => {
    const one = connect(emptyDocument(), 'customer.first', 'name');
    const two = connect(one, 'customer.last', 'name');
    expect(one.links).toEqual([{ id: 'l1', to: 'name', from: 'customer.first' }]);
    expect(two.links[0]).toMatchObject({
      from: ['customer.first', 'customer.last'],
      fn: [['concat', { sep: ' ' }]],
    });
  });
  it('writes the reducer visibly where a list feeds one field', () => {
    expect(connect(emptyDocument(), 'lines[].sku', 'sku').links[0]?.fn).toEqual([['first']]);
    expect(connect(emptyDocument(), 'lines[].sku', 'items[].sku').links[0]?.fn).toBeUndefined();
  });
  it('takes a source away, and the link with the last one', () => {
    const two = connect(connect(emptyDocument(), 'a', 'x'), 'b', 'x');
    const one = removeSource(two, 'l1', 'a');
    expect(one.links[0]).toMatchObject({ from: 'b', fn: [] });
    expect(removeSource(one, 'l1', 'b').links).toEqual([]);
  });
  it('keeps the rest of a link when its content changes', () => {
    const linked = updateLink(connect(emptyDocument(), 'a', 'x'), 'l1', { type: 'string', fn: [['upper']] });
    const constant = replaceContent(linked, 'l1', { value: 'SHOP' });
    expect(constant.links[0]).toEqual({ id: 'l1', to: 'x', type: 'string', value: 'SHOP' });
  });
  it('never touches what a person mapped when suggestions are accepted', () => {
    const mine = connect(emptyDocument(), 'a', 'x');
    const accepted = acceptSuggestions(mine, [
      { to: 'x', from: 'other' },
      { to: 'y', from: 'b' },
    ]);
    expect(accepted.links.map((link) => [link.to, link.from])).toEqual([
      ['x', 'a'],
      ['y', 'b'],
    ]);
  });
  it('stores links in the order of the destination', () => {
    const document = addLink(addLink(emptyDocument(), 'b', { value: 1 }), 'a', { value: 2 });
    const sorted = inOrder(
      document,
      new Map([
        ['a', 0],
        ['b', 1],
      ]),
    );
    expect(sorted.links.map((link) => link.to)).toEqual(['a', 'b']);
  });
  it('reads the fields of a formula, but neither its texts nor its functions', () => {
    const link = {
      id: 'l1',
      to: 'x',
      formula: 'round(lines[].price * lines[].qty, 2) & " first.name " & concat(a.b, \'c\')',
    };
    expect(readsOf(link)).toEqual(['lines[].price', 'lines[].qty', 'a.b']);
  });
  it('undoes and redoes each kind of edit to an equal document', () => {
    const history = createHistory<MappingDocument>(connect(emptyDocument(), 'a', 'x'));
    const edits: ((document: MappingDocument) => MappingDocument)[] = [
      (document) => connect(document, 'b', 'y'),
      (document) => connect(document, 'c', 'x'),
      (document) => updateLink(document, 'l1', { type: 'number' }),
      (document) => replaceContent(document, 'l1', { formula: 'a + 1' }),
      (document) => setLookup(document, 'pay', { entries: [['paid', 'PAID']] }),
      (document) => setScope(document, 'lines[]', { to: 'lines[]', from: 'items[]' }),
      (document) => removeLink(document, 'l2'),
    ];
    const states = [history.getState().document];
    for (const edit of edits) {
      history.getState().edit(edit);
      states.push(history.getState().document);
    }
    for (const before of states.slice(0, -1).reverse()) {
      history.temporal.getState().undo();
      expect(history.getState().document).toEqual(before);
    }
    history.temporal.getState().redo(edits.length);
    expect(history.getState().document).toEqual(states.at(-1));
  });
  it('keeps the order of tables and lists while one of them is edited', () => {
    const tables = setLookup(setLookup(emptyDocument(), 'a', { entries: [] }), 'b', { entries: [] });
    expect(Object.keys(setLookup(tables, 'a', { entries: [['x', 1]] }).lookups ?? {})).toEqual(['a', 'b']);
    expect(setLookup(setLookup(tables, 'a', null), 'b', null)).toEqual(emptyDocument());
    const lists = setScope(setScope(emptyDocument(), 'a[]', { to: 'a[]' }), 'b[]', { to: 'b[]' });
    expect(setScope(lists, 'a[]', { to: 'a[]', limit: 1 }).scopes?.map((scope) => scope.to)).toEqual([
      'a[]',
      'b[]',
    ]);
    expect(setScope(setScope(lists, 'a[]', null), 'b[]', null)).toEqual(emptyDocument());
  });
  it('compares documents by what they say, not by the order of members', () => {
    const a = { format: 'mapping/1' as const, links: [{ id: 'l1', to: 'x', from: 'a' }] };
    const b = { links: [{ from: 'a', id: 'l1', to: 'x' }], format: 'mapping/1' as const };
    expect(sameDocument(a, b)).toBe(true);
    expect(sameDocument(a, connect(b, 'c', 'z'))).toBe(false);
  });
  it('refuses a document that is none, and gives ids where a hand-written one has none', () => {
    expect(() => parseDocument('{"format":"mapping/2","links":[]}')).toThrow('format');
    expect(() => parseDocument('[]')).toThrow('object');
    expect(
      parseDocument('{"format":"mapping/1","links":[{"to":"x","from":"a"},{"to":"y","value":1}]}').links,
    ).toEqual([
      { id: 'l3', to: 'x', from: 'a' },
      { id: 'l4', to: 'y', value: 1 },
    ]);
    expect(linkTo(emptyDocument(), 'x')).toBeUndefined();
  });
});

describe('rows', () => {
  const all = { folded: new Set<string>(), search: '' };
  it('shows every field in tree order', () => {
    expect(rowsOf(order, all).map((row) => row.field.path)).toEqual([
      'id',
      'customer',
      'customer.first',
      'customer.last',
      'lines[]',
      'lines[].sku',
      'lines[].price',
    ]);
  });
  it('hides what is folded and sends its links to the folded parent', () => {
    const rows = rowsOf(order, { folded: new Set(['lines[]']), search: '' });
    const index = indexOf(rows);
    expect(rows).toHaveLength(5);
    expect(visibleRow(index, 'lines[].sku')).toBe(index.get('lines[]'));
  });
  it('opens what a search needs and keeps the ancestors of a match', () => {
    const rows = rowsOf(order, { folded: new Set(['customer']), search: 'LAST' });
    expect(rows.map((row) => row.field.path)).toEqual(['customer', 'customer.last']);
  });
  it('filters by mapped or not', () => {
    const rows = rowsOf(order, { ...all, keep: (entry) => entry.path === 'lines[].price' });
    expect(rows.map((row) => row.field.path)).toEqual(['lines[]', 'lines[].price']);
  });
  it('lays out 2,000 fields in a few milliseconds', () => {
    const many = Array.from({ length: 2000 }, (_, number) => field(`f${number}`));
    const started = performance.now();
    for (let round = 0; round < 10; round += 1) rowsOf(many, { ...all, search: '9' });
    expect((performance.now() - started) / 10).toBeLessThan(50);
  });
});

describe('conversionFor', () => {
  const typed = (type: string) => ({ ...field('x'), type });
  it('writes a conversion where two plain fields differ', () => {
    expect(conversionFor(typed('text'), typed('number'))).toBe('number');
    expect(conversionFor(typed('integer'), typed('text'))).toBe('string');
  });
  it('leaves agreeing and structured fields alone', () => {
    expect(conversionFor(typed('integer'), typed('number'))).toBeUndefined();
    expect(conversionFor(typed('object'), typed('text'))).toBeUndefined();
    expect(conversionFor(typed('text'), typed('text'))).toBeUndefined();
  });
});

describe('geometry', () => {
  const view = { sourceScroll: 0, targetScroll: 0, height: 280, rowHeight };
  it('computes both ends from row numbers and scroll', () => {
    const { lines } = draw([{ id: 'l1', sources: [2], target: 4 }], { ...view, targetScroll: 28 });
    expect(lines).toEqual([{ id: 'l1', y1: 2.5 * rowHeight, y2: 3.5 * rowHeight }]);
    const tall = draw([{ id: 'l1', sources: [2], target: 4 }], { ...view, rowHeight: tallRowHeight });
    expect(tall.lines).toEqual([{ id: 'l1', y1: 2.5 * tallRowHeight, y2: 4.5 * tallRowHeight }]);
  });
  it('draws a stub where one end is off-screen and counts it on that side', () => {
    const drawing = draw([{ id: 'l1', sources: [0, 1], target: 40 }], view);
    expect(drawing.lines).toEqual([]);
    expect(drawing.stubs.map((stub) => [stub.side, stub.direction])).toEqual([
      ['source', 'down'],
      ['source', 'down'],
    ]);
    // One field is one more below, however many lines end there.
    expect(drawing.beyond.target).toEqual({ above: 0, below: 1, nearestAbove: null, nearestBelow: 40 });
  });
  it('names the hidden row that is nearest to what is shown', () => {
    const links = [3, 60, 45].map((row) => ({ id: `l${row}`, sources: [row], target: 30 }));
    const { beyond } = draw(links, {
      sourceScroll: 20 * rowHeight,
      targetScroll: 25 * rowHeight,
      height: 280,
      rowHeight,
    });
    expect(beyond.source).toEqual({ above: 1, below: 2, nearestAbove: 3, nearestBelow: 45 });
  });
  it('draws nothing for a field that a filter hides', () => {
    expect(draw([{ id: 'l1', sources: [undefined], target: 1 }], view).lines).toEqual([]);
  });
  it('spreads chips so that none overlaps and the order stays', () => {
    expect(spread([50, 10, 12, 11], 26)).toEqual([88, 10, 62, 36]);
  });
  it('keeps chips inside the gutter while there is room', () => {
    expect(spread([90, 88, 10], 24, 100)).toEqual([76, 52, 10]);
  });
  it('runs a curve from edge to edge', () => {
    expect(curve(100, { y1: 5, y2: 9 })).toMatch(/^M0 5C.* 100 9$/);
  });
});

describe('meter', () => {
  const destinations = [
    field('customer', [field('customer.name', [], true), field('customer.email', [], true)]),
    field('ref', [], true),
  ];
  it('counts the required fields that nothing feeds', () => {
    const document = connect(emptyDocument(), 'a', 'customer.name');
    expect(meterOf(document, destinations)).toEqual({
      required: 3,
      requiredMapped: 1,
      missing: ['customer.email', 'ref'],
    });
  });
  it('counts what a whole object feeds', () => {
    const document = connect(emptyDocument(), 'customer', 'customer');
    expect(mappedPaths(document, destinations)).toEqual(
      new Set(['customer', 'customer.name', 'customer.email']),
    );
  });
});
