import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../users/users.module.js';
import { AccountService } from './account.service.js';
import { AccessToken } from './access-token.entity.js';
import { AccessTokensController } from './access-tokens.controller.js';
import { AccessTokensService } from './access-tokens.service.js';
import { AuthController } from './auth.controller.js';
import { AuthRepository } from './auth.repository.js';
import { BearerGuard } from './bearer.guard.js';
import { JwtStrategy } from './jwt.strategy.js';
import { PasswordCheckService } from './password-check.service.js';
import { RecoveryService } from './recovery.service.js';
import { RefusedTokens } from './refused-tokens.js';
import { SecondFactorController } from './second-factor/second-factor.controller.js';
import { SecondFactor } from './second-factor/second-factor.entity.js';
import { SecondFactorService } from './second-factor/second-factor.service.js';
import { Session } from './session.entity.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';
import { SetupGuard } from './setup.guard.js';
import { SetupService } from './setup.service.js';
import { SignInService } from './sign-in.service.js';
import { SignInAttempt } from './sign-in-attempt.entity.js';
import { SignInLimitsService } from './sign-in-limits.service.js';

/** Sign-in, sessions, personal access tokens, the global bearer guard. */
@Module({
  imports: [
    PassportModule,
    JwtModule.register({}),
    UsersModule,
    TypeOrmModule.forFeature([Session, AccessToken, SignInAttempt, SecondFactor]),
  ],
  controllers: [AuthController, SessionsController, AccessTokensController, SecondFactorController],
  providers: [
    SetupService,
    SignInService,
    AccountService,
    RecoveryService,
    SessionsService,
    AccessTokensService,
    SecondFactorService,
    PasswordCheckService,
    SignInLimitsService,
    AuthRepository,
    JwtStrategy,
    RefusedTokens,
    BearerGuard,
    SetupGuard,
  ],
  exports: [BearerGuard, SetupGuard],
})
export class AuthModule {}
