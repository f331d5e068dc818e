// Warnings about fields of the samples: what links, conditions and scopes read, and what links fill.
import { checkDocument, classifyLinks, fieldTree, type MappingDocument } from '../index.js';

describe('what a document reads and fills', () => {
  const warned = (document: MappingDocument, source: unknown, destination?: unknown) => {
    const options = {
      source: fieldTree({ '': [source] }),
      ...(destination === undefined ? {} : { destination: fieldTree({ '': [destination] }) }),
    };
    return checkDocument(document, options).warnings.map(({ code, path }) => `${code} ${path}`);
  };

  it.each([{ a: {} }, { a: [] }, { a: null }])(
    'an open field is there when a part of it is: %j',
    (sample) => {
      const to = Array.isArray(sample.a) ? 'a[].b' : 'a.b';
      expect(warned({ links: [{ to, from: to }] }, sample, sample)).toEqual([]);
      expect(warned({ links: [] }, sample, sample)).toEqual(['UNMAPPED_REQUIRED a', 'UNREAD_SOURCE a']);
    },
  );

  it('of a list whose sample is empty nothing is known', () => {
    const source = fieldTree({ '': [], '@response': [{ body: { orders: [] } }] });
    const document: MappingDocument = { links: [{ to: 'x', from: 'id', required: true }] };
    expect(checkDocument(document, { source }).warnings).toEqual([]);
    expect(classifyLinks(document, { source }).map(({ state }) => state)).toEqual(['fine', 'fine']);
  });

  it.each(['customer[].name', 'customer[0].name', '[].to'])(
    'an object of the destination is no list: %s',
    (to) => {
      const destination = fieldTree({ '': [{ customer: { name: 'x' }, to: 't' }] });
      const { problems } = checkDocument({ links: [{ to, from: 'items[].n' }] }, { destination });
      expect(problems.map(({ code }) => code)).toContain('UNKNOWN_DESTINATION');
    },
  );

  it('a list that came as its only element, and the end of a list, are read', () => {
    const links = [
      { to: 'x[].s', from: 'line[].sku' },
      { to: 'y', from: 'tags[-1]' },
    ];
    expect(warned({ links }, { line: { sku: 'A' }, tags: ['a'] })).toEqual([]);
  });

  const scoped: MappingDocument = {
    scopes: [
      {
        to: 'rows[]',
        from: 'items[]',
        where: { all: [{ path: 'items[].open', op: 'eq', value: true }] },
        sort: [{ path: 'items[].rank' }, 'items[].at'],
        distinct: 'items[].sku',
        joins: [{ from: 'stock[]', on: ['items[].sku', 'stock[].sku'] }],
      },
      { to: 'all[]', sections: [{ id: 's', from: 'items[]', where: { path: 'live', op: 'exists' } }] },
    ],
    links: [
      { to: 'rows[].n', from: 'items[].n', when: { not: { path: 'flag', op: 'eq', value: 1 } } },
      { to: 'all[].n', from: 'items[].n', section: 's' },
    ],
  };
  const item = { n: 1, open: true, rank: 1, at: 1, sku: 'A' };
  const sample = { items: [item], stock: [{ sku: 'A' }], live: 1, flag: 1 };

  it('conditions and scopes read too', () => {
    expect(warned(scoped, sample)).toEqual([]);
    const { open: _open, ...closed } = item;
    const { live: _live, flag: _flag, ...rest } = sample;
    expect(warned(scoped, { ...rest, items: [closed] })).toEqual([
      'ABSENT_SOURCE flag',
      'ABSENT_SOURCE items[].open',
      'ABSENT_SOURCE live',
    ]);
  });

  it('and their ends are classed, with their place in the document', () => {
    const { items, stock, live: _live, ...rest } = sample;
    const source = fieldTree({ '': [{ ...rest, line_items: items, stock }] });
    const lost = classifyLinks(scoped, { source }).filter(({ state }) => state !== 'fine');
    expect(lost.map(({ link_id, at, path, candidate }) => [link_id, at, path, candidate])).toEqual([
      ['link_1', '/links/0/from', 'items[].n', 'line_items[].n'],
      ['link_2', '/links/1/from', 'items[].n', 'line_items[].n'],
      [null, '/scopes/0/from', 'items[]', 'line_items[]'],
      [null, '/scopes/0/where/all/0/path', 'items[].open', 'line_items[].open'],
      [null, '/scopes/0/sort/0/path', 'items[].rank', 'line_items[].rank'],
      [null, '/scopes/0/sort/1', 'items[].at', 'line_items[].at'],
      [null, '/scopes/0/distinct', 'items[].sku', expect.stringContaining('sku')],
      [null, '/scopes/0/joins/0/on/0', 'items[].sku', expect.stringContaining('sku')],
      [null, '/scopes/1/sections/0/from', 'items[]', 'line_items[]'],
      [null, '/scopes/1/sections/0/where/path', 'live', null],
    ]);
  });
});
