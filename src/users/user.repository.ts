import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { DomainError } from '../common/errors/domain-error.js';
import type { ListQuery } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import { pageOfRows } from '../database/list-rows.js';
import { AccountLink } from './account-link.entity.js';
import { User } from './user.entity.js';
import { USER_SORTS } from './users.types.js';

export type NewUser = Pick<User, 'id' | 'email' | 'name' | 'passwordHash' | 'role'>;
export type UserChange = Partial<Pick<User, 'email' | 'name' | 'role' | 'suspendedAt'>>;

@Injectable()
export class UserRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  findByEmail(email: string): Promise<User | null> {
    return this.dataSource.manager.findOneBy(User, { email });
  }

  findById(id: string): Promise<User | null> {
    return this.dataSource.manager.findOneBy(User, { id });
  }

  /** For a change that depends on what the row says now; in the caller's transaction. */
  lock(id: string, manager: EntityManager): Promise<User | null> {
    return manager.findOne(User, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  list(query: ListQuery & { role?: string }): Promise<Page<User>> {
    const rows = this.dataSource.manager.createQueryBuilder(User, 'u').where('true');
    if (query.role !== undefined) rows.andWhere('u.role = :role', { role: query.role });
    return pageOfRows(rows, query, { sorts: USER_SORTS, order: 'name', searched: ['u.name', 'u.email'] });
  }

  async insert(user: NewUser, manager: EntityManager = this.dataSource.manager): Promise<void> {
    await refuseTakenAddress(() => manager.insert(User, user));
  }

  async update(
    id: string,
    change: UserChange,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<void> {
    await refuseTakenAddress(() => manager.update(User, { id }, change));
  }

  /** Every link that was sent ends with it: none of them may set another password. In the caller's transaction. */
  async setPassword(id: string, passwordHash: string, manager: EntityManager): Promise<void> {
    await manager.update(User, { id }, { passwordHash });
    await manager.delete(AccountLink, { userId: id });
  }

  async delete(id: string, manager: EntityManager): Promise<void> {
    await manager.delete(User, { id });
  }
}

async function refuseTakenAddress(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const constraint =
      error instanceof QueryFailedError
        ? (error.driverError as { constraint?: string }).constraint
        : undefined;
    if (constraint !== 'users_email_key') throw error;
    throw DomainError.conflict('name_taken', 'A person with this e-mail address is here already.', [
      { field: 'email', code: 'name_taken', message: 'is taken already' },
    ]);
  }
}
