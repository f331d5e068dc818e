// What a pipe needs to run: a published flow, a connected credential for each system, a sound mapping for each Mapping
// Handler. Answers the problems, or everything that a run pins.
import { Injectable } from '@nestjs/common';
import type { FlowPlan } from '#engine';
import type { ApiDefinition } from '../apis/api-definition.entity.js';
import { CredentialsService } from '../credentials/credentials.service.js';
import type { Credential } from '../credentials/credential.entity.js';
import { FlowPlannerService, type PlannedFlow } from '../flows/flow-planner.service.js';
import { FlowsService } from '../flows/flows.service.js';
import type { FlowVersion } from '../flows/flow-version.entity.js';
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
  /** of the published flow; none: it was never published */
  handlers: Handler[];
  problems: PipeProblem[];
  /** null while there are problems other than a connection that is not in order: a run can wait for that. */
  parts: PipeParts | null;
}

/** Their sample responses are in memory together. */
const CHECKED_AT_ONCE = 20;

@Injectable()
export class PipeReadinessService {
  constructor(
    private readonly flows: FlowsService,
    private readonly planner: FlowPlannerService,
    private readonly systems: SystemsService,
    private readonly credentials: CredentialsService,
    private readonly mappings: MappingsService,
  ) {}

  async check(row: PipeWithCredentials): Promise<PipeCheck> {
    return (await this.checkAll(row.pipe.projectId, [row]))[0] as PipeCheck;
  }

  /** Several pipes of a project, in their order: what they share is loaded once for a few of them. */
  async checkAll(projectId: string, rows: PipeWithCredentials[]): Promise<PipeCheck[]> {
    const checks: PipeCheck[] = [];
    for (let at = 0; at < rows.length; at += CHECKED_AT_ONCE)
      checks.push(...(await this.checkSome(projectId, rows.slice(at, at + CHECKED_AT_ONCE))));
    return checks;
  }

  private async checkSome(projectId: string, rows: PipeWithCredentials[]): Promise<PipeCheck[]> {
    const flowIds = [...new Set(rows.map(({ pipe }) => pipe.flowId))];
    const versions = [...(await this.flows.publishedVersions(projectId, flowIds)).values()];
    const plans = await this.planner.planAll(
      projectId,
      versions.map((version) => version.handlers),
      true,
    );
    const published = new Map(
      versions.map((version, index) => [version.flowId, { version, planned: plans[index] as PlannedFlow }]),
    );
    const systems = await this.systemsOf(
      projectId,
      plans.flatMap(({ apis }) => [...apis.values()]),
    );
    const credentials = await this.credentialsOf(
      projectId,
      rows.flatMap((row) => [...row.credentials.values()]),
    );
    const mappings = await this.mappings.ofPipes(
      projectId,
      rows.map(({ pipe }) => pipe.id),
    );
    return rows.map((row): PipeCheck => {
      const flow = published.get(row.pipe.flowId);
      if (!flow) return { handlers: [], problems: [NOT_PUBLISHED], parts: null };
      return this.checkOne(row, flow, {
        systems,
        credentials,
        mappings: mappings.filter((mapping) => mapping.pipeId === row.pipe.id),
      });
    });
  }

  private checkOne(
    { credentials: chosen }: PipeWithCredentials,
    { version, planned }: { version: FlowVersion; planned: PlannedFlow },
    loaded: {
      systems: ReadonlyMap<string, System>;
      credentials: ReadonlyMap<string, Credential>;
      mappings: MappingConfiguration[];
    },
  ): PipeCheck {
    const { handlers } = version;
    const { plan, apis } = planned;
    const problems: PipeProblem[] = [...planned.problems];
    const systems = new Map(
      [...apis.values()].flatMap((api) => {
        const system = loaded.systems.get(api.systemId);
        return system ? [[system.id, system] as const] : [];
      }),
    );
    const credentials = new Map(
      [...chosen.values()].flatMap((id) => {
        const credential = loaded.credentials.get(id);
        return credential ? [[credential.systemId, credential] as const] : [];
      }),
    );
    for (const system of systems.values())
      problems.push(...connectionProblems(system, credentials.get(system.id)));
    const mappings = new Map(loaded.mappings.map((mapping) => [mapping.handlerId, mapping]));
    for (const handler of mappingHandlers(handlers)) {
      problems.push(
        ...this.mappingProblems(
          handler,
          mappings.get(handler.handler_id),
          contextOf(handler, handlers, apis),
        ),
      );
    }
    if (!plan || !problems.every(isOfConnection)) return { handlers, problems, parts: null };
    return {
      handlers,
      problems,
      parts: { flowVersion: version.version, handlers, plan, apis, systems, credentials, mappings },
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

  private async systemsOf(projectId: string, apis: ApiDefinition[]): Promise<Map<string, System>> {
    const ids = [...new Set(apis.map((api) => api.systemId))];
    const systems = ids.length === 0 ? [] : await this.systems.findMany(projectId, ids);
    return new Map(systems.map((system) => [system.id, system]));
  }

  private async credentialsOf(projectId: string, ids: string[]): Promise<Map<string, Credential>> {
    const rows = ids.length === 0 ? [] : await this.credentials.findMany(projectId, [...new Set(ids)]);
    return new Map(rows.map((credential) => [credential.id, credential]));
  }
}

const NOT_PUBLISHED: PipeProblem = {
  code: 'FLOW_NOT_PUBLISHED',
  message: 'The flow was never published. Publish it first.',
  handler_id: null,
};

const NOT_CONNECTED: Record<Exclude<Credential['status'], 'connected'>, string> = {
  draft: 'it never was',
  awaiting_consent: 'its consent was not given yet',
  reconnect_required: 'it has to be signed in again',
  failed: 'its last sign-in failed',
};

function connectionProblems(system: System, credential: Credential | undefined): PipeProblem[] {
  if (credential === undefined && system.authenticationType !== 'none') {
    return [
      {
        code: 'CREDENTIAL_MISSING',
        message: `No credential is chosen for the system "${system.systemName}".`,
        handler_id: null,
      },
    ];
  }
  if (!credential || credential.status === 'connected') return [];
  return [
    {
      code: 'CREDENTIAL_NOT_CONNECTED',
      message: `The credential "${credential.credentialName}" is not connected: ${NOT_CONNECTED[credential.status]}. Test or reconnect it.`,
      handler_id: null,
    },
  ];
}

/** Its runs wait until it is connected again. */
export const isOfConnection = ({ code }: PipeProblem): boolean => code === 'CREDENTIAL_NOT_CONNECTED';
