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

/** Every column but the sample responses. */
const WITHOUT_SAMPLES = {
  id: true,
  projectId: true,
  createdAt: true,
  updatedAt: true,
  apiName: true,
  nameKey: true,
  systemId: true,
  status: true,
  description: true,
  method: true,
  path: true,
  queryParameters: true,
  headers: true,
  bodyType: true,
  sampleRequest: true,
  recordsPath: true,
  recordKey: true,
  versionPath: true,
  pagination: true,
  incremental: true,
  batch: true,
  idempotencyHeader: true,
  onUnknown: true,
  lookup: true,
  retryUnsafe: true,
  timeouts: true,
  successWhen: true,
  retry: true,
} as const satisfies Record<Exclude<keyof ApiDefinition, 'sampleResponse' | 'moreSampleResponses'>, true>;

const withoutSamples = (api: ApiDefinition): ApiDefinition =>
  Object.assign(api, { sampleResponse: null, moreSampleResponses: [] });

/** Of a sample in a list. */
const LISTED_BYTES = 64 * 1024;

const shown = (column: string): string =>
  `case when octet_length(${column}::text) <= ${LISTED_BYTES} then ${column} end`;

type ListedSamples = Pick<ApiDefinition, 'id' | 'sampleResponse'> & {
  moreSampleResponses: unknown[] | null;
  /** of the sample response; null: there is none */
  bytes: number | null;
};

const NO_SAMPLES: Omit<ListedSamples, 'id'> = {
  sampleResponse: null,
  moreSampleResponses: null,
  bytes: null,
};

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

  /** Sample responses may be large: without `samples` they are read as none. */
  async findMany(projectId: string, ids: string[], samples: boolean): Promise<ApiDefinition[]> {
    const rows = await this.dataSource.manager.find(ApiDefinition, {
      where: { projectId, id: In(ids) },
      ...(samples ? {} : { select: WITHOUT_SAMPLES }),
    });
    return samples ? rows : rows.map(withoutSamples);
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
    if (using.lookupApiId)
      query.andWhere(`lower(row.lookup ->> 'api_id') = :apiId`, { apiId: using.lookupApiId });
    return query.orderBy('row.api_name').getMany();
  }

  /** Large sample responses are shown as `{cut, bytes}`: 200 APIs may have a gigabyte of them. */
  async list(projectId: string, query: ApisQuery): Promise<Page<ApiDefinition>> {
    const page = await listRows(this.dataSource.manager, ApiDefinition, {
      projectId,
      query,
      nameColumn: 'api_name',
      equals: { systemId: query.system_id, status: query.status },
      select: Object.keys(WITHOUT_SAMPLES),
    });
    const rows: ListedSamples[] = await this.dataSource.query(
      `select id, ${shown('sample_response')} as "sampleResponse", ${shown('more_sample_responses')} as "moreSampleResponses",
              octet_length(sample_response::text) as bytes
         from apis where project_id = $1 and id = any($2)`,
      [projectId, page.items.map((api) => api.id)],
    );
    const samples = new Map(rows.map((row) => [row.id, row]));
    return page.map((api) => {
      const { sampleResponse, moreSampleResponses, bytes } = samples.get(api.id) ?? NO_SAMPLES;
      const isCut = sampleResponse === null && bytes !== null;
      return Object.assign(api, {
        sampleResponse: isCut ? { value: { cut: true, bytes } } : sampleResponse,
        moreSampleResponses: moreSampleResponses ?? [],
      });
    });
  }

  async delete(projectId: string, id: string): Promise<void> {
    await this.dataSource.manager.delete(ApiDefinition, { projectId, id });
  }
}
