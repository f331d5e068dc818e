// The mapping nodes of a pipe: one per Mapping Handler of its flow, none otherwise. Hands pipe id and samples down.
import { Injectable } from '@nestjs/common';
import { ApisService } from '../apis/apis.service.js';
import { DomainError } from '../common/errors/domain-error.js';
import type { ListQuery } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import type { ProjectScope } from '../common/http/request-context.js';
import type { MappingHandler } from '../flows/flow.types.js';
import type { MappingConfiguration } from '../mappings/mapping-configuration.entity.js';
import type { MappingContext } from '../mappings/mapping-context.types.js';
import type {
  MappingDiffQuery,
  PreviewMappingDto,
  SuggestMappingDto,
  UpdateMappingDto,
} from './dto/mapping.dto.js';
import {
  type CheckedMapping,
  type ListedVersion,
  type MappingPreview,
  MappingsService,
} from '../mappings/mappings.service.js';
import { contextOf, mappingHandlers } from './mapping-contexts.js';
import { PipeFlowsService } from './pipe-flows.service.js';
import { PipeRepository } from './pipe.repository.js';

export interface MappingNode {
  handler: MappingHandler;
  context: MappingContext;
  mapping: MappingConfiguration | null;
  /** null: not mapped yet. */
  checked: CheckedMapping | null;
}

@Injectable()
export class PipeMappingsService {
  constructor(
    private readonly pipes: PipeRepository,
    private readonly flows: PipeFlowsService,
    private readonly apis: ApisService,
    private readonly mappings: MappingsService,
  ) {}

  async nodes(projectId: string, pipeId: string): Promise<MappingNode[]> {
    const { pipe } = await this.pipes.get(projectId, pipeId);
    const handlers = await this.flows.handlers(projectId, pipe.flowId);
    const apiIds = handlers.flatMap((handler) => (handler.kind === 'api_call' ? [handler.api_id] : []));
    const apis = new Map((await this.apis.findMany(projectId, apiIds, true)).map((api) => [api.id, api]));
    const stored = await this.mappings.ofPipe(projectId, pipeId);
    return mappingHandlers(handlers).map((handler) => {
      const context = contextOf(handler, handlers, apis);
      const mapping = stored.find((entry) => entry.handlerId === handler.handler_id) ?? null;
      return {
        handler,
        context,
        mapping,
        checked: mapping && this.mappings.check(mapping, context),
      };
    });
  }

  async get(projectId: string, pipeId: string, handlerId: string): Promise<MappingNode> {
    const node = (await this.nodes(projectId, pipeId)).find(
      (entry) => entry.handler.handler_id === handlerId,
    );
    if (!node) throw DomainError.notFound('mapping node');
    return node;
  }

  /** The stored document; a node that is not mapped yet has none. */
  async document(projectId: string, pipeId: string, handlerId: string): Promise<object> {
    const { mapping } = await this.get(projectId, pipeId, handlerId);
    if (!mapping) throw DomainError.notFound('mapping');
    return mapping.document;
  }

  trees(node: MappingNode): ReturnType<MappingsService['trees']> {
    return this.mappings.trees(node.context);
  }

  async update(scope: ProjectScope, pipeId: string, handlerId: string, input: UpdateMappingDto) {
    const { context } = await this.get(scope.projectId, pipeId, handlerId);
    return this.mappings.save(scope, { pipeId, handlerId }, context, input.document, input.version);
  }

  async preview(
    projectId: string,
    pipeId: string,
    handlerId: string,
    input: PreviewMappingDto,
  ): Promise<MappingPreview> {
    const { context, mapping } = await this.get(projectId, pipeId, handlerId);
    const document = input.document ?? mapping?.document;
    if (!document)
      throw DomainError.invalidField('document', 'is required: nothing is mapped yet', 'required');
    return this.mappings.preview(context, document, input);
  }

  /** Links that the samples propose, beside those of the given or the stored document. */
  async suggest(projectId: string, pipeId: string, handlerId: string, input: SuggestMappingDto) {
    const { context, mapping } = await this.get(projectId, pipeId, handlerId);
    return this.mappings.suggest(context, input.document ?? mapping?.document);
  }

  async versions(
    projectId: string,
    pipeId: string,
    handlerId: string,
    query: ListQuery,
  ): Promise<Page<ListedVersion>> {
    await this.pipes.get(projectId, pipeId);
    return this.mappings.versions(projectId, { pipeId, handlerId }, query);
  }

  async version(projectId: string, pipeId: string, handlerId: string, version: number) {
    await this.pipes.get(projectId, pipeId);
    return this.mappings.version(projectId, { pipeId, handlerId }, version);
  }

  async diff(projectId: string, pipeId: string, handlerId: string, { from, to }: MappingDiffQuery) {
    await this.pipes.get(projectId, pipeId);
    return this.mappings.diff(projectId, { pipeId, handlerId }, from, to);
  }

  async restore(scope: ProjectScope, pipeId: string, handlerId: string, version: number) {
    const { context } = await this.get(scope.projectId, pipeId, handlerId);
    return this.mappings.restore(scope, { pipeId, handlerId }, context, version);
  }
}
