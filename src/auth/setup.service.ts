// The first start: one person claims the owner account with the set-up token.
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { equalTexts } from '../common/crypto/tokens.js';
import { EventBus } from '../common/events/domain-event.js';
import { DomainError } from '../common/errors/domain-error.js';
import { newId } from '../common/http/id.js';
import { InstanceFactsRepository } from '../common/instance/instance-facts.repository.js';
import { AppConfig } from '../config/app-config.js';
import { SecurityLogService } from '../users/security-log/security-log.service.js';
import { UsersService } from '../users/users.service.js';
import { INSTANCE_CLAIMED } from './auth.events.js';
import type { SetupDto } from './dto/auth.dto.js';
import { newPasswordHash } from './passwords.js';
import { principalOf } from './principal.js';
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
    private readonly events: EventBus,
  ) {}

  async isNeeded(): Promise<boolean> {
    return (await this.facts.find(OWNER_CLAIMED)) === null;
  }

  async refuseWhenDone(): Promise<void> {
    if (!(await this.isNeeded())) throw isDone();
  }

  /** Claims the owner account: the claim row and the user commit together, so there is one owner, ever. */
  async claim(input: SetupDto, client: ClientInfo): Promise<SignedInUser> {
    if (!equalTexts(input.setup_token, this.config.setupToken)) throw wrongSetupToken();
    const passwordHash = await newPasswordHash('password', input.password);
    const user = { id: newId(), email: input.email, name: input.name, passwordHash, role: 'owner' as const };
    const signedIn = await this.dataSource.transaction(async (manager) => {
      if (!(await this.facts.claim(OWNER_CLAIMED, user.id, manager))) throw isDone();
      await this.users.create(user, manager);
      await this.log.record(
        { action: 'owner_claimed', email: user.email, userId: user.id, address: client.address },
        manager,
      );
      return { ...(await this.sessions.start(user, client, manager)), user };
    });
    await this.tell(user, input.create_sample_project ?? false);
    return signedIn;
  }

  private tell(user: SignedInUser['user'], createSampleProject: boolean): Promise<void> {
    const caller = {
      user_id: user.id,
      email: user.email,
      name: user.name,
      role: user.role,
      suspended: false,
    };
    return this.events.emit({
      type: INSTANCE_CLAIMED,
      projectId: null,
      resourceType: 'instance',
      resourceId: user.id,
      resourceName: user.name,
      actor: { userId: user.id, name: user.name },
      details: { create_sample_project: createSampleProject, owner: principalOf(caller, {}) },
    });
  }
}

const isDone = () => DomainError.notFound('route: the set-up is done');
