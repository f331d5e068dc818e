import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ListQuery } from '../../common/http/list-query.dto.js';
import {
  BooleanField,
  DescriptionField,
  EnumField,
  IdField,
  IdListField,
  IntegerField,
  NameField,
  ObjectField,
} from '../../common/validation/fields.decorator.js';
import { ProblemDto } from '../../common/http/problem.dto.js';

export class FailureGuardDto {
  @IntegerField({
    description: 'The run stops when so many records in a row fail.',
    example: 100,
    min: 1,
    max: 1_000_000,
    optional: true,
    default: 100,
  })
  in_a_row?: number;

  @IntegerField({
    description: 'The run stops when more than so many percent of the first 200 records fail.',
    example: 50,
    min: 1,
    max: 100,
    optional: true,
    default: 50,
  })
  percent_of_first_200?: number;
}

class PipeMembersDto {
  @DescriptionField()
  description?: string;

  @EnumField(['queue_one', 'skip'], {
    description: 'What a run request does while a run is active: one waits, or it is refused.',
    optional: true,
    default: 'queue_one',
    example: 'queue_one',
  })
  overlap?: 'queue_one' | 'skip';

  @IntegerField({
    description: 'Requests in flight per run.',
    optional: true,
    default: 8,
    min: 1,
    max: 50,
    example: 8,
  })
  concurrency?: number;

  @IntegerField({
    description: 'Seconds that a run may take.',
    optional: true,
    default: 21_600,
    min: 1,
    max: 21_600,
    example: 21_600,
  })
  timeout_seconds?: number;

  @ObjectField(() => FailureGuardDto, {
    description: 'Stops a run in which nearly everything fails; null: off.',
    optional: true,
    nullable: true,
  })
  failure_guard?: FailureGuardDto | null;

  @IntegerField({
    description: 'Days that the record of deliveries is kept; 0: for ever.',
    optional: true,
    default: 90,
    min: 0,
    max: 36_500,
    example: 90,
  })
  ledger_retention_days?: number;
}

const credentialIds = { description: 'One credential per system that the flow calls.', max: 50 };

export class CreatePipeDto extends PipeMembersDto {
  @NameField({ description: 'Pipe name, unique in the project.', example: 'Orders to ERP' })
  pipe_name!: string;

  @IdField({ description: 'The flow that it runs.' })
  flow_id!: string;

  @IdListField(credentialIds)
  credential_ids!: string[];

  @IdField({ description: 'Begin with the mappings of this pipe of the same flow.', optional: true })
  copy_mappings_from?: string;
}

export class UpdatePipeDto extends PipeMembersDto {
  @NameField({ description: 'Pipe name, unique in the project.', example: 'Orders to ERP', optional: true })
  pipe_name?: string;

  @IdListField({ ...credentialIds, optional: true, cleared: [] })
  credential_ids?: string[];
}

export class PipesQuery extends ListQuery {
  @IdField({ description: 'Only those of this flow.', optional: true })
  flow_id?: string;

  @BooleanField({ description: 'Only enabled or only disabled ones.', optional: true })
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  enabled?: boolean;
}

export class PipeIdDto {
  @ApiProperty({ format: 'uuid' })
  pipe_id!: string;
}

class LastRunDto {
  @ApiProperty({ format: 'uuid' }) run_id!: string;
  @ApiProperty({ example: 'succeeded' }) status!: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) started_at!: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) finished_at!: string | null;
}

class FailureGuardAnswerDto {
  @ApiProperty({ type: 'integer', example: 100 }) in_a_row!: number;
  @ApiProperty({ type: 'integer', example: 50 }) percent_of_first_200!: number;
}

export class PipeDto extends PipeIdDto {
  @ApiProperty({ example: 'Orders to ERP' }) pipe_name!: string;
  @ApiProperty({ example: '' }) description!: string;
  @ApiProperty({ format: 'uuid' }) flow_id!: string;
  @ApiProperty({ type: [String] }) credential_ids!: string[];
  @ApiProperty({ enum: ['queue_one', 'skip'] }) overlap!: string;
  @ApiProperty({ type: 'integer', example: 8 }) concurrency!: number;
  @ApiProperty({ type: 'integer', example: 21_600 }) timeout_seconds!: number;
  @ApiProperty({ type: FailureGuardAnswerDto, nullable: true }) failure_guard!: FailureGuardAnswerDto | null;
  @ApiProperty({ type: 'integer', example: 90 }) ledger_retention_days!: number;
  @ApiProperty({ type: Boolean, description: 'Triggers act only on enabled pipes.' }) enabled!: boolean;
  @ApiProperty({ type: [ProblemDto], description: 'What keeps it from running.' }) problems!: ProblemDto[];
  @ApiProperty({ type: LastRunDto, nullable: true }) last_run!: LastRunDto | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) next_run_at!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
}
