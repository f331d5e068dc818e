// Groups of people, by e-mail address; projects are opened to them by id.
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { changesBetween } from '../common/events/changes.js';
import { DomainError } from '../common/errors/domain-error.js';
import { newId } from '../common/http/id.js';
import type { ListQuery } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import type { Principal } from '../common/http/request-context.js';
import { INSTANCE_WIDE, UsageRegistry } from '../common/usage/usage-registry.js';
import { folded } from '../common/folded.js';
import type { CreateGroupDto, UpdateGroupDto } from './dto/group.dto.js';
import { GroupRepository, type GroupWithMembers } from './group.repository.js';
import { SecurityLogService } from './security-log/security-log.service.js';

@Injectable()
export class GroupsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly groups: GroupRepository,
    private readonly usages: UsageRegistry,
    private readonly log: SecurityLogService,
  ) {}

  list(query: ListQuery): Promise<Page<GroupWithMembers>> {
    return this.groups.list(query);
  }

  async create(principal: Principal, input: CreateGroupDto): Promise<GroupWithMembers> {
    const id = newId();
    await this.dataSource.transaction(async (manager) => {
      await this.groups.insert(id, input.group_name, folded(input.users ?? []), manager);
      await this.log.record(entryOf(principal, 'group_created', input.group_name), manager);
    });
    return this.get(id);
  }

  async update(principal: Principal, id: string, input: UpdateGroupDto): Promise<GroupWithMembers> {
    const before = await this.get(id);
    const users = input.users && folded(input.users);
    const after = { group_name: input.group_name, users: users && inOrder(users) };
    if (changesBetween({ group_name: before.groupName, users: inOrder(before.users) }, after).length === 0)
      return before;
    await this.dataSource.transaction(async (manager) => {
      await this.groups.update(id, { groupName: input.group_name, users }, manager);
      await this.log.record(entryOf(principal, 'group_changed', before.groupName), manager);
    });
    return this.get(id);
  }

  /** A group that projects are open to is not deleted: its people would lose them unseen. */
  async delete(principal: Principal, id: string): Promise<void> {
    const group = await this.get(id);
    await this.dataSource.transaction(async (manager) => {
      // Until it is decided no project can be opened to it.
      await this.groups.lock(id, manager);
      await this.usages.refuseIfUsed({ projectId: INSTANCE_WIDE, resourceType: 'group', resourceId: id });
      if (!(await this.groups.delete(id, manager))) throw DomainError.notFound('group');
      await this.log.record(entryOf(principal, 'group_deleted', group.groupName), manager);
    });
  }

  private async get(id: string): Promise<GroupWithMembers> {
    const group = await this.groups.find(id);
    if (!group) throw DomainError.notFound('group');
    return group;
  }
}

const inOrder = (emails: string[]): string[] => [...emails].sort();

const entryOf = (
  principal: Principal,
  action: 'group_created' | 'group_changed' | 'group_deleted',
  group: string,
) => ({
  action,
  email: principal.email,
  userId: principal.userId,
  actor: principal.email,
  details: { group },
});
