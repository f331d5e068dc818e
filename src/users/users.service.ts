import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { GroupRepository } from './group.repository.js';
import type { User } from './user.entity.js';
import { type NewUser, UserRepository } from './user.repository.js';

/** People and groups, as other features need them. */
@Injectable()
export class UsersService {
  constructor(
    private readonly users: UserRepository,
    private readonly groups: GroupRepository,
  ) {}

  isEmpty(): Promise<boolean> {
    return this.users.isEmpty();
  }

  findByEmail(email: string): Promise<User | null> {
    return this.users.findByEmail(email);
  }

  findById(id: string): Promise<User | null> {
    return this.users.findById(id);
  }

  create(user: NewUser, manager?: EntityManager): Promise<void> {
    return this.users.insert(user, manager);
  }

  update(
    id: string,
    change: Parameters<UserRepository['update']>[1],
    manager?: EntityManager,
  ): Promise<void> {
    return this.users.update(id, change, manager);
  }

  /** The positions in `ids` that are no group. */
  async unknownGroups(ids: string[]): Promise<number[]> {
    const known = await this.groups.existing(ids);
    return ids.flatMap((id, index) => (known.has(id) ? [] : [index]));
  }
}
