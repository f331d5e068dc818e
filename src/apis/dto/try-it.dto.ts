import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import {
  BooleanField,
  IdField,
  JsonField,
  StringMapField,
} from '../../common/validation/fields.decorator.js';
import { headersFault } from '../api-faults.js';

class CallPartsDto {
  @IdField({
    description: 'The credential to call with; a system without authentication needs none.',
    optional: true,
    nullable: true,
  })
  credential_id?: string | null;

  @StringMapField({
    description: 'Path parameters; absent ones come from the sample request.',
    optional: true,
    example: { id: '42' },
  })
  path?: Record<string, string>;

  @StringMapField({
    description: 'Query parameters, added to those of the API.',
    optional: true,
    example: { page: '1' },
  })
  query?: Record<string, string>;

  @StringMapField({
    description: 'Headers, added to those of the API.',
    optional: true,
    example: {},
    find: headersFault,
  })
  headers?: Record<string, string>;
}

export class TryApiDto extends CallPartsDto {
  @JsonField({
    description: 'The body; absent: the one of the sample request.',
    example: { number: 'SO-1' },
    optional: true,
  })
  body?: unknown;

  @BooleanField({
    description: 'Keep the answer as the sample response.',
    optional: true,
    default: false,
    example: true,
  })
  save_as_sample?: boolean;
}

export class CheckPagingDto extends CallPartsDto {}

const shownMessage = (members: Record<string, object>): ApiPropertyOptions => ({
  type: 'object',
  nullable: true,
  properties: members,
});

const headers = { type: 'object', additionalProperties: { type: 'string' } };
const anyJson = {
  description: 'Parsed where it is JSON, XML, CSV or a form; cut texts say so.',
  nullable: true,
};

export class CallErrorDto {
  @ApiProperty({ example: 'CONNECT_REFUSED' }) code!: string;
  @ApiProperty({ description: 'What went wrong and what to do.' }) message!: string;
}

export class TriedCallDto {
  @ApiProperty(shownMessage({ method: { type: 'string' }, url: { type: 'string' }, headers, body: anyJson }))
  request!: object | null;

  @ApiProperty(
    shownMessage({ status: { type: 'integer' }, headers, body: anyJson, duration_ms: { type: 'integer' } }),
  )
  response!: object | null;

  @ApiProperty({
    type: CallErrorDto,
    nullable: true,
    description: 'Set when there was no answer, or one that cannot be read (BODY).',
  })
  error!: CallErrorDto | null;

  @ApiProperty({ type: Boolean, description: 'The answer is the sample response now.' })
  saved_as_sample!: boolean;
}

export class CheckedPageDto {
  @ApiProperty({ type: 'integer', example: 1 }) page!: number;
  @ApiProperty({ example: 'https://shop.example.com/api/orders?page=1' }) url!: string;
  @ApiProperty({ type: 'integer', nullable: true, example: 200 }) status!: number | null;
  @ApiProperty({ type: 'integer', description: 'Records found at records_path.' }) records!: number;
  @ApiProperty({ type: 'integer', description: 'Records that a page before held too.' }) repeated!: number;
}

export class CheckedPagingDto {
  @ApiProperty({ type: Boolean, description: 'Nothing speaks against this paging.' }) ok!: boolean;
  @ApiProperty({ type: [CheckedPageDto] }) pages!: CheckedPageDto[];
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'What the answer says is there in all.',
  })
  total!: number | null;
  @ApiProperty({ type: 'integer', description: 'Different records seen.' }) seen!: number;
  @ApiProperty({
    type: [CallErrorDto],
    description: 'What looks wrong: overlap, repeats, lost authorization, a loop.',
  })
  findings!: CallErrorDto[];
}
