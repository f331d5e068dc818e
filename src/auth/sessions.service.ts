// UI sessions: short JWTs (HS256, key from the key ring) and a rotating refresh token.
import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { KeyRing } from '../common/crypto/key-ring.js';
import { randomToken, sha256 } from '../common/crypto/tokens.js';
import { DomainError } from '../common/errors/domain-error.js';
import { isId, newId } from '../common/http/id.js';
import type { ListQuery } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import type { Principal } from '../common/http/request-context.js';
import { MaintenanceRegistry } from '../common/maintenance/maintenance-registry.js';
import { SecurityLogService } from '../users/security-log/security-log.service.js';
import type { User } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { AuthRepository } from './auth.repository.js';
import type { Session } from './session.entity.js';
import { JWT_AUDIENCE, JWT_ISSUER, JWT_LIFETIME_SECONDS, JWT_PURPOSE } from './jwt-settings.js';

const SESSION_DAYS = 30;
const REFRESH_PURPOSE = 'refresh';
/** Two tabs may send the same refresh token at once, and an answer may be lost on its way; later re-use ends the whole chain. */
const REUSE_GRACE_MS = 10_000;

export interface ClientInfo {
  userAgent: string;
  address: string;
}

export interface SignedIn {
  accessToken: string;
  expiresInSeconds: number;
  /** `<session id>.<token>`; null when the one that another tab got has been used since. */
  refreshToken: string | null;
  userId: string;
}

@Injectable()
export class SessionsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sessions: AuthRepository,
    private readonly jwt: JwtService,
    private readonly keyRing: KeyRing,
    private readonly log: SecurityLogService,
    users: UsersService,
    maintenance: MaintenanceRegistry,
  ) {
    users.endSessionsWith((userId, manager) => this.sessions.deleteSessionsOf(userId, manager));
    for (const table of ['sessions', 'access_tokens'] as const)
      maintenance.clean(table, (limit) => this.sessions.deleteExpired(table, limit));
  }

  list(principal: Principal, query: ListQuery): Promise<Page<Session>> {
    return this.sessions.listSessions(principal.userId, query);
  }

  async delete(principal: Principal, id: string): Promise<void> {
    if (!(await this.sessions.deleteSessionOf(principal.userId, id))) throw DomainError.notFound('session');
  }

  async deleteAll(principal: Principal): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await this.sessions.deleteSessionsOf(principal.userId, manager);
      const { email, userId } = principal;
      await this.log.record({ action: 'signed_out_everywhere', email, userId }, manager);
    });
  }

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
    const { id, token } = parse(cookie) ?? refuseEnded();
    const session = await this.sessions.findSession(id);
    if (!session || session.expiresAt.getTime() <= Date.now()) throw signedOut();
    const hash = sha256(token);
    const next = this.successorOf(id, token);
    const refreshed = { ...this.accessTokenOf(session.userId, id), refreshToken: `${id}.${next}` };
    if (session.tokenHash.equals(hash)) {
      await this.sessions.rotateSession(id, hash, sha256(next));
      return refreshed;
    }
    const isRecent = Date.now() - session.rotatedAt.getTime() < REUSE_GRACE_MS;
    if (isRecent && session.previousTokenHash?.equals(hash)) {
      return session.tokenHash.equals(sha256(next)) ? refreshed : { ...refreshed, refreshToken: null };
    }
    await this.sessions.deleteSession(id);
    throw signedOut();
  }

  /** The same for each use of a token: a browser whose page was left before the answer came asks again and gets it. */
  private successorOf(id: string, token: string): string {
    return createHmac('sha256', this.keyRing.derive(REFRESH_PURPOSE))
      .update(`${id}.${token}`)
      .digest('base64url');
  }

  /** A cookie that is none of ours ends nothing, silently. */
  async end(cookie: string | undefined): Promise<void> {
    const { id, token } = parse(cookie) ?? {};
    if (id === undefined || token === undefined) return;
    const session = await this.sessions.findSession(id);
    const hash = sha256(token);
    if (session && (session.tokenHash.equals(hash) || session.previousTokenHash?.equals(hash)))
      await this.sessions.deleteSession(id);
  }

  private accessTokenOf(
    userId: string,
    sessionId: string,
  ): { accessToken: string; expiresInSeconds: number; userId: string } {
    const accessToken = this.jwt.sign(
      { sid: sessionId },
      {
        privateKey: this.keyRing.derive(JWT_PURPOSE),
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

function parse(cookie: string | undefined): { id: string; token: string } | null {
  const match = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(cookie ?? '');
  return match && isId(match[1]) ? { id: match[1], token: match[2] ?? '' } : null;
}

function refuseEnded(): never {
  throw signedOut();
}

const signedOut = () =>
  DomainError.unauthenticated('Suspicious login attempt: the session has ended. Please sign in again.');
