// No document and no record can crash or stall: always a typed result within the limits.
import fc from 'fast-check';
import {
  compileCondition,
  compileMapping,
  fieldsOf,
  parseJson,
  stringifyJson,
  type MappingDocument,
} from '../index.js';
import { CATALOGUE } from '../functions/catalogue.js';
import { compiled, errorCodes } from './run-mapping.spec-support.js';

const key = fc.constantFrom(
  'a',
  'b',
  'c',
  '__proto__',
  'constructor',
  'length',
  '0',
  '',
  'a.b',
  '@response',
  '$',
  'é',
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, 0, -0, 1, 1.5, '', 'a', '2026-01-10', '12', '😀', 1e308),
    fc.string({ maxLength: 8 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
})).value;

const step = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'constructor', '["a.b"]', '[]', '[0]', '[-1]', '[1]', 'é'),
  fc.string({ maxLength: 4 }),
);
const path = fc
  .array(step, { minLength: 1, maxLength: 4 })
  .map((steps) =>
    steps.reduce((text, part) => (part.startsWith('[') || text === '' ? text + part : `${text}.${part}`), ''),
  );
const operand = fc.oneof(path, fc.constantFrom('1', '"x"', 'null', 'true', '1e400', '""'));
const formulaText = fc.oneof(
  fc
    .tuple(operand, fc.constantFrom('+', '-', '*', '/', '%', '&', '=', '<', 'and'), operand)
    .map((parts) => parts.join(' ')),
  fc
    .tuple(
      fc.constantFrom(...CATALOGUE.map((definition) => definition.name)),
      fc.array(operand, { maxLength: 3 }),
    )
    .map(([name, args]) => `${name}(${args.join(', ')})`),
  fc.string({ maxLength: 20 }),
);
const call = fc.tuple(
  fc.constantFrom(...CATALOGUE.map((definition) => definition.name)),
  fc.dictionary(fc.constantFrom('sep', 'max', 'places', 'to', 'from', 'value', 'count', 'pattern'), json, {
    maxKeys: 2,
  }),
);
const condition = fc.record({
  path,
  op: fc.constantFrom('eq', 'ne', 'gt', 'in', 'contains', 'matches', 'exists', 'empty'),
  value: json,
});
const link = fc.record(
  {
    to: path,
    from: fc.oneof(path, fc.array(path, { minLength: 1, maxLength: 2 })),
    formula: formulaText,
    value: json,
    index: fc.constant(true),
    fn: fc.array(call, { maxLength: 2 }),
    when: condition,
    type: fc.constantFrom('string', 'number', 'integer', 'boolean'),
    default: json,
    required: fc.boolean(),
    on_error: fc.constantFrom('fail', 'omit', 'null', 'default'),
    section: fc.constantFrom('s', 't'),
  },
  { requiredKeys: ['to'] },
);
const scope = fc.record(
  {
    to: path,
    from: fc.oneof(path, fc.array(path, { minLength: 1, maxLength: 2 })),
    where: condition,
    sort: path,
    distinct: fc.oneof(fc.boolean(), path),
    limit: fc.integer({ min: 0, max: 3 }),
    group_by: path,
    mode: fc.constant('zip'),
    sections: fc.array(fc.record({ id: fc.constantFrom('s', 't'), from: path }, { requiredKeys: ['id'] }), {
      minLength: 1,
      maxLength: 2,
    }),
    joins: fc.array(
      fc.record({ from: path, on: fc.tuple(path, path), many: fc.constantFrom('first', 'each', 'error') }),
      { maxLength: 1 },
    ),
  },
  { requiredKeys: ['to'] },
);

describe('random documents and records', () => {
  it('give problems or a result, never an exception', () => {
    let ran = 0;
    fc.assert(
      fc.property(
        fc.array(link, { maxLength: 4 }),
        fc.array(scope, { maxLength: 2 }),
        json,
        (links, scopes, record) => {
          const result = compileMapping({ links, scopes });
          if (!result.ok) {
            expect(result.problems.length).toBeGreaterThan(0);
            return;
          }
          ran++;
          const { output, errors } = result.mapping.run({
            record,
            run: { id: 'r', started_at: '2026-01-10T00:00:00Z' },
          });
          expect(output === null).toBe(errors.length > 0);
          stringifyJson({ output, errors });
          for (const { to } of links) result.mapping.explain({ record }, to);
        },
      ),
      { numRuns: 3000 },
    );
    expect(ran).toBeGreaterThan(100);
  });

  it('never touch the record, and give the same answer twice', () => {
    fc.assert(
      fc.property(fc.array(link, { minLength: 1, maxLength: 3 }), json, (links, record) => {
        const result = compileMapping({ links });
        if (!result.ok) return;
        const before = stringifyJson(record);
        const first = stringifyJson(result.mapping.run({ record }));
        expect(stringifyJson(result.mapping.run({ record }))).toBe(first);
        expect(stringifyJson(record)).toBe(before);
      }),
      { numRuns: 1000 },
    );
  });

  it('anything at all may be offered as a document or a condition', () => {
    fc.assert(
      fc.property(fc.anything(), json, (document, record) => {
        expect(compileMapping(document).ok).toEqual(expect.any(Boolean));
        const test = compileCondition(document);
        if (test.ok) expect(test.test({ record })).toEqual(expect.any(Boolean));
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(condition, json, (given, record) => {
        const test = compileCondition(given);
        if (test.ok) expect(test.test({ record })).toEqual(expect.any(Boolean));
      }),
      { numRuns: 500 },
    );
  });

  it('objects built twice hundreds of times are the same as the first ones', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          key.filter((name) => name !== '__proto__'),
          { minLength: 1, maxLength: 6 },
        ),
        json,
        (keys, value) => {
          const links = keys.map((name) => ({
            to: `o[${JSON.stringify(name)}]`,
            from: `[${JSON.stringify(name)}]`,
          }));
          const mapping = compiled({ links });
          const records = [
            {},
            Object.fromEntries(keys.map((name) => [name, value])),
            { [keys[0] as string]: 'x' },
          ];
          const first = records.map((record) => stringifyJson(mapping.map(record).output));
          for (let i = 0; i < 500; i++) mapping.map(records[i % 3]);
          expect(records.map((record) => stringifyJson(mapping.map(record).output))).toEqual(first);
        },
      ),
      { numRuns: 30 },
    );
  });
});

const MOST_MICROSECONDS = 15_000_000;

/** Runs a hostile mapping and expects the limit error before much work is done: of the processor, not of the clock. */
function expectLimit(document: MappingDocument, record: unknown): void {
  const started = process.cpuUsage();
  expect(errorCodes(document, record)).toEqual(['LIMIT']);
  expect(process.cpuUsage(started).user).toBeLessThan(MOST_MICROSECONDS);
}

describe('hostile sizes', () => {
  const list = (size: number, item: (index: number) => unknown = (index) => ({ i: index })) =>
    Array.from({ length: size }, (_, i) => item(i));
  const text = 'x'.repeat(1_000_000);

  it('a big subtree copied into every element', () => {
    expectLimit(
      {
        links: [
          { to: 'r[].all', from: 'items' },
          { to: 'r[].i', from: 'items[].i' },
        ],
      },
      { items: list(5000) },
    );
  });

  it('a big text copied into every element', () => {
    expectLimit(
      {
        links: [
          { to: 'r[].t', from: 'text' },
          { to: 'r[].i', from: 'items[].i' },
        ],
      },
      { text, items: list(5000) },
    );
  });

  it('a function that looks at a big text in every element', () => {
    for (const fn of [
      'length(text)',
      'contains(text, "y")',
      'matches(text, "(x+)+y")',
      'hash(text)',
      'text = text & "a"',
    ]) {
      expectLimit(
        {
          links: [
            { to: 'r[].v', formula: `${fn}` },
            { to: 'r[].i', from: 'items[].i' },
          ],
        },
        { text, items: list(20_000) },
      );
    }
  });

  it('a list function over the whole list in every element', () => {
    expectLimit(
      {
        links: [
          { to: 'r[].v', formula: 'count(numbers)' },
          { to: 'r[].i', from: 'items[].i' },
        ],
      },
      { numbers: list(100_000, (i) => i), items: list(100_000) },
    );
  });

  it.each([
    ['distinct', 'texts', 'x'.repeat(10_000)],
    ['group_by', 'subtrees', list(700, (v) => ({ v }))],
  ])('%s by %s that are long in every element', (name, _kind, v) => {
    const record = { items: list(100_000, () => ({ v })) };
    const links = [{ to: 'r[].v', from: 'items[].q' }];
    expectLimit({ scopes: [{ to: 'r[]', from: 'items[]', [name]: 'items[].v' }], links }, record);
  });

  it('a slow function of a big text again and again', () => {
    const text = 'a b '.repeat(2_000_000);
    for (const name of ['title', 'slug', 'stripHtml']) {
      const fn = Array.from({ length: 10 }, (): [string] => [name]);
      expectLimit({ links: [{ to: 'v', from: 'text', fn }] }, { text });
    }
  });

  it('a condition over a big list in every element', () => {
    expectLimit(
      {
        scopes: [{ to: 'r[]', from: 'items[]', where: { path: 'numbers', op: 'contains', value: -1 } }],
        links: [{ to: 'r[].i', from: 'items[].i' }],
      },
      { numbers: list(100_000, (i) => i), items: list(100_000) },
    );
  });

  it('a join whose rows multiply', () => {
    expectLimit(
      {
        scopes: [{ to: 'r[]', from: 'a[]', joins: [{ from: 'b[]', on: ['a[].k', 'b[].k'], many: 'each' }] }],
        links: [{ to: 'r[].x', from: 'b[].i' }],
      },
      { a: list(5000, () => ({ k: 1 })), b: list(5000, (i) => ({ k: 1, i })) },
    );
  });

  it('many links that find nothing in many elements', () => {
    const links = Array.from({ length: 1000 }, (_, i) => ({ to: `r[].f${i}`, from: `items[].missing${i}` }));
    expectLimit({ links }, { items: list(500_000, () => ({})) });
  });

  it('texts that double', () => {
    const links = [{ to: 'v', formula: Array.from({ length: 30 }, () => 'text').join(' & ') }];
    expectLimit({ links }, { text });
    expectLimit({ links: [{ to: 'v', formula: 'replace(text, "x", text)' }] }, { text });
    expectLimit({ links: [{ to: 'v', formula: 'padEnd("x", 2000000000)' }] }, {});
    expectLimit(
      { links: [{ to: 'v', from: 'text', fn: [['replaceRegex', { pattern: 'x', by: 'y'.repeat(1000) }]] }] },
      { text },
    );
  });

  it('numbers with a million digits', () => {
    expectLimit({ links: [{ to: 'v', formula: 'a * a' }] }, { a: parseJson('1e99999999') });
    expectLimit({ links: [{ to: 'v', formula: 'a + 1' }] }, { a: parseJson(`1${'0'.repeat(100_000)}1`) });
    expectLimit({ links: [{ to: 'v', from: 'a', type: 'string' }] }, { a: parseJson('1e999999999') });
  });

  it('values nested too deeply', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = { a: deep };
    expectLimit({ links: [{ to: 'v', from: 'a' }] }, deep);
    expectLimit({ links: [{ to: 'v', from: 'a', fn: [['toJson']] }] }, deep);
    expect(compileMapping({ links: [{ to: 'v', value: 1 }], tests: [{ name: 't', input: deep }] }).ok).toBe(
      false,
    );
    expect(fieldsOf([deep]).types).toEqual(['object']);
  });

  it('a million ids in one record are made from one digest of it', () => {
    const started = performance.now();
    expect(
      errorCodes(
        {
          links: [
            { to: 'r[].id', formula: 'uuid()' },
            { to: 'r[].i', from: 'items[].i' },
          ],
        },
        { items: list(50_000) },
      ),
    ).toEqual([]);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('large documents are refused by their size', () => {
    const links = Array.from({ length: 2001 }, (_, i) => ({ to: `f${i}`, value: 1 }));
    expect(compileMapping({ links }).ok).toBe(false);
    expect(
      compileMapping({ links: [{ to: Array.from({ length: 65 }, () => 'a').join('.'), value: 1 }] }).ok,
    ).toBe(false);
  });
});
