// People as the owner and admins manage them: invitations, roles, suspension, hand-over of the ownership, removal.
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { DomainError } from '../common/errors/domain-error.js';
import { newId } from '../common/http/id.js';
import type { Page } from '../common/http/page.js';
import type { Principal } from '../common/http/request-context.js';
import { INSTANCE_WIDE, UsageRegistry } from '../common/usage/usage-registry.js';
import type { CreateUserDto, UpdateUserDto, UserListQuery } from './dto/user.dto.js';
import { InvitationsService, type SentInvitation } from './invitations.service.js';
import { SecurityLogService } from './security-log/security-log.service.js';
import type { User } from './user.entity.js';
import { UserRepository } from './user.repository.js';
import { UsersService } from './users.service.js';

@Injectable()
export class PeopleService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly rows: UserRepository,
    private readonly users: UsersService,
    private readonly invitations: InvitationsService,
    private readonly log: SecurityLogService,
    private readonly usages: UsageRegistry,
  ) {}

  list(query: UserListQuery): Promise<Page<User>> {
    return this.rows.list(query);
  }

  async create(principal: Principal, input: CreateUserDto): Promise<{ user: User; sent: SentInvitation }> {
    const user = {
      id: newId(),
      email: input.email,
      name: input.name ?? input.email.slice(0, input.email.indexOf('@')),
      passwordHash: null,
      role: input.role ?? ('member' as const),
    };
    const link = await this.dataSource.transaction(async (manager) => {
      await this.users.create(user, manager);
      await this.record(principal, 'user_invited', user, manager, { role: user.role });
      return this.invitations.make(user.id, manager);
    });
    return { user: await this.get(user.id), sent: await this.invitations.send(user, link, principal.name) };
  }

  /** A fresh link for someone who has not accepted yet; the older one ends. */
  async inviteAgain(principal: Principal, id: string): Promise<{ user: User; sent: SentInvitation }> {
    const user = await this.get(id);
    this.refuseOwner(principal, user);
    if (user.passwordHash !== null)
      throw DomainError.conflict('in_use', 'This person has accepted an invitation already.');
    const link = await this.invitations.make(user.id);
    await this.record(principal, 'user_invited', user, this.dataSource.manager, { role: user.role });
    return { user, sent: await this.invitations.send(user, link, principal.name) };
  }

  async update(principal: Principal, id: string, input: UpdateUserDto): Promise<User> {
    await this.dataSource.transaction(async (manager) => {
      const user = await this.rows.lock(id, manager);
      if (!user) throw DomainError.notFound('user');
      this.refuseOwner(principal, user);
      if (input.suspended === true && user.id === principal.userId)
        throw DomainError.forbidden('Your own account cannot be suspended by you.');
      if (input.name !== undefined && input.name !== user.name)
        await this.users.update(id, { name: input.name }, manager);
      if (input.email !== undefined && input.email !== user.email)
        await this.changeAddress(principal, user, input.email, manager);
      if (input.role !== undefined && input.role !== user.role)
        await this.changeRole(principal, user, input, manager);
      if (input.suspended !== undefined && input.suspended !== (user.suspendedAt !== null))
        await this.suspend(principal, user, input.suspended, manager);
    });
    return this.get(id);
  }

  async delete(principal: Principal, id: string): Promise<void> {
    const user = await this.get(id);
    this.refuseOwner(principal, user);
    if (user.id === principal.userId)
      throw DomainError.forbidden('Your own account cannot be deleted by you.');
    await this.usages.refuseIfUsed({ projectId: INSTANCE_WIDE, resourceType: 'user', resourceId: id });
    await this.dataSource.transaction(async (manager) => {
      const locked = await this.rows.lock(id, manager);
      if (!locked) throw DomainError.notFound('user');
      this.refuseOwner(principal, locked);
      await this.record(principal, 'user_deleted', { ...locked, id: null }, manager);
      await this.rows.delete(id, manager);
    });
  }

  private async get(id: string): Promise<User> {
    const user = await this.rows.findById(id);
    if (!user) throw DomainError.notFound('user');
    return user;
  }

  /** An admin must not get at the owner's account by its address, its suspension or its removal. */
  private refuseOwner(principal: Principal, user: User): void {
    if (user.role === 'owner' && principal.userId !== user.id)
      throw DomainError.forbidden('Only the owner may change the account of the owner.');
  }

  private async changeAddress(
    principal: Principal,
    user: User,
    email: string,
    manager: EntityManager,
  ): Promise<void> {
    // Whoever has the address can set a new password: a token that leaked could take the instance by it.
    if (user.role === 'owner' && principal.tokenId !== null)
      throw DomainError.forbidden(
        'The address of the owner is changed by the owner signed in, not by an access token.',
      );
    await this.users.update(user.id, { email }, manager);
    await this.users.endSessions(user.id, manager);
    // A link sent to the old address proves nothing about the new one.
    await this.invitations.revokeLinks(user.id, manager);
    await this.record(principal, 'user_changed', user, manager, { from: user.email, to: email });
  }

  private async changeRole(
    principal: Principal,
    user: User,
    input: UpdateUserDto,
    manager: EntityManager,
  ): Promise<void> {
    const role = input.role!;
    if (user.role === 'owner')
      throw DomainError.conflict(
        'in_use',
        'There is one owner: give the role to another person, who then becomes the owner instead.',
      );
    if (role === 'owner') return this.handOver(principal, user, input, manager);
    await this.users.update(user.id, { role }, manager);
    await this.record(principal, 'role_changed', user, manager, { from: user.role, to: role });
  }

  /** The owner becomes an admin and the other person the owner, at once: there is one, ever. */
  private async handOver(
    principal: Principal,
    user: User,
    input: UpdateUserDto,
    manager: EntityManager,
  ): Promise<void> {
    const present = await this.rows.lock(principal.userId, manager);
    if (present?.role !== 'owner') throw DomainError.forbidden('Only the owner may hand the ownership over.');
    if (principal.tokenId !== null)
      throw DomainError.forbidden(
        'The ownership is handed over by a signed-in person, not by an access token.',
      );
    if (user.passwordHash === null || user.suspendedAt !== null || input.suspended === true)
      throw DomainError.conflict('in_use', 'The new owner must have an account that can sign in.');
    await this.users.update(present.id, { role: 'admin' }, manager);
    await this.users.update(user.id, { role: 'owner' }, manager);
    await this.record(principal, 'ownership_transferred', user, manager, {
      from: present.email,
      to: user.email,
    });
  }

  /** Access ends with the next request: sessions go in this transaction, and each request reads the suspension. */
  private async suspend(
    principal: Principal,
    user: User,
    isSuspended: boolean,
    manager: EntityManager,
  ): Promise<void> {
    await this.users.update(user.id, { suspendedAt: isSuspended ? new Date() : null }, manager);
    if (isSuspended) await this.users.endSessions(user.id, manager);
    await this.record(principal, isSuspended ? 'user_suspended' : 'user_restored', user, manager);
  }

  private record(
    principal: Principal,
    action: Parameters<SecurityLogService['record']>[0]['action'],
    user: { id: string | null; email: string },
    manager: EntityManager,
    details?: Record<string, string>,
  ): Promise<void> {
    return this.log.record(
      { action, email: user.email, userId: user.id, actor: principal.email, details },
      manager,
    );
  }
}
