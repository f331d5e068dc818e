import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Instance, Public } from '../common/http/access.decorator.js';
import { Answers } from '../common/http/answer.decorator.js';
import { CurrentUser, type Principal } from '../common/http/request-context.js';
import { AppConfig } from '../config/app-config.js';
import { principalToMeDto, toMeDto, toSignedInDto } from './auth.mapper.js';
import { AuthService, type SignedInUser } from './auth.service.js';
import { AuthStateDto, LoginDto, MeDto, SetupDto, SignedInDto, UpdateMeDto } from './dto/auth.dto.js';
import { checkOrigin, clearRefreshCookie, readRefreshCookie, setRefreshCookie } from './refresh-cookie.js';
import type { ClientInfo } from './sessions.service.js';

const clientOf = (request: FastifyRequest): ClientInfo => ({
  userAgent: request.headers['user-agent'] ?? '',
  address: request.ip,
});

@ApiTags('Sign-in')
@Controller('api/auth')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly config: AppConfig,
  ) {}

  @Public()
  @Answers({ message: 'State of the sign-in.', type: AuthStateDto })
  @Get('state')
  async state(): Promise<AuthStateDto> {
    return {
      setup_needed: await this.auth.isSetupNeeded(),
      sample_systems: this.config.environment.sampleSystems,
    };
  }

  @Public()
  @Answers({ message: 'Owner account created.', type: SignedInDto })
  @Post('setup')
  async setup(
    @Body() body: SetupDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInDto> {
    return this.signIn(await this.auth.setup(body, clientOf(request)), reply);
  }

  @Public()
  @Answers({ message: 'Signed in.', type: SignedInDto })
  @Post('login')
  async login(
    @Body() body: LoginDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInDto> {
    return this.signIn(await this.auth.login(body, clientOf(request)), reply);
  }

  @Public()
  @Answers({ message: 'Signed in again.', type: SignedInDto })
  @Post('refresh')
  async refresh(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInDto> {
    checkOrigin(request, [new URL(this.config.publicUrl).origin, ...this.config.environment.corsOrigins]);
    return this.signIn(await this.auth.refresh(readRefreshCookie(request)), reply);
  }

  @Public()
  @Answers({ message: 'Signed out.' })
  @Post('logout')
  async logout(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.auth.logout(readRefreshCookie(request));
    clearRefreshCookie(reply);
  }

  @Instance('member', { allowLimitedTokens: true })
  @Answers({ message: 'Your account.', type: MeDto })
  @Get('me')
  me(@CurrentUser() user: Principal): MeDto {
    return principalToMeDto(user);
  }

  @Instance()
  @Answers({ message: 'Account updated.', type: MeDto })
  @Post('me/update')
  async updateMe(@CurrentUser() user: Principal, @Body() body: UpdateMeDto): Promise<MeDto> {
    return toMeDto(await this.auth.updateMe(user, body));
  }

  private signIn(signedIn: SignedInUser, reply: FastifyReply): SignedInDto {
    setRefreshCookie(reply, signedIn.refreshToken, this.config.publicUrl);
    return toSignedInDto(signedIn);
  }
}
