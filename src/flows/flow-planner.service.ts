// Checks handlers against the APIs and systems of their project and lets the engine plan them.
import { Injectable } from '@nestjs/common';
import { type FlowPlan, planFlow } from '#engine';
import { ApisService } from '../apis/apis.service.js';
import type { ApiDefinition } from '../apis/api-definition.entity.js';
import { toCallableApi } from '../apis/request.builder.js';
import type { FieldError } from '../common/errors/domain-error.js';
import { isId } from '../common/http/id.js';
import { SystemsService } from '../systems/systems.service.js';
import type { FlowProblem, Handler } from './flow.types.js';

export interface PlannedFlow {
  plan: FlowPlan | null;
  problems: FlowProblem[];
  /** By id; those that the handlers call. */
  apis: Map<string, ApiDefinition>;
}

@Injectable()
export class FlowPlannerService {
  constructor(
    private readonly apis: ApisService,
    private readonly systems: SystemsService,
  ) {}

  /** An API Call Handler may only name an API of this project, of an enabled system. */
  async apiFaults(projectId: string, handlers: Handler[]): Promise<FieldError[]> {
    const apis = await this.apisOf(projectId, handlers);
    const disabled = await this.disabledSystems(projectId, apis);
    return handlers.flatMap((handler, index): FieldError[] => {
      if (handler.kind !== 'api_call') return [];
      const field = `handlers[${index}].api_id`;
      const api = apis.get(handler.api_id);
      if (!api) return [{ field, code: 'unknown_api', message: 'is not an API of this project' }];
      if (disabled.has(api.systemId))
        return [{ field, code: 'system_disabled', message: 'belongs to a system that is disabled' }];
      return [];
    });
  }

  /** The engine's plan, or everything that keeps the handlers from being run. */
  async plan(projectId: string, handlers: Handler[]): Promise<PlannedFlow> {
    const apis = await this.apisOf(projectId, handlers);
    const { plan, problems } = planFlow(
      handlers,
      new Map([...apis].map(([id, api]) => [id, toCallableApi(api)])),
    );
    const disabled = await this.disabledSystems(projectId, apis);
    const disabledProblems = handlers.flatMap((handler): FlowProblem[] => {
      const api = handler.kind === 'api_call' ? apis.get(handler.api_id) : undefined;
      if (!api) return [];
      if (disabled.has(api.systemId))
        return [
          {
            code: 'SYSTEM_DISABLED',
            message: `The system of "${api.apiName}" is disabled.`,
            handler_id: handler.handler_id,
          },
        ];
      if (api.status === 'disabled')
        return [
          {
            code: 'API_DISABLED',
            message: `The API "${api.apiName}" is disabled.`,
            handler_id: handler.handler_id,
          },
        ];
      return [];
    });
    const all = [...problems, ...disabledProblems];
    return { plan: all.length > 0 ? null : plan, problems: all, apis };
  }

  /** The systems that the handlers call, in order of first call. */
  async systemIds(projectId: string, handlers: Handler[]): Promise<string[]> {
    const apis = await this.apisOf(projectId, handlers);
    return [
      ...new Set(
        handlers.flatMap((handler) =>
          handler.kind === 'api_call' ? (apis.get(handler.api_id)?.systemId ?? []) : [],
        ),
      ),
    ];
  }

  private async apisOf(projectId: string, handlers: Handler[]): Promise<Map<string, ApiDefinition>> {
    const ids = [
      ...new Set(
        handlers.flatMap((handler) =>
          handler.kind === 'api_call' && isId(handler.api_id) ? [handler.api_id] : [],
        ),
      ),
    ];
    const apis = ids.length === 0 ? [] : await this.apis.findMany(projectId, ids);
    return new Map(apis.map((api) => [api.id, api]));
  }

  private async disabledSystems(projectId: string, apis: Map<string, ApiDefinition>): Promise<Set<string>> {
    const ids = [...new Set([...apis.values()].map((api) => api.systemId))];
    const systems = ids.length === 0 ? [] : await this.systems.findMany(projectId, ids);
    return new Set(systems.filter((system) => system.status === 'disabled').map((system) => system.id));
  }
}
