import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { DomainError } from '../common/errors/domain-error.js';
import type { Page } from '../common/http/page.js';
import { listRows } from '../database/list-rows.js';
import { refuseTakenName } from '../database/name-taken.js';
import { ApiDefinition } from './api-definition.entity.js';
import type { ApisQuery } from './dto/api.dto.js';

export type ApiChange = Partial<
  Omit<ApiDefinition, 'id' | 'projectId' | 'systemId' | 'createdAt' | 'updatedAt'>
>;

@Injectable()
export class ApiRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async insert(
    projectId: string,
    api: Omit<ApiDefinition, 'projectId' | 'createdAt' | 'updatedAt'>,
  ): Promise<void> {
    await refuseTakenName('api_name', api.apiName, () =>
      this.dataSource.manager.insert(ApiDefinition, { ...api, projectId } as never),
    );
  }

  async update(projectId: string, id: string, change: ApiChange): Promise<void> {
    await refuseTakenName('api_name', change.apiName, () =>
      this.dataSource.manager.update(ApiDefinition, { projectId, id }, {
        ...change,
        updatedAt: new Date(),
      } as never),
    );
  }

  async get(projectId: string, id: string): Promise<ApiDefinition> {
    const api = await this.dataSource.manager.findOneBy(ApiDefinition, { projectId, id });
    if (!api) throw DomainError.notFound('API');
    return api;
  }

  findMany(projectId: string, ids: string[]): Promise<ApiDefinition[]> {
    return this.dataSource.manager.findBy(ApiDefinition, { projectId, id: In(ids) });
  }

  /** APIs that use something else: their system, or another API as look-up. */
  findUsing(
    projectId: string,
    using: { systemId?: string; lookupApiId?: string },
  ): Promise<Pick<ApiDefinition, 'id' | 'apiName'>[]> {
    const query = this.dataSource.manager
      .createQueryBuilder(ApiDefinition, 'row')
      .select(['row.id', 'row.apiName'])
      .where('row.projectId = :projectId', { projectId });
    if (using.systemId) query.andWhere('row.systemId = :systemId', { systemId: using.systemId });
    if (using.lookupApiId) query.andWhere(`row.lookup ->> 'api_id' = :apiId`, { apiId: using.lookupApiId });
    return query.orderBy('row.api_name').getMany();
  }

  list(projectId: string, query: ApisQuery): Promise<Page<ApiDefinition>> {
    return listRows(this.dataSource.manager, ApiDefinition, {
      projectId,
      query,
      nameProperty: 'apiName',
      nameColumn: 'api_name',
      equals: { systemId: query.system_id, status: query.status },
    });
  }

  async delete(projectId: string, id: string): Promise<void> {
    await this.dataSource.manager.delete(ApiDefinition, { projectId, id });
  }
}
