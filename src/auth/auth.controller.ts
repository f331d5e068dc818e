import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Instance, Public } from '../common/http/access.decorator.js';
import { Answers } from '../common/http/answer.decorator.js';
import { CurrentUser, type Principal } from '../common/http/request-context.js';
import { AppConfig } from '../config/app-config.js';
import { AccountService } from './account.service.js';
import { toAccountDto, toMeDto, toSignedInDto } from './auth.mapper.js';
import {
  AcceptInvitationDto,
  AccountDto,
  AuthStateDto,
  ForgotPasswordDto,
  LoginDto,
  MeDto,
  ResetPasswordDto,
  SetupDto,
  SignedInDto,
  UpdateMeDto,
} from './dto/auth.dto.js';
import { RecoveryService } from './recovery.service.js';
import { checkOrigin, clearRefreshCookie, readRefreshCookie, setRefreshCookie } from './refresh-cookie.js';
import { SecondFactorService } from './second-factor/second-factor.service.js';
import type { ClientInfo } from './sessions.service.js';
import { OnlyDuringSetup } from './setup.guard.js';
import { SetupService } from './setup.service.js';
import { type SignedInUser, SignInService } from './sign-in.service.js';

const clientOf = (request: FastifyRequest): ClientInfo => ({
  userAgent: request.headers['user-agent'] ?? '',
  address: request.ip,
});

@ApiTags('Sign-in')
@Controller('api/auth')
export class AuthController {
  constructor(
    private readonly setups: SetupService,
    private readonly signIns: SignInService,
    private readonly accounts: AccountService,
    private readonly recovery: RecoveryService,
    private readonly factors: SecondFactorService,
    private readonly config: AppConfig,
  ) {}

  @Public()
  @Answers({ message: 'State of the sign-in.', type: AuthStateDto })
  @Get('state')
  async state(): Promise<AuthStateDto> {
    return {
      setup_needed: await this.setups.isNeeded(),
      sample_systems: this.config.environment.sampleSystems,
      public_url: this.config.publicUrl,
      mail: this.config.environment.smtpUrl !== null,
    };
  }

  @Public()
  @OnlyDuringSetup()
  @Answers({ message: 'Owner account created.', type: SignedInDto })
  @Post('setup')
  async setup(
    @Body() body: SetupDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInDto> {
    return this.signIn(await this.setups.claim(body, clientOf(request)), reply);
  }

  @Public()
  @Answers({ message: 'Signed in.', type: SignedInDto })
  @Post('login')
  async login(
    @Body() body: LoginDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInDto> {
    return this.signIn(await this.signIns.login(body, clientOf(request)), reply);
  }

  @Public()
  @Answers({ message: 'Signed in again.', type: SignedInDto })
  @Post('refresh')
  async refresh(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInDto> {
    checkOrigin(request, [new URL(this.config.publicUrl).origin, ...this.config.environment.corsOrigins]);
    return this.signIn(await this.signIns.refresh(readRefreshCookie(request)), reply);
  }

  @Public()
  @Answers({ message: 'Signed out.' })
  @Post('logout')
  async logout(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.signIns.logout(readRefreshCookie(request));
    clearRefreshCookie(reply);
  }

  @Public()
  @Answers({ message: 'Welcome. You are signed in.', type: SignedInDto })
  @Post('accept_invitation')
  async acceptInvitation(
    @Body() body: AcceptInvitationDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInDto> {
    return this.signIn(await this.recovery.acceptInvitation(body, clientOf(request)), reply);
  }

  @Public()
  @Answers({ message: 'If the address is known here, a mail with a link is on its way.' })
  @Post('forgot_password')
  async forgotPassword(@Body() body: ForgotPasswordDto, @Req() request: FastifyRequest): Promise<void> {
    await this.recovery.forgotPassword(body.email, request.ip);
  }

  @Public()
  @Answers({ message: 'Password changed. You are signed in.', type: SignedInDto })
  @Post('reset_password')
  async resetPassword(
    @Body() body: ResetPasswordDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInDto> {
    return this.signIn(await this.recovery.resetPassword(body, clientOf(request)), reply);
  }

  @Instance('member', { allowLimitedTokens: true })
  @Answers({ message: 'Your account.', type: AccountDto })
  @Get('me')
  async me(@CurrentUser() user: Principal): Promise<AccountDto> {
    return toAccountDto(user, await this.factors.isOn(user.userId));
  }

  @Instance()
  @Answers({ message: 'Account updated.', type: MeDto })
  @Post('me/update')
  async updateMe(
    @CurrentUser() user: Principal,
    @Body() body: UpdateMeDto,
    @Req() request: FastifyRequest,
  ): Promise<MeDto> {
    return toMeDto(await this.accounts.update(user, body, request.ip));
  }

  private signIn(signedIn: SignedInUser, reply: FastifyReply): SignedInDto {
    setRefreshCookie(reply, signedIn.refreshToken, this.config.publicUrl);
    return toSignedInDto(signedIn);
  }
}
