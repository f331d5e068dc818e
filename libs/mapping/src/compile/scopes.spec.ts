// Which source array a destination array follows, and what a scope may do with its rows.
import type { MappingDocument } from '../index.js';
import { compiled, copied, errorCodes, mapped, problemCodes } from '../testing/run-mapping.spec-support.js';

const items = (...quantities: unknown[]) => ({
  items: quantities.map((qty, index) => ({ id: index + 1, qty })),
});

const idsOf = (scope: Record<string, unknown>, record: unknown) => {
  const document = { scopes: [{ to: 'out[]', ...scope }], links: [{ to: 'out[]', from: 'items[].id' }] };
  return (mapped(document, record) as { out: unknown }).out;
};

describe('arrays that follow their links', () => {
  it('the deepest candidate on one chain wins', () => {
    const record = {
      a: [
        { n: 1, b: [{ m: 1 }, { m: 2 }] },
        { n: 2, b: [] },
      ],
    };
    expect(copied({ 'a[].n': 'r[].n', 'a[].b[].m': 'r[].m' }, record)).toEqual({
      r: [
        { n: 1, m: 1 },
        { n: 1, m: 2 },
      ],
    });
  });

  it('a link with fewer source arrays than destination arrays gives no candidate', () => {
    expect(
      copied({ no: 'Invoices[].Ref', 'items[].sku': 'Invoices[].Lines[].Code' }, { no: 1, items: [] }),
    ).toEqual({
      Invoices: [{ Ref: 1, Lines: [] }],
    });
  });

  it('a wrap is left out when nothing in it has a value', () => {
    expect(copied({ no: 'Invoices[].Ref', x: 'y' }, { x: 1 })).toEqual({ y: 1 });
    expect(copied({ sku: '[].code' }, {})).toEqual([]);
  });

  it('a reducer alone over two arrays follows the first of them', () => {
    const document: MappingDocument = {
      links: [{ to: 'rows[].total', from: 'orders[].lines[].price', fn: [['sum']] }],
    };
    const record = { orders: [{ lines: [{ price: 1 }, { price: 2 }] }, { lines: [] }, {}] };
    expect(mapped(document, record)).toEqual({ rows: [{ total: 3 }, { total: 0 }, { total: 0 }] });
    const formula: MappingDocument = {
      links: [{ to: 'rows[].total', formula: 'sum(orders[].lines[].price)' }],
    };
    expect(mapped(formula, record)).toEqual({ rows: [{ total: 3 }, { total: 0 }, { total: 0 }] });
  });

  it('a reducer beside a plain link reduces what is left', () => {
    const document: MappingDocument = {
      links: [
        { to: 'rows[].no', from: 'orders[].no' },
        { to: 'rows[].skus', from: 'orders[].lines[].sku', fn: [['join', { sep: '+' }]] },
        { to: 'rows[].first', from: 'orders[].lines[].sku', fn: [['lower'], ['first']] },
      ],
    };
    expect(mapped(document, { orders: [{ no: 1, lines: [{ sku: 'A' }, { sku: 'B' }] }, { no: 2 }] })).toEqual(
      {
        rows: [{ no: 1, skus: 'A+B', first: 'a' }, { no: 2 }],
      },
    );
  });

  it('several sources are walked side by side before a reducer', () => {
    const document: MappingDocument = {
      links: [{ to: 'total', from: ['items[].price', 'items[].qty'], fn: [['multiply'], ['sum']] }],
    };
    expect(
      mapped(document, {
        items: [
          { price: '1.10', qty: 2 },
          { price: 3, qty: 1 },
        ],
      }),
    ).toEqual({ total: 5.2 });
  });

  it('outer fields and constants repeat in every element', () => {
    const links = [
      { to: 'r[].no', from: 'no' },
      { to: 'r[].kind', value: 'X' },
      { to: 'r[].sku', from: 'items[].sku' },
    ];
    expect(mapped({ links }, { no: 7, items: [{ sku: 'A' }, { sku: 'B' }] })).toEqual({
      r: [
        { no: 7, kind: 'X', sku: 'A' },
        { no: 7, kind: 'X', sku: 'B' },
      ],
    });
  });

  it('null for a source array follows the null policy', () => {
    const links = [{ to: 'r[].x', from: 'items[].x' }];
    expect(mapped({ links }, { items: null })).toEqual({ r: null });
    expect(mapped({ settings: { on_null: 'omit' }, links }, { items: null })).toEqual({});
    expect(errorCodes({ settings: { on_null: 'error' }, links }, { items: null })).toEqual([
      'NULL_NOT_ALLOWED',
    ]);
  });

  it('a scalar where a list is expected names the concrete place', () => {
    const { errors } = compiled({ links: [{ to: 'a[].b[].c', from: 'x[].y[].z' }] }).map({
      x: [{ y: [] }, { y: 5 }],
    });
    expect(errors).toMatchObject([
      { code: 'NOT_AN_ARRAY', from: 'x[1].y', to: 'a[1].b', value: 5, link_id: null },
    ]);
  });

  it('singletons and null elements are counted as warnings', () => {
    const { warnings, output } = compiled({ links: [{ to: 'r[].x', from: 'items[].x' }] }).map({
      items: [{ x: 1 }, null, null],
    });
    expect(output).toEqual({ r: [{ x: 1 }] });
    expect(warnings).toMatchObject([{ code: 'NULL_ELEMENT', path: 'items[]', count: 2 }]);
    expect(
      compiled({ links: [{ to: 'r[].x', from: 'o.x[].y' }] }).map({ o: { x: { y: 1 } } }).warnings,
    ).toMatchObject([{ code: 'SINGLE_AS_ARRAY', path: 'o.x', count: 1 }]);
  });

  it('null elements that a link copies are values', () => {
    expect(copied({ 'items[]': 'r[].raw' }, { items: [1, null] })).toEqual({
      r: [{ raw: 1 }, { raw: null }],
    });
    expect(copied({ 'items[]': 'r[]' }, { items: [1, null, [2]] })).toEqual({ r: [1, null, [2]] });
  });

  it('root lists map to root lists', () => {
    expect(copied({ '[].a': '[].b' }, [{ a: 1 }, {}])).toEqual([{ b: 1 }, {}]);
    expect(copied({ '[].a': 'rows[].b' }, [{ a: 1 }])).toEqual({ rows: [{ b: 1 }] });
    expect(copied({ $: 'all' }, { a: 1 })).toEqual({ all: { a: 1 } });
    expect(copied({ a: '$' }, { a: { b: 1 } })).toEqual({ b: 1 });
  });

  it('positions count built elements from 1', () => {
    const links = [
      { to: 'r[].pos', index: true as const },
      { to: 'r[].sub[].pos', index: true as const },
      { to: 'r[].sub[].v', from: 'a[].b[].v' },
    ];
    expect(mapped({ links }, { a: [{ b: [{ v: 'x' }, { v: 'y' }] }, { b: [{ v: 'z' }] }] })).toEqual({
      r: [
        {
          pos: 1,
          sub: [
            { pos: 1, v: 'x' },
            { pos: 2, v: 'y' },
          ],
        },
        { pos: 2, sub: [{ pos: 1, v: 'z' }] },
      ],
    });
    expect(problemCodes({ links: [{ to: 'pos', index: true }] })).toEqual(['BAD_ARGUMENT']);
  });
});

describe('refusals', () => {
  it.each([
    [
      'two lists for one',
      [
        ['a[].x', 'r[].x'],
        ['b[].y', 'r[].y'],
      ],
      'SCOPE_CONFLICT',
    ],
    ['a list for one field', [['a[].x', 'x']], 'NEEDS_REDUCER'],
    [
      'a leaf that is a container',
      [
        ['x', 'a.b'],
        ['y', 'a'],
      ],
      'PATH_CONFLICT',
    ],
    [
      'an object that is a list',
      [
        ['x', 'a.b'],
        ['y', 'a[].c'],
      ],
      'PATH_CONFLICT',
    ],
    [
      'a list with and without positions',
      [
        ['x', 'a[0].b'],
        ['y', 'a[].b'],
      ],
      'PATH_CONFLICT',
    ],
    [
      'a gap between positions',
      [
        ['x', 'a[0]'],
        ['y', 'a[2]'],
      ],
      'INDEX_GAP',
    ],
    ['positions that begin after 0', [['x', 'a[1]']], 'INDEX_GAP'],
    [
      'one destination twice',
      [
        ['x', 'a'],
        ['y', 'a'],
      ],
      'DUPLICATE_DESTINATION',
    ],
  ])('%s', (_name, pairs, code) => {
    const links = (pairs as [string, string][]).map(([from, to]) => ({ from, to }));
    expect(problemCodes({ links })).toEqual([code]);
  });
});

describe('scopes', () => {
  it('where, sort, distinct and limit apply in that order', () => {
    const record = items(5, 1, 5, 0, 3);
    expect(idsOf({ from: 'items[]', where: { path: 'items[].qty', op: 'gt', value: 0 } }, record)).toEqual([
      1, 2, 3, 5,
    ]);
    expect(idsOf({ from: 'items[]', sort: 'items[].qty' }, record)).toEqual([4, 2, 5, 1, 3]);
    expect(idsOf({ from: 'items[]', sort: { path: 'items[].qty', order: 'desc' } }, record)).toEqual([
      1, 3, 5, 2, 4,
    ]);
    expect(idsOf({ from: 'items[]', distinct: 'items[].qty' }, record)).toEqual([1, 2, 4, 5]);
    expect(idsOf({ from: 'items[]', limit: 2 }, record)).toEqual([1, 2]);
    expect(
      idsOf(
        {
          from: 'items[]',
          where: { path: 'items[].qty', op: 'gt', value: 0 },
          sort: [{ path: 'items[].qty', order: 'desc' }],
          distinct: ['items[].qty'],
          limit: 2,
        },
        record,
      ),
    ).toEqual([1, 5]);
  });

  it('sort is stable, by value type, with null and missing last', () => {
    expect(
      idsOf({ from: 'items[]', sort: 'items[].qty' }, items('b', null, 10, 'a', undefined, 9, '10')),
    ).toEqual([6, 3, 7, 4, 1, 2, 5]);
    expect(
      idsOf({ from: 'items[]', sort: { path: 'items[].qty', order: 'desc' } }, items(1, null, 2, 1)),
    ).toEqual([3, 1, 4, 2]);
  });

  it('an explicit scope wins over what the links say', () => {
    const record = { a: [{ n: 1, b: [{ m: 1 }, { m: 2 }] }] };
    const document: MappingDocument = {
      scopes: [{ to: 'r[]', from: 'a[]' }],
      links: [
        { to: 'r[].n', from: 'a[].n' },
        { to: 'r[].m', from: 'a[].b[].m', fn: [['sum']] },
      ],
    };
    expect(mapped(document, record)).toEqual({ r: [{ n: 1, m: 3 }] });
  });

  it('sections are concatenated; a section without a source is one element', () => {
    const document: MappingDocument = {
      scopes: [
        {
          to: 'r[]',
          sections: [
            { id: 'a', from: 'items[]', where: { path: 'items[].qty', op: 'gt', value: 1 } },
            { id: 'b', from: 'fees[]', sort: 'fees[].v', limit: 1 },
            { id: 'c' },
          ],
        },
      ],
      links: [
        { to: 'r[].pos', index: true },
        { to: 'r[].v', section: 'a', from: 'items[].qty' },
        { to: 'r[].v', section: 'b', from: 'fees[].v' },
        { to: 'r[].v', section: 'c', value: 'end' },
      ],
    };
    expect(mapped(document, { items: [{ qty: 1 }, { qty: 2 }], fees: [{ v: 9 }, { v: 8 }] })).toEqual({
      r: [
        { pos: 1, v: 2 },
        { pos: 2, v: 8 },
        { pos: 3, v: 'end' },
      ],
    });
    expect(problemCodes({ ...document, links: [{ to: 'r[].v', section: 'x', value: 1 }] })).toEqual([
      'BAD_ARGUMENT',
    ]);
  });

  it('sections of missing sources give nothing, of empty ones an empty list', () => {
    const document: MappingDocument = {
      scopes: [
        {
          to: 'r[]',
          sections: [
            { id: 'a', from: 'x[]' },
            { id: 'b', from: 'y[]' },
          ],
        },
      ],
      links: [
        { to: 'r[].v', section: 'a', from: 'x[].v' },
        { to: 'r[].v', section: 'b', from: 'y[].v' },
      ],
    };
    expect(mapped(document, {})).toEqual({});
    expect(mapped(document, { y: [] })).toEqual({ r: [] });
    expect(mapped(document, { x: [{ v: 1 }] })).toEqual({ r: [{ v: 1 }] });
  });

  it('zip pairs by position, the longest wins, strict refuses', () => {
    const document = (strict: boolean): MappingDocument => ({
      scopes: [{ to: 'r[]', mode: 'zip', from: ['a[]', 'b[]'], strict }],
      links: [
        { to: 'r[].x', from: 'a[].x' },
        { to: 'r[].y', from: 'b[]' },
      ],
    });
    const record = { a: [{ x: 1 }, { x: 2 }], b: ['p', 'q', 'r'] };
    expect(mapped(document(false), record)).toEqual({ r: [{ x: 1, y: 'p' }, { x: 2, y: 'q' }, { y: 'r' }] });
    expect(errorCodes(document(true), record)).toEqual(['LENGTH_MISMATCH']);
    expect(mapped(document(true), { a: [{ x: 1 }], b: ['p'] })).toEqual({ r: [{ x: 1, y: 'p' }] });
  });

  it('zip takes its sources from sections or links too', () => {
    const links = [
      { to: 'r[].x', from: 'a[].x' },
      { to: 'r[].y', from: 'b[].y' },
    ];
    const record = { a: [{ x: 1 }], b: [{ y: 2 }] };
    expect(mapped({ scopes: [{ to: 'r[]', mode: 'zip' }], links }, record)).toEqual({ r: [{ x: 1, y: 2 }] });
    const sections = [
      { id: 'p', from: 'a[]' },
      { id: 'q', from: 'b[]' },
    ];
    expect(mapped({ scopes: [{ to: 'r[]', mode: 'zip', sections }], links }, record)).toEqual({
      r: [{ x: 1, y: 2 }],
    });
  });

  it('drop_empty removes elements with nothing in them, and positions close up', () => {
    const document: MappingDocument = {
      scopes: [{ to: 'r[]', from: 'items[]', drop_empty: true }],
      links: [{ to: 'r[].a.b', from: 'items[].x' }],
    };
    expect(mapped(document, { items: [{ x: 1 }, {}, { x: 2 }] })).toEqual({
      r: [{ a: { b: 1 } }, { a: { b: 2 } }],
    });
  });
});
