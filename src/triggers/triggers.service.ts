import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Sealer } from '../common/crypto/sealer.js';
import { changesBetween } from '../common/events/changes.js';
import { EventBus, type FieldChange } from '../common/events/domain-event.js';
import { newId } from '../common/http/id.js';
import type { Page } from '../common/http/page.js';
import type { ProjectScope } from '../common/http/request-context.js';
import type { Handler } from '../flows/flow.types.js';
import { sourceHandlerIds } from '../flows/source-handlers.builder.js';
import type { PipeProblem } from '../pipes/pipe.types.js';
import { PipesService } from '../pipes/pipes.service.js';
import type { CreateTriggerDto, TriggersQuery, UpdateTriggerDto } from './dto/trigger.dto.js';
import { SourceHandlers } from './source-handlers.service.js';
import { nextAfter } from './schedule-times.js';
import type { Trigger } from './trigger.entity.js';
import { TRIGGER_CREATED, TRIGGER_DELETED, TRIGGER_UPDATED } from './trigger.events.js';
import { TriggerRepository } from './trigger.repository.js';
import { scheduleOf, webhookOf } from './trigger-settings.js';
import type { ScheduleSettings, WebhookSettings } from './trigger.types.js';

/** `secret`: only right after it was made here. */
export interface ShownTrigger {
  trigger: Trigger;
  secret?: string;
}

@Injectable()
export class TriggersService {
  constructor(
    private readonly triggers: TriggerRepository,
    private readonly pipes: PipesService,
    private readonly sources: SourceHandlers,
    private readonly sealer: Sealer,
    private readonly events: EventBus,
  ) {
    // off → on: the next slot to come, nothing for the time between
    pipes.switchWith((manager, pipe) => this.replan(manager, pipe));
    pipes.showWith((projectId, rows) => this.goneSources(projectId, rows));
  }

  async list(projectId: string, pipeId: string, query: TriggersQuery): Promise<Page<ShownTrigger>> {
    await this.pipes.find(projectId, pipeId);
    return (await this.triggers.list(projectId, pipeId, query)).map((trigger) => ({ trigger }));
  }

  /** 404 where the caller has no such pipe. */
  async checkPipe(projectId: string, pipeId: string): Promise<void> {
    await this.pipes.find(projectId, pipeId);
  }

  async create(scope: ProjectScope, pipeId: string, input: CreateTriggerDto): Promise<ShownTrigger> {
    const pipe = await this.pipes.find(scope.projectId, pipeId);
    const id = newId();
    const isSchedule = input.kind === 'schedule';
    const settings = isSchedule
      ? scheduleOf(input, null)
      : webhookOf(input, null, await this.sources.of(scope.projectId, pipe.flowId));
    const made = isSchedule || input.secret !== undefined ? undefined : randomBytes(24).toString('base64url');
    const secret = isSchedule ? null : (input.secret ?? made ?? null);
    await this.triggers.insert(scope.projectId, {
      id,
      projectId: scope.projectId,
      pipeId,
      kind: input.kind,
      settings,
      nextRunAt: isSchedule && pipe.enabled ? nextAfter(settings as ScheduleSettings, new Date()) : null,
      hookKey: isSchedule ? null : randomBytes(18).toString('base64url'),
      secret: secret === null ? null : this.sealer.seal(secret, placeOf(scope.projectId, id)),
    });
    await this.noteNext(scope.projectId, pipeId);
    const trigger = await this.triggers.get(scope.projectId, pipeId, id);
    await this.emit(TRIGGER_CREATED, scope, trigger, pipe.pipeName);
    return { trigger, secret: made };
  }

  async update(
    scope: ProjectScope,
    pipeId: string,
    id: string,
    input: UpdateTriggerDto,
  ): Promise<ShownTrigger> {
    const pipe = await this.pipes.find(scope.projectId, pipeId);
    const before = await this.triggers.get(scope.projectId, pipeId, id);
    if (before.kind === 'schedule') {
      const settings = scheduleOf(input, before.settings as ScheduleSettings);
      // a slot that is due and was not seen yet is still to be judged by the rule for missed ones
      const isDue = before.nextRunAt !== null && before.nextRunAt <= new Date();
      const keeps = isDue && isSameRhythm(settings, before.settings as ScheduleSettings);
      await this.triggers.update(scope.projectId, id, {
        settings,
        ...(keeps ? {} : { nextRunAt: pipe.enabled ? nextAfter(settings, new Date()) : null }),
      });
    } else {
      const settings = webhookOf(
        input,
        before.settings as WebhookSettings,
        await this.sources.of(scope.projectId, pipe.flowId),
      );
      await this.triggers.update(scope.projectId, id, {
        settings,
        ...(input.secret === undefined
          ? {}
          : { secret: this.sealer.seal(input.secret, placeOf(scope.projectId, id)) }),
      });
    }
    await this.noteNext(scope.projectId, pipeId);
    const trigger = await this.triggers.get(scope.projectId, pipeId, id);
    const changes = changesBetween(wireMembers(before), wireMembers(trigger), SECRETS);
    await this.emit(TRIGGER_UPDATED, scope, trigger, pipe.pipeName, changes);
    return { trigger };
  }

  async delete(scope: ProjectScope, pipeId: string, id: string): Promise<{ triggerId: string }> {
    const pipe = await this.pipes.find(scope.projectId, pipeId);
    const trigger = await this.triggers.get(scope.projectId, pipeId, id);
    await this.triggers.delete(scope.projectId, id);
    await this.noteNext(scope.projectId, pipeId);
    await this.emit(TRIGGER_DELETED, scope, trigger, pipe.pipeName);
    return { triggerId: id };
  }

  secretOf(trigger: Trigger): string {
    return trigger.secret === null
      ? ''
      : this.sealer.open(trigger.secret, placeOf(trigger.projectId, trigger.id)).reveal();
  }

  /** Plans a schedule that has no next time although its pipe is on. */
  async plan(projectId: string, pipeId: string, id: string, settings: ScheduleSettings): Promise<void> {
    await this.triggers.plan(projectId, id, nextAfter(settings, new Date()));
    await this.noteNext(projectId, pipeId);
  }

  /** The pipe shows the earliest of its schedules. */
  async noteNext(projectId: string, pipeId: string, manager?: EntityManager): Promise<void> {
    const times = (await this.triggers.ofPipe(projectId, pipeId, manager)).flatMap(({ nextRunAt }) =>
      nextRunAt ? [nextRunAt.getTime()] : [],
    );
    const next = times.length > 0 ? new Date(Math.min(...times)) : null;
    await this.pipes.noteNextRun(projectId, pipeId, next, manager);
  }

  private async replan(
    manager: EntityManager,
    { projectId, pipeId, enabled }: { projectId: string; pipeId: string; enabled: boolean },
  ): Promise<void> {
    for (const trigger of await this.triggers.ofPipe(projectId, pipeId, manager)) {
      if (trigger.kind !== 'schedule') continue;
      const nextRunAt = enabled ? nextAfter(trigger.settings as ScheduleSettings, new Date()) : null;
      await this.triggers.update(projectId, trigger.id, { nextRunAt }, manager);
    }
    await this.noteNext(projectId, pipeId, manager);
  }

  /** Webhooks whose body stands for a call that is gone from the flow: they are refused until they are set anew. */
  private async goneSources(
    projectId: string,
    pipes: { pipeId: string; handlers: Handler[] }[],
  ): Promise<Map<string, PipeProblem[]>> {
    const found = new Map<string, PipeProblem[]>();
    const triggers = await this.triggers.ofPipes(
      projectId,
      pipes.map(({ pipeId }) => pipeId),
    );
    const webhooks = triggers.filter(({ kind }) => kind === 'webhook');
    for (const { pipeId, handlers } of pipes) {
      const sources = sourceHandlerIds(handlers);
      const gone = webhooks
        .filter((webhook) => webhook.pipeId === pipeId && handlers.length > 0)
        .map((webhook) => (webhook.settings as WebhookSettings).source_handler_id)
        .filter((id): id is string => id !== null && !sources.has(id));
      found.set(pipeId, [...new Set(gone)].map(goneProblem));
    }
    return found;
  }

  private emit(
    type: string,
    scope: ProjectScope,
    trigger: Trigger,
    pipeName: string,
    changes?: FieldChange[],
  ): Promise<void> {
    return this.events.emit({
      type,
      projectId: scope.projectId,
      resourceType: 'trigger',
      resourceId: trigger.id,
      resourceName: `${trigger.kind} of ${pipeName}`,
      changes,
      actor: { userId: scope.userId, name: scope.principal.name },
    });
  }
}

const SECRETS: ReadonlySet<string> = new Set(['secret']);

/** The secret as it is sealed: it is only compared. */
const wireMembers = ({ settings, secret }: Trigger): Record<string, unknown> => ({ ...settings, secret });

const isSameRhythm = (one: ScheduleSettings, other: ScheduleSettings): boolean =>
  one.cron === other.cron && one.every_seconds === other.every_seconds && one.timezone === other.timezone;

const goneProblem = (handlerId: string): PipeProblem => ({
  code: 'SOURCE_HANDLER_GONE',
  message: `A webhook stands for the call "${handlerId}", which the flow does not make any more. Choose another one for it.`,
  handler_id: handlerId,
});

const placeOf = (projectId: string, rowId: string) => ({
  table: 'triggers',
  column: 'secret',
  rowId,
  projectId,
});
