import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { GroupRepository } from './group.repository.js';
import type { User } from './user.entity.js';
import { type NewUser, type UserChange, UserRepository } from './user.repository.js';

/** Ends what a person holds open (sessions), inside the transaction that changes the account. */
type SessionEnder = (userId: string, manager: EntityManager) => Promise<void>;

/** People and groups, as other features need them. */
@Injectable()
export class UsersService {
  private readonly enders: SessionEnder[] = [];

  constructor(
    private readonly users: UserRepository,
    private readonly groups: GroupRepository,
  ) {}

  findByEmail(email: string): Promise<User | null> {
    return this.users.findByEmail(email);
  }

  findById(id: string): Promise<User | null> {
    return this.users.findById(id);
  }

  create(user: NewUser, manager?: EntityManager): Promise<void> {
    return this.users.insert(user, manager);
  }

  update(id: string, change: UserChange, manager?: EntityManager): Promise<void> {
    return this.users.update(id, change, manager);
  }

  /** For a change that depends on what the account is now; in the caller's transaction. */
  lock(id: string, manager: EntityManager): Promise<User | null> {
    return this.users.lock(id, manager);
  }

  setPassword(id: string, passwordHash: string, manager: EntityManager): Promise<void> {
    return this.users.setPassword(id, passwordHash, manager);
  }

  /** The sign-in feature says how to end sessions: users stand below it and do not know it. */
  endSessionsWith(ender: SessionEnder): void {
    this.enders.push(ender);
  }

  async endSessions(userId: string, manager: EntityManager): Promise<void> {
    for (const ender of this.enders) await ender(userId, manager);
  }

  /** The positions in `ids` that are no group. */
  async unknownGroups(ids: string[]): Promise<number[]> {
    const known = await this.groups.existing(ids);
    return ids.flatMap((id, index) => (known.has(id) ? [] : [index]));
  }
}
