import { ApiProperty } from '@nestjs/swagger';
import { TextField } from '../../common/validation/fields.decorator.js';

export class SecondFactorDto {
  @ApiProperty({ description: 'For typing into the app (base32).', example: 'JBSWY3DPEHPK3PXP' })
  secret!: string;

  @ApiProperty({
    description: 'For a QR code.',
    example: 'otpauth://totp/Pipewright:ann%40example.com?secret=…',
  })
  otpauth_url!: string;
}

export class ConfirmDto {
  @TextField({
    description: 'The code that the app shows now.',
    example: '123456',
    min: 1,
    max: 20,
    trim: true,
  })
  one_time_code!: string;
}

export class RecoveryCodesDto {
  @ApiProperty({ type: [String], description: 'Each replaces a one-time code once.' })
  recovery_codes!: string[];
}

export class PasswordDto {
  @TextField({ description: 'Your password.', example: 'correct horse battery', min: 1, max: 1000 })
  password!: string;
}
