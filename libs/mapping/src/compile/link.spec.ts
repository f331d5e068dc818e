// The steps of one link, in their order, and what becomes of faults.
import { compileMapping, type Link, type MappingDocument } from '../index.js';
import { compiled, errorCodes, mapped, problemCodes } from '../testing/run-mapping.spec-support.js';

const value = (link: Partial<Link>, record: unknown, more: Partial<MappingDocument> = {}) =>
  mapped({ ...more, links: [{ to: 'v', from: 'x', ...link }] }, record);

const codes = (link: Partial<Link>, record: unknown, more: Partial<MappingDocument> = {}) =>
  errorCodes({ ...more, links: [{ to: 'v', from: 'x', ...link }] }, record);

const table = {
  entries: [
    ['a', 'A'],
    [1, 'one'],
    ['', 'empty'],
  ] as [unknown, unknown][],
};

describe('the order of steps', () => {
  it('functions, then lookup, then default, then null policy, then required, then type', () => {
    const link: Partial<Link> = {
      fn: [['lower']],
      lookup: 't',
      default: '5',
      required: true,
      type: 'number',
    };
    const lookups = { t: { entries: [['a', '7']] as [unknown, unknown][], on_miss: 'null' as const } };
    expect(value(link, { x: 'A' }, { lookups })).toEqual({ v: 7 });
    expect(value(link, { x: 'B' }, { lookups })).toEqual({ v: 5 });
    expect(value(link, {}, { lookups })).toEqual({ v: 5 });
  });

  it('when decides first: a link that takes no part is neither required nor an error', () => {
    const when = { path: 'on', op: 'eq' as const, value: true };
    expect(value({ when, required: true }, { on: false })).toEqual({});
    expect(codes({ when, required: true }, { on: true })).toEqual(['REQUIRED']);
  });

  it('the first link of a chain whose condition holds wins, even without a value', () => {
    const document: MappingDocument = {
      links: [
        { to: 'v', from: 'a', when: { path: 'a', op: 'exists' } },
        { to: 'v', from: 'b', when: { path: 'b', op: 'eq', value: 1 } },
        { to: 'v', value: 'none' },
      ],
    };
    expect(mapped(document, { a: null })).toEqual({ v: null });
    expect(mapped(document, { b: 1 })).toEqual({ v: 1 });
    expect(mapped(document, {})).toEqual({ v: 'none' });
  });
});

describe('missing, null and empty', () => {
  it('default fills missing and null, and "" where told', () => {
    expect(value({ default: 'd' }, {})).toEqual({ v: 'd' });
    expect(value({ default: 'd' }, { x: null })).toEqual({ v: 'd' });
    expect(value({ default: 'd' }, { x: '' })).toEqual({ v: '' });
    expect(value({ default: 'd', default_on: ['empty'] }, { x: '' })).toEqual({ v: 'd' });
    expect(value({ default: 'd' }, { x: 0 })).toEqual({ v: 0 });
    expect(value({ default: null }, {})).toEqual({ v: null });
    expect(value({ default: false }, {})).toEqual({ v: false });
  });

  it('empty_as turns "" before anything else', () => {
    expect(value({ empty_as: 'missing' }, { x: '' })).toEqual({});
    expect(value({ empty_as: 'null' }, { x: '' })).toEqual({ v: null });
    expect(value({ empty_as: 'missing', default: 'd' }, { x: '' })).toEqual({ v: 'd' });
    expect(value({ empty_as: 'missing', fn: [['padStart', { length: 2 }]] }, { x: '' })).toEqual({});
  });

  it('policies hold for the mapping or one link', () => {
    expect(value({}, { x: null }, { settings: { on_null: 'omit' } })).toEqual({});
    expect(codes({}, { x: null }, { settings: { on_null: 'error' } })).toEqual(['NULL_NOT_ALLOWED']);
    expect(value({}, {}, { settings: { on_missing: 'null' } })).toEqual({ v: null });
    expect(codes({}, {}, { settings: { on_missing: 'error' } })).toEqual(['REQUIRED']);
    expect(value({ on_null: 'null' }, { x: null }, { settings: { on_null: 'omit' } })).toEqual({ v: null });
    expect(codes({ required: true }, { x: null }, { settings: { on_null: 'omit' } })).toEqual(['REQUIRED']);
    expect(value({ required: true }, { x: null })).toEqual({ v: null });
  });

  it('an object without members is left out unless it is kept', () => {
    const links = [{ to: 'a.b.c', from: 'x' }];
    expect(mapped({ links }, {})).toEqual({});
    expect(mapped({ settings: { empty_objects: 'keep' }, links }, {})).toEqual({ a: { b: {} } });
  });

  it('a chain stops at missing and null unless the function knows them', () => {
    expect(value({ fn: [['trim'], ['upper']] }, { x: null })).toEqual({ v: null });
    expect(value({ fn: [['ifEmpty', { value: 'e' }], ['upper']] }, { x: null })).toEqual({ v: 'E' });
    expect(value({ fn: [['isEmpty']] }, {})).toEqual({ v: true });
    expect(value({ fn: [['count']] }, {})).toEqual({ v: 0 });
    expect(value({ fn: [['concat']] }, {})).toEqual({});
    expect(value({ from: ['a', 'b'], fn: [['concat']] }, { a: null })).toEqual({});
    expect(value({ from: ['a', 'b'], fn: [['add']] }, { a: 1, b: null })).toEqual({ v: null });
    expect(value({ from: ['a', 'b'], fn: [['add']] }, { a: 1 })).toEqual({});
    expect(value({ from: ['a', 'b'], fn: [['sum']] }, { a: 1 })).toEqual({ v: 1 });
    expect(value({ from: ['a', 'b'], fn: [['upper'], ['join', { sep: '-' }]] }, { a: 'x', b: 'y' })).toEqual({
      v: 'X-Y',
    });
  });
});

describe('types', () => {
  it.each([
    ['string', 19.9, '19.9'],
    ['string', true, 'true'],
    ['string', 1e-7, '0.0000001'],
    ['string', 'x', 'x'],
    ['number', '1e2', 100],
    ['integer', '19.0', 19],
    ['integer', 19, 19],
    ['boolean', 'TRUE', true],
    ['boolean', 0, false],
    ['boolean', 1, true],
    ['any', { a: 1 }, { a: 1 }],
  ] as const)('%s of %p is %p', (type, x, v) => {
    expect(value({ type }, { x })).toEqual({ v });
  });

  it.each([
    ['string', { a: 1 }, 'NOT_TEXT'],
    ['string', [1], 'NOT_TEXT'],
    ['number', true, 'NOT_A_NUMBER'],
    ['number', [], 'NOT_A_NUMBER'],
    ['integer', '19.5', 'NOT_AN_INTEGER'],
    ['integer', 'x', 'NOT_A_NUMBER'],
    ['boolean', 2, 'NOT_A_BOOLEAN'],
    ['boolean', '1', 'NOT_A_BOOLEAN'],
    ['array', 'x', 'NOT_AN_ARRAY'],
  ] as const)('%s of %p is refused', (type, x, code) => {
    expect(codes({ type }, { x })).toEqual([code]);
  });

  it('null and missing are not touched', () => {
    expect(value({ type: 'number' }, { x: null })).toEqual({ v: null });
    expect(value({ type: 'number' }, {})).toEqual({});
  });

  it('each element of a spread list is coerced', () => {
    const document: MappingDocument = { links: [{ to: 'v[]', from: 'x', fn: [['split']], type: 'integer' }] };
    expect(mapped(document, { x: '1, 2' })).toEqual({ v: [1, 2] });
    expect(errorCodes(document, { x: '1, b' })).toEqual(['NOT_A_NUMBER']);
    expect(mapped(document, { x: '' })).toEqual({ v: [] });
    expect(mapped(document, {})).toEqual({});
    expect(mapped(document, { x: null })).toEqual({ v: null });
  });
});

describe('lookups', () => {
  it('compare keys as text, and know no prototype', () => {
    const lookups = { t: table };
    expect(value({ lookup: 't' }, { x: 'a' }, { lookups })).toEqual({ v: 'A' });
    expect(value({ lookup: 't' }, { x: '1' }, { lookups })).toEqual({ v: 'one' });
    expect(value({ lookup: 't' }, { x: 1 }, { lookups })).toEqual({ v: 'one' });
    expect(value({ lookup: 't' }, { x: '' }, { lookups })).toEqual({ v: 'empty' });
    expect(value({ lookup: 't' }, { x: null }, { lookups })).toEqual({ v: null });
    expect(codes({ lookup: 't' }, { x: 'toString' }, { lookups })).toEqual(['LOOKUP_MISS']);
    expect(codes({ lookup: 't', default: 'D' }, { x: 'zz' }, { lookups })).toEqual(['LOOKUP_MISS']);
  });

  it('miss as told', () => {
    const miss = (on_miss: 'keep' | 'null' | 'default') => ({
      lookups: { t: { ...table, on_miss, default: 'D' } },
    });
    expect(value({ lookup: 't' }, { x: 'z' }, miss('keep'))).toEqual({ v: 'z' });
    expect(value({ lookup: 't' }, { x: 'z' }, miss('null'))).toEqual({ v: null });
    expect(value({ lookup: 't' }, { x: 'z' }, miss('default'))).toEqual({ v: 'D' });
    expect(value({ fn: [['lookup', { table: 't' }]] }, { x: 'a' }, miss('keep'))).toEqual({ v: 'A' });
    expect(problemCodes({ links: [{ to: 'v', from: 'x', lookup: 'none' }] })).toEqual(['UNKNOWN_LOOKUP']);
    expect(problemCodes({ links: [{ to: 'v', formula: 'lookup(x, "none")' }] })).toEqual(['UNKNOWN_LOOKUP']);
  });
});

describe('errors', () => {
  it('all of a record are told at once, up to max_errors', () => {
    const links = ['a', 'b', 'c'].map((name) => ({ to: name, from: name, type: 'number' as const }));
    const record = { a: 'x', b: 'y', c: 'z' };
    expect(compiled({ links }).map(record)).toMatchObject({
      output: undefined,
      errors: [{ to: 'a' }, { to: 'b' }, { to: 'c' }],
    });
    expect(compiled({ settings: { max_errors: 2 }, links }).map(record).errors).toHaveLength(2);
  });

  it('on_error replaces the value and counts a warning', () => {
    const link = { to: 'v', from: 'x', type: 'number' as const };
    const run = (more: Partial<Link>) => compiled({ links: [{ ...link, ...more }] }).map({ x: 'bad' });
    expect(run({ on_error: 'omit' })).toMatchObject({
      output: {},
      errors: [],
      warnings: [{ code: 'ERROR_REPLACED', count: 1 }],
    });
    expect(run({ on_error: 'null' }).output).toEqual({ v: null });
    expect(run({ on_error: 'default', default: 0 }).output).toEqual({ v: 0 });
    expect(run({ on_error: 'omit', required: true }).errors).toMatchObject([{ code: 'NOT_A_NUMBER' }]);
  });

  it('values are shortened, and those of secrets masked', () => {
    const links = ['password', 'text'].map((name) => ({ to: name, from: name, type: 'number' as const }));
    const { errors } = compiled({ links }).map({ password: 'hunter2', text: 'x'.repeat(500) });
    expect(errors[0]?.value).toBe('***');
    expect((errors[1]?.value as string).length).toBeLessThan(210);
  });

  it.each([
    ['from', 'passwords[0]', { passwords: ['s3'] }],
    ['from', 'credentials.user', { credentials: { user: 's3' } }],
    ['from', 'client["pass word"]', { client: { 'pass word': 's3' } }],
    ['from', 'access.key', { access: { key: 's3' } }],
    ['from', 'ApiKEY', { ApiKEY: 's3' }],
    ['from', 'customerIBAN', { customerIBAN: 's3' }],
    ['from', 'client', { client: { name: { Cookie: 's3' } } }],
    ['to', '@headers.X-Api-Key', { v: 's3' }],
    ['to', '@headers.set_cookie', { v: 's3' }],
    ['to', 'db.pwd', { v: 's3' }],
  ])('no secret is shown: %s %s', (side, path, record) => {
    const link = side === 'to' ? { to: path, from: 'v' } : { to: 't', from: path };
    const { errors } = compiled({ links: [{ ...link, type: 'integer' }] }).map(record);
    expect(errors).toHaveLength(1);
    expect(JSON.stringify(errors)).not.toContain('s3');
  });

  it.each(['businessName', 'class_name', 'taxi.banner', 'secretary', 'passenger', 'keys'])(
    'the value of %s is no secret',
    (from) => {
      const record = from.split('.').reduceRight<unknown>((value, key) => ({ [key]: value }), 'shown');
      const { errors } = compiled({ links: [{ to: 't', from, type: 'integer' }] }).map(record);
      expect(errors[0]?.value).toBe('shown');
    },
  );

  it('name the row on both sides after a filter', () => {
    const { errors } = compiled({
      scopes: [{ to: 'r[]', from: 'i[]', where: { path: 'i[].on', op: 'eq', value: true } }],
      links: [{ id: 'n', to: 'r[].v', from: 'i[].v', type: 'number' }],
    }).map({
      i: [
        { on: false, v: 1 },
        { on: true, v: 2 },
        { on: true, v: 'x' },
      ],
    });
    expect(errors).toMatchObject([
      { code: 'NOT_A_NUMBER', link_id: 'n', from: 'i[2].v', to: 'r[1].v', value: 'x' },
    ]);
  });
});

describe('roots', () => {
  it('reads and writes all parts', () => {
    const result = compiled({
      links: [
        { to: '@path.id', from: 'id' },
        { to: '@query.page', from: '@response.body.page' },
        { to: '@query.tags[]', from: 'tags[]' },
        { to: '@headers.X-Run', from: '@run.id' },
        { to: 'token', from: '@steps.login.response.headers.X-Token' },
        { to: 'at', formula: 'now()' },
      ],
    }).run({
      record: { id: 5, tags: ['a', 'b'] },
      response: { headers: {}, body: { page: 2 } },
      steps: { login: { response: { headers: { 'x-token': 't' } } } },
      run: { id: 'r1', started_at: '2026-01-10T12:00:00.000Z' },
    });
    expect(result.output).toEqual({
      body: { token: 't', at: '2026-01-10T12:00:00Z' },
      path: { id: 5 },
      query: { page: 2, tags: ['a', 'b'] },
      headers: { 'X-Run': 'r1' },
    });
  });

  it('a mapping without body links has no body; an empty one makes {}', () => {
    expect(compiled({ links: [{ to: '@path.id', from: 'id' }] }).run({ record: { id: 1 } }).output).toEqual({
      path: { id: 1 },
    });
    expect(compiled({ links: [] }).run({ record: 1 }).output).toEqual({ body: {} });
  });

  it('integer-like members come first, the others in order of their links', () => {
    const links = ['b', 'a', '2', '1'].map((to) => ({ to, value: to }));
    expect(JSON.stringify(mapped({ links }, {}))).toBe('{"1":"1","2":"2","b":"b","a":"a"}');
  });
});

describe('explanations', () => {
  it('tell each step of one destination value', () => {
    const result = compileMapping({
      lookups: { t: table },
      links: [{ id: 'l', to: 'r[].v', from: 'i[].x', fn: [['lower']], lookup: 't', type: 'string' }],
    });
    if (!result.ok) throw new Error('must compile');
    const { explanation } = result.mapping.explain({ record: { i: [{ x: 'A' }, { x: 'a' }] } }, 'r[1].v');
    expect(explanation).toEqual([
      {
        to: 'r[1].v',
        from: 'i[1].x',
        link_id: 'l',
        steps: [
          { step: 'read', name: 'i[1].x', value: 'a' },
          { step: 'function', name: 'lower', value: 'a' },
          { step: 'lookup', name: 't', value: 'A' },
          { step: 'type', name: 'string', value: 'A' },
        ],
      },
    ]);
    expect(
      result.mapping.explain({ record: { i: [{ x: 'A' }, { x: 'a' }] } }, 'r[].v').explanation,
    ).toHaveLength(2);
  });

  it('end with the error where there is one', () => {
    const result = compileMapping({ links: [{ id: 'l', to: 'v', from: 'x', type: 'number' }] });
    if (!result.ok) throw new Error('must compile');
    const { explanation, errors } = result.mapping.explain({ record: { x: 'n/a' } }, 'v');
    expect(explanation[0]?.steps.at(-1)).toEqual({ step: 'error', name: 'NOT_A_NUMBER', value: 'n/a' });
    expect(errors).toHaveLength(1);
  });

  it('name all rows of a group where all of them are read', () => {
    const mapping = compiled({
      scopes: [{ to: 'g[]', from: 'i[]', group_by: 'i[].k' }],
      links: [
        { id: 'k', to: 'g[].k', from: 'i[].k' },
        { id: 's', to: 'g[].s', from: 'i[].v', fn: [['sum']] },
      ],
    });
    const record = {
      i: [
        { k: 'a', v: 1 },
        { k: 'b', v: 2 },
        { k: 'b', v: 3 },
      ],
    };
    expect(mapping.explain({ record }, 'g[1]').explanation.map(({ from }) => from)).toEqual([
      'i[1].k',
      'i[].v',
    ]);
  });

  it('tell what on_error puts in the place of a failed value', () => {
    const stepsOf = (link: Partial<Link>) =>
      compiled({ links: [{ to: 'v', from: 'x', type: 'number', ...link }] })
        .explain({ record: { x: 'n/a' } }, 'v')
        .explanation[0]?.steps.slice(-2);
    const error = { step: 'error', name: 'NOT_A_NUMBER', value: 'n/a' };
    expect(stepsOf({ on_error: 'default', default: 7 })).toEqual([
      error,
      { step: 'policy', name: 'on_error', value: 7 },
    ]);
    expect(stepsOf({ on_error: 'null' })).toEqual([error, { step: 'policy', name: 'on_error', value: null }]);
    expect(stepsOf({})?.at(-1)).toEqual(error);
    expect(stepsOf({ on_error: 'omit', required: true })?.at(-1)).toEqual(error);
  });
});

describe('the explanation of a place', () => {
  const mapping = compiled({
    links: [
      { id: 'a', to: 'r[].a', from: 'i[].a' },
      { id: 'b', to: 'r[].b', from: 'i[].b' },
      { id: 'c', to: 'c', from: 'whole' },
      { id: 'q', to: '@query.r', from: 'x' },
    ],
  });
  const record = { i: [{ a: 1, b: 2 }, { a: 3 }], whole: { name: 'n' }, x: 1 };
  const explained = (path: string) =>
    mapping.explain({ record }, path).explanation.map(({ to, link_id }) => `${link_id} ${to}`);

  it.each([
    ['r[].a', ['a r[0].a', 'a r[1].a']],
    ['$.r[].a', ['a r[0].a', 'a r[1].a']],
    ['["r"][0].a', ['a r[0].a']],
    ['r', ['a r[0].a', 'b r[0].b', 'a r[1].a', 'b r[1].b']],
    ['r[1]', ['a r[1].a', 'b r[1].b']],
    ['c.name', ['c c']],
    ['@query.r', ['q @query.r']],
    ['rr', []],
  ])('%s', (path, found) => {
    expect(explained(path)).toEqual(found);
  });

  it('a path that is none is refused', () => {
    expect(() => explained('r[')).toThrow('Brackets hold');
  });
});
