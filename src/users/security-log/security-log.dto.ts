import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { CursorQuery } from '../../common/http/list-query.dto.js';
import { SECURITY_ACTIONS } from './security-log.types.js';

export class SecurityLogQuery extends CursorQuery {
  @ApiPropertyOptional({ enum: SECURITY_ACTIONS, description: 'Only this action.' })
  @IsOptional()
  @IsIn([...SECURITY_ACTIONS], { message: 'must be one of the actions of this log' })
  action?: string;

  @ApiPropertyOptional({ type: String, maxLength: 254, description: 'Only what is about this address.' })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @MaxLength(254, { message: 'must have at most 254 characters' })
  @IsString({ message: 'must be a text' })
  email?: string;
}

export class SecurityLogDto {
  @ApiProperty({ format: 'uuid' })
  security_log_id!: string;

  @ApiProperty({ format: 'date-time' })
  at!: string;

  @ApiProperty({ enum: SECURITY_ACTIONS })
  action!: string;

  @ApiProperty({ description: 'Whose account it is about.', example: 'ann@example.com' })
  email!: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'null: no such account.' })
  user_id!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Who did it, when it was another person.' })
  actor!: string | null;

  @ApiProperty({ type: String, nullable: true, description: "The client's address." })
  address!: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', nullable: true },
    description: 'More words about it.',
    example: { from: 'member', to: 'admin' },
  })
  details!: Record<string, string | null>;
}
