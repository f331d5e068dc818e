import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EmailListField, NameField } from '../../common/validation/fields.decorator.js';

const users = {
  description: 'E-mail addresses of its members. An address with no account yet is kept.',
  max: 500,
  optional: true,
  cleared: [],
};

export class CreateGroupDto {
  @NameField({ description: 'Name of the group.', example: 'Integration team' })
  group_name!: string;

  @EmailListField(users)
  users?: string[];
}

export class UpdateGroupDto {
  @NameField({ description: 'Name of the group.', example: 'Integration team', optional: true })
  group_name?: string;

  @EmailListField(users)
  users?: string[];
}

export class GroupIdDto {
  @ApiProperty({ format: 'uuid' })
  group_id!: string;
}

export class GroupDto extends GroupIdDto {
  @ApiProperty({ example: 'Integration team' })
  group_name!: string;

  @ApiPropertyOptional({
    type: [String],
    example: ['ann@example.com'],
    description: 'Its members; shown to the owner and admins only.',
  })
  users?: string[];
}
