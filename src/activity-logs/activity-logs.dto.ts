import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsISO8601, IsOptional, IsString, MaxLength } from 'class-validator';
import { CursorQuery } from '../common/http/list-query.dto.js';

const text = { message: 'must be a text' };
const long = { message: 'must have at most 200 characters' };
const time = { message: 'must be a time such as 2026-01-31T12:00:00.000Z' };

export class ActivityLogQuery extends CursorQuery {
  @ApiPropertyOptional({ type: String, maxLength: 200, description: 'Id or name of who did it.' })
  @IsOptional()
  @MaxLength(200, long)
  @IsString(text)
  actor?: string;

  @ApiPropertyOptional({ type: String, maxLength: 200, example: 'updated' })
  @IsOptional()
  @MaxLength(200, long)
  @IsString(text)
  action?: string;

  @ApiPropertyOptional({ type: String, maxLength: 200, example: 'flow' })
  @IsOptional()
  @MaxLength(200, long)
  @IsString(text)
  resource_type?: string;

  @ApiPropertyOptional({ type: String, maxLength: 200 })
  @IsOptional()
  @MaxLength(200, long)
  @IsString(text)
  resource_id?: string;

  @ApiPropertyOptional({ type: String, format: 'date-time', description: 'From this time on.' })
  @IsOptional()
  @IsISO8601({ strict: true }, time)
  from?: string;

  @ApiPropertyOptional({ type: String, format: 'date-time', description: 'Before this time.' })
  @IsOptional()
  @IsISO8601({ strict: true }, time)
  to?: string;
}

export class ActivityChangeDto {
  @ApiProperty({ example: 'project_name' })
  field!: string;

  @ApiProperty({ nullable: true, description: 'Any JSON; null for a secret.', type: Object, example: 'Shop' })
  before!: unknown;

  @ApiProperty({
    nullable: true,
    description: 'Any JSON; "changed" for a secret.',
    type: Object,
    example: 'Store',
  })
  after!: unknown;
}

export class ActivityLogDto {
  @ApiProperty({ format: 'uuid' })
  activity_log_id!: string;

  @ApiProperty({ description: 'The name of who did it, as it was then.', example: 'Ann' })
  actor!: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'null: the service itself.' })
  actor_id!: string | null;

  @ApiProperty({ example: 'updated' })
  action!: string;

  @ApiProperty({ example: 'flow' })
  resource_type!: string;

  @ApiProperty({ format: 'uuid' })
  resource_id!: string;

  @ApiProperty({ example: 'Orders to ERP' })
  name!: string;

  @ApiProperty({ type: [ActivityChangeDto] })
  changes!: ActivityChangeDto[];

  @ApiProperty({ type: String, format: 'date-time' })
  at!: string;
}
