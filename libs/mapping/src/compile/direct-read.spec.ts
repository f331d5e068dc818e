// Objects that are built often get code of their own, which reads most links itself: it must give what the links give.
import { compileMapping, type Link, type Mapping, type MappingDocument } from '../index.js';
import { parseJson } from '../values/json-text.js';

/** More than it takes for the code of an object to be made. */
const OFTEN = 500;

const OPTIONS: Partial<Link>[] = [
  {},
  { required: true },
  { default: 'D' },
  { default: 7, default_on: ['empty'] },
  { on_null: 'omit' },
  { on_null: 'error' },
  { on_missing: 'null' },
  { on_missing: 'error' },
  { on_missing: 'null', required: true },
  { on_null: 'omit', required: true },
  { on_null: 'omit', default: 0 },
  { empty_as: 'null' },
  { empty_as: 'missing', required: true },
];
const TYPES: Link['type'][] = [undefined, 'any', 'string', 'number', 'integer', 'boolean', 'array'];

const VALUES = [
  ...[
    '""',
    '"x"',
    '"é🎉"',
    '" 7 "',
    '"19.90"',
    '"-0"',
    '"-0.0"',
    '"007"',
    '"1e3"',
    '"1."',
    '"NaN"',
    '"true"',
  ],
  ...['"123456789012345"', '"1234567890123456"', '"0.1234567890123"', '"12345678901234567890.5"'],
  ...['0', '-0', '1', '1.5', '12345678901234567890', '1e400', 'true', 'false', 'null', '[]', '["a",1]', '{}'],
  '{"a":{"b":1}}',
];

function compileAnew(document: MappingDocument): Mapping {
  const result = compileMapping(document, { isTrial: true });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.mapping;
}

/** Its objects have code of their own. */
function warmedUp(document: MappingDocument): Mapping {
  const mapping = compileAnew(document);
  for (let nth = 0; nth < OFTEN; nth++) mapping.run({ record: { x: nth % 2 ? 'warm' : 1, y: {} } });
  return mapping;
}

const outcome = (mapping: Mapping, record: unknown): string => {
  const { output, errors, warnings } = mapping.run({ record });
  return JSON.stringify([output, errors, warnings], (_, value: unknown) =>
    value === undefined ? 'undefined' : Object.is(value, -0) ? '-0' : value,
  );
};

describe.each(TYPES)('a member of type %s in an object with code of its own', (type) => {
  it.each(OPTIONS.map((options) => [JSON.stringify(options), options] as const))(
    'is what its link gives, with %s',
    (_, options) => {
      for (const from of ['x', 'y.x', 'y.x.a']) {
        const document: MappingDocument = {
          links: [
            { to: 'o.v', from, ...(type && { type }), ...options },
            { to: 'o.after', from: 'x', type: 'string' },
          ],
        };
        const records = VALUES.map((text) => ({ x: parseJson(text), y: { x: parseJson(text) } }));
        const often = warmedUp(document);
        for (const record of [...records, {}, { y: null }, { y: 'text' }])
          expect(outcome(often, record)).toBe(outcome(compileAnew(document), record));
      }
    },
  );
});

it('The policies of the whole mapping hold there as well', () => {
  for (const settings of [
    { on_null: 'omit' },
    { on_null: 'error' },
    { on_missing: 'null' },
    { on_missing: 'error' },
    { empty_as: 'missing' },
  ] as const) {
    const document: MappingDocument = { settings, links: [{ to: 'v', from: 'x', type: 'string' }] };
    const often = warmedUp(document);
    for (const record of [{ x: '' }, { x: null }, {}, { x: 'a' }])
      expect(outcome(often, record)).toBe(outcome(compileAnew(document), record));
  }
});
