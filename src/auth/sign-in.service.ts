// Sign-in, refresh, sign-out.
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SecurityLogService } from '../users/security-log/security-log.service.js';
import type { User } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { AuthRepository } from './auth.repository.js';
import type { LoginDto } from './dto/auth.dto.js';
import { verifyPassword } from './passwords.js';
import { blockedSignIn, codeNeeded, endedSession, wrongCode, wrongSignIn } from './refusals.js';
import { SecondFactorService } from './second-factor/second-factor.service.js';
import { type ClientInfo, SessionsService, type SignedIn } from './sessions.service.js';
import { type AttemptOutcome, SignInLimitsService } from './sign-in-limits.service.js';

export type SignedInUser = SignedIn & { user: Pick<User, 'id' | 'email' | 'name' | 'role'> };

@Injectable()
export class SignInService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly limits: SignInLimitsService,
    private readonly factors: SecondFactorService,
    private readonly log: SecurityLogService,
    private readonly rows: AuthRepository,
  ) {}

  /** A wrong password, an unknown address and a suspended account read alike and cost the same time. */
  async login(input: LoginDto, client: ClientInfo): Promise<SignedInUser> {
    await this.refuseBlocked(input.email, client);
    const user = await this.users.findByEmail(input.email);
    const isRight = await verifyPassword(user?.passwordHash ?? null, input.password);
    if (!user || !isRight || user.suspendedAt) {
      await this.logFailure(input.email, user, client, 'password');
      throw wrongSignIn();
    }
    await this.checkCode(user, input.one_time_code, client);
    await this.succeeded(input.email, client);
    return this.dataSource.transaction(async (manager) => {
      if (!(await this.rows.isStillSignedUp(user.id, user.passwordHash ?? '', manager))) throw wrongSignIn();
      const { email, id: userId } = user;
      await this.log.record({ action: 'signed_in', email, userId, address: client.address }, manager);
      return { ...(await this.sessions.start(user, client, manager)), user };
    });
  }

  async refresh(cookie: string | undefined): Promise<SignedInUser> {
    const signedIn = await this.sessions.refresh(cookie);
    const user = await this.users.findById(signedIn.userId);
    if (!user || user.suspendedAt) throw endedSession();
    return { ...signedIn, user };
  }

  logout(cookie: string | undefined): Promise<void> {
    return this.sessions.end(cookie);
  }

  /** Also asked for by a password reset: a mailbox alone does not replace the second factor. */
  async checkCode(user: User, code: string | undefined, client: ClientInfo): Promise<void> {
    if (!(await this.factors.isOn(user.id))) return;
    if (code === undefined || code === '') {
      await this.limits.takeBackSignIn(user.email, client.address);
      throw codeNeeded();
    }
    if (await this.factors.use(user, code)) return;
    await this.logFailure(user.email, user, client, 'one_time_code');
    throw wrongCode();
  }

  /** Counts the attempt; `succeeded` tells that it was none to count. */
  async refuseBlocked(email: string, client: ClientInfo): Promise<void> {
    await this.refuse(await this.limits.attemptSignIn(email, client.address), email, client.address);
  }

  succeeded(email: string, client: ClientInfo): Promise<void> {
    return this.limits.succeedSignIn(email, client.address);
  }

  /** Counts apart: asking for links must not block any sign-in. */
  async refuseBlockedReset(email: string, address: string): Promise<void> {
    await this.refuse(await this.limits.attempt(`reset of ${email}`, address), email, address);
  }

  private async refuse(outcome: AttemptOutcome, email: string, address: string): Promise<void> {
    if (outcome === 'allowed') return;
    if (outcome === 'blocked_now') await this.log.record({ action: 'sign_in_blocked', email, address });
    throw blockedSignIn();
  }

  private logFailure(email: string, user: User | null, client: ClientInfo, part: string): Promise<void> {
    return this.log.record({
      action: 'sign_in_failed',
      email,
      userId: user?.id ?? null,
      address: client.address,
      details: { wrong: user?.suspendedAt ? 'suspended' : part },
    });
  }
}
