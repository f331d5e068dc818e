// What a pipe needs to run: a published flow, a connected credential for each system, a sound mapping for each Mapping
// Handler. Answers the problems, or everything that a run pins.
import { Injectable } from '@nestjs/common';
import type { FlowPlan } from '#engine';
import type { ApiDefinition } from '../apis/api-definition.entity.js';
import { CredentialsService } from '../credentials/credentials.service.js';
import type { Credential } from '../credentials/credential.entity.js';
import { FlowPlannerService } from '../flows/flow-planner.service.js';
import { FlowsService } from '../flows/flows.service.js';
import type { Handler, MappingHandler } from '../flows/flow.types.js';
import type { MappingContext } from '../mappings/mapping-context.types.js';
import { MappingsService } from '../mappings/mappings.service.js';
import type { MappingConfiguration } from '../mappings/mapping-configuration.entity.js';
import { SystemsService } from '../systems/systems.service.js';
import type { System } from '../systems/system.entity.js';
import { contextOf, mappingHandlers } from './mapping-contexts.js';
import type { PipeWithCredentials } from './pipe.repository.js';
import type { PipeProblem } from './pipe.types.js';

/** Everything a run of the pipe is made of; pinned in its snapshot. */
export interface PipeParts {
  flowVersion: number;
  handlers: Handler[];
  plan: FlowPlan;
  apis: Map<string, ApiDefinition>;
  systems: Map<string, System>;
  /** by system id */
  credentials: Map<string, Credential>;
  /** by handler id of the Mapping Handler */
  mappings: Map<string, MappingConfiguration>;
}

export interface PipeCheck {
  problems: PipeProblem[];
  /** null while there are problems. */
  parts: PipeParts | null;
}

@Injectable()
export class PipeReadinessService {
  constructor(
    private readonly flows: FlowsService,
    private readonly planner: FlowPlannerService,
    private readonly systems: SystemsService,
    private readonly credentials: CredentialsService,
    private readonly mappings: MappingsService,
  ) {}

  async check({ pipe, credentials: chosen }: PipeWithCredentials): Promise<PipeCheck> {
    const { projectId } = pipe;
    const published = await this.flows.publishedVersion(projectId, pipe.flowId);
    if (!published)
      return {
        problems: [
          {
            code: 'FLOW_NOT_PUBLISHED',
            message: 'The flow was never published. Publish it first.',
            handler_id: null,
          },
        ],
        parts: null,
      };
    const { handlers } = published;
    const { plan, problems: planProblems, apis } = await this.planner.plan(projectId, handlers);
    const problems: PipeProblem[] = [...planProblems];

    const systems = await this.systemsOf(projectId, apis);
    const credentials = await this.credentialsOf(projectId, chosen);
    for (const system of systems.values()) {
      const credential = credentials.get(system.id);
      if (credential === undefined && system.authenticationType !== 'none') {
        problems.push({
          code: 'CREDENTIAL_MISSING',
          message: `No credential is chosen for the system "${system.systemName}".`,
          handler_id: null,
        });
      } else if (credential && credential.status !== 'connected') {
        problems.push({
          code: 'CREDENTIAL_NOT_CONNECTED',
          message: `The credential "${credential.credentialName}" is not connected (${credential.status}). Test or reconnect it.`,
          handler_id: null,
        });
      }
    }

    const mappings = new Map(
      (await this.mappings.ofPipe(projectId, pipe.id)).map((mapping) => [mapping.handlerId, mapping]),
    );
    for (const handler of mappingHandlers(handlers)) {
      problems.push(
        ...this.mappingProblems(
          handler,
          mappings.get(handler.handler_id),
          contextOf(handler, handlers, apis),
        ),
      );
    }
    if (problems.length > 0 || !plan) return { problems, parts: null };
    return {
      problems,
      parts: { flowVersion: published.version, handlers, plan, apis, systems, credentials, mappings },
    };
  }

  private mappingProblems(
    handler: MappingHandler,
    mapping: MappingConfiguration | undefined,
    context: MappingContext,
  ): PipeProblem[] {
    const name = handler.handler_name || handler.handler_id;
    const links = (mapping?.document as { links?: unknown[] } | undefined)?.links ?? [];
    if (!mapping || links.length === 0) {
      return [
        {
          code: 'NOT_MAPPED',
          message: `"${name}" is not mapped: link its fields in the mapping configuration.`,
          handler_id: handler.handler_id,
        },
      ];
    }
    const { problems } = this.mappings.check(mapping, context);
    return problems.map(({ code, message }) => ({
      code,
      message: `Mapping "${name}": ${message}`,
      handler_id: handler.handler_id,
    }));
  }

  private async systemsOf(projectId: string, apis: Map<string, ApiDefinition>): Promise<Map<string, System>> {
    const ids = [...new Set([...apis.values()].map((api) => api.systemId))];
    const systems = ids.length === 0 ? [] : await this.systems.findMany(projectId, ids);
    return new Map(systems.map((system) => [system.id, system]));
  }

  private async credentialsOf(
    projectId: string,
    chosen: ReadonlyMap<string, string>,
  ): Promise<Map<string, Credential>> {
    const rows = chosen.size === 0 ? [] : await this.credentials.findMany(projectId, [...chosen.values()]);
    return new Map(rows.map((credential) => [credential.systemId, credential]));
  }
}
