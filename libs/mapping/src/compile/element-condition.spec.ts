// A link's condition over the list that the link reads: per element, as a whole, in rows and groups.
import type { Link, MappingDocument } from '../index.js';
import { mapped } from '../testing/run-mapping.spec-support.js';

const value = (link: Partial<Link>, record: unknown) => mapped({ links: [{ to: 'v', ...link }] }, record);

describe('a condition on the list that its link reads', () => {
  const is = (path: string, value: unknown) => ({ path, op: 'eq' as const, value });
  const attrs = [
    { code: 'size', value: 'L', tags: ['a'] },
    { code: 'color', value: 'red', tags: ['b', 'c'] },
    { code: 'color', value: 'blue', tags: [] },
  ];
  const first: Partial<Link> = { from: 'attrs[].value', fn: [['first']] };

  it('takes the elements for which it holds', () => {
    const when = is('attrs[].code', 'color');
    expect(value({ ...first, when }, { attrs })).toEqual({ v: 'red' });
    expect(value({ ...first, fn: [['join']], when }, { attrs })).toEqual({ v: 'red,blue' });
    expect(value({ ...first, fn: [['upper'], ['last']], when }, { attrs })).toEqual({ v: 'BLUE' });
    expect(value({ ...first, when: { not: when } }, { attrs })).toEqual({ v: 'L' });
    expect(value({ ...first, when: { path: 'attrs[].code', op: 'ne', value: 'size' } }, { attrs })).toEqual({
      v: 'red',
    });
    expect(value({ formula: 'first(attrs[].value)', when }, { attrs })).toEqual({
      v: 'red',
    });
  });

  it('is met by one element as a whole, or the link takes no part', () => {
    const both = (code: string, text: string) => ({
      all: [is('attrs[].code', code), is('attrs[].value', text)],
    });
    expect(value({ ...first, when: both('color', 'blue') }, { attrs })).toEqual({ v: 'blue' });
    const document: MappingDocument = {
      links: [
        { to: 'v', ...first, when: both('size', 'blue') },
        { to: 'v', formula: 'first(attrs[].value)', when: both('size', 'red') },
        { to: 'v', value: 'none' },
      ],
    };
    expect(mapped(document, { attrs })).toEqual({ v: 'none' });
    expect(mapped(document, { attrs: 'x' })).toEqual({ v: 'none' });
    expect(value({ ...first, required: true, when: is('attrs[].code', 'x') }, { attrs })).toEqual({});
  });

  it('goes with fields outside of the list and with lists inside of its elements', () => {
    const when = { all: [is('on', true), is('attrs[].tags[]', 'c')] };
    expect(value({ ...first, when }, { on: true, attrs })).toEqual({ v: 'red' });
    expect(value({ ...first, when }, { on: false, attrs })).toEqual({});
    expect(
      value({ from: 'attrs[].tags[]', fn: [['count']], when: is('attrs[].code', 'color') }, { attrs }),
    ).toEqual({
      v: 2,
    });
  });

  it('of another list is one of the whole record', () => {
    expect(value({ ...first, when: is('other[].code', 'x') }, { attrs, other: [{ code: 'x' }] })).toEqual({
      v: 'L',
    });
    expect(value({ value: 1, when: is('attrs[].code', 'color') }, { attrs })).toEqual({
      v: 1,
    });
  });

  it('works in each row of a list, and on the rows of a group', () => {
    const record = {
      items: [
        { id: 1, attrs },
        { id: 2, attrs: attrs.slice(0, 1) },
      ],
    };
    const nested: MappingDocument = {
      links: [
        { to: 'rows[].id', from: 'items[].id' },
        {
          to: 'rows[].color',
          from: 'items[].attrs[].value',
          fn: [['first']],
          when: is('items[].attrs[].code', 'color'),
        },
      ],
    };
    expect(mapped(nested, record)).toEqual({ rows: [{ id: 1, color: 'red' }, { id: 2 }] });
    const grouped: MappingDocument = {
      scopes: [{ to: 'groups[]', from: 'attrs[]', group_by: ['attrs[].code'] }],
      links: [
        { to: 'groups[].code', from: 'attrs[].code' },
        {
          to: 'groups[].blue',
          from: 'attrs[].value',
          fn: [['join']],
          when: { not: is('attrs[].value', 'red') },
        },
      ],
    };
    expect(mapped(grouped, { attrs })).toEqual({
      groups: [
        { code: 'size', blue: 'L' },
        { code: 'color', blue: 'blue' },
      ],
    });
  });
});
