// One's own account: name and password.
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { DomainError } from '../common/errors/domain-error.js';
import type { Principal } from '../common/http/request-context.js';
import { SecurityLogService } from '../users/security-log/security-log.service.js';
import type { User } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import type { UpdateMeDto } from './dto/auth.dto.js';
import { PasswordCheckService } from './password-check.service.js';
import { newPasswordHash } from './passwords.js';

@Injectable()
export class AccountService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly users: UsersService,
    private readonly passwords: PasswordCheckService,
    private readonly log: SecurityLogService,
  ) {}

  /** A new password ends every session in the same transaction. */
  async update(principal: Principal, input: UpdateMeDto, address: string): Promise<User> {
    let passwordHash: string | undefined;
    if (input.password !== undefined) {
      await this.passwords.confirm(principal, 'old_password', input.old_password ?? '', address);
      passwordHash = await newPasswordHash('password', input.password);
    }
    await this.dataSource.transaction(async (manager) => {
      if (input.name !== undefined) await this.users.update(principal.userId, { name: input.name }, manager);
      if (passwordHash === undefined) return;
      const { email, userId } = principal;
      await this.users.setPassword(userId, passwordHash, manager);
      await this.users.endSessions(userId, manager);
      await this.log.record({ action: 'password_changed', email, userId, address }, manager);
    });
    const user = await this.users.findById(principal.userId);
    if (!user) throw DomainError.notFound('user');
    return user;
  }
}
