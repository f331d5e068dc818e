// Documents: everything wrong is told at once, with place and fix; warnings; diff, hash and saved tests.
import Ajv from 'ajv/dist/2020.js';
import {
  checkDocument,
  compileMapping,
  contentHash,
  diffDocuments,
  fieldTree,
  MAPPING_SCHEMA,
  parseJson,
  runSavedTests,
  type MappingDocument,
} from '../index.js';

const problems = (document: unknown) => checkDocument(document).problems;

it('a part that may have several forms is told by the form that it is nearest to', () => {
  const messageOf = (when: unknown) =>
    checkDocument({ links: [{ to: 'a', from: 'b', when }] }).problems.map(({ message }) => message);
  expect(messageOf({ path: 'b' })).toEqual(['/links/0/when needs the member "op".']);
  expect(messageOf({ op: 'eq', value: 1 })).toEqual(['/links/0/when needs the member "path".']);
  expect(messageOf({ any: [{}] })[0]).toContain('an object with path and op or an object with all');
});

describe('problems', () => {
  it('are told all at once, each with its code, link and place', () => {
    const found = problems({
      lookups: { t: { entries: [] } },
      scopes: [{ to: 'lines' }],
      links: [
        { id: 'a', to: 'x..y', from: 'a' },
        { id: 'b', to: 'b', from: 'a[', lookup: 't' },
        { id: 'c', to: 'c', from: 'x', fn: [['uper']] },
        { id: 'd', to: 'd', from: 'x', fn: [['left', { counts: 1 }]] },
        { id: 'e', to: 'e', formula: '1 +' },
        { id: 'f', to: 'f', from: 'x', lookup: 'u' },
        { id: 'g', to: 'g', from: 'i[].x' },
        { id: 'h', to: 'h', from: 'x', when: { path: 'y', op: 'matches', value: '(' } },
        { id: 'h', to: 'i', from: 'x' },
        { id: 'j', to: 'j', from: ['x', 'y'] },
        { id: 'k', to: 'k', from: 'x', value: 1 },
        { id: 'l', to: 'l' },
      ],
    });
    expect(found.map(({ code, at, link_id }) => [code, at, link_id])).toEqual(
      expect.arrayContaining([
        ['BAD_PATH', '/scopes/0/to', null],
        ['BAD_PATH', '/links/0/to', 'a'],
        ['BAD_PATH', '/links/1/from', 'b'],
        ['UNKNOWN_FUNCTION', '/links/2/fn/0', 'c'],
        ['BAD_ARGUMENT', '/links/3/fn/0', 'd'],
        ['BAD_ARGUMENT', '/links/4/formula', 'e'],
        ['UNKNOWN_LOOKUP', '/links/5/lookup', 'f'],
        ['NEEDS_REDUCER', '/links/6', 'g'],
        ['BAD_ARGUMENT', '/links/7/when', 'h'],
        ['BAD_ARGUMENT', '/links/8/id', 'h'],
        ['BAD_ARGUMENT', '/links/9', 'j'],
        ['BAD_ARGUMENT', '/links/10', 'k'],
        ['BAD_ARGUMENT', '/links/11', 'l'],
      ]),
    );
    expect(found).toHaveLength(13);
  });

  it('carry a fix where one is known', () => {
    const [conflict] = problems({
      links: [
        { to: 'r[].a', from: 'a[].x' },
        { to: 'r[].b', from: 'b[].y' },
      ],
    });
    expect(conflict?.fixes.map((fix) => fix.label)).toEqual([
      'One after the other (sections)',
      'Side by side (zip)',
      'Join by a key',
    ]);
    const [reducer] = problems({ links: [{ id: 'l', to: 'a', from: 'i[].x', fn: [['trim']] }] });
    expect(reducer?.fixes).toEqual([
      { label: 'Take the first value', at: '/links/0/fn', value: [['trim'], ['first']] },
    ]);
    const [typo] = problems({ links: [{ to: 'a', from: 'x', fn: [['conct']] }] });
    expect(typo?.fixes).toEqual([{ label: 'Use concat', at: '/links/0/fn/0/0', value: 'concat' }]);
  });

  it.each([
    ['an unknown member', { links: [], linksx: [] }, '/linksx'],
    ['an unknown member of a link', { links: [{ to: 'a', form: 'b' }] }, '/links/0/form'],
    ['an unknown setting', { settings: { on_nul: 'omit' }, links: [] }, '/settings/on_nul'],
    ['a wrong choice', { settings: { on_null: 'drop' }, links: [] }, '/settings/on_null'],
    ['a wrong type', { links: [{ to: 5, from: 'a' }] }, '/links/0/to'],
    ['no links', {}, ''],
    ['another format', { format: 'mapping/2', links: [] }, '/format'],
    ['a list', [], ''],
    [
      'a bad condition',
      { links: [{ to: 'a', from: 'b', when: { path: 'x', op: 'is' } }] },
      '/links/0/when/op',
    ],
    [
      'a bad condition inside',
      { links: [{ to: 'a', from: 'b', when: { all: [{ path: 'x' }] } }] },
      '/links/0/when/all/0',
    ],
    ['a bad lookup entry', { lookups: { t: { entries: [['a']] } }, links: [] }, '/lookups/t/entries/0'],
  ])('refuse %s', (_name, document, at) => {
    expect(problems(document)).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: 'BAD_ARGUMENT', at })]),
    );
  });

  it('the check agrees with the published schema', () => {
    const validate = new Ajv({ strict: false }).compile(MAPPING_SCHEMA);
    const when = { any: [{ not: { path: 'a', op: 'eq', value: 1 } }, { all: [] }] };
    for (const [document, isValid] of [
      [{ links: [{ to: 'a', from: 'b', when, fn: [['trim'], ['left', { count: 1 }]] }] }, true],
      [{ links: [{ to: 'a', fn: [['trim', {}, 1]] }] }, false],
      [{ links: [{ to: 'a', from: [] }] }, false],
      [{ scopes: [{ to: 'a[]', sort: [{ path: 'x', order: 'up' }] }], links: [] }, false],
      [{ settings: { max_errors: 0 }, links: [] }, false],
    ] as const) {
      expect([document, validate(document)]).toEqual([document, isValid]);
      const shape = problems(document).filter(
        ({ code, message }) => code === 'BAD_ARGUMENT' && message.startsWith('/'),
      );
      expect([document, shape.length === 0]).toEqual([document, isValid]);
    }
  });
});

describe('trees', () => {
  const destination = fieldTree({
    '': [{ no: 1, any: {}, list: [], lines: [{ code: 'A' }], note: null }],
    '@query': [{ page: 1 }],
  });
  const source = fieldTree({ '': [{ id: 1, email: 'a@b.example' }] });
  const check = (to: string, from = 'id') =>
    compileMapping({ links: [{ to, from }] }, { destination, source });

  it.each([
    'no',
    'any.thing.below',
    'list[].x',
    'list',
    'lines',
    'note',
    'note.x',
    '@query.page',
    '@headers.X',
    'any',
    '$',
  ])('hold %s', (to) => {
    const result = check(to);
    expect(result.ok ? [] : result.problems).toEqual([]);
  });

  it.each(['nope', 'no.deeper', 'lines[].nope', 'lines.code', '@query.size', 'no[0]'])(
    'do not hold %s',
    (to) => {
      const result = check(to);
      expect(result.ok ? [] : result.problems.map(({ code }) => code)).toEqual(['UNKNOWN_DESTINATION']);
    },
  );

  it('warn of unmapped required fields and of source fields in no sample', () => {
    const { warnings } = check('no', 'phone');
    expect(warnings.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'UNMAPPED_REQUIRED any',
      'UNMAPPED_REQUIRED list',
      'UNMAPPED_REQUIRED lines[].code',
      'UNMAPPED_REQUIRED note',
      'UNMAPPED_REQUIRED @query.page',
      'ABSENT_SOURCE phone',
      'UNREAD_SOURCE id',
      'UNREAD_SOURCE email',
    ]);
  });
});

describe('versions', () => {
  const before: MappingDocument = {
    lookups: { a: { entries: [] } },
    links: [
      { id: '1', to: 'a', from: 'x' },
      { id: '2', to: 'b', from: 'y' },
      { to: 'c', value: 1 },
    ],
  };
  const after: MappingDocument = {
    settings: { on_null: 'omit' },
    links: [
      { id: '2', to: 'b', from: 'z' },
      { id: '3', to: 'd', from: 'x' },
      { to: 'c', value: 1 },
    ],
  };

  it('differ by links and parts', () => {
    expect(diffDocuments(before, after)).toEqual({
      added: [{ id: '3', to: 'd', from: 'x' }],
      removed: [{ id: '1', to: 'a', from: 'x' }],
      changed: [
        { link_id: '2', before: { id: '2', to: 'b', from: 'y' }, after: { id: '2', to: 'b', from: 'z' } },
      ],
      parts: ['settings', 'lookups.a'],
    });
    expect(diffDocuments(after, after)).toEqual({ added: [], removed: [], changed: [], parts: [] });
  });

  it('have one hash for one meaning', () => {
    const reordered: MappingDocument = {
      links: before.links.map(({ to, ...rest }) => ({ ...rest, to })),
      lookups: before.lookups,
    };
    expect(contentHash(reordered)).toBe(contentHash(before));
    expect(contentHash({ ...before, tests: [{ name: 't', input: 1 }] })).toBe(contentHash(before));
    expect(contentHash({ ...before, links: [...before.links].reverse() })).not.toBe(contentHash(before));
    expect(contentHash({ links: [{ to: 'a', value: { x: 1, y: 2 } }] })).not.toBe(
      contentHash({ links: [{ to: 'a', value: { y: 2, x: 1 } }] }),
    );
  });

  const call = (then: object, others: object = {}): MappingDocument => ({
    links: [{ to: 'a', from: 'x', fn: [['if', { then, ...others }]] }],
  });
  const table = (name: string, entries: unknown, more: object = {}): MappingDocument =>
    ({ lookups: { [name]: { entries, ...more } }, links: [] }) as unknown as MappingDocument;
  const exact = (text: string) => ({ links: [{ to: 'a', value: parseJson(text) }] });

  it.each<[string, MappingDocument, MappingDocument]>([
    ['members of a value in an option', call({ b: 1, a: 2 }), call({ a: 2, b: 1 })],
    [
      'members of a value in a table',
      table('t', [['k', { b: 1, a: 2 }]]),
      table('t', [['k', { a: 2, b: 1 }]]),
    ],
    ['entries of a table', table('entries', [['k', 1]]), table('entries', [['k', 2]])],
  ])('differ by the order that shows: %s', (_name, left, right) => {
    expect(contentHash(left)).not.toBe(contentHash(right));
    const { changed, parts } = diffDocuments(left, right);
    expect(changed.length + parts.length).toBe(1);
  });

  it.each<[string, MappingDocument, MappingDocument]>([
    [
      'options',
      call({}, { else: 1 }),
      { links: [{ to: 'a', from: 'x', fn: [['if', { else: 1, then: {} }]] }] },
    ],
    [
      'tables with names of members',
      {
        links: [],
        lookups: { value: { entries: [], on_miss: 'null' }, default: { on_miss: 'null', entries: [] } },
      },
      {
        links: [],
        lookups: { default: { entries: [], on_miss: 'null' }, value: { on_miss: 'null', entries: [] } },
      },
    ],
    ['the spelling of numbers', exact('12345678901234567890.0'), exact('12345678901234567890')],
    ['parts that are empty', { links: [] }, { links: [], scopes: [], settings: {}, lookups: {}, tests: [] }],
    [
      'members of conditions',
      { links: [{ to: 'a', from: 'b', when: { path: 'c', op: 'eq', value: 1 } }] },
      { links: [{ to: 'a', from: 'b', when: { value: 1, op: 'eq', path: 'c' } }] },
    ],
  ])('do not differ by %s', (_name, left, right) => {
    expect(contentHash(left)).toBe(contentHash(right));
    expect(diffDocuments(left, right)).toEqual({ added: [], removed: [], changed: [], parts: [] });
  });

  it('differ by the order of their links', () => {
    const links = [
      { id: '1', to: 'a', from: 'x' },
      { id: '2', to: 'b', from: 'y' },
    ];
    const more = { id: '3', to: 'c', from: 'z' };
    const differ = (after: MappingDocument['links']) => diffDocuments({ links }, { links: after }).parts;
    expect(differ([...links].reverse())).toEqual(['links order']);
    expect(differ([more, ...links])).toEqual([]);
    const [first, second] = [
      { to: 'a', value: { x: 1, y: 2 } },
      { to: 'a', value: { y: 2, x: 1 } },
    ];
    expect(diffDocuments({ links: [first] }, { links: [second] }).changed).toHaveLength(1);
  });
});

describe('saved tests', () => {
  it('tell what passes and what does not', () => {
    const results = runSavedTests({
      links: [{ to: 'n', from: 'n', type: 'number' }],
      tests: [
        { name: 'right', input: { n: '1.50' }, output: { n: 1.5 } },
        { name: 'wrong', input: { n: 1 }, output: { n: 2 } },
        { name: 'error', input: { n: 'x' }, errors: [{ code: 'NOT_A_NUMBER', from: 'n' }] },
        { name: 'unexpected', input: { n: 'x' }, output: {} },
      ],
    });
    expect(results.map(({ name, passed }) => [name, passed])).toEqual([
      ['right', true],
      ['wrong', false],
      ['error', true],
      ['unexpected', false],
    ]);
  });

  const passed = (test: Record<string, unknown>) => {
    const [result] = runSavedTests({
      links: [
        { to: 'n', from: 'n' },
        { to: 'm', from: '@response.body.m' },
        { to: 'k', from: '@steps.crm.response.body.k' },
        { to: 'r', from: '@run.id' },
        { to: '@query.q', from: 'n' },
      ],
      tests: [{ name: 't', input: { n: 1 }, ...test }],
    });
    return result?.passed;
  };

  it('no errors expected still asks for the output', () => {
    expect(passed({ errors: [], output: { n: 2 } })).toBe(false);
    expect(passed({ errors: [], output: { n: 1 } })).toBe(true);
  });

  it('give and expect all that a mapping reads and writes', () => {
    const all = {
      response: { body: { m: 2 } },
      steps: { crm: { response: { body: { k: 3 } } } },
      run: { id: 'r1' },
    };
    const output = { n: 1, m: 2, k: 3, r: 'r1' };
    expect(passed({ ...all, output, query: { q: 1 } })).toBe(true);
    expect(passed({ ...all, output, query: { q: 2 } })).toBe(false);
    expect(passed({ ...all, output, headers: { x: 1 } })).toBe(false);
    expect(passed({ output })).toBe(false);
  });
});

it('a negative index of a destination is told where it stands', () => {
  const positions = ['a[-1]', 'a["[-"].b[-2].c'].map(
    (to) => problems({ links: [{ to, from: 'x' }] })[0]?.position,
  );
  expect(positions).toEqual([1, 9]);
});
