// Rows completed by those of another list, and rows gathered by a key.
import { type MappingDocument, parseJson } from '../index.js';
import { errorCodes, mapped } from '../testing/run-mapping.spec-support.js';

describe('joins', () => {
  const document = (join: Record<string, unknown>): MappingDocument => ({
    scopes: [
      {
        to: 'r[]',
        from: 'items[]',
        joins: [{ from: 'stock[]', on: ['items[].id', 'stock[].item'], ...join }],
      },
    ],
    links: [
      { to: 'r[].id', from: 'items[].id' },
      { to: 'r[].n', from: 'stock[].n' },
    ],
  });
  const record = {
    items: [{ id: 1 }, { id: '2' }, { id: null }, {}],
    stock: [
      { item: '1', n: 'a' },
      { item: 2, n: 'b' },
      { item: 2, n: 'c' },
      { item: null, n: 'z' },
      { n: 'y' },
    ],
  };

  it('left and first by default; keys as text; null and missing match nothing', () => {
    expect(mapped(document({}), record)).toEqual({
      r: [{ id: 1, n: 'a' }, { id: '2', n: 'b' }, { id: null }, {}],
    });
  });

  it('inner drops rows without a match', () => {
    expect(mapped(document({ type: 'inner' }), record)).toEqual({
      r: [
        { id: 1, n: 'a' },
        { id: '2', n: 'b' },
      ],
    });
  });

  it('each gives a row per match, error refuses several', () => {
    expect(mapped(document({ type: 'inner', many: 'each' }), record)).toEqual({
      r: [
        { id: 1, n: 'a' },
        { id: '2', n: 'b' },
        { id: '2', n: 'c' },
      ],
    });
    expect(errorCodes(document({ many: 'error' }), record)).toEqual(['LENGTH_MISMATCH']);
  });

  it('keys are not trimmed', () => {
    expect(mapped(document({}), { items: [{ id: 'a ' }], stock: [{ item: 'a', n: 1 }] })).toEqual({
      r: [{ id: 'a ' }],
    });
  });

  it('where and sort see the joined row; a second join may start from the first', () => {
    const chained: MappingDocument = {
      scopes: [
        {
          to: 'r[]',
          from: 'a[]',
          joins: [
            { from: 'b[]', on: ['a[].b', 'b[].id'] },
            { from: 'c[]', on: ['b[].c', 'c[].id'] },
          ],
          where: { path: 'c[].on', op: 'eq', value: true },
          sort: { path: 'c[].n', order: 'desc' },
        },
      ],
      links: [{ to: 'r[]', from: 'c[].n' }],
    };
    const input = {
      a: [{ b: 1 }, { b: 2 }, { b: 3 }],
      b: [
        { id: 1, c: 'x' },
        { id: 2, c: 'y' },
        { id: 3, c: 'z' },
      ],
      c: [
        { id: 'x', n: 1, on: true },
        { id: 'y', n: 2, on: true },
        { id: 'z', n: 3, on: false },
      ],
    };
    expect(mapped(chained, input)).toEqual({ r: [2, 1] });
  });

  it('a join inside an outer element sees only that element', () => {
    const nested: MappingDocument = {
      scopes: [
        { to: 'o[]', from: 'o[]' },
        { to: 'o[].r[]', from: 'o[].a[]', joins: [{ from: 'o[].b[]', on: ['o[].a[].k', 'o[].b[].k'] }] },
      ],
      links: [
        { to: 'o[].r[].k', from: 'o[].a[].k' },
        { to: 'o[].r[].v', from: 'o[].b[].v' },
      ],
    };
    expect(
      mapped(nested, {
        o: [
          { a: [{ k: 1 }], b: [{ k: 1, v: 'x' }] },
          { a: [{ k: 1 }], b: [] },
        ],
      }),
    ).toEqual({
      o: [{ r: [{ k: 1, v: 'x' }] }, { r: [{ k: 1 }] }],
    });
  });
});

describe('groups', () => {
  const record = {
    items: [
      { wh: 'B', sku: 1, qty: 2 },
      { wh: 'A', sku: 2, qty: 3 },
      { wh: 'B', sku: 3, qty: 4 },
    ],
  };

  it('come in order of first appearance; an inner array walks the rows', () => {
    const document: MappingDocument = {
      scopes: [{ to: 'g[]', from: 'items[]', group_by: ['items[].wh'] }],
      links: [
        { to: 'g[].wh', from: 'items[].wh' },
        { to: 'g[].lines[].sku', from: 'items[].sku' },
        { to: 'g[].total', from: 'items[].qty', fn: [['sum']] },
        { to: 'g[].count', formula: 'count(items[].sku)' },
        { to: 'g[].after', from: 'items[].sku' },
      ],
    };
    expect(mapped(document, record)).toEqual({
      g: [
        { wh: 'B', lines: [{ sku: 1 }, { sku: 3 }], total: 6, count: 2, after: 1 },
        { wh: 'A', lines: [{ sku: 2 }], total: 3, count: 1, after: 2 },
      ],
    });
  });

  it('may be filtered and sorted before, and limited after', () => {
    const document: MappingDocument = {
      scopes: [
        {
          to: 'g[]',
          from: 'items[]',
          group_by: 'items[].wh',
          where: { path: 'items[].qty', op: 'gte', value: 3 },
          sort: 'items[].wh',
          limit: 1,
        },
      ],
      links: [
        { to: 'g[].wh', from: 'items[].wh' },
        { to: 'g[].skus[]', from: 'items[].sku' },
      ],
    };
    expect(mapped(document, record)).toEqual({ g: [{ wh: 'A', skus: [2] }] });
  });

  it('may stand in groups', () => {
    const document: MappingDocument = {
      scopes: [
        { to: 'g[]', from: 'items[]', group_by: 'items[].a' },
        { to: 'g[].h[]', from: 'items[]', group_by: 'items[].b' },
      ],
      links: [
        { to: 'g[].a', from: 'items[].a' },
        { to: 'g[].h[].b', from: 'items[].b' },
        { to: 'g[].h[].v[]', from: 'items[].v' },
      ],
    };
    const input = {
      items: [
        { a: 1, b: 1, v: 1 },
        { a: 1, b: 2, v: 2 },
        { a: 2, b: 1, v: 3 },
        { a: 1, b: 1, v: 4 },
      ],
    };
    expect(mapped(document, input)).toEqual({
      g: [
        {
          a: 1,
          h: [
            { b: 1, v: [1, 4] },
            { b: 2, v: [2] },
          ],
        },
        { a: 2, h: [{ b: 1, v: [3] }] },
      ],
    });
  });
});

it('keys that are numbers are compared by value, however they are written', () => {
  const record = parseJson(
    '{"rows":[{"id":12345678901234567890},{"id":123456789012345678901e2},{"id":0.10000000000000000000},{"id":1e21}],' +
      '"names":[{"id":12345678901234567890.0,"n":"a"},{"id":12345678901234567890100,"n":"b"},{"id":"0.1","n":"c"},' +
      '{"id":"1000000000000000000000","n":"d"}]}',
  );
  const document: MappingDocument = {
    scopes: [{ to: 'out[]', from: 'rows[]', joins: [{ from: 'names[]', on: ['rows[].id', 'names[].id'] }] }],
    links: [{ to: 'out[]', from: 'names[].n' }],
  };
  expect(mapped(document, record)).toEqual({ out: ['a', 'b', 'c', 'd'] });
  const entries = parseJson('[[12345678901234567890.0,"found"]]') as [unknown, unknown][];
  const lookups = { t: { entries } };
  expect(mapped({ lookups, links: [{ to: 'v', from: 'rows[0].id', lookup: 't' }] }, record)).toEqual({
    v: 'found',
  });
});
