import { Injectable } from '@nestjs/common';
import { stringifyJson } from '#mapping';
import { changesBetween } from '../common/events/changes.js';
import { EventBus, type FieldChange } from '../common/events/domain-event.js';
import { DomainError } from '../common/errors/domain-error.js';
import { newId } from '../common/http/id.js';
import type { ListQuery } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import type { ProjectScope } from '../common/http/request-context.js';
import { type Usage, UsageRegistry } from '../common/usage/usage-registry.js';
import { nameKeyOf } from '../database/name-taken.js';
import type { CreateFlowDto, UpdateFlowDto } from './dto/flow.dto.js';
import { FlowPlannerService } from './flow-planner.service.js';
import type { FlowVersion } from './flow-version.entity.js';
import type { Flow } from './flow.entity.js';
import { FLOW_CREATED, FLOW_DELETED, FLOW_PUBLISHED, FLOW_UPDATED } from './flow.events.js';
import { FlowRepository } from './flow.repository.js';
import type { FlowProblem, Handler } from './flow.types.js';
import { readHandlers } from './handler-faults.js';

export interface CheckedFlow {
  flow: Flow;
  problems: FlowProblem[];
  hasUnpublishedChanges: boolean;
}

export interface SelectableFlow {
  flow: Flow;
  systemIds: string[];
  missingSystemIds: string[];
  hasMapping: boolean;
}

@Injectable()
export class FlowsService {
  constructor(
    private readonly flows: FlowRepository,
    private readonly planner: FlowPlannerService,
    private readonly usages: UsageRegistry,
    private readonly events: EventBus,
  ) {
    usages.answer(async ({ projectId, resourceType, resourceId }) => {
      if (resourceType !== 'api') return [];
      const rows = await this.flows.flowsUsingApi(projectId, resourceId);
      return rows.map((row) => ({ resource_type: 'flow', resource_id: row.id, name: row.flowName }));
    });
  }

  async list(projectId: string, query: ListQuery): Promise<Page<CheckedFlow>> {
    const page = await this.flows.list(projectId, query);
    const flowIds = page.items.map((flow) => flow.id);
    const published = await this.flows.publishedVersions(projectId, flowIds);
    const planned = await this.planner.planAll(
      projectId,
      page.items.map((flow) => flow.handlers),
    );
    const problems = new Map(flowIds.map((id, index) => [id, planned[index]?.problems ?? []]));
    return page.map((flow) => checkedOf(flow, published.get(flow.id) ?? null, problems.get(flow.id) ?? []));
  }

  async get(projectId: string, id: string): Promise<CheckedFlow> {
    const flow = await this.flows.get(projectId, id);
    return this.check(flow, await this.publishedOf(flow));
  }

  find(projectId: string, id: string): Promise<Flow | null> {
    return this.flows.find(projectId, id);
  }

  /** The handlers that pipes of the flow run; null while it was never published. */
  async publishedVersion(projectId: string, id: string): Promise<FlowVersion | null> {
    return this.publishedOf(await this.flows.get(projectId, id));
  }

  /** The same of several flows, by their id. */
  publishedVersions(projectId: string, ids: string[]): Promise<Map<string, FlowVersion>> {
    return this.flows.publishedVersions(projectId, ids);
  }

  async create(scope: ProjectScope, input: CreateFlowDto): Promise<CheckedFlow> {
    const handlers = await this.checkedHandlers(scope.projectId, input.handlers ?? []);
    const id = newId();
    await this.flows.insert(scope.projectId, id, {
      flowName: input.flow_name,
      nameKey: nameKeyOf(input.flow_name),
      description: input.description ?? '',
      handlers,
    });
    const created = await this.get(scope.projectId, id);
    await this.emit(FLOW_CREATED, scope, created.flow);
    return created;
  }

  async update(scope: ProjectScope, id: string, input: UpdateFlowDto): Promise<CheckedFlow> {
    const before = await this.flows.get(scope.projectId, id);
    if (input.version !== undefined && input.version !== before.version)
      throw versionConflict(before.version);
    const handlers = input.handlers && (await this.checkedHandlers(scope.projectId, input.handlers));
    const isUpdated = await this.flows.update(scope.projectId, id, before.version, {
      ...(input.flow_name !== undefined
        ? { flowName: input.flow_name, nameKey: nameKeyOf(input.flow_name) }
        : {}),
      ...(input.description !== undefined ? { description: input.description } : {}),
      ...(handlers ? { handlers } : {}),
    });
    if (!isUpdated) throw versionConflict(before.version + 1);
    const after = await this.get(scope.projectId, id);
    await this.emit(
      FLOW_UPDATED,
      scope,
      before,
      changesBetween(wireMembers(before), wireMembers(after.flow)),
    );
    return after;
  }

  /** The draft becomes the version that every pipe of the flow runs from its next run on. */
  async publish(scope: ProjectScope, id: string): Promise<CheckedFlow> {
    const flow = await this.flows.get(scope.projectId, id);
    const { problems } = await this.planner.plan(scope.projectId, flow.handlers);
    if (problems.length > 0) {
      const errors = problems.map(({ code, message, handler_id }) => ({
        field: fieldOf(flow.handlers, handler_id),
        code,
        message,
      }));
      throw DomainError.invalid(errors, `The flow cannot be published: ${problems[0]?.message ?? ''}`);
    }
    const by = { userId: scope.userId, name: scope.principal.name };
    if (!(await this.flows.publish(scope.projectId, id, flow.version, flow.handlers, by)))
      throw versionConflict(flow.version + 1);
    await this.emit(FLOW_PUBLISHED, scope, flow, [
      { field: 'published_version', before: flow.publishedVersion, after: flow.version },
    ]);
    return this.get(scope.projectId, id);
  }

  async versions(projectId: string, id: string, query: ListQuery): Promise<Page<FlowVersion>> {
    await this.flows.get(projectId, id);
    return this.flows.listVersions(projectId, id, query);
  }

  /** Handlers that send nothing twice, in any version that was published. */
  async heldHandlerIds(projectId: string, id: string): Promise<string[]> {
    const versions = await this.flows.versions(projectId, id);
    return this.planner.heldHandlerIds(
      projectId,
      versions.map((version) => version.handlers),
    );
  }

  /** A published version becomes the draft again; publishing it is a separate act. */
  async restore(scope: ProjectScope, id: string, version: number): Promise<CheckedFlow> {
    const stored = await this.flows.findVersion(scope.projectId, id, version);
    if (!stored) {
      await this.flows.get(scope.projectId, id);
      throw DomainError.invalidField('version', 'is not a published version of this flow', 'unknown_version');
    }
    return this.update(scope, id, { handlers: stored.handlers });
  }

  async delete(scope: ProjectScope, id: string): Promise<{ flowId: string }> {
    const flow = await this.flows.get(scope.projectId, id);
    await this.usages.refuseIfUsed({ projectId: scope.projectId, resourceType: 'flow', resourceId: id });
    await this.flows.delete(scope.projectId, id);
    await this.emit(FLOW_DELETED, scope, flow);
    return { flowId: id };
  }

  async usagesOf(projectId: string, id: string, query: ListQuery): Promise<Page<Usage>> {
    await this.flows.get(projectId, id);
    return this.usages.list({ projectId, resourceType: 'flow', resourceId: id }, query);
  }

  /** Flows with an API Call Handler to every one of these systems (the published version counts, else the draft). */
  async selectable(projectId: string, systemIds: string[], query: ListQuery): Promise<Page<SelectableFlow>> {
    const page = await this.flows.listCalling(projectId, systemIds, query);
    const published = await this.flows.publishedVersions(
      projectId,
      page.items.map((flow) => flow.id),
    );
    const handlersOf = (flow: Flow): Handler[] => published.get(flow.id)?.handlers ?? flow.handlers;
    const called = await this.planner.systemIdsOf(projectId, page.items.map(handlersOf));
    const systems = new Map(page.items.map((flow, index) => [flow.id, called[index] ?? []]));
    return page.map((flow) => ({
      flow,
      systemIds: systems.get(flow.id) ?? [],
      missingSystemIds: (systems.get(flow.id) ?? []).filter((id) => !systemIds.includes(id)),
      hasMapping: handlersOf(flow).some((handler) => handler.kind === 'mapping'),
    }));
  }

  private async publishedOf(flow: Flow): Promise<FlowVersion | null> {
    return flow.publishedVersion === null
      ? null
      : this.flows.findVersion(flow.projectId, flow.id, flow.publishedVersion);
  }

  private async check(flow: Flow, published: FlowVersion | null): Promise<CheckedFlow> {
    return checkedOf(flow, published, (await this.planner.plan(flow.projectId, flow.handlers)).problems);
  }

  private async checkedHandlers(projectId: string, sent: unknown[]): Promise<Handler[]> {
    const { handlers, errors } = readHandlers(sent);
    if (errors.length > 0) throw DomainError.invalid(errors);
    const faults = await this.planner.apiFaults(projectId, handlers);
    if (faults.length > 0) throw DomainError.invalid(faults);
    return handlers;
  }

  private emit(type: string, scope: ProjectScope, flow: Flow, changes?: FieldChange[]): Promise<void> {
    return this.events.emit({
      type,
      projectId: scope.projectId,
      resourceType: 'flow',
      resourceId: flow.id,
      resourceName: flow.flowName,
      actor: { userId: scope.userId, name: scope.principal.name },
      changes,
    });
  }
}

const wireMembers = (flow: Flow): Record<string, unknown> => ({
  flow_name: flow.flowName,
  description: flow.description,
  handlers: flow.handlers,
});

const checkedOf = (flow: Flow, published: FlowVersion | null, problems: FlowProblem[]): CheckedFlow => ({
  flow,
  problems,
  hasUnpublishedChanges: stringifyJson(published?.handlers ?? []) !== stringifyJson(flow.handlers),
});

const versionConflict = (current: number) =>
  DomainError.conflict(
    'version_conflict',
    `Somebody else changed it: it is at version ${current} now. Load it again and repeat your change.`,
  );

function fieldOf(handlers: Handler[], handlerId: string | null): string {
  const index = handlers.findIndex((handler) => handler.handler_id === handlerId);
  return index < 0 ? 'handlers' : `handlers[${index}]`;
}
