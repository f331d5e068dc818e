import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { headerProblem } from '#outbound';
import { ListQuery } from '../../common/http/list-query.dto.js';
import { Check } from '../../common/validation/check.decorator.js';
import {
  BooleanField,
  DescriptionField,
  EnumField,
  IntegerField,
  ListField,
  NameField,
  ObjectField,
  ObjectListField,
  StringMapField,
  TextField,
} from '../../common/validation/fields.decorator.js';
import {
  AUTHENTICATION_TYPES,
  type AuthenticationType,
  GRANT_TYPES,
} from '../authentication/authentication.types.js';
import { AuthenticationMembersDto } from './authentication.dto.js';
import { OwnName } from './own-name.decorator.js';
import { baseUrlFault } from './authentication-faults.js';

export const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export class CredentialInputDto {
  @TextField({
    description: 'Read by {{inputs.<name>}} in APIs.',
    example: 'tenant',
    min: 1,
    max: 50,
    pattern: { regex: /^[A-Za-z_]\w*$/, words: 'must be a word of letters, digits and _' },
  })
  @OwnName()
  name!: string;

  @TextField({ description: 'What the form calls it.', example: 'Tenant', min: 1, max: 200, trim: true })
  label!: string;

  @BooleanField({
    description: 'Stored sealed, never shown again.',
    example: false,
    optional: true,
    default: false,
  })
  secret?: boolean;
}

export class TestRequestDto {
  @EnumField(HTTP_METHODS, { description: 'HTTP method.', example: 'GET', optional: true, default: 'GET' })
  method?: string;

  @TextField({ description: 'Path relative to the base URL.', example: '/me', min: 1, max: 2000, trim: true })
  path!: string;

  @ListField(
    {
      description: 'Statuses that mean success; absent: every 2xx.',
      max: 50,
      optional: true,
      cleared: [],
      example: [200],
    },
    { type: 'integer' },
    (value) =>
      Number.isInteger(value) && (value as number) >= 100 && (value as number) <= 599
        ? null
        : 'must be an HTTP status from 100 to 599',
  )
  expected_statuses?: number[];
}

export class RateLimitDto {
  @IntegerField({ description: 'Requests …', example: 10, min: 1, max: 100_000 })
  requests!: number;

  @IntegerField({ description: '… in so many seconds.', example: 1, min: 1, max: 86_400 })
  per_seconds!: number;

  @IntegerField({
    description: 'Requests that may come at once; absent: as many as `requests`.',
    example: 10,
    min: 1,
    max: 100_000,
    optional: true,
    nullable: true,
  })
  burst?: number | null;
}

class SystemMembersDto extends AuthenticationMembersDto {
  @DescriptionField()
  description?: string;

  @EnumField(['enabled', 'disabled'], {
    description: 'A disabled system is offered nowhere.',
    example: 'enabled',
    optional: true,
    default: 'enabled',
  })
  status?: 'enabled' | 'disabled';

  @TextField({
    description: 'Client Secret. Write-only: answered as client_secret_set.',
    example: 's3cret',
    optional: true,
    nullable: true,
    max: 4000,
  })
  @Check('masked_secret', (value) =>
    typeof value === 'string' && /^(\*+|•+|\[secret\])$/.test(value)
      ? 'is a mask, not a secret: leave the member out to keep the stored one'
      : null,
  )
  @Check('invalid', (value) =>
    typeof value === 'string' && /[\p{Cc}\p{Cs}]/u.test(value)
      ? 'must not hold control characters, such as a line break at its end'
      : null,
  )
  client_secret?: string | null;

  @ObjectListField(() => CredentialInputDto, {
    description: 'Own inputs of the credentials of this system.',
    optional: true,
    cleared: [],
    max: 20,
    example: [],
  })
  credential_inputs?: CredentialInputDto[];

  @ObjectField(() => TestRequestDto, {
    description: 'A call that tells whether a credential works.',
    optional: true,
    nullable: true,
  })
  test_request?: TestRequestDto | null;

  @StringMapField({
    description: 'Headers sent on every call.',
    optional: true,
    cleared: {},
    example: { 'Accept-Language': 'en' },
    maxEntries: 50,
    find: (name, value) => (typeof value !== 'string' ? 'must be a text' : headerProblem(name, value)),
  })
  default_headers?: Record<string, string>;

  @ObjectField(() => RateLimitDto, {
    description: 'Requests in a time; shared by all processes.',
    optional: true,
    nullable: true,
  })
  rate_limit?: RateLimitDto | null;

  @IntegerField({
    description: 'Requests in flight at once.',
    optional: true,
    nullable: true,
    min: 1,
    max: 1000,
    example: 8,
  })
  max_concurrency?: number | null;

  @ListField(
    {
      description: 'Statuses of an API call that mean "the token is no longer good".',
      max: 20,
      optional: true,
      cleared: [401],
      example: [401],
    },
    { type: 'integer' },
    (value) =>
      Number.isInteger(value) && (value as number) >= 400 && (value as number) <= 599
        ? null
        : 'must be an HTTP status from 400 to 599',
  )
  token_failure_status_codes?: number[];
}

const baseUrl = {
  description: 'Every API path is relative to it.',
  example: 'https://shop.example.com/api',
  min: 1,
  max: 2000,
  trim: true,
  format: 'uri',
};
const checkUrl = Check('invalid_url', (value) => (typeof value === 'string' ? baseUrlFault(value) : null));

export class CreateSystemDto extends SystemMembersDto {
  @NameField({ description: 'System name, unique in the project.', example: 'Storefront' })
  system_name!: string;

  @TextField(baseUrl)
  @checkUrl
  base_url!: string;

  @EnumField(AUTHENTICATION_TYPES, { description: 'Authentication type.', example: 'oauth2' })
  authentication_type!: AuthenticationType;
}

export class UpdateSystemDto extends SystemMembersDto {
  @NameField({ description: 'System name, unique in the project.', example: 'Storefront', optional: true })
  system_name?: string;

  @TextField({ ...baseUrl, optional: true })
  @checkUrl
  base_url?: string;

  @EnumField(AUTHENTICATION_TYPES, { description: 'Authentication type.', example: 'oauth2', optional: true })
  authentication_type?: AuthenticationType;

  @BooleanField({
    description:
      'Needed when base_url or token_url moves to another origin: tokens of its credentials are dropped.',
    optional: true,
    example: true,
  })
  confirm_disconnect?: boolean;
}

export class SystemsQuery extends ListQuery {
  @EnumField(['enabled', 'disabled'], { description: 'Only these.', optional: true })
  status?: 'enabled' | 'disabled';
}

export class SystemIdDto {
  @ApiProperty({ format: 'uuid' })
  system_id!: string;
}

class CredentialInputAnswerDto {
  @ApiProperty({ example: 'tenant' })
  name!: string;

  @ApiProperty({ example: 'Tenant' })
  label!: string;

  @ApiProperty({ type: Boolean })
  secret!: boolean;
}

class TestRequestAnswerDto {
  @ApiProperty({ example: 'GET' })
  method!: string;

  @ApiProperty({ example: '/me' })
  path!: string;

  @ApiProperty({ type: [Number], description: 'Empty: every 2xx.' })
  expected_statuses!: number[];
}

class RateLimitAnswerDto {
  @ApiProperty({ type: 'integer', example: 10 })
  requests!: number;

  @ApiProperty({ type: 'integer', example: 1 })
  per_seconds!: number;

  @ApiProperty({ type: 'integer', nullable: true })
  burst!: number | null;
}

const extraParams: ApiPropertyOptions = {
  type: 'object',
  additionalProperties: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
};

/** The members after `token_failure_status_codes` are there when they belong to the authentication type. */
export class SystemDto extends SystemIdDto {
  @ApiProperty({ example: 'Storefront' }) system_name!: string;
  @ApiProperty({ example: '' }) description!: string;
  @ApiProperty({ example: 'https://shop.example.com/api' }) base_url!: string;
  @ApiProperty({ enum: ['enabled', 'disabled'] }) status!: string;
  @ApiProperty({ enum: [...AUTHENTICATION_TYPES] }) authentication_type!: string;
  @ApiProperty({ type: [CredentialInputAnswerDto] }) credential_inputs!: CredentialInputAnswerDto[];
  @ApiProperty({ type: TestRequestAnswerDto, nullable: true }) test_request!: TestRequestAnswerDto | null;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } }) default_headers!: Record<
    string,
    string
  >;
  @ApiProperty({ type: RateLimitAnswerDto, nullable: true }) rate_limit!: RateLimitAnswerDto | null;
  @ApiProperty({ type: 'integer', nullable: true }) max_concurrency!: number | null;
  @ApiProperty({ type: [Number], example: [401] }) token_failure_status_codes!: number[];
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;

  @ApiPropertyOptional({ enum: ['header', 'query'] }) api_key_in?: string;
  @ApiPropertyOptional({ example: 'X-Api-Key' }) api_key_name?: string;
  @ApiPropertyOptional({ enum: [...GRANT_TYPES] }) grant_type?: string;
  @ApiPropertyOptional({ enum: ['body', 'basic_header'] }) client_authentication?: string;
  @ApiPropertyOptional({ enum: ['request_headers', 'request_url'] }) add_authorization_data_to?: string;
  @ApiPropertyOptional({ example: 'access_token' }) authorization_query_parameter?: string;
  @ApiPropertyOptional({ example: 'Bearer DYNAMIC_TOKEN[access_token]' }) authorization_format?: string;
  @ApiPropertyOptional({ example: 'Authorization' }) authorization_header?: string;
  @ApiPropertyOptional({ type: String, nullable: true }) client_id?: string | null;
  @ApiPropertyOptional({ type: Boolean, description: 'A client secret is stored.' })
  client_secret_set?: boolean;
  @ApiPropertyOptional({ type: String, nullable: true }) authorization_url?: string | null;
  @ApiPropertyOptional({ type: String }) token_url?: string;
  @ApiPropertyOptional({ example: 'orders.read offline_access' }) scope?: string;
  @ApiPropertyOptional({ example: ' ' }) scope_separator?: string;
  @ApiPropertyOptional({
    description: 'Register exactly this value in the external application. Given by the service.',
  })
  redirect_url?: string;
  @ApiPropertyOptional({ type: String, enum: ['S256', 'plain'], nullable: true }) transformation_method?:
    string | null;
  @ApiPropertyOptional(extraParams) extra_authorize_params?: Record<string, string | string[]>;
  @ApiPropertyOptional(extraParams) extra_token_params?: Record<string, string | string[]>;
  @ApiPropertyOptional(extraParams) extra_refresh_params?: Record<string, string | string[]>;
  @ApiPropertyOptional({ enum: ['rfc6749', 'raw'] }) basic_encoding?: string;
  @ApiPropertyOptional({ type: String, nullable: true }) token_path?: string | null;
  @ApiPropertyOptional({ enum: ['auto', 'text'] }) token_answer?: string;
  @ApiPropertyOptional({ type: Boolean }) send_empty_client_secret?: boolean;
  @ApiPropertyOptional({ enum: ['s', 'ms'] }) expires_in_unit?: string;
  @ApiPropertyOptional({ type: 'integer', nullable: true }) default_expires_in?: number | null;
  @ApiPropertyOptional({ type: String, nullable: true }) issuer?: string | null;
  @ApiPropertyOptional({ type: Boolean }) send_scope_on_refresh?: boolean;
  @ApiPropertyOptional({ type: String, nullable: true }) revocation_url?: string | null;
  @ApiPropertyOptional({ type: String, nullable: true }) redirect_uri_name?: string | null;
  @ApiPropertyOptional({ type: 'array', items: { type: 'object' } }) token_calls?: object[];
  @ApiPropertyOptional({ type: String, nullable: true }) expires_in_path?: string | null;
}
