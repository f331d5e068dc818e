import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { ListQuery, SortedBy } from '../../common/http/list-query.dto.js';
import { BooleanField, EmailField, EnumField, NameField } from '../../common/validation/fields.decorator.js';
import { USER_SORTS } from '../users.types.js';

const ROLES = ['owner', 'admin', 'member'] as const;

export class UserListQuery extends ListQuery {
  @SortedBy(USER_SORTS, 'name')
  override sort?: string;

  @ApiPropertyOptional({ enum: ROLES, description: 'Only people with this role.' })
  @IsOptional()
  @IsIn([...ROLES], { message: 'must be one of `owner`, `admin`, `member`' })
  role?: string;
}

export class CreateUserDto {
  @EmailField()
  email!: string;

  @NameField({
    description: 'Their name; they may change it when they accept.',
    example: 'Ann',
    optional: true,
  })
  name?: string;

  @EnumField(['admin', 'member'], {
    description: 'What they may do on the instance.',
    example: 'member',
    optional: true,
    default: 'member',
  })
  role?: 'admin' | 'member';
}

export class UpdateUserDto {
  @EmailField({ optional: true, description: 'A new address: sessions and open links end.' })
  email?: string;

  @NameField({ description: 'Their name.', example: 'Ann', optional: true })
  name?: string;

  @EnumField(ROLES, {
    description: '`owner`, given by the owner, hands the ownership over.',
    example: 'admin',
    optional: true,
  })
  role?: (typeof ROLES)[number];

  @BooleanField({
    description: 'A suspended person cannot sign in; sessions end at once.',
    example: false,
    optional: true,
  })
  suspended?: boolean;
}

export class UserIdDto {
  @ApiProperty({ format: 'uuid' })
  user_id!: string;
}

export class UserDto extends UserIdDto {
  @ApiProperty({ format: 'email', example: 'ann@example.com' })
  email!: string;

  @ApiProperty({ example: 'Ann' })
  name!: string;

  @ApiProperty({ enum: ROLES })
  role!: string;

  @ApiProperty({ type: Boolean })
  suspended!: boolean;

  @ApiProperty({ type: Boolean, description: 'False until the invitation was accepted.' })
  accepted!: boolean;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the open invitation ends; null: there is none.',
  })
  invitation_expires_at!: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at!: string;

  @ApiProperty({ format: 'date-time' })
  updated_at!: string;
}

export class InvitedUserDto extends UserDto {
  @ApiProperty({
    description: 'Shown only now: hand it over when no mail went out. One use, 7 days.',
    example: 'https://pipewright.example.com/invitation/kLq3…',
  })
  invitation_url!: string;

  @ApiProperty({ type: Boolean, description: 'A mail server took the invitation.' })
  mail_sent!: boolean;
}
