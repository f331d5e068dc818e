// Errors and warnings name the very value at fault, with its positions on both sides.
import type { MappingDocument } from '../index.js';
import { compiled } from '../testing/run-mapping.spec-support.js';

const placesOf = (document: MappingDocument, record: unknown) =>
  compiled(document)
    .map(record)
    .errors.map(({ from, to, value }) => [from, to, value]);

describe('the source of an error', () => {
  it('of several fields is the one that holds the value', () => {
    const links = [{ to: 'l[].total', formula: 'i[].price * i[].qty' }];
    expect(
      placesOf(
        { links },
        {
          i: [
            { price: '1', qty: 2 },
            { price: '2', qty: 'many' },
          ],
        },
      ),
    ).toEqual([['i[1].qty', 'l[1].total', 'many']]);
    const joined = [{ to: 'name', from: ['first', 'last'], fn: [['concat']] as [string][] }];
    expect(placesOf({ links: joined }, { first: 'Eva', last: { a: 1 } })).toEqual([
      ['last', 'name', { a: 1 }],
    ]);
  });

  it('inside a reducer is the element', () => {
    const record = { o: [{ i: [{ v: 1 }] }, { i: [{ v: 2 }, { v: 'x' }] }] };
    expect(placesOf({ links: [{ to: 't', from: 'o[].i[].v', fn: [['sum']] }] }, record)).toEqual([
      ['o[1].i[1].v', 't', 'x'],
    ]);
    expect(placesOf({ links: [{ to: 't', formula: 'sum(o[].i[].v * 2)' }] }, record)).toEqual([
      ['o[1].i[1].v', 't', 'x'],
    ]);
  });

  it('inside a group is the row', () => {
    const document: MappingDocument = {
      scopes: [{ to: 'g[]', from: 'r[]', group_by: 'r[].k' }],
      links: [{ to: 'g[].sum', from: 'r[].v', fn: [['sum']] }],
    };
    const r = [
      { k: 1, v: 1 },
      { k: 2, v: 1 },
      { k: 2, v: 'x' },
    ];
    expect(placesOf(document, { r })).toEqual([['r[2].v', 'g[1].sum', 'x']]);
  });

  it('is all of them where the value was made on the way', () => {
    const links = [{ to: 'n', formula: '(a & b) * 1' }];
    expect(placesOf({ links }, { a: 'x', b: 'y' })).toEqual([['a, b', 'n', 'xy']]);
  });
});

it('a cut text is counted per link', () => {
  const { warnings } = compiled({
    links: [
      { id: 'v', to: 'l[].v', from: 'i[].v', fn: [['truncate', { max: 1 }]] },
      { id: 'q', to: 'q', formula: 'truncate(q, 1)' },
    ],
  }).map({ i: [{ v: 'ab' }, { v: 'c' }, { v: 'de' }], q: 'zz' });
  expect(warnings).toEqual([
    expect.objectContaining({ code: 'TRUNCATED', path: 'l[].v', link_id: 'v', count: 2 }),
    expect.objectContaining({ code: 'TRUNCATED', path: 'q', link_id: 'q', count: 1 }),
  ]);
});

it('a bound that one link passes names the link and both its sides', () => {
  const long = 'x'.repeat(6 * 1024 * 1024);
  const { errors } = compiled({
    links: [
      { id: 'ok', to: 'a', from: 'a' },
      { id: 'big', to: 'rows[].b', from: ['items[].p', 'items[].q'], fn: [['concat']] },
    ],
  }).map({ a: 1, items: [{ p: 'x' }, { p: long, q: long }] });
  expect(errors).toMatchObject([
    { code: 'LIMIT', link_id: 'big', to: 'rows[1].b', from: 'items[1].p, items[1].q' },
  ]);
});

describe('a row that a list does not have', () => {
  const links = [{ to: 'l[].v', from: 'j[].v', required: true }];

  it('of a join without a match is named by no position', () => {
    const joins = [{ from: 'j[]', on: ['i[].s', 'j[].s'] as [string, string] }];
    const record = { i: [{ s: 'b' }, { s: 'a' }], j: [{ s: 'z' }, { s: 'b', v: 5 }] };
    expect(placesOf({ scopes: [{ to: 'l[]', from: 'i[]', joins }], links }, record)).toEqual([
      ['j[].v', 'l[1].v', null],
    ]);
    const sorted = [{ to: 'l[]', from: 'i[]', joins, sort: 'i[].s' }];
    expect(placesOf({ scopes: sorted, links }, record)).toEqual([['j[].v', 'l[0].v', null]]);
  });

  it('of a zip with a shorter list is named by no position', () => {
    const scopes = [{ to: 'l[]', mode: 'zip' as const, from: ['i[]', 'j[]'] }];
    const record = { i: [{ s: 'b' }, { s: 'a' }], j: [{ v: 5 }] };
    expect(placesOf({ scopes, links }, record)).toEqual([['j[].v', 'l[1].v', null]]);
  });
});

it('of a list that becomes several elements the one at fault is named', () => {
  const links = [
    { to: 'n[]', from: 'a', fn: [['split']] as [string][], type: 'number' as const },
    { to: 'm[].t[]', from: 'i[].a', fn: [['split']] as [string][], type: 'number' as const },
  ];
  expect(placesOf({ links }, { a: '1,2,x,y', i: [{ a: '1' }, { a: '2,z' }] })).toEqual([
    ['a', 'n[2]', 'x'],
    ['i[1].a', 'm[0].t[2]', 'z'],
  ]);
});
