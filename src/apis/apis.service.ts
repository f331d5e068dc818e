import { Injectable } from '@nestjs/common';
import { changesBetween } from '../common/events/changes.js';
import { EventBus, type FieldChange } from '../common/events/domain-event.js';
import { DomainError } from '../common/errors/domain-error.js';
import { newId } from '../common/http/id.js';
import type { ListQuery } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import type { ProjectScope } from '../common/http/request-context.js';
import { type Usage, UsageRegistry } from '../common/usage/usage-registry.js';
import { nameKeyOf } from '../database/name-taken.js';
import { SystemsService } from '../systems/systems.service.js';
import type { ApiDefinition } from './api-definition.entity.js';
import { API_CREATED, API_DELETED, API_UPDATED } from './api.events.js';
import { toApiDto } from './api.mapper.js';
import { type ApiChange, ApiRepository } from './api.repository.js';
import type { ApisQuery, CreateApiDto, UpdateApiDto } from './dto/api.dto.js';

@Injectable()
export class ApisService {
  constructor(
    private readonly apis: ApiRepository,
    private readonly systems: SystemsService,
    private readonly usages: UsageRegistry,
    private readonly events: EventBus,
  ) {
    usages.answer(async ({ projectId, resourceType, resourceId }) => {
      if (resourceType !== 'system' && resourceType !== 'api') return [];
      const rows = await this.apis.findUsing(
        projectId,
        resourceType === 'system' ? { systemId: resourceId } : { lookupApiId: resourceId },
      );
      return rows.map((row) => ({ resource_type: 'api', resource_id: row.id, name: row.apiName }));
    });
  }

  list(projectId: string, query: ApisQuery): Promise<Page<ApiDefinition>> {
    return this.apis.list(projectId, query);
  }

  get(projectId: string, id: string): Promise<ApiDefinition> {
    return this.apis.get(projectId, id);
  }

  /** Without `samples` the sample responses, which may be large, are left out. */
  findMany(projectId: string, ids: string[], samples = false): Promise<ApiDefinition[]> {
    return this.apis.findMany(projectId, ids, samples);
  }

  async create(scope: ProjectScope, input: CreateApiDto): Promise<ApiDefinition> {
    const [system] = await this.systems.findMany(scope.projectId, [input.system_id]);
    if (!system)
      throw DomainError.invalidField('system_id', 'is not a system of this project', 'unknown_system');
    const id = newId();
    const api = {
      ...EMPTY,
      ...columnsOf(input),
      id,
      systemId: system.id,
      apiName: input.api_name,
      nameKey: nameKeyOf(input.api_name),
      method: input.method,
      path: input.path,
    };
    await this.checkLookup(scope.projectId, api);
    await this.apis.insert(scope.projectId, api);
    const created = await this.apis.get(scope.projectId, id);
    await this.emit(API_CREATED, scope, created);
    return created;
  }

  async update(scope: ProjectScope, id: string, input: UpdateApiDto): Promise<ApiDefinition> {
    const before = await this.apis.get(scope.projectId, id);
    const change = columnsOf(input);
    await this.checkLookup(scope.projectId, { ...before, ...change });
    await this.apis.update(scope.projectId, id, change);
    const after = await this.apis.get(scope.projectId, id);
    const { updated_at: _at, ...members } = toApiDto(after);
    await this.emit(API_UPDATED, scope, after, changesBetween({ ...toApiDto(before) }, members));
    return after;
  }

  /** Keeps an answer as the sample response. */
  async saveSampleResponse(scope: ProjectScope, id: string, value: unknown): Promise<void> {
    await this.update(scope, id, { sample_response: value });
  }

  async delete(scope: ProjectScope, id: string): Promise<{ apiId: string }> {
    const api = await this.apis.get(scope.projectId, id);
    await this.usages.refuseIfUsed({ projectId: scope.projectId, resourceType: 'api', resourceId: id });
    await this.apis.delete(scope.projectId, id);
    await this.emit(API_DELETED, scope, api);
    return { apiId: id };
  }

  async usagesOf(projectId: string, id: string, query: ListQuery): Promise<Page<Usage>> {
    await this.apis.get(projectId, id);
    return this.usages.list({ projectId, resourceType: 'api', resourceId: id }, query);
  }

  /** The look-up is another API of the same system that reads. */
  private async checkLookup(
    projectId: string,
    api: Pick<ApiDefinition, 'lookup' | 'systemId' | 'onUnknown'>,
  ): Promise<void> {
    if (api.onUnknown === 'lookup' && !api.lookup)
      throw DomainError.invalidField('lookup', 'is required when on_unknown is "lookup"', 'required');
    if (!api.lookup) return;
    const [lookup] = await this.apis.findMany(projectId, [api.lookup.api_id], false);
    if (!lookup || lookup.systemId !== api.systemId)
      throw DomainError.invalidField('lookup.api_id', 'must be an API of the same system', 'unknown_api');
    if (lookup.method !== 'GET')
      throw DomainError.invalidField('lookup.api_id', 'must be an API with the method GET', 'not_allowed');
  }

  private emit(
    type: string,
    scope: ProjectScope,
    api: ApiDefinition,
    changes?: FieldChange[],
  ): Promise<void> {
    return this.events.emit({
      type,
      projectId: scope.projectId,
      resourceType: 'api',
      resourceId: api.id,
      resourceName: api.apiName,
      actor: { userId: scope.userId, name: scope.principal.name },
      changes,
    });
  }
}

const EMPTY = {
  status: 'enabled' as const,
  description: '',
  queryParameters: {},
  headers: {},
  bodyType: 'none' as const,
  sampleRequest: null,
  sampleResponse: null,
  moreSampleResponses: [],
  recordsPath: '',
  recordKey: [],
  versionPath: null,
  pagination: null,
  incremental: null,
  batch: null,
  idempotencyHeader: null,
  onUnknown: null,
  lookup: null,
  retryUnsafe: false,
  timeouts: null,
  successWhen: null,
  retry: [],
};

/** The given members as columns; absent ones stay out. */
function columnsOf(input: UpdateApiDto): ApiChange {
  const columns: Record<string, unknown> = {
    apiName: input.api_name,
    nameKey: input.api_name === undefined ? undefined : nameKeyOf(input.api_name),
    method: input.method,
    path: input.path,
    status: input.status,
    description: input.description,
    queryParameters: input.query_parameters,
    headers: input.headers,
    bodyType: input.body_type,
    sampleRequest: input.sample_request,
    sampleResponse:
      input.sample_response === undefined
        ? undefined
        : input.sample_response === null
          ? null
          : { value: input.sample_response },
    moreSampleResponses: input.more_sample_responses,
    recordsPath: input.records_path,
    recordKey: input.record_key,
    versionPath: input.version_path,
    pagination: input.pagination,
    incremental: input.incremental,
    batch: input.batch,
    idempotencyHeader: input.idempotency_header,
    onUnknown: input.on_unknown,
    lookup: lookupOf(input.lookup),
    retryUnsafe: input.retry_unsafe,
    timeouts: input.timeouts,
    successWhen: input.success_when,
    retry: input.retry,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** Ids are compared as texts from here on. */
function lookupOf(lookup: UpdateApiDto['lookup']): UpdateApiDto['lookup'] {
  return lookup && { ...lookup, api_id: String(lookup.api_id).toLowerCase() };
}
