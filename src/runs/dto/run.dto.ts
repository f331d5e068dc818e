import { ApiExtraModels, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CursorQuery } from '../../common/http/list-query.dto.js';
import {
  BooleanField,
  EnumField,
  IdField,
  IntegerField,
  ListField,
  TextField,
} from '../../common/validation/fields.decorator.js';
import { RUN_STATUSES } from '../run.types.js';

const keyText = (value: unknown): string | null =>
  typeof value === 'string' && value.length > 0 && value.length <= 400
    ? null
    : 'must be a text of 1 to 400 characters';

const recordKeys = {
  description: 'Only the records with these keys.',
  example: ['1001', '1002'],
  max: 10_000,
  optional: true,
};

export class RunPipeDto {
  @BooleanField({
    description: 'Reads and maps up to 10 records and shows each write request; sends none.',
    optional: true,
    example: false,
  })
  dry_run?: boolean;

  @IntegerField({ description: 'Only so many records.', optional: true, min: 1, max: 1_000_000, example: 10 })
  limit?: number;

  @ListField(recordKeys, { type: 'string' }, keyText)
  record_keys?: string[];

  @BooleanField({
    description: 'Sends records again that were delivered unchanged.',
    optional: true,
    example: false,
  })
  force_resend?: boolean;

  @BooleanField({
    description: 'Forgets how far incremental lists were read, before the run.',
    optional: true,
    example: false,
  })
  reset_cursor?: boolean;
}

export class RetryRunDto {
  @ListField(recordKeys, { type: 'string' }, keyText)
  record_keys?: string[];
}

export class RunsQuery extends CursorQuery {
  @IdField({ description: 'Only runs of this pipe.', optional: true })
  pipe_id?: string;

  @EnumField(RUN_STATUSES, { description: 'Only runs in this state.', optional: true, example: 'failed' })
  status?: string;

  @TextField({
    description: 'Only runs begun at or after this time (RFC 3339).',
    optional: true,
    max: 40,
    example: '2026-01-01T00:00:00Z',
    format: 'date-time',
  })
  from?: string;

  @TextField({
    description: 'Only runs begun before this time (RFC 3339).',
    optional: true,
    max: 40,
    example: '2026-02-01T00:00:00Z',
    format: 'date-time',
  })
  to?: string;
}

export class StatsQuery {
  @TextField({
    description: 'From this time (RFC 3339); 24 hours ago when absent.',
    optional: true,
    max: 40,
    example: '2026-01-01T00:00:00Z',
    format: 'date-time',
  })
  from?: string;

  @TextField({
    description: 'To this time (RFC 3339); now when absent.',
    optional: true,
    max: 40,
    example: '2026-01-02T00:00:00Z',
    format: 'date-time',
  })
  to?: string;
}

export class RunRecordsQuery extends CursorQuery {
  @EnumField(['delivered', 'skipped', 'failed'], {
    description: 'Only records with this result.',
    optional: true,
    example: 'failed',
  })
  status?: 'delivered' | 'skipped' | 'failed';

  @EnumField(['cause'], {
    description: 'One entry for each cause instead of each record.',
    optional: true,
    example: 'cause',
  })
  group_by?: 'cause';
}

export class RunIdDto {
  @ApiProperty({ format: 'uuid' }) run_id!: string;
}

export class StartedRunDto extends RunIdDto {
  @ApiProperty({ enum: RUN_STATUSES, example: 'queued' }) status!: string;
}

class CountsDto {
  @ApiProperty({ type: 'integer', example: 250 }) read!: number;
  @ApiProperty({ type: 'integer', example: 250 }) mapped!: number;
  @ApiProperty({ type: 'integer', example: 247 }) delivered!: number;
  @ApiProperty({ type: 'integer', example: 0 }) skipped!: number;
  @ApiProperty({ type: 'integer', example: 3 }) failed!: number;
}

@ApiExtraModels(CountsDto)
class RunCountsDto extends CountsDto {
  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: '#/components/schemas/CountsDto' },
    description: 'The same by API Call Handler.',
  })
  handlers!: Record<string, CountsDto>;
}

class RunErrorDto {
  @ApiProperty({ example: 'HTTP_500' }) code!: string;
  @ApiProperty({ example: '"Orders" answered with status 500.' }) message!: string;
  @ApiProperty({ type: String, nullable: true, example: 'orders' }) handler_id!: string | null;
}

class RunWarningDto {
  @ApiProperty({ example: 'PAGINATION_REPEAT' }) code!: string;
  @ApiProperty({ example: 'Page 3 is the same as the page before; reading stopped.' }) message!: string;
  @ApiPropertyOptional({ type: String, example: 'orders' }) handler_id?: string;
}

export class RunDto extends StartedRunDto {
  @ApiProperty({ format: 'uuid' }) pipe_id!: string;
  @ApiProperty({ example: 'Orders to ERP' }) pipe_name!: string;
  @ApiProperty({
    example: 'manual',
    description: '`manual`, `schedule`, `webhook`, `retry`, `reconcile` or `dry_run`.',
  })
  trigger!: string;
  @ApiProperty({ type: RunCountsDto }) counts!: RunCountsDto;
  @ApiProperty({ type: RunErrorDto, nullable: true }) error!: RunErrorDto | null;
  @ApiProperty({ type: [RunWarningDto] }) warnings!: RunWarningDto[];
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'While it waits; null: until its credential is connected again.',
  })
  waiting_until!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'RATE_LIMIT' }) waiting_reason!: string | null;
  @ApiProperty({ type: 'integer', example: 1, description: 'How often a worker took it up.' })
  attempts!: number;
  @ApiProperty({ type: 'integer', example: 5, description: 'Pages committed.' }) pages!: number;
  @ApiProperty({ type: Boolean, description: 'Somebody asked for its end.' }) cancel_requested!: boolean;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) started_at!: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) finished_at!: string | null;
}

class RecordStagesDto {
  @ApiProperty({ nullable: true, description: 'The record as it was read.' }) source!: unknown;
  @ApiProperty({ nullable: true, description: 'What the mapping made of it.' }) mapped!: unknown;
  @ApiProperty({ nullable: true, description: '`{method, url, headers, body}` without credentials.' })
  request!: unknown;
  @ApiProperty({ nullable: true, description: '`{status, headers, body}`.' }) response!: unknown;
}

export class RunRecordDto extends RecordStagesDto {
  @ApiProperty({ format: 'uuid' }) record_id!: string;
  @ApiProperty({ example: '1001' }) record_key!: string;
  @ApiProperty({ example: 'erp' }) handler_id!: string;
  @ApiProperty({ enum: ['delivered', 'skipped', 'failed'] }) status!: string;
  @ApiProperty({ type: String, nullable: true, example: 'CLIENT' }) class!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'HTTP_422' }) code!: string | null;
  @ApiProperty({ type: String, nullable: true }) message!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'lines[0].price' }) field_path!: string | null;
  @ApiProperty({ type: 'array', items: { type: 'object' } }) errors!: Record<string, unknown>[];
  @ApiProperty({ type: 'array', items: { type: 'object' } }) warnings!: Record<string, unknown>[];
  @ApiProperty({ type: 'integer', example: 1 }) attempt!: number;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiPropertyOptional({
    type: 'integer',
    description: 'With `group_by=cause`: how many records; the other members are of one of them.',
  })
  count?: number;
}

class HourDto {
  @ApiProperty({ format: 'date-time' }) hour!: string;
  @ApiProperty({ type: 'integer' }) runs!: number;
  @ApiProperty({ type: 'integer' }) delivered!: number;
  @ApiProperty({ type: 'integer' }) skipped!: number;
  @ApiProperty({ type: 'integer' }) failed!: number;
}

class SlowestApiDto {
  @ApiProperty({ format: 'uuid' }) api_id!: string;
  @ApiProperty() api_name!: string;
  @ApiProperty({ type: 'integer' }) calls!: number;
  @ApiProperty({ type: 'number', example: 120.5 }) mean_ms!: number;
}

export class RunStatsDto {
  @ApiProperty({ type: [HourDto] }) hours!: HourDto[];
  @ApiProperty({ type: SlowestApiDto, nullable: true }) slowest_api!: SlowestApiDto | null;
}
