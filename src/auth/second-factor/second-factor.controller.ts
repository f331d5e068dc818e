import { Body, Controller, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Instance } from '../../common/http/access.decorator.js';
import { Answers } from '../../common/http/answer.decorator.js';
import { Idempotent } from '../../common/idempotency/idempotent.decorator.js';
import { CurrentUser, type Principal } from '../../common/http/request-context.js';
import { PasswordCheckService } from '../password-check.service.js';
import { ConfirmDto, PasswordDto, RecoveryCodesDto, SecondFactorDto } from './second-factor.dto.js';
import { SecondFactorService } from './second-factor.service.js';

@ApiTags('Sign-in')
@Controller('api/auth/second_factor')
export class SecondFactorController {
  constructor(
    private readonly factors: SecondFactorService,
    private readonly passwords: PasswordCheckService,
  ) {}

  @Instance()
  @Idempotent()
  @Answers({
    message: 'Add it to your app, then confirm with a code. It is shown only now.',
    type: SecondFactorDto,
  })
  @Post('create')
  async create(@CurrentUser() user: Principal): Promise<SecondFactorDto> {
    const { secret, otpauthUrl } = await this.factors.create(user);
    return { secret, otpauth_url: otpauthUrl };
  }

  @Instance()
  @Answers({
    message: 'Second factor set. Keep the recovery codes: they are shown only now.',
    type: RecoveryCodesDto,
  })
  @Post('confirm')
  async confirm(@CurrentUser() user: Principal, @Body() body: ConfirmDto): Promise<RecoveryCodesDto> {
    return { recovery_codes: await this.factors.confirm(user, body.one_time_code) };
  }

  @Instance()
  @Answers({ message: 'Second factor removed.' })
  @Post('delete')
  async delete(
    @CurrentUser() user: Principal,
    @Body() body: PasswordDto,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.passwords.confirm(user, 'password', body.password, request.ip);
    await this.factors.delete(user);
  }
}
