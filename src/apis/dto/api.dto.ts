import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { ListQuery } from '../../common/http/list-query.dto.js';
import { Check } from '../../common/validation/check.decorator.js';
import { answerCondition, condition } from '../../common/validation/condition.shape.js';
import {
  BooleanField,
  DescriptionField,
  EnumField,
  IdField,
  JsonField,
  ListField,
  NameField,
  ShapeField,
  StringMapField,
  TextField,
} from '../../common/validation/fields.decorator.js';
import { headersFault, pathFault, recordsPathFault } from '../api-faults.js';
import {
  batch,
  bodyPathFault,
  incremental,
  lookup,
  pagination,
  retry,
  sampleRequest,
  timeouts,
} from '../api-shapes.js';
import type { Shape } from '../../common/validation/shapes.js';
import { BODY_TYPES, type BodyType } from '../api-settings.types.js';

export const API_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const cleared = { optional: true, nullable: true };

const path = {
  description: 'Relative to the base URL of the system; {name} is a path parameter.',
  example: '/orders',
  min: 1,
  max: 2000,
  trim: true,
};
const checkPath = Check('invalid_path', (value) => (typeof value === 'string' ? pathFault(value) : null));

class ApiMembersDto {
  @EnumField(['enabled', 'disabled'], {
    description: 'A disabled API is offered nowhere.',
    example: 'enabled',
    optional: true,
    default: 'enabled',
  })
  status?: 'enabled' | 'disabled';

  @DescriptionField()
  description?: string;

  @StringMapField({
    description: 'Query parameters sent on every call; {{inputs.<name>}} reads the credential.',
    optional: true,
    cleared: {},
    example: { status: 'paid' },
  })
  query_parameters?: Record<string, string>;

  @StringMapField({
    description: 'Headers sent on every call; {{inputs.<name>}} reads the credential.',
    optional: true,
    cleared: {},
    example: {},
    find: headersFault,
  })
  headers?: Record<string, string>;

  @EnumField(BODY_TYPES, {
    description: 'How a request body is written.',
    optional: true,
    default: 'none',
    example: 'json',
  })
  body_type?: BodyType;

  @ShapeField(sampleRequest, {
    description: 'Sample request {path, query, headers, body}: the destination fields.',
    ...cleared,
    example: { body: { number: 'SO-1' } },
  })
  sample_request?: Record<string, unknown> | null;

  @JsonField({
    description: 'Sample response, any JSON: the source fields.',
    ...cleared,
    example: { orders: [{ id: 1 }] },
  })
  sample_response?: unknown;

  @JsonField({
    description: 'Up to 20 more sample responses, merged into the field tree.',
    optional: true,
    cleared: [],
    schema: { type: 'array', items: {}, maxItems: 20 },
    find: (value) =>
      Array.isArray(value) && value.length <= 20 ? null : 'must be an array of at most 20 samples',
  })
  more_sample_responses?: unknown[];

  @TextField({
    description:
      'Where the list of records is: "orders"; "$": the answer is the list; "": the answer is one record.',
    example: 'orders',
    optional: true,
    cleared: '',
    max: 500,
    trim: true,
  })
  @Check('invalid_path', (value) => (typeof value === 'string' ? recordsPathFault(value) : null))
  records_path?: string;

  @ListField(
    {
      description: 'Paths in a record that identify it.',
      example: ['id'],
      optional: true,
      cleared: [],
      max: 10,
    },
    { type: 'string' },
    bodyPathFault,
  )
  record_key?: string[];

  @TextField({
    description: 'Path in a record to its version or change time.',
    example: 'updated_at',
    ...cleared,
    min: 1,
    max: 500,
    trim: true,
  })
  version_path?: string | null;

  @ShapeField(pagination, {
    description: 'How the list is paged.',
    ...cleared,
    example: { kind: 'page', parameter: 'page', start: 1, size_parameter: 'per_page', size: 50 },
  })
  pagination?: Record<string, unknown> | null;

  @ShapeField(incremental, {
    description: 'Read only what changed since the last run.',
    ...cleared,
    example: { cursor_path: 'updated_at', parameter: 'updated_since' },
  })
  incremental?: Record<string, unknown> | null;

  @ShapeField(batch, {
    description: 'Several records in one request; absent: one request per record.',
    ...cleared,
    example: { max_records: 50, answer: 'all' },
  })
  batch?: Record<string, unknown> | null;

  @TextField({
    description: 'Header in which the API takes an idempotency key.',
    example: 'Idempotency-Key',
    ...cleared,
    min: 1,
    max: 100,
    trim: true,
  })
  @Check('invalid_header', (value) => (typeof value === 'string' ? headersFault(value, 'x') : null))
  idempotency_header?: string | null;

  @EnumField(['resend', 'lookup', 'hold'], {
    description: 'What happens with a record of which nobody knows whether it arrived.',
    ...cleared,
    example: 'hold',
  })
  on_unknown?: 'resend' | 'lookup' | 'hold' | null;

  @ShapeField(lookup, {
    description: 'The API that asks whether a record arrived.',
    ...cleared,
    example: { api_id: '01890f5e-7b3c-7cc0-98c4-dc0c0c07398f', found_path: 'id' },
  })
  lookup?: Record<string, unknown> | null;

  @BooleanField({
    description:
      'A write that a broken server answered (500, 502, 504, 520 to 529) may be sent again although its method is not safe to repeat. One whose answer was lost is not.',
    optional: true,
    default: false,
    example: false,
  })
  retry_unsafe?: boolean;

  @ShapeField(timeouts, {
    description: 'Time-outs in milliseconds.',
    ...cleared,
    example: { total_ms: 30000 },
  })
  timeouts?: Record<string, unknown> | null;

  @ShapeField(answerCondition, {
    description: 'When an answer counts as success, beyond its status.',
    ...cleared,
    example: { path: '@response.body.ok', op: 'eq', value: true },
  })
  success_when?: Record<string, unknown> | null;

  @ShapeField(retry, {
    description: 'Own retry rules, tried in order before the usual classes.',
    optional: true,
    cleared: [],
    example: [{ status: [409], action: 'ignore' }],
  })
  retry?: Record<string, unknown>[];
}

export class CreateApiDto extends ApiMembersDto {
  @NameField({ description: 'API name, unique in the project.', example: 'List orders' })
  api_name!: string;

  @IdField({ description: 'The system that it belongs to.' })
  system_id!: string;

  @EnumField(API_METHODS, { description: 'HTTP method.', example: 'GET' })
  method!: string;

  @TextField(path)
  @checkPath
  path!: string;
}

export class UpdateApiDto extends ApiMembersDto {
  @NameField({ description: 'API name, unique in the project.', example: 'List orders', optional: true })
  api_name?: string;

  @EnumField(API_METHODS, { description: 'HTTP method.', example: 'GET', optional: true })
  method?: string;

  @TextField({ ...path, optional: true })
  @checkPath
  path?: string;
}

export class ApisQuery extends ListQuery {
  @IdField({
    description: 'Only those of this system: what may be chosen in a handler for it.',
    optional: true,
  })
  system_id?: string;

  @EnumField(['enabled', 'disabled'], { description: 'Only these.', optional: true })
  status?: 'enabled' | 'disabled';
}

export class ApiIdDto {
  @ApiProperty({ format: 'uuid' })
  api_id!: string;
}

const json = {
  oneOf: [
    { type: 'object' },
    { type: 'array', items: {} },
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
  ],
  nullable: true,
} as unknown as ApiPropertyOptions;
const orNull = ({ schema }: Shape): ApiPropertyOptions => ({ allOf: [schema], nullable: true });

export class ApiDto extends ApiIdDto {
  @ApiProperty({ example: 'List orders' }) api_name!: string;
  @ApiProperty({ format: 'uuid' }) system_id!: string;
  @ApiProperty({ enum: ['enabled', 'disabled'] }) status!: string;
  @ApiProperty({ example: '' }) description!: string;
  @ApiProperty({ enum: [...API_METHODS] }) method!: string;
  @ApiProperty({ example: '/orders' }) path!: string;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } }) query_parameters!: Record<
    string,
    string
  >;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } }) headers!: Record<string, string>;
  @ApiProperty({ enum: [...BODY_TYPES] }) body_type!: string;
  @ApiProperty(orNull(sampleRequest)) sample_request!: object | null;
  @ApiPropertyOptional({ ...json, description: 'Absent: there is no sample yet.' })
  sample_response?: unknown;
  @ApiProperty({ type: 'array', items: {} }) more_sample_responses!: unknown[];
  @ApiProperty({ example: 'orders' }) records_path!: string;
  @ApiProperty({ type: [String], example: ['id'] }) record_key!: string[];
  @ApiProperty({ type: String, nullable: true }) version_path!: string | null;
  @ApiProperty(orNull(pagination)) pagination!: object | null;
  @ApiProperty(orNull(incremental)) incremental!: object | null;
  @ApiProperty(orNull(batch)) batch!: object | null;
  @ApiProperty({ type: String, nullable: true }) idempotency_header!: string | null;
  @ApiProperty({ type: String, enum: ['resend', 'lookup', 'hold'], nullable: true }) on_unknown!:
    string | null;
  @ApiProperty(orNull(lookup)) lookup!: object | null;
  @ApiProperty({ type: Boolean }) retry_unsafe!: boolean;
  @ApiProperty(orNull(timeouts)) timeouts!: object | null;
  @ApiProperty(orNull(condition)) success_when!: object | null;
  @ApiProperty(retry.schema as ApiPropertyOptions) retry!: object[];
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
}
