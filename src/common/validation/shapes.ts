// Shapes of settings that are sent as JSON: what is accepted (faults in words) and how the OpenAPI document describes it
// are said in one place. Words about a member get its name in front: `.kind must be …` joins the field's path.
import type { SchemaObject } from '../http/open-api.types.js';
import { unknownMemberWords } from './unknown-member.js';

/** What is wrong with a value, in words that may begin with the place inside it; null when it is fine. */
export type Find = (value: unknown) => string | null;

type Reference = { $ref: string };

export interface Shape {
  find: Find;
  schema: SchemaObject | Reference;
}

export type Members = Readonly<Record<string, Shape>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const quoted = (values: readonly string[]): string => values.map((value) => `\`${value}\``).join(', ');

export const text = (description: string, { min = 1, max = 500 } = {}): Shape => ({
  schema: { type: 'string', minLength: min, maxLength: max, description },
  find: (value) =>
    typeof value === 'string' && value.length >= min && value.length <= max
      ? null
      : `must be a text of ${min} to ${max} characters`,
});

export const whole = (description: string, min: number, max: number): Shape => ({
  schema: { type: 'integer', minimum: min, maximum: max, description },
  find: (value) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max
      ? null
      : `must be a whole number from ${min} to ${max}`,
});

export const flag = (description: string): Shape => ({
  schema: { type: 'boolean', description },
  find: (value) => (typeof value === 'boolean' ? null : 'must be true or false'),
});

export const choice = (description: string, values: readonly string[]): Shape => ({
  schema: { type: 'string', enum: [...values], description },
  find: (value) =>
    typeof value === 'string' && values.includes(value) ? null : `must be one of ${quoted(values)}`,
});

/** The same with words of its own. */
export const described = (description: string, { schema, find }: Shape): Shape => ({
  schema: '$ref' in schema ? { allOf: [schema], description } : { ...schema, description },
  find,
});

/** The same with what its check cannot say member by member; asked when all else is fine. */
export const also = ({ schema, find }: Shape, more: Find): Shape => ({
  schema,
  find: (value) => find(value) ?? more(value),
});

/** An object of these members and no others; an optional one may be null, which is the same as absent. */
export function members(required: Members, optional: Members = {}, description?: string): Shape {
  const known = { ...required, ...optional };
  return {
    schema: {
      type: 'object',
      additionalProperties: false,
      ...(description === undefined ? {} : { description }),
      ...(Object.keys(required).length === 0 ? {} : { required: Object.keys(required) }),
      properties: {
        ...schemasOf(required),
        ...Object.fromEntries(
          Object.entries(schemasOf(optional)).map(([name, schema]) => [name, orNull(schema)]),
        ),
      },
    },
    find: (value) => {
      if (!isObject(value)) return 'must be an object';
      for (const name of Object.keys(value)) {
        if (Object.hasOwn(known, name)) continue;
        return /^\w+$/.test(name)
          ? `.${name} ${unknownMemberWords(Object.keys(known))}`
          : `has an unknown member: known are ${quoted(Object.keys(known))}`;
      }
      for (const [name, { find }] of Object.entries(known)) {
        const member = value[name];
        if (member === undefined || (member === null && Object.hasOwn(optional, name))) {
          if (Object.hasOwn(required, name)) return `.${name} is required`;
          continue;
        }
        const words = find(member);
        if (words !== null) return `.${name}${isPlaced(words) ? words : ` ${words}`}`;
      }
      return null;
    },
  };
}

/** Objects whose member `kind` decides which others they have. */
export function kinds(
  description: string,
  all: Readonly<Record<string, { description: string; required?: Members; optional?: Members }>>,
): Shape {
  const shapes = new Map(
    Object.entries(all).map(([kind, { description: words, required = {}, optional = {} }]) => [
      kind,
      members({ kind: choice('The kind.', [kind]), ...required }, optional, words),
    ]),
  );
  return {
    schema: { description, oneOf: [...shapes.values()].map(({ schema }) => schema) },
    find: (value) => {
      if (!isObject(value)) return 'must be an object';
      const shape = typeof value.kind === 'string' ? shapes.get(value.kind) : undefined;
      return shape ? shape.find(value) : `.kind must be one of ${quoted([...shapes.keys()])}`;
    },
  };
}

export const list = (description: string, entry: Shape, max: number, words: string): Shape => ({
  schema: { type: 'array', items: entry.schema, maxItems: max, description },
  find: (value) => {
    if (!Array.isArray(value) || value.length > max) return words;
    for (const [index, item] of value.entries()) {
      const fault = entry.find(item);
      if (fault !== null) return `[${index}]${isPlaced(fault) ? fault : ` ${fault}`}`;
    }
    return null;
  },
});

/** The schemas that stand under a name of their own in the OpenAPI document. */
export const namedSchemas = new Map<string, SchemaObject>();

export function named(name: string, { schema, find }: Shape): Shape {
  if (!('$ref' in schema)) namedSchemas.set(name, schema);
  return { find, schema: { $ref: `#/components/schemas/${name}` } };
}

const isPlaced = (words: string): boolean => words.startsWith('.') || words.startsWith('[');

const schemasOf = (shapes: Members): Record<string, SchemaObject | Reference> =>
  Object.fromEntries(Object.entries(shapes).map(([name, { schema }]) => [name, schema]));

/** In OpenAPI 3.0 nothing may stand beside a `$ref`, and a list of values lets null through only where it names it. */
function orNull(schema: SchemaObject | Reference): SchemaObject {
  if ('$ref' in schema) return { allOf: [schema], nullable: true };
  return {
    ...schema,
    nullable: true,
    ...(schema.enum ? { enum: [...(schema.enum as unknown[]), null] } : {}),
  };
}
