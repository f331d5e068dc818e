import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { DomainError } from '../common/errors/domain-error.js';
import type { ListQuery } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import { listRows } from '../database/list-rows.js';
import { refuseTakenName } from '../database/name-taken.js';
import { updateUnchanged } from '../database/update-unchanged.js';
import { System } from './system.entity.js';

export type NewSystem = Omit<System, 'createdAt' | 'updatedAt'>;
export type SystemChange = Partial<Omit<System, 'id' | 'projectId' | 'createdAt' | 'updatedAt'>>;

@Injectable()
export class SystemRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async insert(projectId: string, system: Omit<NewSystem, 'projectId'>): Promise<void> {
    await refuseTakenName('system_name', system.systemName, () =>
      this.dataSource.manager.insert(System, { ...system, projectId }),
    );
  }

  /** Writes the change where the row still is `before`, and what belongs to it in the same transaction; else false. */
  update(
    before: System,
    change: SystemChange,
    also: (manager: EntityManager) => Promise<void>,
  ): Promise<boolean> {
    return refuseTakenName('system_name', change.systemName, () =>
      this.dataSource.transaction(async (manager) => {
        const isWritten = await updateUnchanged(manager, System, before, change);
        if (isWritten) await also(manager);
        return isWritten;
      }),
    );
  }

  /** A transaction during which nobody changes the row; null: it is gone. */
  whileHeld<T>(
    projectId: string,
    id: string,
    work: (manager: EntityManager, system: System | null) => Promise<T>,
  ): Promise<T> {
    return this.dataSource.transaction(async (manager) => {
      const lock = { mode: 'pessimistic_read' } as const;
      return work(manager, await manager.findOne(System, { where: { projectId, id }, lock }));
    });
  }

  async get(projectId: string, id: string): Promise<System> {
    const system = await this.dataSource.manager.findOneBy(System, { projectId, id });
    if (!system) throw DomainError.notFound('system');
    return system;
  }

  findMany(projectId: string, ids: string[]): Promise<System[]> {
    return this.dataSource.manager.findBy(System, { projectId, id: In(ids) });
  }

  /** The oldest first. */
  findByBaseUrl(projectId: string, baseUrl: string): Promise<System[]> {
    return this.dataSource.manager.find(System, {
      where: { projectId, baseUrl },
      order: { createdAt: 'ASC' },
    });
  }

  list(projectId: string, query: ListQuery, status?: string): Promise<Page<System>> {
    return listRows(this.dataSource.manager, System, {
      projectId,
      query,
      nameColumn: 'system_name',
      equals: { status },
    });
  }

  async delete(projectId: string, id: string): Promise<void> {
    await this.dataSource.manager.delete(System, { projectId, id });
  }
}
