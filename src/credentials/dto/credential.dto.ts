import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ListQuery } from '../../common/http/list-query.dto.js';
import { BooleanField, IdField, JsonField, NameField } from '../../common/validation/fields.decorator.js';
import { CREDENTIAL_STATUSES } from '../credential.types.js';

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const inputs = {
  description:
    'By authentication type: basic `username, password`; api_key `api_key`; bearer_token `token`; oauth2 with resource owner credentials `username, password, store_password`; plus the own inputs of the system. Secrets are write-only.',
  example: { username: 'ann', password: 's3cret' },
  optional: true,
  schema: { type: 'object', additionalProperties: true } as const,
  find: (value: unknown) => (isObject(value) ? null : 'must be an object'),
};

export class CreateCredentialDto {
  @NameField({ description: 'Name of the connection, unique in the project.', example: 'Storefront of Ann' })
  credential_name!: string;

  @IdField({ description: 'The system that it connects to.' })
  system_id!: string;

  @JsonField(inputs)
  inputs?: Record<string, unknown>;
}

export class UpdateCredentialDto {
  @NameField({
    description: 'Name of the connection, unique in the project.',
    example: 'Storefront of Ann',
    optional: true,
  })
  credential_name?: string;

  @JsonField(inputs)
  inputs?: Record<string, unknown>;
}

export class CredentialsQuery extends ListQuery {
  @IdField({ description: 'Only those of this system.', optional: true })
  system_id?: string;

  @BooleanField({ description: 'Drafts too: connections that have no token yet.', optional: true })
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  include_drafts?: boolean;
}

export class CredentialIdDto {
  @ApiProperty({ format: 'uuid' })
  credential_id!: string;
}

export class CredentialErrorDto {
  @ApiProperty({ example: 'invalid_client' })
  code!: string;

  @ApiProperty({ description: 'What went wrong and what to do, in words.' })
  message!: string;

  @ApiProperty({ format: 'date-time' })
  at!: string;
}

export class CredentialDto extends CredentialIdDto {
  @ApiProperty({ example: 'Storefront of Ann' })
  credential_name!: string;

  @ApiProperty({ format: 'uuid' })
  system_id!: string;

  @ApiProperty({ enum: [...CREDENTIAL_STATUSES] })
  status!: string;

  @ApiProperty({ enum: ['ok', 'offline'], description: 'Whether the system answers at all.' })
  reachability!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  blocked_until!: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Open inputs with their values; of a secret one only `<name>_set: true`.',
    example: { username: 'ann', password_set: true },
  })
  inputs!: Record<string, unknown>;

  @ApiProperty({ type: CredentialErrorDto, nullable: true })
  last_error!: CredentialErrorDto | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_tested_at!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the access token ends.',
  })
  expires_at!: string | null;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'object' },
    description: 'What uses it (on a single credential).',
  })
  used_by?: object[];

  @ApiProperty({ format: 'date-time' })
  created_at!: string;

  @ApiProperty({ format: 'date-time' })
  updated_at!: string;
}

export class TestCredentialDto {
  @BooleanField({
    description: 'Generate a new token even when the stored one is still good.',
    optional: true,
    default: false,
    example: true,
  })
  fresh_token?: boolean;
}

const shown = { type: 'object', additionalProperties: true, nullable: true } as const;

export class TestStepDto {
  @ApiProperty({ example: 'Token request' }) name!: string;
  @ApiProperty({ type: Boolean }) ok!: boolean;
  @ApiProperty({ type: 'integer', nullable: true, example: 200 }) status!: number | null;
  @ApiProperty({ type: 'integer', nullable: true, example: 84 }) duration_ms!: number | null;
  @ApiProperty({ ...shown, description: 'What was sent, secrets masked.' }) request!: object | null;
  @ApiProperty({ ...shown, description: 'What came back, secrets masked.' }) response!: object | null;
  @ApiProperty({ type: String, nullable: true }) error!: string | null;
}

export class CredentialTestDto {
  @ApiProperty({ type: Boolean, nullable: true, description: 'null: there is nothing to test.' })
  ok!: boolean | null;

  @ApiProperty({ type: [TestStepDto] })
  steps!: TestStepDto[];

  @ApiProperty({ type: String, nullable: true, description: 'One fix, where the cause is known.' })
  suggestion!: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'Members of the system that were tried and work: save them.',
    example: { client_authentication: 'basic_header' },
  })
  suggested_change!: Record<string, unknown> | null;

  @ApiProperty({
    type: [String],
    description: 'What to know of a token that was generated, such as a narrower scope.',
  })
  warnings!: string[];

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  expires_at!: string | null;
}

export class StartedConsentDto {
  @ApiProperty({ format: 'uuid' })
  attempt_id!: string;

  @ApiProperty({ description: 'To be opened in the browser that made this call.' })
  authorization_url!: string;

  @ApiProperty({ format: 'date-time' })
  expires_at!: string;
}

export class ConsentAttemptDto {
  @ApiProperty({ enum: ['pending', 'succeeded', 'failed', 'expired'] })
  status!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Why it failed, in words.' })
  error!: string | null;
}
