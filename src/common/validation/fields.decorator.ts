// Field decorators for DTOs: one line gives a member its validation and its place in the OpenAPI document.
import { applyDecorators, type Type as NestType } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { isId } from '../http/id.js';
import { Holds } from './body-members.js';
import { Check } from './check.decorator.js';
import { RawJson } from './raw-json.js';
import type { Shape } from './shapes.js';

export interface FieldOptions {
  description: string;
  example?: unknown;
  /** May be left out. */
  optional?: boolean;
  /** May be null (in an update: clears the member). */
  nullable?: boolean;
  /** May be null, which stands for this value: the empty one, or the default. */
  cleared?: string | readonly unknown[] | Readonly<Record<string, unknown>>;
  default?: unknown;
}

/** Leaves the validators out for absent (optional) and null (nullable) values; documents the member. */
function field(
  options: FieldOptions,
  schema: ApiPropertyOptions,
  validators: PropertyDecorator[],
): PropertyDecorator {
  const property = options.optional ? ApiPropertyOptional : ApiProperty;
  const { description, example, cleared } = options;
  const nullable = options.nullable === true || cleared !== undefined;
  return applyDecorators(
    property({
      description,
      example,
      ...(nullable ? { nullable: true } : {}),
      ...(options.default !== undefined ? { default: options.default } : {}),
      ...schema,
    }),
    ...(cleared === undefined
      ? []
      : [Transform(({ value }: { value: unknown }) => (value === null ? structuredClone(cleared) : value))]),
    ValidateIf(
      (_object, value: unknown) =>
        !(options.optional && value === undefined) && !(options.nullable && value === null),
    ),
    ...validators,
  );
}

export interface TextOptions extends FieldOptions {
  min?: number;
  max?: number;
  /** White space around the text is dropped first. */
  trim?: boolean;
  pattern?: { regex: RegExp; words: string };
  format?: string;
}

const trimmed = Transform(({ value }: { value: unknown }) =>
  typeof value === 'string' ? value.trim() : value,
);

export function TextField(options: TextOptions): PropertyDecorator {
  const { min = 0, max = 5000, pattern } = options;
  return field(
    options,
    {
      type: String,
      ...(min > 0 ? { minLength: min } : {}),
      maxLength: max,
      ...(pattern ? { pattern: pattern.regex.source } : {}),
      ...(options.format ? { format: options.format } : {}),
    },
    [
      ...(options.trim ? [trimmed] : []),
      IsString({ message: 'must be a text' }),
      ...(min > 0
        ? [
            MinLength(min, {
              message: min === 1 ? 'must not be empty' : `must have at least ${min} characters`,
            }),
          ]
        : []),
      MaxLength(max, { message: `must have at most ${max} characters` }),
      ...(pattern
        ? [
            Check('invalid_format', (value) =>
              typeof value === 'string' && !pattern.regex.test(value) ? pattern.words : null,
            ),
          ]
        : []),
    ],
  );
}

/** A name: 1 to 200 characters after trimming. */
export const NameField = (options: FieldOptions) => TextField({ ...options, min: 1, max: 200, trim: true });

/** A free description: up to 5,000 characters, may be empty; null clears it. */
export const DescriptionField = (options: Partial<FieldOptions> = {}) =>
  TextField({
    description: 'What it is for.',
    example: 'Moves paid orders into the ERP.',
    optional: true,
    cleared: '',
    ...options,
    max: 5000,
  });

export const BooleanField = (options: FieldOptions) =>
  field(options, { type: Boolean }, [IsBoolean({ message: 'must be true or false' })]);

export interface NumberOptions extends FieldOptions {
  min?: number;
  max?: number;
}

function range(options: NumberOptions): PropertyDecorator[] {
  return [
    ...(options.min !== undefined ? [Min(options.min, { message: `must be at least ${options.min}` })] : []),
    ...(options.max !== undefined ? [Max(options.max, { message: `must be at most ${options.max}` })] : []),
  ];
}

const limits = (options: NumberOptions) => ({
  ...(options.min !== undefined ? { minimum: options.min } : {}),
  ...(options.max !== undefined ? { maximum: options.max } : {}),
});

/** What an `integer` column holds. */
const LARGEST_INTEGER = 2_147_483_647;

export const IntegerField = (options: NumberOptions) => {
  const bounded = { max: LARGEST_INTEGER, ...options };
  return field(options, { type: 'integer', ...limits(bounded) }, [
    IsInt({ message: 'must be a whole number' }),
    ...range(bounded),
  ]);
};

const spoken = (values: readonly string[]) => values.map((value) => `\`${value}\``).join(', ');

export const EnumField = (values: readonly string[], options: FieldOptions) =>
  field(options, { type: String, enum: [...values] }, [
    IsIn([...values], { message: `must be one of ${spoken(values)}` }),
  ]);

export const IdField = (options: FieldOptions) =>
  field({ example: '01890f5e-7b3c-7cc0-98c4-dc0c0c07398f', ...options }, { type: String, format: 'uuid' }, [
    Check('invalid_id', (value) => (isId(value) ? null : 'must be an id of this service')),
  ]);

export interface ListOptions extends FieldOptions {
  max: number;
}

/** A list of single values; `find` says what is wrong with one, or null. */
export function ListField(
  options: ListOptions,
  items: { type: string; format?: string; enum?: string[] },
  find: (value: unknown) => string | null,
): PropertyDecorator {
  return field(options, { type: 'array', items, maxItems: options.max }, [
    IsArray({ message: 'must be an array' }),
    ArrayMaxSize(options.max, { message: `must have at most ${options.max} entries` }),
    Check('invalid_entry', (value) => {
      if (!Array.isArray(value)) return null;
      for (const [index, entry] of value.entries()) {
        const words = find(entry);
        if (words !== null) return `[${index}] ${words}`;
      }
      return null;
    }),
  ]);
}

export const IdListField = (options: ListOptions) =>
  ListField(
    { example: ['01890f5e-7b3c-7cc0-98c4-dc0c0c07398f'], ...options },
    { type: 'string', format: 'uuid' },
    (value) => (isId(value) ? null : 'must be an id of this service'),
  );

const EMAIL =
  /^[^\s@<>()",;:\\[\]]{1,64}@(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i;

export const isEmailAddress = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 254 && EMAIL.test(value.trim());

const emailFault = (value: unknown) =>
  isEmailAddress(value) ? null : 'must be an e-mail address such as ann@example.com';

/** Addresses are stored lower-case. */
export const EmailField = (options: Partial<FieldOptions> = {}) =>
  field(
    { description: 'E-mail address.', example: 'ann@example.com', ...options },
    { type: String, format: 'email', maxLength: 254 },
    [
      Transform(({ value }: { value: unknown }) =>
        typeof value === 'string' ? value.trim().toLowerCase() : value,
      ),
      Check('invalid_email', emailFault),
    ],
  );

/** Stored lower-case. The list stays as it was sent, so that a fault is told at its place; `folded` takes duplicates out. */
export const EmailListField = (options: ListOptions) =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      Array.isArray(value)
        ? value.map((entry: unknown) => (typeof entry === 'string' ? entry.trim().toLowerCase() : entry))
        : value,
    ),
    ListField({ example: ['ann@example.com'], ...options }, { type: 'string', format: 'email' }, emailFault),
  );

export interface MapOptions extends FieldOptions {
  maxEntries?: number;
  /** Words when a name or value is not fine. */
  find?: (name: string, value: unknown) => string | null;
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Sent through untouched: class-transformer would rebuild it, without the names that it stumbles over. */
const raw = applyDecorators(
  Holds('raw'),
  Transform(({ obj, key, value }: { obj: Record<string, unknown>; key: string; value: unknown }) =>
    obj[key] instanceof RawJson ? RawJson.unwrap(obj[key]) : value,
  ),
);

/** An object of texts. */
export function StringMapField(options: MapOptions): PropertyDecorator {
  const { maxEntries = 100, find } = options;
  return field(
    options,
    {
      type: 'object',
      additionalProperties: { type: 'string' },
      maxProperties: maxEntries,
    },
    [
      raw,
      IsObject({ message: 'must be an object of texts' }),
      Check('invalid_entry', (value) => {
        if (!isPlainObject(value)) return null;
        const entries = Object.entries(value);
        if (entries.length > maxEntries) return `must have at most ${maxEntries} members`;
        for (const [name, text] of entries) {
          if (!/^[\w$-]+$/.test(name) && find === undefined && name.length > 200)
            return 'has a name of more than 200 characters';
          const words = find
            ? find(name, text)
            : typeof text === 'string' && text.length <= 8192
              ? null
              : 'must be a text of at most 8192 characters';
          if (words !== null)
            return /^[\w$-]+$/.test(name) ? `.${name} ${words}` : `member "${name.slice(0, 80)}" ${words}`;
        }
        return null;
      }),
    ],
  );
}

/** A nested DTO. (`type: () => …`: swagger knows a lazy type by the name of its function.) */
export const ObjectField = (type: () => NestType, options: FieldOptions) =>
  field(options, { type: () => type() }, [
    IsObject({ message: 'must be an object' }),
    ValidateNested(),
    Type(type),
    Holds(type),
  ]);

/** A list of nested DTOs. */
export const ObjectListField = (type: () => NestType, options: ListOptions) =>
  field(options, { type: () => type(), isArray: true, maxItems: options.max }, [
    IsArray({ message: 'must be an array' }),
    ArrayMaxSize(options.max, { message: `must have at most ${options.max} entries` }),
    Check('wrong_type', (value) => {
      if (!Array.isArray(value)) return null;
      const at = value.findIndex((entry) => !isPlainObject(entry));
      return at < 0 ? null : `[${at}] must be an object`;
    }),
    ValidateNested({ each: true }),
    Type(type),
    Holds(type),
  ]);

/** Any JSON value, sent through untouched. */
export const JsonField = (
  options: FieldOptions & { schema?: ApiPropertyOptions; find?: (value: unknown) => string | null },
) =>
  field(
    options,
    options.schema ?? {
      description: options.description,
      oneOf: [
        { type: 'object' },
        { type: 'array', items: {} },
        { type: 'string' },
        { type: 'number' },
        { type: 'boolean' },
      ],
    },
    [
      raw,
      Check('invalid', (value) => (value === undefined ? 'is required' : (options.find?.(value) ?? null))),
    ],
  );

/** JSON of a shape that is said elsewhere. */
export const ShapeField = ({ schema, find }: Shape, options: FieldOptions) =>
  JsonField({
    ...options,
    schema: ('$ref' in schema ? { allOf: [schema] } : schema) as ApiPropertyOptions,
    find,
  });
