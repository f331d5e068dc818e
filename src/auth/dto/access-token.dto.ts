import { ApiProperty } from '@nestjs/swagger';
import { ListQuery, SortedBy } from '../../common/http/list-query.dto.js';
import {
  BooleanField,
  IdListField,
  IntegerField,
  NameField,
} from '../../common/validation/fields.decorator.js';
import { TOKEN_ORDER } from '../auth.types.js';

export class AccessTokensQuery extends ListQuery {
  @SortedBy(TOKEN_ORDER.sorts, TOKEN_ORDER.order)
  override sort?: string;
}

export class CreateAccessTokenDto {
  @NameField({ description: 'What the token is for.', example: 'Nightly import' })
  token_name!: string;

  @IntegerField({
    description: 'Days until it ends; 0: no end.',
    example: 90,
    min: 0,
    max: 3650,
    optional: true,
    default: 0,
  })
  expires_in_days?: number;

  @IdListField({
    description: 'Projects that it is limited to; absent: all of mine.',
    max: 100,
    optional: true,
  })
  project_ids?: string[];

  @BooleanField({ description: 'It may only GET.', example: false, optional: true, default: false })
  read_only?: boolean;
}

export class CreatedAccessTokenDto {
  @ApiProperty({ format: 'uuid' })
  token_id!: string;

  @ApiProperty({
    description: 'Shown once. Send it as `Authorization: Bearer <ACCESS_TOKEN>`.',
    example: 'pwt_0123…',
  })
  access_token!: string;
}

export class AccessTokenDto {
  @ApiProperty({ format: 'uuid' })
  token_id!: string;

  @ApiProperty({ example: 'Nightly import' })
  token_name!: string;

  @ApiProperty({ type: Boolean, description: 'It may only GET.' })
  read_only!: boolean;

  @ApiProperty({
    type: [String],
    nullable: true,
    description: 'Projects that it is limited to; null: all of mine.',
  })
  project_ids!: string[] | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'null: no end.' })
  expires_at!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_used_at!: string | null;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at!: string;
}

export class AccessTokenIdDto {
  @ApiProperty({ format: 'uuid' })
  token_id!: string;
}
