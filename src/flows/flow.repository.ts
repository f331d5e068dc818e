import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { stringifyJson } from '#mapping';
import { DomainError } from '../common/errors/domain-error.js';
import type { ListQuery } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import { listRows, pageOfRows } from '../database/list-rows.js';
import { refuseTakenName } from '../database/name-taken.js';
import { FlowApi } from './flow-api.entity.js';
import { FlowVersion } from './flow-version.entity.js';
import { Flow } from './flow.entity.js';
import type { Handler } from './flow.types.js';

export type FlowDraft = Pick<Flow, 'flowName' | 'nameKey' | 'description' | 'handlers'>;

@Injectable()
export class FlowRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async insert(projectId: string, id: string, draft: FlowDraft): Promise<void> {
    await refuseTakenName('flow_name', draft.flowName, () =>
      this.dataSource.transaction(async (manager) => {
        await manager.insert(Flow, { id, projectId, ...draft } as never);
        await this.syncApis(manager, projectId, id);
      }),
    );
  }

  /** False when the draft is no longer at `version`: nothing is changed then. */
  async update(projectId: string, id: string, version: number, draft: Partial<FlowDraft>): Promise<boolean> {
    return refuseTakenName('flow_name', draft.flowName, () =>
      this.dataSource.transaction(async (manager) => {
        const result = await manager.update(Flow, { projectId, id, version }, {
          ...draft,
          version: version + 1,
          updatedAt: new Date(),
        } as never);
        if (result.affected !== 1) return false;
        await this.syncApis(manager, projectId, id);
        return true;
      }),
    );
  }

  /** The draft at `version` becomes the published one; false when it has moved on. */
  async publish(
    projectId: string,
    id: string,
    version: number,
    handlers: Handler[],
    by: { userId: string; name: string },
  ): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const result = await manager.update(
        Flow,
        { projectId, id, version },
        { publishedVersion: version, updatedAt: new Date() },
      );
      if (result.affected !== 1) return false;
      await manager.query(
        `insert into flow_versions (project_id, flow_id, version, handlers, published_at, published_by, published_by_name)
         values ($1, $2, $3, $4, now(), $5, $6) on conflict do nothing`,
        [projectId, id, version, stringifyJson(handlers), by.userId, by.name],
      );
      await this.syncApis(manager, projectId, id);
      return true;
    });
  }

  async get(projectId: string, id: string): Promise<Flow> {
    const flow = await this.dataSource.manager.findOneBy(Flow, { projectId, id });
    if (!flow) throw DomainError.notFound('flow');
    return flow;
  }

  async find(projectId: string, id: string): Promise<Flow | null> {
    return this.dataSource.manager.findOneBy(Flow, { projectId, id });
  }

  list(projectId: string, query: ListQuery): Promise<Page<Flow>> {
    return listRows(this.dataSource.manager, Flow, {
      projectId,
      query,
      nameColumn: 'flow_name',
    });
  }

  /** Flows whose published version, else their draft, calls every one of these systems. */
  async listCalling(projectId: string, systemIds: string[], query: ListQuery): Promise<Page<Flow>> {
    const rows: { id: string }[] = await this.dataSource.query(
      `select flow.id
       from flows flow
       left join flow_versions version on version.flow_id = flow.id and version.version = flow.published_version
       where flow.project_id = $1 and flow.id in (
         select known.flow_id from flow_apis known join apis api on api.id = known.api_id
         where known.project_id = $1 and api.project_id = $1 and api.system_id = any($2)
       ) and $2::uuid[] <@ array(
         select api.system_id
         from json_array_elements(coalesce(version.handlers, flow.handlers)) handler
         join apis api on api.project_id = $1 and api.id::text = handler ->> 'api_id'
       )`,
      [projectId, systemIds],
    );
    return listRows(this.dataSource.manager, Flow, {
      projectId,
      query,
      nameColumn: 'flow_name',
      ids: rows.map((row) => row.id),
    });
  }

  versions(projectId: string, flowId: string): Promise<FlowVersion[]> {
    return this.dataSource.manager.find(FlowVersion, {
      where: { projectId, flowId },
      order: { version: 'DESC' },
    });
  }

  listVersions(projectId: string, flowId: string, query: ListQuery): Promise<Page<FlowVersion>> {
    const rows = this.dataSource.manager.createQueryBuilder(FlowVersion, 'v').where({ projectId, flowId });
    return pageOfRows(rows, query, {
      sorts: { version: 'version' },
      order: '-version',
      last: 'version',
      searched: ['v.published_by_name'],
    });
  }

  findVersion(projectId: string, flowId: string, version: number): Promise<FlowVersion | null> {
    return this.dataSource.manager.findOneBy(FlowVersion, { projectId, flowId, version });
  }

  /** The published versions of these flows, or of all. */
  async publishedVersions(projectId: string, flowIds?: string[]): Promise<Map<string, FlowVersion>> {
    const query = this.dataSource.manager
      .createQueryBuilder(FlowVersion, 'version')
      .innerJoin(Flow, 'flow', 'flow.id = version.flowId and flow.publishedVersion = version.version')
      .where('version.projectId = :projectId', { projectId });
    if (flowIds) query.andWhere('version.flowId = any(:flowIds)', { flowIds });
    const rows = await query.getMany();
    return new Map(rows.map((row) => [row.flowId, row]));
  }

  async flowsUsingApi(projectId: string, apiId: string): Promise<Pick<Flow, 'id' | 'flowName'>[]> {
    return this.dataSource.manager
      .createQueryBuilder(Flow, 'flow')
      .select(['flow.id', 'flow.flowName'])
      .innerJoin(FlowApi, 'link', 'link.flowId = flow.id and link.apiId = :apiId', { apiId })
      .where('flow.projectId = :projectId', { projectId })
      .orderBy('flow.flow_name')
      .getMany();
  }

  async delete(projectId: string, id: string): Promise<void> {
    await this.dataSource.manager.delete(Flow, { projectId, id });
  }

  /** Rows of flow_apis = the APIs of the draft and of the published version. */
  private async syncApis(manager: EntityManager, projectId: string, flowId: string): Promise<void> {
    await manager.query('delete from flow_apis where project_id = $1 and flow_id = $2', [projectId, flowId]);
    await manager.query(
      `insert into flow_apis (project_id, flow_id, api_id)
       select distinct $1::uuid, $2::uuid, (handler ->> 'api_id')::uuid
       from (
         select json_array_elements(handlers) as handler from flows where id = $2
         union all
         select json_array_elements(version.handlers) from flow_versions version join flows flow on flow.id = version.flow_id and flow.published_version = version.version
         where flow.id = $2
       ) every_handler where handler ->> 'kind' = 'api_call'`,
      [projectId, flowId],
    );
  }
}
