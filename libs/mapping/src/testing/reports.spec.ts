// Faults reported against mapping tools, each turned into an input and its right answer.
import { compileMapping, ExactNumber, fieldsOf, parseJson, stringifyJson, type Field } from '../index.js';
import { compiled, copied, errorCodes, formula, mapped, problemCodes } from './run-mapping.spec-support.js';

const through = (text: string, document: Parameters<typeof mapped>[0]) =>
  stringifyJson(mapped(document, parseJson(text)));

describe('lists', () => {
  it('M-01 a list of one stays a list', () => {
    expect(copied({ 'data[].title': 'titles[]' }, { data: [{ title: 'A' }] })).toEqual({ titles: ['A'] });
  });

  it('M-02 a list of lists stays one with a single row', () => {
    expect(copied({ '[].v': '[][0]', '[].t': '[][1]' }, [{ t: 1, v: 3 }])).toEqual([[3, 1]]);
  });

  it('M-03 and M-25 an element without the field keeps its position', () => {
    expect(copied({ 'phone[].n': 'p[].n' }, { phone: [{ n: 1 }, {}] })).toEqual({ p: [{ n: 1 }, {}] });
  });

  it('M-04 a default fills the gap of a column', () => {
    const document = { links: [{ to: 'v[]', from: 'services[].version', default: '' }] };
    expect(mapped(document, { services: [{ version: '1' }, {}] })).toEqual({ v: ['1', ''] });
  });

  it('M-16 and M-22 an empty list gives an empty list', () => {
    expect(copied({ 'players[].name': 'joueurs[].nom' }, { players: [] })).toEqual({ joueurs: [] });
    expect(copied({ 'items[].a.b': 'lines[].c.d' }, { items: [] })).toEqual({ lines: [] });
  });

  it('M-17 null is kept in every element', () => {
    expect(copied({ 'a[].x': 'b[].x' }, { a: [{ x: null }, { x: null }] })).toEqual({
      b: [{ x: null }, { x: null }],
    });
  });

  it('M-18 and M-33 missing inner lists stay absent', () => {
    const links = {
      'arr[].id': 'arr[].id',
      'arr[].arr[].id': 'arr[].arr[].id',
      'arr[].arr[].arr[].id': 'arr[].arr[].arr[].id',
    };
    expect(copied(links, { arr: [{ id: 1 }] })).toEqual({ arr: [{ id: 1 }] });
  });

  it('M-21 elements with nothing in them are kept, or dropped where the scope says so', () => {
    const links = [{ to: 'out[].type', from: 'levels[].useType' }];
    const record = { levels: [{ a: 1 }, {}] };
    expect(mapped({ links }, record)).toEqual({ out: [{}, {}] });
    expect(mapped({ links, scopes: [{ to: 'out[]', from: 'levels[]', drop_empty: true }] }, record)).toEqual({
      out: [],
    });
  });

  it('M-27 and M-31 single fields go to fixed positions', () => {
    expect(copied({ f1: 'l1[0].l2[0].a', f2: 'l1[0].l2[1].b' }, { f1: 1, f2: 2 })).toEqual({
      l1: [{ l2: [{ a: 1 }, { b: 2 }] }],
    });
    expect(copied({ 'a.b': 'k[0].b', 'f.b': 'k[1].b' }, { a: { b: 'c' }, f: { b: 'f' } })).toEqual({
      k: [{ b: 'c' }, { b: 'f' }],
    });
  });

  it('M-28 a deeper source: the outer list follows the outer one, the inner the rest in order', () => {
    const record = {
      a: [{ b: [{ c: [{ name: 1 }, { name: 2 }] }, { c: [{ name: 3 }] }] }, { b: [] }],
    };
    expect(copied({ 'a[].b[].c[].name': 'd[].e[].name' }, record)).toEqual({
      d: [{ e: [{ name: 1 }, { name: 2 }, { name: 3 }] }, { e: [] }],
    });
  });

  it('M-30 lists in lists keep their data', () => {
    const record = { levelOne: [{ array: [{ levelTwo: 'x' }, { levelTwo: 'y' }] }] };
    expect(copied({ 'levelOne[].array[].levelTwo': 'one[].two[].v' }, record)).toEqual({
      one: [{ two: [{ v: 'x' }, { v: 'y' }] }],
    });
  });

  it('M-84 null passes in a list of values, missing does not', () => {
    expect(copied({ '[].x': 'v[]' }, [{ x: 1 }, { x: null }, {}, { x: 3 }])).toEqual({ v: [1, null, 3] });
  });

  it('M-45 reserved words and root lists are plain', () => {
    expect(copied({ '[].in': '[].new', '[].new': '[].class' }, [{ in: 1, new: 2 }])).toEqual([
      { new: 1, class: 2 },
    ]);
  });
});

describe('numbers', () => {
  it('M-05 and M-11 numbers become text with every digit', () => {
    const document = { links: [{ to: 'a', from: 'a', type: 'string' as const }] };
    expect(mapped(document, { a: 5890840712243077 })).toEqual({ a: '5890840712243077' });
    expect(mapped(document, { a: 1680893993 })).toEqual({ a: '1680893993' });
    expect(mapped(document, { a: 1e21 })).toEqual({ a: '1000000000000000000000' });
  });

  it('M-06 and M-08 large numbers pass digit for digit', () => {
    const document = { links: [{ to: 'a', from: 'a' }] };
    for (const digits of [
      '7615917337495251231',
      '-100000000000000000000000000000002',
      '1e400',
      '0.1234567890123456789',
    ]) {
      expect(through(`{"a":${digits}}`, document)).toBe(`{"a":${digits}}`);
    }
  });

  it('M-07 arithmetic on large numbers is exact', () => {
    expect(formula('1773942167980555584 - 1773942159695413449')).toBe(8285142135);
    expect(String(formula('a + 1', { a: new ExactNumber('100000000000000000000000000000002') }))).toBe(
      '100000000000000000000000000000003',
    );
  });

  it('M-12 line totals add up to the order total', () => {
    const record = {
      lines: [
        { price: 99.48, qty: 6 },
        { price: 108.68, qty: 6 },
      ],
    };
    const document = {
      links: [
        { to: 'lines[].gross', formula: 'round(lines[].price * lines[].qty, 2)' },
        { to: 'total', formula: 'sum(lines[].price * lines[].qty)' },
        { to: 'net', formula: 'round(sum(lines[].price * lines[].qty) / 1.15, 2)' },
      ],
    };
    expect(mapped(document, record)).toEqual({
      lines: [{ gross: 596.88 }, { gross: 652.08 }],
      total: 1248.96,
      net: 1086.05,
    });
  });

  it('M-13 and M-14 decimals are decimals', () => {
    expect(formula('138.66 * 1.19')).toBe(165.0054);
    expect(formula('round(138.66 * 1.19, 2)')).toBe(165.01);
    expect(formula('sum(v[])', { v: [0.1, 0.2] })).toBe(0.3);
    expect(formula('round(1.005, 2)')).toBe(1.01);
    expect(formula('round(8.245, 2)')).toBe(8.25);
    expect(formula('round(2.5)')).toBe(3);
    expect(formula('round(-2.5)')).toBe(-3);
  });

  it('M-83 odd texts are no numbers', () => {
    const document = { links: [{ to: 'a', from: 'a', type: 'number' as const }] };
    for (const text of [
      '0x1A',
      '',
      ' ',
      '1,234.50',
      '007',
      '+5',
      '1_000',
      '１２',
      '12abc',
      'NaN',
      'Infinity',
      '.5',
      '5.',
    ]) {
      expect([text, errorCodes(document, { a: text })]).toEqual([text, ['NOT_A_NUMBER']]);
    }
    for (const [text, value] of [
      [' 5 ', 5],
      ['-0.50', -0.5],
      ['1e3', 1000],
      ['19.90', 19.9],
    ] as const) {
      expect(mapped(document, { a: text })).toEqual({ a: value });
    }
  });
});

describe('missing, null, keys', () => {
  it('M-19 a function is not called for a missing field', () => {
    expect(formula('"_" & x')).toBeUndefined();
    expect(mapped({ links: [{ to: 'a', from: 'x', fn: [['padStart', { length: 3 }]] }] }, {})).toEqual({});
  });

  it('M-26 a text function of null gives null', () => {
    expect(mapped({ links: [{ to: 'a', from: 'a', fn: [['upper']] }] }, { a: null })).toEqual({ a: null });
  });

  it('M-39 and M-79 records do not touch each other', () => {
    const mapping = compiled({ links: [{ to: 'v[].n', from: 'v[].n', type: 'number' }] });
    const results = Array.from({ length: 50 }, (_, index) =>
      mapping.map({ v: [{ n: index }, { n: index === 1 ? 'bad' : index + 1 }] }),
    );
    expect(results[1]?.errors).toMatchObject([
      { code: 'NOT_A_NUMBER', to: 'v[1].n', from: 'v[1].n', value: 'bad' },
    ]);
    results.forEach(({ output, errors }, index) => {
      if (index === 1) return;
      expect(errors).toEqual([]);
      expect(output).toEqual({ v: [{ n: index }, { n: index + 1 }] });
    });
  });

  it('M-40 false, 0, "" and null are told apart from missing', () => {
    const record = { a: false, b: 0, c: '', d: null };
    expect(copied({ a: 'a', b: 'b', c: 'c', d: 'd', e: 'e' }, record)).toEqual(record);
  });

  it('M-42 and M-44 keys with signs are keys', () => {
    expect(copied({ x: '["a.b"]' }, { x: 1 })).toEqual({ 'a.b': 1 });
    expect(
      copied(
        { 'best-score["section 1"]': 'a', "RFP's": 'b' },
        { 'best-score': { 'section 1': 1 }, "RFP's": 2 },
      ),
    ).toEqual({
      a: 1,
      b: 2,
    });
  });

  it('M-54 an own __proto__ key is inert data; the last of repeated keys wins', () => {
    expect(parseJson('{"a":1,"a":2}')).toEqual({ a: 2 });
    expect(parseJson('{"a":1,"a":12345678901234567890}')).toEqual({
      a: new ExactNumber('12345678901234567890'),
    });
    const text = '{"x":{"__proto__":{"polluted":true},"id":12345678901234567890}}';
    expect(through(text, { links: [{ to: 'x', from: 'x' }] })).toBe(text);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(problemCodes({ links: [{ to: 'a.__proto__.b', from: 'x' }] })).toEqual(['FORBIDDEN_KEY']);
    expect(problemCodes({ links: [{ to: 'a', from: '["__proto__"].x' }] })).toEqual(['FORBIDDEN_KEY']);
  });

  it('names of Object.prototype are ordinary keys', () => {
    expect(
      copied(
        { constructor: 'toString', 'a.length': 'b', 'c.length': 'd', 'e.0': 'f' },
        { a: [1], c: 'xy', e: ['z'] },
      ),
    ).toEqual({});
    expect(copied({ constructor: 'toString' }, JSON.parse('{"constructor":5}'))).toEqual(
      JSON.parse('{"toString":5}'),
    );
  });
});

describe('formulas that must not get through', () => {
  it.each([
    '`${this.constructor}`',
    'x.constructor("return 1")()',
    'this => 1',
    'function f() { f() }',
    '(function(){})()',
    'a; b',
    'a[b]',
    '{"a": 1}',
    'x = = 1',
    '/(a+)+$/',
    '"open',
    '1 +',
    '',
  ])('M-47 and M-49 refused when saving: %s', (text) => {
    const result = compileMapping({ links: [{ to: 'a', formula: text }] });
    expect(result.ok).toBe(false);
    if (!result.ok && text !== '') expect(result.problems[0]?.position).toEqual(expect.any(Number));
  });

  it('M-50 padding beyond the limit is a limit error', () => {
    expect(errorCodes({ links: [{ to: 'a', formula: 'padStart(x, 20000000)' }] }, { x: 'a' })).toEqual([
      'LIMIT',
    ]);
  });

  it('M-51 patterns take linear time', () => {
    const started = performance.now();
    expect(formula('matches(x, "^(a+)+$")', { x: `${'a'.repeat(5000)}!` })).toBe(false);
    expect(performance.now() - started).toBeLessThan(500);
    expect(problemCodes({ links: [{ to: 'a', formula: 'matches(x, "(?=a)")' }] })).toEqual(['BAD_ARGUMENT']);
  });
});

describe('dates', () => {
  const date = (value: unknown, options: Record<string, unknown>) =>
    (mapped({ links: [{ to: 'd', from: 'd', fn: [['date', options]] }] }, { d: value }) as { d: unknown }).d;

  it('M-55 a zone may be an offset', () => {
    expect(date(1609459200000, { from: 'epoch_ms', to: 'iso', to_zone: '+05:00' })).toBe(
      '2021-01-01T05:00:00+05:00',
    );
  });

  it('M-57 compact forms are read as they are', () => {
    expect(date('20240101123849', { from: 'yyyyMMddHHmmss', to: 'iso' })).toBe('2024-01-01T12:38:49');
    expect(date('20250703T231120Z', { from: "yyyyMMdd'T'HHmmssXXX", to: 'iso' })).toBe(
      '2025-07-03T23:11:20Z',
    );
    expect(date('20250703T231120Z', { from: 'iso', to: 'iso' })).toBe('2025-07-03T23:11:20Z');
  });

  it('M-58 digits of a fraction stay a fraction', () => {
    expect(date('2026-04-08T19:05:04.94756Z', { from: 'iso', to: "yyyy-MM-dd'T'HH:mm:ss.SSS" })).toBe(
      '2026-04-08T19:05:04.947',
    );
    expect(date('2026-04-08T19:05:04.94756Z', { from: 'iso', to: 'iso' })).toBe('2026-04-08T19:05:04.947Z');
  });

  it('M-59 a repeated hour is always its first pass', () => {
    expect(date('2023-11-05T01:00:00', { from_zone: 'America/New_York' })).toBe('2023-11-05T05:00:00Z');
  });

  it('M-56 weeks do not depend on the zone of the server', () => {
    expect(formula('startOf(d, "week")', { d: '2018-01-01T12:00:00Z' })).toBe('2018-01-01T00:00:00Z');
  });
});

describe('field trees', () => {
  const member = (field: Field, name: string) => field.fields.find((child) => child.name === name);

  it('M-64 a long id is an integer and no date', () => {
    const id = member(fieldsOf([{ id: parseJson('1610521604143693812') }]), 'id');
    expect(id).toMatchObject({ types: ['integer'], formats: [] });
  });

  it('M-65 null beside text is nullable text', () => {
    const element = member(fieldsOf([[{ p: null }, { p: 'S4' }]]), '[]') as Field;
    expect(member(element, 'p')).toMatchObject({ types: ['string'], nullable: true, path: '[].p' });
  });

  it('M-66 null beside a list is a nullable list', () => {
    const element = member(fieldsOf([[{ o: null }, { o: [1] }]]), '[]') as Field;
    const o = member(element, 'o') as Field;
    expect(o).toMatchObject({ types: ['array'], nullable: true });
    expect(o.fields[0]).toMatchObject({ path: '[].o[]', types: ['integer'] });
  });

  it('M-67 several samples are merged', () => {
    const field = fieldsOf([{ id: 1, checked: true }, { id: 'a', checked: false }, { id: 2 }]);
    expect(member(field, 'id')).toMatchObject({ types: ['integer', 'string'], optional: false });
    expect(member(field, 'checked')).toMatchObject({ types: ['boolean'], optional: true });
  });
});

describe('joins', () => {
  it('M-78 two lists of 20,000 are joined in linear time', () => {
    const items = Array.from({ length: 20_000 }, (_, id) => ({ id, sku: `s${id}` }));
    const stock = Array.from({ length: 20_000 }, (_, id) => ({ item: 19_999 - id, level: id }));
    const mapping = compiled({
      scopes: [
        { to: 'lines[]', from: 'items[]', joins: [{ from: 'stock[]', on: ['items[].id', 'stock[].item'] }] },
      ],
      links: [
        { to: 'lines[].sku', from: 'items[].sku' },
        { to: 'lines[].level', from: 'stock[].level' },
      ],
    });
    const started = performance.now();
    const { output } = mapping.map({ items, stock });
    expect(performance.now() - started).toBeLessThan(1000);
    expect((output as { lines: unknown[] }).lines[3]).toEqual({ sku: 's3', level: 19_996 });
  });
});
