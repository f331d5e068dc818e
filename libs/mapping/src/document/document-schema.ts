// The published JSON Schema of the mapping document; saving checks against this very object.
import type { Schema } from './json-schema.js';

export const MAX_LINKS = 2000;
export const MAX_LOOKUP_ENTRIES = 50_000;
const MAX_TEXT = 10_000;

const text: Schema = { type: 'string', maxLength: MAX_TEXT };
/** An empty path is told by the path parser, as every other fault of a path is. */
const pathText: Schema = { type: 'string', maxLength: MAX_TEXT, title: 'a path' };
const name: Schema = { type: 'string', minLength: 1, maxLength: 200 };
const anything: Schema = {};
const flag: Schema = { type: 'boolean' };
const condition: Schema = { $ref: '#/$defs/condition' };
const pathOrPaths: Schema = {
  oneOf: [pathText, { type: 'array', items: pathText, minItems: 1, maxItems: 100, title: 'a list of paths' }],
};

function closed(properties: Record<string, Schema>, required: string[] = [], title?: string): Schema {
  return { type: 'object', properties, required, additionalProperties: false, ...(title ? { title } : {}) };
}

const sortKey: Schema = {
  oneOf: [
    pathText,
    closed({ path: pathText, order: { enum: ['asc', 'desc'] } }, ['path'], 'a path with its order'),
  ],
};

const rows: Record<string, Schema> = {
  where: condition,
  sort: { oneOf: [sortKey, { type: 'array', items: sortKey, maxItems: 20, title: 'a list of sort keys' }] },
  distinct: { oneOf: [{ type: 'boolean' }, ...(pathOrPaths.oneOf ?? [])] },
  limit: { type: 'integer', minimum: 0 },
};

const join: Schema = closed(
  {
    from: pathText,
    on: { type: 'array', items: pathText, minItems: 2, maxItems: 2 },
    type: { enum: ['left', 'inner'] },
    many: { enum: ['first', 'error', 'each'] },
  },
  ['from', 'on'],
);
const joins: Schema = { type: 'array', items: join, maxItems: 20 };

const scope: Schema = closed(
  {
    to: pathText,
    from: pathOrPaths,
    sections: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: closed({ id: name, from: pathText, joins, group_by: pathOrPaths, ...rows }, ['id']),
    },
    mode: { enum: ['zip'] },
    strict: flag,
    joins,
    group_by: pathOrPaths,
    drop_empty: flag,
    ...rows,
  },
  ['to'],
);

const policies: Record<string, Schema> = {
  on_null: { enum: ['null', 'omit', 'error'] },
  on_missing: { enum: ['omit', 'null', 'error'] },
  empty_as: { enum: ['missing', 'null'] },
};

const link: Schema = closed(
  {
    id: name,
    to: pathText,
    from: pathOrPaths,
    value: anything,
    index: { const: true },
    formula: { ...text, minLength: 1 },
    section: name,
    when: condition,
    fn: {
      type: 'array',
      maxItems: 50,
      items: {
        type: 'array',
        prefixItems: [name, { type: 'object' }],
        items: false,
        minItems: 1,
        maxItems: 2,
      },
    },
    lookup: name,
    default: anything,
    default_on: { type: 'array', items: { enum: ['empty'] }, maxItems: 1 },
    ...policies,
    required: flag,
    type: { enum: ['string', 'number', 'integer', 'boolean', 'array', 'any'] },
    on_error: { enum: ['fail', 'omit', 'null', 'default'] },
    note: text,
  },
  ['to'],
);

const anyObject: Schema = { type: 'object' };

const savedTest: Schema = closed(
  {
    name,
    input: anything,
    response: anything,
    steps: anyObject,
    run: closed({ id: text, started_at: text }),
    output: anything,
    path: anyObject,
    query: anyObject,
    headers: anyObject,
    errors: { type: 'array', items: anyObject },
  },
  ['name', 'input'],
);

const entry: Schema = { type: 'array', minItems: 2, maxItems: 2 };

export const MAPPING_SCHEMA: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'mapping/1',
  title: 'Mapping document',
  ...closed(
    {
      format: { const: 'mapping/1' },
      settings: closed({
        timezone: { oneOf: [name, { type: 'null' }] },
        ...policies,
        empty_objects: { enum: ['omit', 'keep'] },
        max_errors: { type: 'integer', minimum: 1, maximum: 1000 },
      }),
      lookups: {
        type: 'object',
        maxProperties: 500,
        additionalProperties: closed(
          {
            entries: { type: 'array', items: entry, maxItems: MAX_LOOKUP_ENTRIES },
            on_miss: { enum: ['error', 'default', 'keep', 'null'] },
            default: anything,
          },
          ['entries'],
        ),
      },
      scopes: { type: 'array', items: scope, maxItems: 500 },
      links: { type: 'array', items: link, maxItems: MAX_LINKS },
      tests: {
        type: 'array',
        maxItems: 200,
        items: savedTest,
      },
    },
    ['links'],
  ),
  $defs: {
    condition: {
      title: 'a condition',
      oneOf: [
        closed(
          {
            path: pathText,
            op: {
              enum: [
                'eq',
                'ne',
                'gt',
                'gte',
                'lt',
                'lte',
                'in',
                'contains',
                'starts_with',
                'ends_with',
                'matches',
                'exists',
                'empty',
              ],
            },
            value: { description: 'What is compared with; not needed by `exists` and `empty`.' },
          },
          ['path', 'op'],
        ),
        closed({ all: { type: 'array', items: condition, maxItems: 100 } }, ['all']),
        closed({ any: { type: 'array', items: condition, maxItems: 100 } }, ['any']),
        closed({ not: condition }, ['not']),
      ],
    },
  },
};
