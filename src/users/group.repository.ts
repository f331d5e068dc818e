import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import type { ListQuery } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import { pageOfRows } from '../database/list-rows.js';
import { nameKeyOf, refuseTakenName } from '../database/name-taken.js';
import { GroupMember } from './group-member.entity.js';
import { Group } from './group.entity.js';

export type GroupWithMembers = Group & { users: string[] };

@Injectable()
export class GroupRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Which of these ids are groups. */
  async existing(ids: string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.dataSource.manager.find(Group, { where: { id: In(ids) }, select: { id: true } });
    return new Set(rows.map((row) => row.id));
  }

  async list(query: ListQuery): Promise<Page<GroupWithMembers>> {
    const groups = await pageOfRows(
      this.dataSource.manager.createQueryBuilder(Group, 'g').where('true'),
      query,
      {
        sorts: { name: 'nameKey', created_at: 'createdAt', updated_at: 'updatedAt' },
        order: 'name',
        searched: ['g.group_name'],
      },
    );
    const members = await this.dataSource.manager.find(GroupMember, {
      where: { groupId: In(groups.items.map(({ id }) => id)) },
      order: { email: 'ASC' },
    });
    const byGroup = new Map(groups.items.map((group) => [group.id, [] as string[]]));
    for (const { groupId, email } of members) byGroup.get(groupId)?.push(email);
    return groups.map((group) => ({ ...group, users: byGroup.get(group.id) ?? [] }));
  }

  async find(id: string): Promise<GroupWithMembers | null> {
    const group = await this.dataSource.manager.findOneBy(Group, { id });
    if (!group) return null;
    const members = await this.dataSource.manager.find(GroupMember, {
      where: { groupId: id },
      order: { email: 'ASC' },
    });
    return { ...group, users: members.map((member) => member.email) };
  }

  async insert(id: string, groupName: string, users: string[], manager: EntityManager): Promise<void> {
    await refuseTakenName('group_name', groupName, () =>
      manager.insert(Group, { id, groupName, nameKey: nameKeyOf(groupName) }),
    );
    await insertMembers(manager, id, users);
  }

  async update(
    id: string,
    change: { groupName?: string; users?: string[] },
    manager: EntityManager,
  ): Promise<void> {
    const { groupName, users } = change;
    await refuseTakenName('group_name', groupName, () =>
      manager.update(
        Group,
        { id },
        {
          ...(groupName !== undefined ? { groupName, nameKey: nameKeyOf(groupName) } : {}),
          updatedAt: new Date(),
        },
      ),
    );
    if (!users) return;
    await manager.delete(GroupMember, { groupId: id });
    await insertMembers(manager, id, users);
  }

  /** In the caller's transaction. */
  async lock(id: string, manager: EntityManager): Promise<void> {
    await manager.findOne(Group, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async delete(id: string, manager: EntityManager): Promise<boolean> {
    return ((await manager.delete(Group, { id })).affected ?? 0) > 0;
  }
}

async function insertMembers(manager: EntityManager, groupId: string, users: string[]): Promise<void> {
  if (users.length > 0)
    await manager.insert(
      GroupMember,
      users.map((email) => ({ groupId, email })),
    );
}
