// Checks handlers against the APIs and systems of their project and lets the engine plan them.
import { Injectable } from '@nestjs/common';
import { type FlowPlan, planFlow } from '#engine';
import { ApisService } from '../apis/apis.service.js';
import type { ApiDefinition } from '../apis/api-definition.entity.js';
import type { CallableApi } from '../apis/api-settings.types.js';
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
    const [planned] = await this.planAll(projectId, [handlers]);
    return planned as PlannedFlow;
  }

  /** The plans of several flows, in their order. `samples`: the APIs come with their sample responses. */
  async planAll(projectId: string, flows: Handler[][], samples = false): Promise<PlannedFlow[]> {
    const apis = await this.apisOf(projectId, flows.flat(), samples);
    const disabled = await this.disabledSystems(projectId, apis);
    const callable = callableOf(apis);
    return flows.map((handlers) => {
      const { plan, problems } = planFlow(handlers, callable);
      const all = [
        ...problems,
        ...handlers.flatMap((each) => disabledProblems(each, apis, disabled)),
        ...keylessProblems(plan),
      ];
      const called = [...apis].filter(([id]) => handlers.some((each) => isCallOf(each, id)));
      return { plan: all.length > 0 ? null : plan, problems: all, apis: new Map(called) };
    });
  }

  /** The systems that the handlers call, in order of first call. */
  async systemIds(projectId: string, handlers: Handler[]): Promise<string[]> {
    return (await this.systemIdsOf(projectId, [handlers]))[0] ?? [];
  }

  /** The systems that each of several flows calls. */
  async systemIdsOf(projectId: string, flows: Handler[][]): Promise<string[][]> {
    const apis = await this.apisOf(projectId, flows.flat());
    return flows.map((handlers) => [
      ...new Set(
        handlers.flatMap((handler) =>
          handler.kind === 'api_call' ? (apis.get(handler.api_id)?.systemId ?? []) : [],
        ),
      ),
    ]);
  }

  /**
   * Handlers of any of these versions that send nothing twice: what is unknown there waits for a person (`hold`, chosen
   * or by default). Where a version cannot be planned all its calls count, as far as their APIs are there.
   */
  async heldHandlerIds(projectId: string, versions: Handler[][]): Promise<string[]> {
    const apis = await this.apisOf(projectId, versions.flat());
    const callable = callableOf(apis);
    return [
      ...new Set(
        versions.flatMap((handlers) => {
          const { plan } = planFlow(handlers, callable);
          if (!plan)
            return handlers.flatMap((each) =>
              each.kind === 'api_call' && apis.has(each.api_id) ? each.handler_id : [],
            );
          const steps = [...plan.before, ...plan.during, ...plan.after];
          return steps.filter((step) => step.on_unknown === 'hold').map((step) => step.handler_id);
        }),
      ),
    ];
  }

  private async apisOf(
    projectId: string,
    handlers: Handler[],
    samples = false,
  ): Promise<Map<string, ApiDefinition>> {
    const ids = [
      ...new Set(
        handlers.flatMap((handler) =>
          handler.kind === 'api_call' && isId(handler.api_id) ? [handler.api_id] : [],
        ),
      ),
    ];
    const apis = ids.length === 0 ? [] : await this.apis.findMany(projectId, ids, samples);
    return new Map(apis.map((api) => [api.id, api]));
  }

  private async disabledSystems(projectId: string, apis: Map<string, ApiDefinition>): Promise<Set<string>> {
    const ids = [...new Set([...apis.values()].map((api) => api.systemId))];
    const systems = ids.length === 0 ? [] : await this.systems.findMany(projectId, ids);
    return new Set(systems.filter((system) => system.status === 'disabled').map((system) => system.id));
  }
}

const isCallOf = (handler: Handler, apiId: string): boolean =>
  handler.kind === 'api_call' && handler.api_id === apiId;

function disabledProblems(
  handler: Handler,
  apis: ReadonlyMap<string, ApiDefinition>,
  disabledSystems: ReadonlySet<string>,
): FlowProblem[] {
  const api = handler.kind === 'api_call' ? apis.get(handler.api_id) : undefined;
  if (!api) return [];
  const { handler_id } = handler;
  if (disabledSystems.has(api.systemId))
    return [{ code: 'SYSTEM_DISABLED', message: `The system of "${api.apiName}" is disabled.`, handler_id }];
  return api.status === 'disabled'
    ? [{ code: 'API_DISABLED', message: `The API "${api.apiName}" is disabled.`, handler_id }]
    : [];
}

/** Answers by key are matched with the record keys: where these are made from the content, no system can name them. */
function keylessProblems(plan: FlowPlan | null): FlowProblem[] {
  if (!plan || !plan.driver || (plan.driver.api.record_key ?? []).length > 0) return [];
  const driver = plan.driver.name;
  return plan.during
    .filter((step) => step.batch && step.api.batch?.answer === 'by_key')
    .map((step) => ({
      code: 'RECORD_KEY_MISSING',
      message: `"${step.name}" is answered by key, but the API of "${driver}" names no record_key: say there which field is the key.`,
      handler_id: step.handler_id,
    }));
}

function callableOf(apis: ReadonlyMap<string, ApiDefinition>): Map<string, CallableApi> {
  return new Map([...apis].map(([id, api]) => [id, toCallableApi(api)]));
}
