// passport-jwt for the UI's access tokens: signature, issuer, audience, expiry; then the session and the user.
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { KeyRing } from '../common/crypto/key-ring.js';
import type { PipewrightRequest, Principal } from '../common/http/request-context.js';
import { AuthRepository } from './auth.repository.js';
import { JWT_AUDIENCE, JWT_ISSUER, JWT_PURPOSE, UnknownKeyError } from './jwt-settings.js';
import { principalOf } from './principal.js';

interface Claims {
  sub?: unknown;
  sid?: unknown;
}

@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  constructor(
    jwt: JwtService,
    keyRing: KeyRing,
    private readonly callers: AuthRepository,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      algorithms: ['HS256'],
      issuer: JWT_ISSUER,
      audience: JWT_AUDIENCE,
      passReqToCallback: true,
      secretOrKeyProvider: (
        _request: unknown,
        token: string,
        done: (error: Error | null, key?: Buffer) => void,
      ) => {
        const decoded: { header?: { kid?: string } } | null = jwt.decode(token, { complete: true });
        const keyId = decoded?.header?.kid;
        if (!keyId || !keyRing.find(keyId)) return done(new UnknownKeyError());
        // A key object, which the types do not know: bytes would be tried as a public key first, on each request.
        done(null, keyRing.derive(JWT_PURPOSE, keyId) as unknown as Buffer);
      },
    });
  }

  /** False refuses the token: its session has ended, or the person is suspended. */
  async validate(request: PipewrightRequest, claims: Claims): Promise<Principal | false> {
    if (typeof claims.sid !== 'string' || typeof claims.sub !== 'string') return false;
    const caller = await this.callers.callerOfSession(claims.sid, request.projectAsked ?? null);
    if (!caller || caller.suspended || caller.user_id !== claims.sub) return false;
    request.membership = caller.membership;
    return principalOf(caller, { sessionId: claims.sid });
  }
}
