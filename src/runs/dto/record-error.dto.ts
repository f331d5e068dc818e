import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CursorQuery } from '../../common/http/list-query.dto.js';
import { EnumField, IdListField, ObjectField, TextField } from '../../common/validation/fields.decorator.js';

const STATES = ['open', 'retrying', 'resolved', 'ignored'] as const;

export class RecordErrorsQuery extends CursorQuery {
  @EnumField(STATES, { description: 'Only errors in this state.', optional: true, example: 'open' })
  status?: (typeof STATES)[number];

  @EnumField(['cause'], {
    description: 'One entry for each cause instead of each record.',
    optional: true,
    example: 'cause',
  })
  group_by?: 'cause';

  @TextField({ description: 'Only of this handler.', optional: true, max: 100, example: 'erp' })
  handler_id?: string;

  @TextField({ description: 'Only with this code.', optional: true, max: 100, example: 'LOOKUP_MISS' })
  code?: string;

  @TextField({
    description: 'Only of this cause, as an error names it.',
    optional: true,
    max: 32,
    example: '0f4c2a0b6e7d4b1f9a3c5d8e2f601b7a',
  })
  cause?: string;
}

export class ErrorFilterDto {
  @TextField({ description: 'Only of this handler.', optional: true, max: 100, example: 'erp' })
  handler_id?: string;

  @TextField({ description: 'Only with this code.', optional: true, max: 100, example: 'LOOKUP_MISS' })
  code?: string;

  @TextField({
    description: 'Only of this cause, as an error names it.',
    optional: true,
    max: 32,
    example: '0f4c2a0b6e7d4b1f9a3c5d8e2f601b7a',
  })
  cause?: string;
}

export class ResolveErrorsDto {
  @IdListField({ description: 'Errors to settle.', max: 10_000 })
  error_ids!: string[];

  @EnumField(['arrived', 'ignored'], {
    description:
      '`arrived`: the destination has the record; it is not sent again unless it changes. `ignored`: it shall not be sent, and is not unless it changes or is forced.',
    example: 'ignored',
  })
  as!: 'arrived' | 'ignored';
}

export class RetryErrorsDto {
  @IdListField({ description: 'Errors whose records are sent again.', max: 10_000, optional: true })
  error_ids?: string[];

  @ObjectField(() => ErrorFilterDto, {
    description: 'All open errors that match; `{}`: all open errors.',
    optional: true,
  })
  filter?: ErrorFilterDto;
}

export class ResolvedErrorsDto {
  @ApiProperty({ type: 'integer', example: 3 }) resolved!: number;
}

export class RecordErrorDto {
  @ApiProperty({ format: 'uuid' }) error_id!: string;
  @ApiProperty({ format: 'uuid' }) run_id!: string;
  @ApiProperty({ example: 'erp' }) handler_id!: string;
  @ApiProperty({ example: '1001' }) record_key!: string;
  @ApiProperty({ type: String, nullable: true, example: 'CLIENT' }) class!: string | null;
  @ApiProperty({ example: 'HTTP_422' }) code!: string;
  @ApiProperty() message!: string;
  @ApiProperty({ type: String, nullable: true }) field_path!: string | null;
  @ApiProperty({ type: 'integer', example: 1 }) attempt!: number;
  @ApiProperty({ type: 'integer', example: 1, description: 'How often it failed.' }) times!: number;
  @ApiProperty({ type: 'integer', nullable: true }) mapping_version!: number | null;
  @ApiProperty({ enum: STATES }) status!: string;
  @ApiProperty({ nullable: true }) source!: unknown;
  @ApiProperty({ nullable: true }) mapped!: unknown;
  @ApiProperty({ nullable: true }) request!: unknown;
  @ApiProperty({ nullable: true }) response!: unknown;
  @ApiProperty({ format: 'date-time' }) first_seen_at!: string;
  @ApiProperty({ format: 'date-time' }) last_seen_at!: string;
  @ApiProperty({ description: 'The same for every error of one cause; a filter of the list and of a retry.' })
  cause!: string;
  @ApiPropertyOptional({
    type: 'integer',
    description: 'With `group_by=cause`: how many errors; the other members are of one of them.',
  })
  count?: number;
}
