import { ApiProperty } from '@nestjs/swagger';
import { ListQuery, SortedBy } from '../../common/http/list-query.dto.js';
import { BooleanField, EmailField, NameField, TextField } from '../../common/validation/fields.decorator.js';
import { SESSION_ORDER } from '../auth.types.js';

export class AuthStateDto {
  @ApiProperty({
    type: Boolean,
    description: 'No user exists yet: claim the owner account with the set-up token.',
  })
  setup_needed!: boolean;

  @ApiProperty({ type: Boolean, description: 'The sample shop and ERP run beside this instance.' })
  sample_systems!: boolean;

  @ApiProperty({
    description: 'The address that redirect URLs and links are made of.',
    example: 'https://pipewright.example.com',
  })
  public_url!: string;

  @ApiProperty({
    type: Boolean,
    description:
      'Mails can be sent: SMTP_URL is set. Without it invitations, reset links and alerts reach nobody by mail.',
  })
  mail!: boolean;
}

export class SetupDto {
  @TextField({
    description: 'Printed once at the first start, kept in DATA_DIR.',
    example: 'kLq3…',
    min: 1,
    max: 200,
    trim: true,
  })
  setup_token!: string;

  @NameField({ description: 'Your name.', example: 'Ann' })
  name!: string;

  @EmailField()
  email!: string;

  @TextField({ description: '12 to 128 characters.', example: 'correct horse battery', max: 1000 })
  password!: string;

  @BooleanField({
    description: 'Make a project with the sample shop and ERP in it (when they run).',
    optional: true,
    default: false,
  })
  create_sample_project?: boolean;
}

export class LoginDto {
  @EmailField()
  email!: string;

  @TextField({ description: 'Your password.', example: 'correct horse battery', min: 1, max: 1000 })
  password!: string;

  @TextField({
    description: 'From the authenticator app, or a recovery code, when a second factor is set.',
    example: '123456',
    optional: true,
    max: 20,
    trim: true,
  })
  one_time_code?: string;
}

export class AcceptInvitationDto {
  @TextField({ description: 'From the link.', example: 'kLq3…', min: 1, max: 200, trim: true })
  invitation_token!: string;

  @NameField({ description: 'Your name.', example: 'Ann' })
  name!: string;

  @TextField({ description: '12 to 128 characters.', example: 'correct horse battery', max: 1000 })
  password!: string;
}

export class ForgotPasswordDto {
  @EmailField()
  email!: string;
}

export class ResetPasswordDto {
  @TextField({ description: 'From the link.', example: 'kLq3…', min: 1, max: 200, trim: true })
  reset_token!: string;

  @TextField({
    description: 'A new password, 12 to 128 characters. All sessions end.',
    example: 'correct horse battery',
    max: 1000,
  })
  password!: string;

  @TextField({
    description: 'From the authenticator app, or a recovery code, when a second factor is set.',
    example: '123456',
    optional: true,
    max: 20,
    trim: true,
  })
  one_time_code?: string;
}

export class MeDto {
  @ApiProperty({ format: 'uuid' })
  user_id!: string;

  @ApiProperty({ format: 'email', example: 'ann@example.com' })
  email!: string;

  @ApiProperty({ example: 'Ann' })
  name!: string;

  @ApiProperty({ enum: ['owner', 'admin', 'member'] })
  role!: string;
}

export class AccountDto extends MeDto {
  @ApiProperty({ type: Boolean, description: 'A second factor is asked for at sign-in.' })
  second_factor!: boolean;
}

export class SignedInDto {
  @ApiProperty({ description: 'Send it as `Authorization: Bearer <ACCESS_TOKEN>`.' })
  access_token!: string;

  @ApiProperty({ enum: ['Bearer'] })
  token_type!: 'Bearer';

  @ApiProperty({ type: 'integer', description: 'Seconds until it ends.', example: 600 })
  expires_in!: number;

  @ApiProperty({ type: MeDto })
  user!: MeDto;
}

export class UpdateMeDto {
  @NameField({ description: 'Your name.', example: 'Ann', optional: true })
  name?: string;

  @TextField({
    description: 'A new password, 12 to 128 characters. All sessions end.',
    optional: true,
    max: 1000,
  })
  password?: string;

  @TextField({ description: 'The present password; needed to change it.', optional: true, max: 1000 })
  old_password?: string;
}

/** `search`: the browser or the address. */
export class SessionsQuery extends ListQuery {
  @SortedBy(SESSION_ORDER.sorts, SESSION_ORDER.order)
  override sort?: string;
}

export class SessionDto {
  @ApiProperty({ format: 'uuid' })
  session_id!: string;

  @ApiProperty({ description: 'The browser, as it named itself.' })
  user_agent!: string;

  @ApiProperty({ description: 'Where it signed in from.' })
  address!: string;

  @ApiProperty({ type: Boolean, description: 'The session of this call.' })
  current!: boolean;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at!: string;

  @ApiProperty({ type: String, format: 'date-time' })
  last_used_at!: string;
}

export class SessionIdDto {
  @ApiProperty({ format: 'uuid' })
  session_id!: string;
}
