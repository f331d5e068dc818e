// Starts the runs of schedules that are due: each slot once, however many workers look.
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DomainError } from '../common/errors/domain-error.js';
import { endsWithin } from '../common/ends-within.js';
import { AppLogger } from '../common/logging/app-logger.js';
import { MaintenanceRegistry } from '../common/maintenance/maintenance-registry.js';
import { AppConfig } from '../config/app-config.js';
import { newId } from '../common/http/id.js';
import { type PreparedStart, RunsService } from '../runs/runs.service.js';
import { lastSlots, nextAfter } from './schedule-times.js';
import type { Trigger } from './trigger.entity.js';
import { TriggerRepository } from './trigger.repository.js';
import { TriggersService } from './triggers.service.js';
import type { ScheduleSettings } from './trigger.types.js';

/** At shutdown; a slot that was not fired stays due. */
const LAST_WAIT_MS = 2_000;
const SCAN_MS = 1_000;
/** A slot seen later than this was missed. */
const ON_TIME_MS = 60_000;
const MOST_CAUGHT_UP = 100;

@Injectable()
export class Scheduler implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | null = null;
  private scanning: Promise<void> | null = null;

  constructor(
    private readonly config: AppConfig,
    private readonly logger: AppLogger,
    private readonly triggers: TriggerRepository,
    private readonly service: TriggersService,
    private readonly runs: RunsService,
    maintenance: MaintenanceRegistry,
  ) {
    maintenance.clean('hook_events', (limit) => this.triggers.deleteOldEvents(limit));
    maintenance.clean('schedule_slots', (limit) => this.triggers.deleteOldSlots(limit));
  }

  onApplicationBootstrap(): void {
    if (!this.config.has('worker') || this.config.databaseUrl === '') return;
    this.timer = setInterval(() => {
      this.scanning ??= this.scan()
        .catch((error: unknown) =>
          this.logger.warning('schedules could not be looked at', {
            error: String((error as Error).message),
          }),
        )
        .finally(() => (this.scanning = null));
    }, SCAN_MS);
    this.timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await endsWithin(this.scanning, LAST_WAIT_MS);
  }

  /** One look at all schedules; also what tests call. */
  async scan(): Promise<void> {
    for (const { projectId, pipeId, id, settings } of await this.triggers.unplanned()) {
      try {
        await this.service.plan(projectId, pipeId, id, settings as ScheduleSettings);
      } catch (error) {
        this.logger.errorOf('a schedule could not be planned', error, { pipe_id: pipeId });
      }
    }
    for (const due of await this.triggers.dueIds()) {
      try {
        await this.fire(due.id, await this.prepare(due));
        await this.service.noteNext(due.project_id, due.pipe_id);
      } catch (error) {
        // it stays due, and the others have their turn
        this.logger.errorOf('a schedule could not be fired', error, { pipe_id: due.pipe_id });
      }
    }
  }

  /** Null: the pipe cannot run as it stands. Its problems say so, and the schedule goes on. */
  private async prepare(due: { project_id: string; pipe_id: string }): Promise<PreparedStart | null> {
    try {
      return await this.runs.prepare({
        projectId: due.project_id,
        pipeId: due.pipe_id,
        trigger: 'schedule',
        request: {},
        startedBy: null,
      });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.logger.warning('a schedule could not start its run', {
        pipe_id: due.pipe_id,
        error: error.message,
      });
      return null;
    }
  }

  private async fire(triggerId: string, start: PreparedStart | null): Promise<void> {
    const begun = await this.triggers.transaction(async (manager) => {
      const trigger = await this.triggers.lockDue(manager, triggerId);
      if (!trigger?.nextRunAt) return [];
      const now = new Date();
      const runIds: string[] = [];
      const { slots, rule } = slotsToRun(trigger, trigger.nextRunAt, now);
      for (const slot of start ? slots : []) {
        const runId = newId();
        if (!(await this.triggers.takeSlot(manager, trigger.id, slot, runId))) continue;
        const admitted = await this.runs.admit(start as PreparedStart, runId, manager, rule);
        if (admitted === runId) runIds.push(runId);
        // another run stands for the slot, or none
        else await this.triggers.nameSlotRun(manager, trigger.id, slot, admitted);
      }
      const settings = trigger.settings as ScheduleSettings;
      await manager.update('triggers', { id: trigger.id }, { nextRunAt: nextAfter(settings, now) });
      return runIds;
    });
    for (const runId of begun) await this.runs.announce(start as PreparedStart, runId);
  }
}

/**
 * The slots that get a run: the due one when it is seen in time, else what the rule for missed ones says. Those that are
 * caught up one by one get a run each, whatever else is in line.
 */
function slotsToRun(trigger: Trigger, due: Date, now: Date): { slots: Date[]; rule?: 'always' } {
  const settings = trigger.settings as ScheduleSettings;
  const later = lastSlots(settings, due, now, settings.missed === 'all' ? MOST_CAUGHT_UP : 1);
  if (now.getTime() - due.getTime() <= ON_TIME_MS && later.length === 0) return { slots: [due] };
  const last = later.at(-1) ?? due;
  switch (settings.missed) {
    case 'last':
      return { slots: [last] };
    case 'skip':
      return { slots: now.getTime() - last.getTime() <= ON_TIME_MS ? [last] : [] };
    case 'all':
      return { slots: [due, ...later].slice(-MOST_CAUGHT_UP), rule: 'always' };
  }
}
