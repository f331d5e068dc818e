import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { EventBus } from '../common/events/domain-event.js';
import { DomainError } from '../common/errors/domain-error.js';
import { newId } from '../common/http/id.js';
import { cursorOf } from '../common/http/list-query.dto.js';
import { encodeCursor, Slice } from '../common/http/page.js';
import type { ProjectScope } from '../common/http/request-context.js';
import { timeOf } from '../common/http/time-of.js';
import { UsageRegistry } from '../common/usage/usage-registry.js';
import { sourceHandlerIds } from '../flows/source-handlers.builder.js';
import { PipesService } from '../pipes/pipes.service.js';
import type { RunPipeDto, RunRecordsQuery, RunsQuery, StatsQuery } from './dto/run.dto.js';
import { answersOf, formerKeysOf } from './given-records.js';
import { KeptRecordsService } from './kept-records.service.js';
import { RecordErrorRepository } from './record-error.repository.js';
import { resendUnknownOf, type RetrySource } from './retry-sources.js';
import { RunDispatcher } from './run-dispatcher.service.js';
import { CURSOR_RESET, RUN_CANCEL_REQUESTED, RUN_FINISHED, RUN_STARTED } from './run.events.js';
import { type AdmissionRule, RunQueueRepository } from './run-queue.repository.js';
import {
  type HourRow,
  type RunRecordRow,
  RunRepository,
  type RunRow,
  type SlowestRow,
} from './run.repository.js';
import type { RunRequest, RunTrigger } from './run.types.js';
import { type PinnedPipe, SnapshotService } from './snapshot.service.js';

export interface RunStart {
  projectId: string;
  pipeId: string;
  trigger: RunTrigger;
  request: RunRequest;
  /** null: a trigger */
  startedBy: { userId: string; name: string } | null;
  /** written together with the run's row */
  alongside?: (runId: string, manager: EntityManager) => Promise<void>;
}

/** A run of kept records: how many of the chosen ones it takes. */
export interface StartedRetry {
  runId: string;
  status: string;
  taken: number;
  chosen: number;
}

/** A run that could be put in line. */
export interface PreparedStart extends RunStart {
  pinned: PinnedPipe;
}

const DAY_MS = 24 * 3600_000;

@Injectable()
export class RunsService {
  constructor(
    private readonly rows: RunRepository,
    private readonly queue: RunQueueRepository,
    private readonly snapshots: SnapshotService,
    private readonly errors: RecordErrorRepository,
    private readonly kept: KeptRecordsService,
    private readonly dispatcher: RunDispatcher,
    private readonly pipes: PipesService,
    private readonly events: EventBus,
    usages: UsageRegistry,
  ) {
    usages.stopWith(async ({ projectId, resourceType, resourceId }) => {
      if (resourceType !== 'project' && resourceType !== 'pipe') return;
      for (const id of await this.rows.activeIds(projectId, resourceType === 'pipe' ? resourceId : null))
        await this.end(id);
    });
    events.on(RUN_FINISHED, async (event) => this.noteLastRun(event.projectId ?? '', event.resourceId));
  }

  /** A run asked for by a person. While one is active the pipe's overlap rule decides. */
  async runPipe(
    scope: ProjectScope,
    pipeId: string,
    input: RunPipeDto,
  ): Promise<{ runId: string; status: string }> {
    const pinned = await this.snapshots.pin(scope.projectId, pipeId);
    const resetsCursors = input.reset_cursor === true && !input.dry_run;
    const request: RunRequest = {
      limit: input.limit,
      record_keys: input.record_keys,
      force_resend: input.force_resend,
      ...(resetsCursors && { reset_cursor: true }),
    };
    const started = await this.start(
      { ...personOf(scope, pipeId), trigger: input.dry_run ? 'dry_run' : 'manual', request },
      pinned,
    );
    if (resetsCursors) await this.tellOfReset(scope, pipeId, pinned);
    return started;
  }

  /** Reads every source page, sends nothing, and lists the record keys that are missing from the ledger. */
  async reconcile(scope: ProjectScope, pipeId: string): Promise<{ runId: string }> {
    return this.start({ ...personOf(scope, pipeId), trigger: 'reconcile', request: {} });
  }

  /** Puts a run in line and brings it to a worker; cursors are reset only together with a run. */
  async start(start: RunStart, pinned?: PinnedPipe): Promise<{ runId: string; status: string }> {
    const prepared = pinned ? { ...start, pinned } : await this.prepare(start);
    const id = newId();
    const admitted = await this.rows.transaction(async (manager) => {
      const runId = await this.admit(prepared, id, manager);
      if (runId !== null && start.request.reset_cursor)
        await this.rows.resetCursors(start.projectId, start.pipeId, { manager });
      if (runId !== null) await start.alongside?.(runId, manager);
      return runId;
    });
    if (admitted === null) {
      throw DomainError.conflict(
        'already_running',
        'A run of this pipe is active, and the pipe takes no second one.',
      );
    }
    if (admitted === id) await this.announce(prepared, id);
    return { runId: admitted, status: 'queued' };
  }

  /**
   * Pins what a run would do; 409 `pipe_incomplete` where it cannot, also when what it is given answers no call of the
   * flow any more. A trigger has nobody to tell of a lost connection: its run waits for it.
   */
  async prepare(start: RunStart): Promise<PreparedStart> {
    const pinned = await this.snapshots.pin(start.projectId, start.pipeId, start.startedBy === null);
    const answered = sourceHandlerIds(pinned.snapshot.handlers);
    const gone = Object.keys(start.request.given ?? {}).find((handlerId) => !answered.has(handlerId));
    if (gone !== undefined) {
      const message = `The flow has no call "${gone}" any more that what was sent could stand for.`;
      throw DomainError.conflict('pipe_incomplete', message, [
        { field: gone, code: 'SOURCE_HANDLER_GONE', message },
      ]);
    }
    return { ...start, pinned };
  }

  /**
   * Writes the run's row within a transaction of the caller's. Answers its id, the id of the waiting run
   * that stands for it, or null where the pipe takes no second run. Without a rule the pipe's and the trigger's count.
   */
  async admit(
    start: PreparedStart,
    runId: string,
    within: EntityManager,
    rule: AdmissionRule = ruleOf(start),
  ): Promise<string | null> {
    const { runId: admitted } = await this.queue.admit(
      {
        id: runId,
        projectId: start.projectId,
        pipeId: start.pipeId,
        snapshotId: start.pinned.snapshotId,
        trigger: start.trigger,
        request: start.request,
        startedBy: start.startedBy?.userId ?? null,
      },
      rule,
      within,
    );
    return admitted;
  }

  /** Tells of a run whose row is committed. */
  async announce(start: PreparedStart, runId: string): Promise<void> {
    await this.events.emit({
      type: RUN_STARTED,
      projectId: start.projectId,
      resourceType: 'run',
      resourceId: runId,
      resourceName: start.pinned.pipeName,
      actor: start.startedBy,
      details: { pipeId: start.pipeId, trigger: start.trigger },
    });
    await this.dispatcher.dispatch([{ id: runId, fence: 0 }]);
  }

  async list(projectId: string, query: RunsQuery): Promise<Slice<RunRow>> {
    const cursor = cursorOf(query, 2);
    const limit = query.limit ?? 50;
    const after: [Date, string] | null = cursor && [timeOf('after', cursor[0]), cursor[1] ?? ''];
    const filter = {
      pipeId: query.pipe_id,
      status: query.status,
      from: query.from === undefined ? undefined : timeOf('from', query.from),
      to: query.to === undefined ? undefined : timeOf('to', query.to),
    };
    const rows = await this.rows.list(projectId, filter, after, limit + 1);
    return Slice.of(rows, limit, (row) => encodeCursor([row.created_at.toISOString(), row.id]));
  }

  get(projectId: string, runId: string): Promise<RunRow> {
    return this.rows.get(projectId, runId);
  }

  /** Body answered to the last call of a webhook's run, with exact numbers; null: none is kept. */
  response(projectId: string, runId: string): Promise<unknown> {
    return this.rows.response(projectId, runId);
  }

  async stats(
    projectId: string,
    query: StatsQuery,
  ): Promise<{ hours: HourRow[]; slowest: SlowestRow | null }> {
    const to = query.to === undefined ? new Date() : timeOf('to', query.to);
    const from = query.from === undefined ? new Date(to.getTime() - DAY_MS) : timeOf('from', query.from);
    const [hours, slowest] = await Promise.all([
      this.rows.perHour(projectId, from, to),
      this.rows.slowestApi(projectId, from, to),
    ]);
    return { hours, slowest };
  }

  async records(projectId: string, runId: string, query: RunRecordsQuery): Promise<Slice<RunRecordRow>> {
    await this.rows.get(projectId, runId);
    const status = query.status ?? null;
    if (query.group_by === 'cause')
      return new Slice(await this.rows.causes(projectId, runId, status), 200, null);
    const limit = query.limit ?? 50;
    const after = cursorOf(query, 1)?.[0] ?? null;
    const rows = await this.rows.records(projectId, runId, status, after, limit + 1);
    return Slice.within(rows, Number(rows[0]?.found ?? 0), limit, (row) => encodeCursor([row.id]));
  }

  /** Asks for the end of a run; a run that has ended answers its state. */
  async cancel(
    scope: ProjectScope,
    runId: string,
  ): Promise<{ runId: string; status: string; hadEnded: boolean }> {
    const before = await this.rows.get(scope.projectId, runId);
    await this.end(runId);
    await this.events.emit({
      type: RUN_CANCEL_REQUESTED,
      projectId: scope.projectId,
      resourceType: 'run',
      resourceId: runId,
      resourceName: before.pipe_name,
      actor: { userId: scope.userId, name: scope.principal.name },
    });
    const { status } = await this.rows.get(scope.projectId, runId);
    return { runId, status, hadEnded: before.finished_at !== null };
  }

  /** A new run of only the failed records of a run, with the current mapping. */
  async retry(scope: ProjectScope, runId: string, recordKeys: string[] | null): Promise<StartedRetry> {
    const run = await this.rows.get(scope.projectId, runId);
    const sources = await this.rows.failedSources(scope.projectId, runId, recordKeys);
    if (sources.length === 0) {
      if (recordKeys === null)
        throw DomainError.invalid(
          [],
          'The run has no failed record whose source is still kept and that is not ignored.',
        );
      throw DomainError.invalidField(
        'record_keys',
        'name no failed record of this run whose source is still kept',
        'unknown_record',
      );
    }
    return this.startRetry(scope, run.pipe_id, sources, recordKeys !== null);
  }

  /** `isByName`: a person asks for these records, those that shall not be sent included. */
  async startRetry(
    scope: ProjectScope,
    pipeId: string,
    sources: RetrySource[],
    isByName = false,
  ): Promise<StartedRetry> {
    const pinned = await this.snapshots.pin(scope.projectId, pipeId);
    if (!pinned.driver) throw DomainError.invalid([], 'The flow of the pipe reads no records any more.');
    const kept = await this.kept.pagesOf(scope.projectId, sources);
    const former = await formerKeysOf(pinned.driver.recordKey, kept);
    const request: RunRequest = {
      given: { [pinned.driver.handlerId]: answersOf(pinned.driver.recordsPath, kept) },
      resend_unknown: resendUnknownOf(sources),
      ...(former && { former_keys: former }),
    };
    const started = await this.start(
      {
        ...personOf(scope, pipeId),
        trigger: 'retry',
        request,
        alongside: async (runId, manager) => {
          if (isByName) await this.errors.liftIgnored(pipeId, sources, manager);
          await this.errors.markRetrying(scope.projectId, pipeId, sources, runId, manager);
        },
      },
      pinned,
    );
    return { ...started, taken: sources.length, chosen: Number(sources[0]?.chosen ?? 0) };
  }

  private async end(runId: string): Promise<void> {
    const ended = await this.queue.cancel(runId);
    if (ended !== null && ended !== 'asked') await this.dispatcher.finished(ended);
  }

  private async tellOfReset(scope: ProjectScope, pipeId: string, pipe: PinnedPipe): Promise<void> {
    await this.events.emit({
      type: CURSOR_RESET,
      projectId: scope.projectId,
      resourceType: 'pipe',
      resourceId: pipeId,
      resourceName: pipe.pipeName,
      actor: { userId: scope.userId, name: scope.principal.name },
    });
  }

  private async noteLastRun(projectId: string, runId: string): Promise<void> {
    const run = await this.rows.get(projectId, runId);
    await this.pipes.noteLastRun(projectId, run.pipe_id, {
      run_id: run.id,
      status: run.status,
      started_at: run.started_at?.toISOString() ?? null,
      finished_at: run.finished_at?.toISOString() ?? null,
    });
  }
}

function ruleOf({ trigger, pinned }: PreparedStart): AdmissionRule {
  if (trigger === 'retry' || trigger === 'webhook') return 'always';
  return pinned.overlap === 'skip' ? 'refuse' : 'collapse';
}

function personOf(scope: ProjectScope, pipeId: string): Pick<RunStart, 'projectId' | 'pipeId' | 'startedBy'> {
  return {
    projectId: scope.projectId,
    pipeId,
    startedBy: { userId: scope.userId, name: scope.principal.name },
  };
}
