import {
  ApiExtraModels,
  ApiProperty,
  ApiPropertyOptional,
  getSchemaPath,
  type ApiPropertyOptions,
} from '@nestjs/swagger';
import { condition } from '../../common/validation/condition.shape.js';
import { ProblemDto } from '../../common/http/problem.dto.js';
import {
  DescriptionField,
  IntegerField,
  JsonField,
  NameField,
} from '../../common/validation/fields.decorator.js';

export class JoinDto {
  @ApiProperty({ description: "Path in the record of the flow's list.", example: 'customer_id' })
  left_path!: string;
  @ApiProperty({ description: 'Path in a record of the joined list.', example: 'id' }) right_path!: string;
  @ApiPropertyOptional({
    type: String,
    enum: ['null', 'skip', 'error'],
    nullable: true,
    description: 'What a record without a match becomes.',
  })
  on_missing?: 'null' | 'skip' | 'error' | null;
}

/** One step of a flow: an API Call Handler or a Mapping Handler. */
export class HandlerDto {
  @ApiProperty({
    description: 'A short word, unique in the flow; chosen by the client or given.',
    example: 'orders',
    maxLength: 40,
  })
  handler_id!: string;

  @ApiProperty({ enum: ['api_call', 'mapping'] })
  kind!: 'api_call' | 'mapping';

  @ApiPropertyOptional({ example: 'Read orders', maxLength: 200 })
  handler_name?: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'API Call Handler: an API of an enabled system.' })
  api_id?: string;

  @ApiPropertyOptional({
    allOf: [condition.schema] as never,
    nullable: true,
    description:
      'API Call Handler: a condition on the record, or on `@response`, `@steps.<handler_id>.response` and `@run`; only where it holds the call is made.',
  })
  when?: Record<string, unknown> | null;

  @ApiPropertyOptional({
    type: String,
    enum: ['continue', 'stop_run', 'ignore'],
    nullable: true,
    description: 'API Call Handler: what happens when a record fails.',
  })
  on_error?: string | null;

  @ApiPropertyOptional({
    type: JoinDto,
    nullable: true,
    description: 'API Call Handler: how a second list is joined.',
  })
  join?: JoinDto | null;

  @ApiPropertyOptional({
    type: [String],
    description: 'Mapping Handler: API Call Handlers of this flow, before the destination.',
  })
  source_handler_ids?: string[];

  @ApiPropertyOptional({ description: 'Mapping Handler: an API Call Handler of this flow.' })
  destination_handler_id?: string;
}

const handlers = {
  description: 'API Call Handlers and Mapping Handlers, in order.',
  optional: true,
  cleared: [],
  example: [
    { handler_id: 'orders', kind: 'api_call', api_id: '01890f5e-7b3c-7cc0-98c4-dc0c0c07398f' },
    {
      handler_id: 'to_erp',
      kind: 'mapping',
      source_handler_ids: ['orders'],
      destination_handler_id: 'create',
    },
    { handler_id: 'create', kind: 'api_call', api_id: '01890f5e-7b3c-7cc0-98c4-dc0c0c07398e' },
  ],
  schema: { type: 'array', maxItems: 200, items: { $ref: getSchemaPath(HandlerDto) } } as ApiPropertyOptions,
  find: (value: unknown) =>
    Array.isArray(value) && value.length <= 200 ? null : 'must be an array of at most 200 handlers',
};

@ApiExtraModels(HandlerDto)
export class CreateFlowDto {
  @NameField({ description: 'Flow name, unique in the project.', example: 'Orders to ERP' })
  flow_name!: string;

  @DescriptionField()
  description?: string;

  @JsonField(handlers)
  handlers?: unknown[];
}

@ApiExtraModels(HandlerDto)
export class UpdateFlowDto {
  @NameField({ description: 'Flow name, unique in the project.', example: 'Orders to ERP', optional: true })
  flow_name?: string;

  @DescriptionField()
  description?: string;

  @JsonField(handlers)
  handlers?: unknown[];

  @IntegerField({
    description: 'The version that the change was made on; an older one is a conflict.',
    example: 3,
    optional: true,
    min: 1,
  })
  version?: number;
}

export class RestoreFlowDto {
  @IntegerField({ description: 'The published version that becomes the draft.', example: 2, min: 1 })
  version!: number;
}

export class FlowIdDto {
  @ApiProperty({ format: 'uuid' })
  flow_id!: string;
}

export class FlowDto extends FlowIdDto {
  @ApiProperty({ example: 'Orders to ERP' }) flow_name!: string;
  @ApiProperty({ example: '' }) description!: string;
  @ApiProperty({ type: [HandlerDto], description: 'The draft.' }) handlers!: object[];
  @ApiProperty({ type: 'integer', example: 3, description: 'Version of the draft.' }) version!: number;
  @ApiProperty({ type: 'integer', nullable: true, description: 'null: never published.' })
  published_version!: number | null;
  @ApiProperty({ type: Boolean, description: 'The draft differs from the published version.' })
  has_unpublished_changes!: boolean;
  @ApiProperty({ type: [ProblemDto], description: 'What keeps the draft from being published.' })
  problems!: ProblemDto[];
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
}

export class FlowVersionDto {
  @ApiProperty({ type: 'integer', example: 2 }) version!: number;
  @ApiProperty({ type: [HandlerDto] }) handlers!: object[];
  @ApiProperty({ format: 'date-time' }) published_at!: string;
  @ApiProperty({ description: 'Who published it.' }) published_by!: string;
}

export class SelectableFlowDto extends FlowIdDto {
  @ApiProperty({ example: 'Orders to ERP' }) flow_name!: string;
  @ApiProperty({ type: Boolean, description: 'A pipe runs the published version.' }) published!: boolean;
  @ApiProperty({
    type: [String],
    description: 'Systems that the flow calls and none of the given credentials connects to.',
  })
  missing_system_ids!: string[];
  @ApiProperty({ type: [String], description: 'All systems that the flow calls.' }) system_ids!: string[];
  @ApiProperty({ type: Boolean, description: 'A pipe of it shows mapping nodes.' }) has_mapping!: boolean;
}
