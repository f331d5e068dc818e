// Zip and sections: their own conditions, order and limits, and those of the scope around them.
import { compileMapping, type MappingDocument, type Scope } from '../index.js';
import { compiled, mapped, problemCodes } from '../testing/run-mapping.spec-support.js';

const PAIRS: Scope = { to: 'out[]', mode: 'zip', from: ['a[]', 'b[]'] };
const RECORD = {
  a: [{ k: 0 }, { k: 1 }, { k: 1 }, { k: 2 }],
  b: [{ k: 'p' }, { k: 'q' }, { k: 'r' }],
};
const pairs = (more: Partial<Scope>, scope: Scope = PAIRS) =>
  mapped(
    {
      scopes: [{ ...scope, ...more }],
      links: [
        { to: 'out[].x', from: 'a[].k' },
        { to: 'out[].y', from: 'b[].k' },
      ],
    },
    RECORD,
  );

describe('lists side by side', () => {
  it('are filtered, sorted, made distinct and limited as pairs', () => {
    expect(
      pairs({
        where: { path: 'a[].k', op: 'gt', value: 0 },
        sort: { path: 'a[].k', order: 'desc' },
        distinct: 'a[].k',
        limit: 2,
      }),
    ).toEqual({ out: [{ x: 2 }, { x: 1, y: 'q' }] });
  });

  it('distinct: true looks at the whole pair', () => {
    expect(pairs({ distinct: true, limit: 3 })).toEqual({
      out: [
        { x: 0, y: 'p' },
        { x: 1, y: 'q' },
        { x: 1, y: 'r' },
      ],
    });
  });

  it('take the condition of a section before the pairs are made', () => {
    const sections = [
      { id: 'a', from: 'a[]', where: { path: 'a[].k', op: 'gt' as const, value: 1 } },
      { id: 'b', from: 'b[]', limit: 1 },
    ];
    expect(pairs({}, { to: 'out[]', mode: 'zip', sections })).toEqual({ out: [{ x: 2, y: 'p' }] });
  });
});

describe('sections with something asked of all of them', () => {
  const SECTIONS: Scope = {
    to: 'out[]',
    sections: [{ id: 'items', from: 'items[]' }, { id: 'fees', from: 'fees[]' }, { id: 'total' }],
  };
  const links: MappingDocument['links'] = [
    { to: 'out[].no', section: 'items', from: 'items[].no' },
    { to: 'out[].no', section: 'fees', from: 'fees[].no' },
    { to: 'out[].no', section: 'total', value: 'sum' },
  ];
  const record = { on: true, items: [{ no: 3 }, { no: 1 }], fees: [{ no: 4 }, { no: 2 }] };
  const numbers = (more: Partial<Scope>) =>
    (mapped({ scopes: [{ ...SECTIONS, ...more }], links }, record) as { out: { no: unknown }[] }).out.map(
      ({ no }) => no,
    );

  it('limit counts over all sections', () => {
    expect(numbers({ limit: 3 })).toEqual([3, 1, 4]);
  });

  it('a key of one list is missing in the rows of the others', () => {
    expect(numbers({ sort: ['items[].no', 'fees[].no'] })).toEqual([1, 3, 2, 4, 'sum']);
    expect(numbers({ where: { path: 'items[].no', op: 'gt', value: 0 } })).toEqual([3, 1]);
    expect(numbers({ where: { path: 'on', op: 'eq', value: true }, limit: 4 })).toEqual([3, 1, 4, 2]);
  });

  it('joins and group_by belong to a section, from to a scope without sections', () => {
    const refused = (more: Partial<Scope>) => problemCodes({ scopes: [{ ...SECTIONS, ...more }], links });
    expect(refused({ group_by: 'items[].no' })).toEqual(['BAD_ARGUMENT']);
    expect(refused({ from: 'items[]' })).toEqual(['BAD_ARGUMENT']);
  });

  it('a link names a section of a scope around it', () => {
    const outside = [...links, { to: 'other', section: 'items', value: 1 }];
    expect(problemCodes({ scopes: [SECTIONS], links: outside })).toEqual(['BAD_ARGUMENT']);
    const unknown = [...links, { to: 'out[].q', section: 'taxes', from: 'taxes[].q' }];
    expect(problemCodes({ scopes: [SECTIONS], links: unknown })).toEqual(['BAD_ARGUMENT']);
  });
});

describe('joins below an outer list', () => {
  const document: MappingDocument = {
    scopes: [
      { to: 'o[]', from: 'o[]' },
      {
        to: 'o[].l[]',
        from: 'o[].i[]',
        joins: [{ from: 'o[].f[]', on: ['o[].i[].id', 'o[].f[].id'] }],
      },
    ],
    links: [{ to: 'o[].l[].n', from: 'o[].f[].n' }],
  };

  it('read the list of their own outer element', () => {
    const element = (n: string) => ({ i: [{ id: 1 }], f: [{ id: 1, n }] });
    expect(mapped(document, { o: [element('p'), element('q')] })).toEqual({
      o: [{ l: [{ n: 'p' }] }, { l: [{ n: 'q' }] }],
    });
  });

  it('index it once per outer element, not once per row', () => {
    const list = Array.from({ length: 20_000 }, (_, id) => ({ id, n: id }));
    const started = performance.now();
    const output = mapped(document, { o: [{ i: list, f: list }] }) as { o: { l: unknown[] }[] };
    expect(output.o[0]?.l).toHaveLength(20_000);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('an array that is null where null is an error', () => {
  it('names both sides', () => {
    const { errors } = compiled({
      settings: { on_null: 'error' },
      links: [{ to: 'o[].l[].v', from: 'o[].i[].v' }],
    }).map({ o: [{ i: [] }, { i: null }] });
    expect(errors).toEqual([
      expect.objectContaining({ code: 'NULL_NOT_ALLOWED', from: 'o[1].i', to: 'o[1].l' }),
    ]);
  });
});

describe('group_by on a section', () => {
  const record = {
    i: [
      { k: 1, v: 1 },
      { k: 2, v: 2 },
      { k: 1, v: 3 },
    ],
    j: [{ n: 'a' }],
  };
  const links: MappingDocument['links'] = [
    { to: 'l[].k', from: 'i[].k', section: 'a' },
    { to: 'l[].sum', from: 'i[].v', fn: [['sum']], section: 'a' },
    { to: 'l[].rows[]', from: 'i[].v', section: 'a' },
    { to: 'l[].k', from: 'j[].n', section: 'b' },
  ];
  const sections = [
    { id: 'a', from: 'i[]', group_by: 'i[].k' },
    { id: 'b', from: 'j[]' },
  ];
  const one = { k: 1, sum: 4, rows: [1, 3] };
  const two = { k: 2, sum: 2, rows: [2] };

  it('groups the rows of that section', () => {
    expect(mapped({ scopes: [{ to: 'l[]', sections }], links }, record)).toEqual({
      l: [one, two, { k: 'a' }],
    });
  });

  it('keeps each group whole where the scope puts the rows in another order', () => {
    const sort = { path: 'i[].k', order: 'desc' as const };
    expect(mapped({ scopes: [{ to: 'l[]', sections, sort }], links }, record)).toEqual({
      l: [two, one, { k: 'a' }],
    });
    expect(mapped({ scopes: [{ to: 'l[]', sections, limit: 1 }], links }, record)).toEqual({ l: [one] });
  });

  it('is refused in a zip and on a scope with sections', () => {
    const zip = { to: 'l[]', mode: 'zip' as const, sections };
    expect(problemCodes({ scopes: [zip], links: [{ to: 'l[].k', from: 'i[].k' }] })).toEqual([
      'BAD_ARGUMENT',
    ]);
    const scope = { to: 'l[]', sections, group_by: 'i[].k' };
    expect(problemCodes({ scopes: [scope], links })).toContain('BAD_ARGUMENT');
  });
});

describe('the second path of a join', () => {
  const problemsOf = (on: [string, string]) => {
    const scopes = [{ to: 'l[]', from: 'i[]', joins: [{ from: 'j[]', on }] }];
    const result = compileMapping({ scopes, links: [{ to: 'l[].n', from: 'j[].n' }] });
    return result.ok
      ? []
      : result.problems.map(({ code, at, fixes }) => [code, at, fixes.map((fix) => fix.value)]);
  };

  it('is of the joined list: anything else would match every row or none', () => {
    expect(problemsOf(['i[].k', 'j[].k'])).toEqual([]);
    expect(problemsOf(['i[].k', 'i[].k'])).toEqual([['BAD_ARGUMENT', '/scopes/0/joins/0/on/1', []]]);
    expect(problemsOf(['i[].k', 'x'])).toEqual([['BAD_ARGUMENT', '/scopes/0/joins/0/on/1', []]]);
    expect(problemsOf(['j[].k', 'i[].k'])).toEqual([
      ['BAD_ARGUMENT', '/scopes/0/joins/0/on/1', [['i[].k', 'j[].k']]],
    ]);
  });
});
