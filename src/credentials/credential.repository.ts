import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  DataSource,
  type EntityManager,
  type FindOptionsWhere,
  In,
  IsNull,
  LessThan,
  MoreThan,
} from 'typeorm';
import { DomainError } from '../common/errors/domain-error.js';
import type { ListQuery } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import { pageOfRows } from '../database/list-rows.js';
import { refuseTakenName } from '../database/name-taken.js';
import { updateUnchanged } from '../database/update-unchanged.js';
import { Credential } from './credential.entity.js';

export type CredentialChange = Partial<Omit<Credential, 'id' | 'projectId' | 'createdAt' | 'updatedAt'>>;

@Injectable()
export class CredentialRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** In the caller's transaction. */
  async insert(
    projectId: string,
    credential: CredentialChange & { id: string },
    manager: EntityManager,
  ): Promise<void> {
    await refuseTakenName('credential_name', credential.credentialName, () =>
      manager.insert(Credential, { ...credential, projectId }),
    );
  }

  async update(
    projectId: string,
    id: string,
    change: Omit<CredentialChange, 'credentialName' | 'nameKey'>,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<void> {
    await manager.update(Credential, { projectId, id }, { ...change, updatedAt: new Date() });
  }

  /** Changes a draft; one that a token has saved meanwhile stays as it is. */
  async updateDraft(
    projectId: string,
    id: string,
    change: CredentialChange,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<void> {
    const draft = { projectId, id, savedAt: IsNull() };
    await manager.update(Credential, draft, { ...change, updatedAt: new Date() });
  }

  /** Writes the change where the row still is `before`; else false. */
  updateUnchanged(before: Credential, change: CredentialChange): Promise<boolean> {
    return refuseTakenName('credential_name', change.credentialName, () =>
      this.dataSource.transaction((manager) => updateUnchanged(manager, Credential, before, change)),
    );
  }

  /** Changes the row that is still as `where` says, and does the other thing in the same transaction; false: it was not. */
  async updateIf(
    where: FindOptionsWhere<Credential> & { projectId: string; id: string },
    change: CredentialChange,
    also?: (manager: EntityManager) => Promise<void>,
  ): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const { affected } = await manager.update(Credential, where, { ...change, updatedAt: new Date() });
      if (affected !== 1) return false;
      await also?.(manager);
      return true;
    });
  }

  find(projectId: string, id: string): Promise<Credential | null> {
    return this.dataSource.manager.findOneBy(Credential, { projectId, id });
  }

  async get(projectId: string, id: string): Promise<Credential> {
    const credential = await this.find(projectId, id);
    if (!credential) throw DomainError.notFound('credential');
    return credential;
  }

  findMany(
    projectId: string,
    ids: string[],
    manager: EntityManager = this.dataSource.manager,
  ): Promise<Credential[]> {
    return manager.findBy(Credential, { projectId, id: In(ids) });
  }

  findBySystem(projectId: string, systemId: string): Promise<Credential[]> {
    return this.dataSource.manager.find(Credential, {
      where: ofSystem(projectId, systemId),
      order: { createdAt: 'ASC' },
    });
  }

  /** In the caller's transaction, and nobody else changes them before it ends. */
  lockOfSystem(manager: EntityManager, projectId: string, systemId: string): Promise<Credential[]> {
    return manager.find(Credential, {
      where: ofSystem(projectId, systemId),
      order: { id: 'ASC' },
      lock: { mode: 'for_no_key_update' },
    });
  }

  async list(
    projectId: string,
    query: ListQuery,
    filter: { systemId?: string; includeDrafts: boolean },
  ): Promise<Page<Credential>> {
    const rows = this.dataSource.manager
      .createQueryBuilder(Credential, 'row')
      .where('row.projectId = :projectId', { projectId });
    if (filter.systemId) rows.andWhere('row.systemId = :systemId', { systemId: filter.systemId });
    if (!filter.includeDrafts) rows.andWhere('row.savedAt is not null');
    return pageOfRows(rows, query, {
      sorts: { name: 'nameKey', created_at: 'createdAt', updated_at: 'updatedAt' },
      order: 'name',
      searched: ['row.credential_name'],
    });
  }

  async delete(projectId: string, id: string): Promise<void> {
    await this.dataSource.manager.delete(Credential, { projectId, id });
  }

  async deleteDraftsOf(
    projectId: string,
    systemId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<void> {
    await manager.delete(Credential, { projectId, systemId, savedAt: IsNull() });
  }

  /** What waits after failures is tried again with its next use. */
  async retryNow(projectId: string, systemId: string): Promise<void> {
    const now = new Date();
    const waiting = { projectId, systemId, renewFailures: MoreThan(0), renewAt: MoreThan(now) };
    await this.dataSource.manager.update(Credential, waiting, { renewAt: now });
  }

  /** Drafts older than a day go; answers how many. */
  async deleteOldDrafts(limit: number): Promise<number> {
    const old = await this.dataSource.manager.find(Credential, {
      select: { id: true },
      where: { savedAt: IsNull(), createdAt: LessThan(new Date(Date.now() - 86_400_000)) },
      take: limit,
    });
    if (old.length === 0) return 0;
    const { affected } = await this.dataSource.manager.delete(
      Credential,
      old.map(({ id }) => id),
    );
    return affected ?? 0;
  }
}

const ofSystem = (projectId: string, systemId: string) => ({ projectId, systemId });
