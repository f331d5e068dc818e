import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { changesBetween } from '../common/events/changes.js';
import { EventBus, type FieldChange } from '../common/events/domain-event.js';
import { DomainError } from '../common/errors/domain-error.js';
import { newId } from '../common/http/id.js';
import { Page } from '../common/http/page.js';
import type { ProjectScope } from '../common/http/request-context.js';
import { UsageRegistry } from '../common/usage/usage-registry.js';
import { nameKeyOf } from '../database/name-taken.js';
import type { Handler } from '../flows/flow.types.js';
import { MappingsService } from '../mappings/mappings.service.js';
import type { CreatePipeDto, FailureGuardDto, PipesQuery, UpdatePipeDto } from './dto/pipe.dto.js';
import { PipeFlowsService } from './pipe-flows.service.js';
import { isOfConnection, type PipeParts, PipeReadinessService } from './pipe-readiness.service.js';
import type { Pipe } from './pipe.entity.js';
import { PIPE_CREATED, PIPE_DELETED, PIPE_DISABLED, PIPE_ENABLED, PIPE_UPDATED } from './pipe.events.js';
import { PipeRepository, type PipeWithCredentials } from './pipe.repository.js';
import type { FailureGuard, LastRun, PipeProblem } from './pipe.types.js';

export interface CheckedPipe extends PipeWithCredentials {
  problems: PipeProblem[];
}

const DEFAULT_GUARD: FailureGuard = { in_a_row: 100, percent_of_first_200: 50 };

/** What else changes with a pipe that is switched on or off, in one transaction with it. */
export type PipeSwitch = (
  manager: EntityManager,
  pipe: { projectId: string; pipeId: string; enabled: boolean },
) => Promise<void>;

/** What else is to be told about pipes: problems by the id of the pipe. `handlers`: of its published flow. */
export type PipeLook = (
  projectId: string,
  pipes: { pipeId: string; handlers: Handler[] }[],
) => Promise<Map<string, PipeProblem[]>>;

@Injectable()
export class PipesService {
  private readonly switches: PipeSwitch[] = [];
  private readonly looks: PipeLook[] = [];

  constructor(
    private readonly pipes: PipeRepository,
    private readonly readiness: PipeReadinessService,
    private readonly flows: PipeFlowsService,
    private readonly mappings: MappingsService,
    private readonly usages: UsageRegistry,
    private readonly events: EventBus,
  ) {
    usages.answer(async ({ projectId, resourceType, resourceId }) => {
      if (resourceType !== 'flow' && resourceType !== 'credential') return [];
      const rows = await this.pipes.findUsing(
        projectId,
        resourceType === 'flow' ? { flowId: resourceId } : { credentialId: resourceId },
      );
      return rows.map((row) => ({ resource_type: 'pipe', resource_id: row.id, name: row.pipeName }));
    });
    usages.answerActive(async ({ projectId, resourceType, resourceIds }) =>
      resourceType === 'credential' ? this.pipes.findEnabledCredentials(projectId, resourceIds) : [],
    );
    usages.stopWith(async ({ projectId, resourceType }) => {
      if (resourceType === 'project') await this.pipes.disableAll(projectId);
    });
  }

  async list(projectId: string, query: PipesQuery): Promise<Page<CheckedPipe>> {
    const page = await this.pipes.list(projectId, query);
    return new Page(await this.checked(projectId, page.items), page.total, page.request);
  }

  async get(projectId: string, id: string): Promise<CheckedPipe> {
    const [checked] = await this.checked(projectId, [await this.pipes.get(projectId, id)]);
    return checked as CheckedPipe;
  }

  /** Its row, without a look at what it needs to run. */
  async find(projectId: string, id: string): Promise<Pipe> {
    return (await this.pipes.get(projectId, id)).pipe;
  }

  /**
   * The parts of a run; 409 `pipe_incomplete` with everything that is missing. `waits`: a run that may wait for its
   * connections does not need them now.
   */
  async runnable(
    projectId: string,
    id: string,
    waits = false,
  ): Promise<PipeWithCredentials & { parts: PipeParts }> {
    const row = await this.pipes.get(projectId, id);
    const { problems, parts } = await this.readiness.check(row);
    if (!parts || (problems.length > 0 && !waits)) throw incomplete(problems);
    return { ...row, parts };
  }

  async create(scope: ProjectScope, input: CreatePipeDto): Promise<CheckedPipe> {
    const { projectId } = scope;
    const credentials = await this.flows.chosen(projectId, input.flow_id, input.credential_ids);
    const source =
      input.copy_mappings_from === undefined
        ? null
        : await this.copySource(projectId, input.copy_mappings_from, input.flow_id);
    const id = newId();
    await this.pipes.insert(
      projectId,
      id,
      {
        pipeName: input.pipe_name,
        nameKey: nameKeyOf(input.pipe_name),
        description: input.description ?? '',
        flowId: input.flow_id,
        enabled: false,
        overlap: input.overlap ?? 'queue_one',
        concurrency: input.concurrency ?? 8,
        timeoutSeconds: input.timeout_seconds ?? 21_600,
        failureGuard: input.failure_guard === undefined ? DEFAULT_GUARD : toGuard(input.failure_guard),
        ledgerRetentionDays: input.ledger_retention_days ?? 90,
      },
      credentials,
    );
    if (source)
      await this.mappings.copy(
        scope,
        source,
        id,
        await this.flows.mappingHandlerIds(projectId, input.flow_id),
      );
    const created = await this.get(projectId, id);
    await this.emit(PIPE_CREATED, scope, created);
    return created;
  }

  async update(scope: ProjectScope, id: string, input: UpdatePipeDto): Promise<CheckedPipe> {
    const before = await this.pipes.get(scope.projectId, id);
    const credentials =
      input.credential_ids &&
      (await this.flows.chosen(scope.projectId, before.pipe.flowId, input.credential_ids));
    const change = {
      pipeName: input.pipe_name,
      nameKey: input.pipe_name === undefined ? undefined : nameKeyOf(input.pipe_name),
      description: input.description,
      overlap: input.overlap,
      concurrency: input.concurrency,
      timeoutSeconds: input.timeout_seconds,
      failureGuard: input.failure_guard === undefined ? undefined : toGuard(input.failure_guard),
      ledgerRetentionDays: input.ledger_retention_days,
    };
    await this.pipes.update(
      scope.projectId,
      id,
      Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
      credentials,
    );
    const after = await this.get(scope.projectId, id);
    await this.emit(PIPE_UPDATED, scope, after, changesBetween(wireMembers(before), wireMembers(after)));
    return after;
  }

  async enable(scope: ProjectScope, id: string): Promise<CheckedPipe> {
    await this.runnable(scope.projectId, id);
    return this.setEnabled(scope, id, true);
  }

  disable(scope: ProjectScope, id: string): Promise<CheckedPipe> {
    return this.setEnabled(scope, id, false);
  }

  /** Its runs are stopped first. */
  async delete(scope: ProjectScope, id: string): Promise<{ pipeId: string }> {
    const row = await this.pipes.get(scope.projectId, id);
    await this.usages.stop({ projectId: scope.projectId, resourceType: 'pipe', resourceId: id });
    await this.pipes.delete(scope.projectId, id);
    await this.emit(PIPE_DELETED, scope, row);
    return { pipeId: id };
  }

  noteLastRun(projectId: string, id: string, lastRun: LastRun): Promise<void> {
    return this.pipes.noteLastRun(projectId, id, lastRun);
  }

  noteNextRun(projectId: string, id: string, nextRunAt: Date | null, manager?: EntityManager): Promise<void> {
    return this.pipes.noteNextRun(projectId, id, nextRunAt, manager);
  }

  /** Problems that are only shown: the pipe runs nevertheless. */
  showWith(look: PipeLook): void {
    this.looks.push(look);
  }

  switchWith(change: PipeSwitch): void {
    this.switches.push(change);
  }

  private async checked(projectId: string, rows: PipeWithCredentials[]): Promise<CheckedPipe[]> {
    const checks = await this.readiness.checkAll(projectId, rows);
    const seen = rows.map(({ pipe }, index) => ({
      pipeId: pipe.id,
      handlers: checks[index]?.handlers ?? [],
    }));
    const more = await Promise.all(this.looks.map((look) => look(projectId, seen)));
    return rows.map((row, index) => ({
      ...row,
      problems: [
        ...(checks[index]?.problems ?? []),
        ...more.flatMap((problems) => problems.get(row.pipe.id) ?? []),
      ],
    }));
  }

  private async setEnabled(scope: ProjectScope, id: string, enabled: boolean): Promise<CheckedPipe> {
    const before = await this.pipes.get(scope.projectId, id);
    if (before.pipe.enabled !== enabled) {
      await this.pipes.setEnabled(scope.projectId, id, enabled, async (manager) => {
        for (const change of this.switches)
          await change(manager, { projectId: scope.projectId, pipeId: id, enabled });
      });
      await this.emit(enabled ? PIPE_ENABLED : PIPE_DISABLED, scope, before);
    }
    return this.get(scope.projectId, id);
  }

  private async copySource(projectId: string, id: string, flowId: string): Promise<string> {
    const source = await this.pipes.get(projectId, id).catch(() => null);
    if (source?.pipe.flowId !== flowId)
      throw DomainError.invalidField('copy_mappings_from', 'must be a pipe of the same flow', 'unknown_pipe');
    return id;
  }

  private emit(
    type: string,
    scope: ProjectScope,
    { pipe }: PipeWithCredentials,
    changes?: FieldChange[],
  ): Promise<void> {
    return this.events.emit({
      type,
      projectId: scope.projectId,
      resourceType: 'pipe',
      resourceId: pipe.id,
      resourceName: pipe.pipeName,
      actor: { userId: scope.userId, name: scope.principal.name },
      changes,
    });
  }
}

function incomplete(problems: PipeProblem[]): DomainError {
  const isCredential = problems.every(isOfConnection);
  return DomainError.conflict(
    isCredential ? 'credential_not_connected' : 'pipe_incomplete',
    `The pipe cannot run yet: ${problems.map((problem) => problem.message).join(' ')}`,
    problems.map(({ code, message, handler_id }) => ({ field: handler_id ?? 'pipe', code, message })),
  );
}

const toGuard = (guard: FailureGuardDto | null): FailureGuard | null =>
  guard && {
    in_a_row: guard.in_a_row ?? DEFAULT_GUARD.in_a_row,
    percent_of_first_200: guard.percent_of_first_200 ?? DEFAULT_GUARD.percent_of_first_200,
  };

const wireMembers = ({ pipe, credentials }: PipeWithCredentials): Record<string, unknown> => ({
  pipe_name: pipe.pipeName,
  description: pipe.description,
  credential_ids: [...credentials.values()].sort(),
  overlap: pipe.overlap,
  concurrency: pipe.concurrency,
  timeout_seconds: pipe.timeoutSeconds,
  failure_guard: pipe.failureGuard,
  ledger_retention_days: pipe.ledgerRetentionDays,
});
