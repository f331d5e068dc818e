// The first start: one person claims the owner account with the set-up token.
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { equalTexts } from '../common/crypto/tokens.js';
import { DomainError } from '../common/errors/domain-error.js';
import { newId } from '../common/http/id.js';
import { InstanceFactsRepository } from '../common/instance/instance-facts.repository.js';
import { AppConfig } from '../config/app-config.js';
import { SecurityLogService } from '../users/security-log/security-log.service.js';
import { UsersService } from '../users/users.service.js';
import type { SetupDto } from './dto/auth.dto.js';
import { newPasswordHash } from './passwords.js';
import { wrongSetupToken } from './refusals.js';
import { type ClientInfo, SessionsService } from './sessions.service.js';
import type { SignedInUser } from './sign-in.service.js';

const OWNER_CLAIMED = 'owner_claimed';

@Injectable()
export class SetupService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly config: AppConfig,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly facts: InstanceFactsRepository,
    private readonly log: SecurityLogService,
  ) {}

  async isNeeded(): Promise<boolean> {
    return (await this.facts.find(OWNER_CLAIMED)) === null;
  }

  /** Claims the owner account: the claim row and the user commit together, so there is one owner, ever. */
  async claim(input: SetupDto, client: ClientInfo): Promise<SignedInUser> {
    if (!(await this.isNeeded())) throw isDone();
    if (!equalTexts(input.setup_token, this.config.setupToken)) throw wrongSetupToken();
    const passwordHash = await newPasswordHash('password', input.password);
    const user = { id: newId(), email: input.email, name: input.name, passwordHash, role: 'owner' as const };
    return this.dataSource.transaction(async (manager) => {
      if (!(await this.facts.claim(OWNER_CLAIMED, user.id, manager))) throw isDone();
      await this.users.create(user, manager);
      await this.log.record(
        { action: 'owner_claimed', email: user.email, userId: user.id, address: client.address },
        manager,
      );
      return { ...(await this.sessions.start(user, client, manager)), user };
    });
  }
}

const isDone = () => DomainError.notFound('route: the set-up is done');
