import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../users/users.module.js';
import { AccessToken } from './access-token.entity.js';
import { AccessTokensController } from './access-tokens.controller.js';
import { AccessTokensService } from './access-tokens.service.js';
import { AuthController } from './auth.controller.js';
import { AuthRepository } from './auth.repository.js';
import { AuthService } from './auth.service.js';
import { BearerGuard } from './bearer.guard.js';
import { JwtStrategy } from './jwt.strategy.js';
import { Session } from './session.entity.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';

/** Sign-in, sessions, personal access tokens, the global bearer guard. */
@Module({
  imports: [
    PassportModule,
    JwtModule.register({}),
    UsersModule,
    TypeOrmModule.forFeature([Session, AccessToken]),
  ],
  controllers: [AuthController, SessionsController, AccessTokensController],
  providers: [AuthService, SessionsService, AccessTokensService, AuthRepository, JwtStrategy, BearerGuard],
  exports: [BearerGuard, AuthService],
})
export class AuthModule {}
