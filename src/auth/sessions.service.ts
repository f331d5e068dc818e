// UI sessions: short JWTs (HS256, key from the key ring) and a rotating refresh token.
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { EntityManager } from 'typeorm';
import { KeyRing } from '../common/crypto/key-ring.js';
import { randomToken, sha256 } from '../common/crypto/tokens.js';
import { DomainError } from '../common/errors/domain-error.js';
import { newId } from '../common/http/id.js';
import type { User } from '../users/user.entity.js';
import { AuthRepository } from './auth.repository.js';
import { JWT_AUDIENCE, JWT_ISSUER, JWT_LIFETIME_SECONDS, JWT_PURPOSE } from './jwt-settings.js';

const SESSION_DAYS = 30;
/** Two tabs may send the same refresh token at once; later re-use ends the whole chain. */
const REUSE_GRACE_MS = 10_000;

export interface ClientInfo {
  userAgent: string;
  address: string;
}

export interface SignedIn {
  accessToken: string;
  expiresInSeconds: number;
  /** `<session id>.<token>`; null when another tab just rotated it and holds the new one. */
  refreshToken: string | null;
  userId: string;
}

@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: AuthRepository,
    private readonly jwt: JwtService,
    private readonly keyRing: KeyRing,
  ) {}

  async start(user: Pick<User, 'id'>, client: ClientInfo, manager?: EntityManager): Promise<SignedIn> {
    const id = newId();
    const token = randomToken();
    await this.sessions.insertSession(
      {
        id,
        userId: user.id,
        tokenHash: sha256(token),
        previousTokenHash: null,
        rotatedAt: new Date(),
        expiresAt: new Date(Date.now() + SESSION_DAYS * 86_400_000),
        userAgent: client.userAgent.slice(0, 300),
        address: client.address,
      },
      manager,
    );
    return { ...this.accessTokenOf(user.id, id), refreshToken: `${id}.${token}` };
  }

  async refresh(cookie: string | undefined): Promise<SignedIn> {
    const { id, token } = this.parse(cookie);
    const session = await this.sessions.findSession(id);
    if (!session || session.expiresAt.getTime() <= Date.now()) throw signedOut();
    const hash = sha256(token);
    if (session.tokenHash.equals(hash)) {
      const next = randomToken();
      const isRotated = await this.sessions.rotateSession(id, hash, sha256(next));
      return { ...this.accessTokenOf(session.userId, id), refreshToken: isRotated ? `${id}.${next}` : null };
    }
    const isRecent = Date.now() - session.rotatedAt.getTime() < REUSE_GRACE_MS;
    if (isRecent && session.previousTokenHash?.equals(hash)) {
      return { ...this.accessTokenOf(session.userId, id), refreshToken: null };
    }
    await this.sessions.deleteSession(id);
    throw signedOut();
  }

  async end(cookie: string | undefined): Promise<void> {
    if (!cookie) return;
    const { id, token } = this.parse(cookie);
    const session = await this.sessions.findSession(id);
    const hash = sha256(token);
    if (session && (session.tokenHash.equals(hash) || session.previousTokenHash?.equals(hash)))
      await this.sessions.deleteSession(id);
  }

  private parse(cookie: string | undefined): { id: string; token: string } {
    const match = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(cookie ?? '');
    if (!match) throw signedOut();
    return { id: match[1] ?? '', token: match[2] ?? '' };
  }

  private accessTokenOf(
    userId: string,
    sessionId: string,
  ): { accessToken: string; expiresInSeconds: number; userId: string } {
    const accessToken = this.jwt.sign(
      { sid: sessionId },
      {
        secret: this.keyRing.derive(JWT_PURPOSE),
        keyid: this.keyRing.current.id,
        algorithm: 'HS256',
        subject: userId,
        issuer: JWT_ISSUER,
        audience: JWT_AUDIENCE,
        expiresIn: JWT_LIFETIME_SECONDS,
      },
    );
    return { accessToken, expiresInSeconds: JWT_LIFETIME_SECONDS, userId };
  }
}

const signedOut = () =>
  DomainError.unauthenticated('Suspicious login attempt: the session has ended. Please sign in again.');
