// Set-up, sign-in, one's own account.
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { equalTexts } from '../common/crypto/tokens.js';
import { DomainError } from '../common/errors/domain-error.js';
import { newId } from '../common/http/id.js';
import type { Principal } from '../common/http/request-context.js';
import { InstanceFactsRepository } from '../common/instance/instance-facts.repository.js';
import { AppConfig } from '../config/app-config.js';
import { UsersService } from '../users/users.service.js';
import type { User } from '../users/user.entity.js';
import { AuthRepository } from './auth.repository.js';
import type { LoginDto, SetupDto, UpdateMeDto } from './dto/auth.dto.js';
import { hashPassword, passwordFault, verifyPassword } from './passwords.js';
import { type ClientInfo, SessionsService, type SignedIn } from './sessions.service.js';

const OWNER_CLAIMED = 'owner_claimed';

export type SignedInUser = SignedIn & { user: Pick<User, 'id' | 'email' | 'name' | 'role'> };

@Injectable()
export class AuthService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly config: AppConfig,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly facts: InstanceFactsRepository,
    private readonly rows: AuthRepository,
  ) {}

  async isSetupNeeded(): Promise<boolean> {
    return (await this.facts.find(OWNER_CLAIMED)) === null;
  }

  /** Claims the owner account: the claim row and the user commit together, so there is one owner, ever. */
  async setup(input: SetupDto, client: ClientInfo): Promise<SignedInUser> {
    if (!(await this.isSetupNeeded())) throw DomainError.notFound('route: the set-up is done');
    if (!equalTexts(input.setup_token, this.config.setupToken)) {
      throw DomainError.unauthenticated(
        'Suspicious login attempt: the set-up token is not the one that the first start printed.',
      );
    }
    const passwordHash = await newPasswordHash('password', input.password);
    const user = { id: newId(), email: input.email, name: input.name, passwordHash, role: 'owner' as const };
    return this.dataSource.transaction(async (manager) => {
      if (!(await this.facts.claim(OWNER_CLAIMED, user.id, manager)))
        throw DomainError.notFound('route: the set-up is done');
      await this.users.create(user, manager);
      return { ...(await this.sessions.start(user, client, manager)), user };
    });
  }

  /** A wrong password and an unknown address read alike and cost the same time. */
  async login(input: LoginDto, client: ClientInfo): Promise<SignedInUser> {
    const user = await this.users.findByEmail(input.email);
    const isRight = await verifyPassword(user?.passwordHash ?? null, input.password);
    if (!user || !isRight || user.suspendedAt) {
      throw DomainError.unauthenticated(
        'Suspicious login attempt: the e-mail address or the password is wrong.',
      );
    }
    return { ...(await this.sessions.start(user, client)), user };
  }

  async refresh(cookie: string | undefined): Promise<SignedInUser> {
    const signedIn = await this.sessions.refresh(cookie);
    const user = await this.users.findById(signedIn.userId);
    if (!user || user.suspendedAt)
      throw DomainError.unauthenticated(
        'Suspicious login attempt: the session has ended. Please sign in again.',
      );
    return { ...signedIn, user };
  }

  logout(cookie: string | undefined): Promise<void> {
    return this.sessions.end(cookie).catch(() => undefined);
  }

  /** A new password ends every session in the same transaction. */
  async updateMe(principal: Principal, input: UpdateMeDto): Promise<User> {
    const user = await this.users.findById(principal.userId);
    if (!user) throw DomainError.notFound('user');
    let passwordHash: string | undefined;
    if (input.password !== undefined) {
      if (!(await verifyPassword(user.passwordHash, input.old_password ?? ''))) {
        throw DomainError.invalidField('old_password', 'must be the present password', 'wrong_password');
      }
      passwordHash = await newPasswordHash('password', input.password);
    }
    await this.dataSource.transaction(async (manager) => {
      const change = {
        ...(input.name !== undefined ? { name: input.name } : {}),
        ...(passwordHash ? { passwordHash } : {}),
      };
      if (Object.keys(change).length > 0) await this.users.update(user.id, change, manager);
      if (passwordHash) await this.rows.deleteSessionsOf(user.id, manager);
    });
    return { ...user, name: input.name ?? user.name };
  }
}

async function newPasswordHash(field: string, password: string): Promise<string> {
  const fault = passwordFault(password);
  if (fault) throw DomainError.invalidField(field, fault, 'weak_password');
  return hashPassword(password);
}
