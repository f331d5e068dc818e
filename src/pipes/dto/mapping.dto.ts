import { Type } from 'class-transformer';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { IntegerField, JsonField, TextField } from '../../common/validation/fields.decorator.js';
import { ProblemDto } from '../../common/http/problem.dto.js';

const object: ApiPropertyOptions = { type: 'object', additionalProperties: true };
const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? null : 'must be an object';

const document = {
  description: 'The mapping document (format mapping/1); its JSON Schema is at /api/mapping/schema.',
  example: { format: 'mapping/1', links: [{ id: 'l1', to: 'number', from: 'name' }] },
  schema: object,
  find: isObject,
};

export class UpdateMappingDto {
  @JsonField(document)
  document!: Record<string, unknown>;

  @IntegerField({
    description: 'The version that the change was made on (0: not mapped yet); an older one is a conflict.',
    example: 1,
    min: 0,
    optional: true,
  })
  version?: number;
}

export class PreviewMappingDto {
  @JsonField({ ...document, optional: true, description: 'Absent: the stored document.' })
  document?: Record<string, unknown>;

  @JsonField({
    description: 'The source record; absent: the first one of the sample.',
    example: { id: 1 },
    optional: true,
  })
  record?: unknown;

  @TextField({
    description: 'A destination path whose value is explained step by step.',
    example: 'lines[].code',
    optional: true,
    max: 1000,
  })
  explain?: string;
}

const faultMembers = {
  message: { type: 'string' },
  link_id: { type: 'string', nullable: true },
} as const;

export class MappingProblemDto {
  @ApiProperty({ example: 'UNKNOWN_DESTINATION' }) code!: string;
  @ApiProperty({ description: 'What is wrong, in words.' }) message!: string;
  @ApiProperty({ description: 'JSON pointer into the document.', example: '/links/0/to' }) at!: string;
  @ApiProperty({ type: String, nullable: true }) link_id!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Position of a fault inside a formula.' })
  position!: number | null;
  @ApiProperty({ type: 'array', items: { type: 'object' }, description: 'Changes that would mend it.' })
  fixes!: object[];
}

export class MappingWarningDto {
  @ApiProperty({ example: 'UNMAPPED_REQUIRED' }) code!: string;
  @ApiProperty() message!: string;
  @ApiProperty({ example: 'lines[].code' }) path!: string;
  @ApiProperty({ type: String, nullable: true }) link_id!: string | null;
  @ApiProperty({ type: 'integer', example: 1 }) count!: number;
}

export class LinkEndDto {
  @ApiProperty({ type: String, nullable: true, example: 'l1', description: 'null: a scope reads the field.' })
  link_id!: string | null;
  @ApiProperty({ example: '/links/0/from', description: 'JSON pointer of the text that names the field.' })
  at!: string;
  @ApiProperty({ enum: ['source', 'destination'] }) side!: 'source' | 'destination';
  @ApiProperty({ example: 'customer.email' }) path!: string;
  @ApiProperty({ enum: ['fine', 'moved', 'type_changed', 'missing'] })
  state!: 'fine' | 'moved' | 'type_changed' | 'missing';
  @ApiProperty({ type: String, nullable: true, description: 'The field that a moved one probably became.' })
  candidate!: string | null;
  @ApiProperty({ type: [String], nullable: true, description: 'Types when the mapping was saved.' })
  types_before!: string[] | null;
  @ApiProperty({ type: [String], nullable: true }) types_now!: string[] | null;
}

export class MappingNodeDto {
  @ApiProperty({ example: 'to_erp' }) handler_id!: string;
  @ApiProperty({ example: 'Order to sales order' }) handler_name!: string;
  @ApiProperty({ type: [String] }) source_handler_ids!: string[];
  @ApiProperty() destination_handler_id!: string;
  @ApiProperty({ type: 'integer', description: '0: not mapped yet.' }) version!: number;
  @ApiProperty({ type: 'integer', description: 'Links of the stored document.' }) link_count!: number;
  @ApiProperty({
    type: 'integer',
    description: 'Ends of its links and lists that the samples of now no longer hold where they were.',
  })
  drifted_count!: number;
  @ApiProperty({ type: [ProblemDto] }) problems!: ProblemDto[];
}

const tree: ApiPropertyOptions = {
  type: 'object',
  nullable: true,
  required: ['roots'],
  properties: {
    roots: {
      type: 'array',
      items: {
        type: 'object',
        required: ['root', 'field'],
        properties: {
          root: {
            type: 'string',
            description:
              '"" for the record or the body, else @response, @steps.<id>, @path, @query, @headers, @run.',
          },
          field: { type: 'object', additionalProperties: true },
        },
      },
    },
  },
};

export class MappingDto extends MappingNodeDto {
  @ApiProperty({
    ...tree,
    description: 'Source fields, from the sample response of the source API; null: no sample.',
  })
  source_fields!: object | null;
  @ApiProperty({
    ...tree,
    description: 'Destination fields, from the sample request of the destination API; null: no sample.',
  })
  destination_fields!: object | null;
  @ApiProperty({ ...object, nullable: true, description: 'null: not mapped yet.' })
  document!: object | null;
  @ApiProperty({
    type: [MappingProblemDto],
    description: 'What is wrong with the document as the samples are now.',
  })
  document_problems!: MappingProblemDto[];
  @ApiProperty({ type: [MappingWarningDto] }) warnings!: MappingWarningDto[];
  @ApiProperty({
    type: [LinkEndDto],
    description: 'Both ends of every link against the samples as they are now. Links are never dropped.',
  })
  links!: LinkEndDto[];
}

export class SavedMappingDto {
  @ApiProperty({ example: 'to_erp' }) handler_id!: string;
  @ApiProperty({ type: 'integer', example: 1 }) version!: number;
  @ApiProperty({ type: [MappingWarningDto] }) warnings!: MappingWarningDto[];
}

export class SavedTestDto {
  @ApiProperty({ example: 'plain order' }) name!: string;
  @ApiProperty() passed!: boolean;
  @ApiProperty({ description: 'What is not as it should be; empty when it passed.' }) message!: string;
}

export class MappingPreviewDto {
  @ApiProperty({
    ...object,
    nullable: true,
    description: 'The request parts {body, path, query, headers}; null when the record has errors.',
  })
  output!: object | null;
  @ApiProperty({
    type: 'array',
    items: {
      type: 'object',
      properties: {
        code: { type: 'string' },
        ...faultMembers,
        from: { type: 'string', nullable: true },
        to: { type: 'string' },
        value: {},
        hint: { type: 'string' },
      },
    },
  })
  errors!: object[];
  @ApiProperty({ type: [MappingWarningDto] }) warnings!: MappingWarningDto[];
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    description: 'With `explain`: each value, step by step.',
  })
  explanation?: object[];
  @ApiProperty({ type: [SavedTestDto], description: 'How the tests saved in the document end.' })
  tests!: SavedTestDto[];
}

export class SuggestMappingDto {
  @JsonField({
    ...document,
    optional: true,
    description: 'The document being edited; absent: the stored one. Its links are not proposed again.',
  })
  document?: Record<string, unknown>;
}

export class SuggestedLinkDto {
  @ApiProperty({
    ...object,
    description: 'The link as it would stand in the document.',
    example: { to: 'email', from: 'customer.email' },
  })
  link!: object;
  @ApiProperty({ type: [String], example: ['customer.email'] }) from!: string[];
  @ApiProperty({ example: 'email' }) to!: string;
  @ApiProperty({ type: 'number', minimum: 0, maximum: 1, example: 0.92 }) score!: number;
  @ApiProperty({
    enum: ['apply', 'review'],
    description: '`apply`: near to certain; `review`: a person should look at it.',
  })
  tier!: 'apply' | 'review';
  @ApiProperty({ example: 'same name, both email' }) reason!: string;
}

export class MappingVersionDto {
  @ApiProperty({ type: 'integer', example: 2 }) version!: number;
  @ApiProperty({ description: 'The same for documents that say the same.' }) content_hash!: string;
  @ApiProperty({ type: 'integer' }) link_count!: number;
  @ApiProperty({ format: 'date-time' }) saved_at!: string;
  @ApiProperty({ description: 'Who saved it.' }) saved_by!: string;
}

export class MappingVersionDocumentDto extends MappingVersionDto {
  @ApiProperty(object) document!: object;
}

const versionNumber = { min: 1, max: 2_147_483_647 } as const;

export class MappingDiffQuery {
  @Type(() => Number)
  @IntegerField({ description: 'The earlier version.', example: 1, ...versionNumber })
  from!: number;

  @Type(() => Number)
  @IntegerField({ description: 'The later version.', example: 2, ...versionNumber })
  to!: number;
}

export class RestoreMappingDto {
  @IntegerField({ description: 'The version that becomes the newest again.', example: 1, ...versionNumber })
  version!: number;
}

export class ChangedLinkDto {
  @ApiProperty({ example: 'l1' }) link_id!: string;
  @ApiProperty(object) before!: object;
  @ApiProperty(object) after!: object;
}

export class MappingDiffDto {
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } }) added!: object[];
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } }) removed!: object[];
  @ApiProperty({ type: [ChangedLinkDto] }) changed!: ChangedLinkDto[];
  @ApiProperty({
    type: [String],
    description: 'Other parts that differ: settings, scopes, tests, lookups.<name>, links order.',
    example: ['lookups.status'],
  })
  parts!: string[];
}
