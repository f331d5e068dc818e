import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In, IsNull } from 'typeorm';
import { DomainError } from '../common/errors/domain-error.js';
import type { Page } from '../common/http/page.js';
import { pageOfRows } from '../database/list-rows.js';
import type { TriggersQuery } from './dto/trigger.dto.js';
import { ScheduleSlot, Trigger } from './trigger.entity.js';
import { TRIGGER_SORTS } from './trigger.types.js';

type NewTrigger = Omit<Trigger, 'createdAt' | 'updatedAt'>;

@Injectable()
export class TriggerRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async insert(projectId: string, trigger: NewTrigger): Promise<void> {
    await this.dataSource.manager.insert(Trigger, { ...trigger, projectId });
  }

  async update(
    projectId: string,
    id: string,
    change: Partial<NewTrigger>,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<void> {
    await manager.update(
      Trigger,
      { projectId, id },
      {
        ...change,
        updatedAt: new Date(),
      },
    );
  }

  async get(projectId: string, pipeId: string, id: string): Promise<Trigger> {
    const trigger = await this.dataSource.manager.findOneBy(Trigger, { projectId, pipeId, id });
    if (!trigger) throw DomainError.notFound('trigger');
    return trigger;
  }

  ofPipe(
    projectId: string,
    pipeId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<Trigger[]> {
    return manager.find(Trigger, {
      where: { projectId, pipeId },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  /** `search` looks into the kind and the values of the settings. */
  list(projectId: string, pipeId: string, query: TriggersQuery): Promise<Page<Trigger>> {
    const rows = this.dataSource.manager.createQueryBuilder(Trigger, 't').where({ projectId, pipeId });
    if (query.kind !== undefined) rows.andWhere('t.kind = :kind', { kind: query.kind });
    return pageOfRows(rows, query, {
      sorts: TRIGGER_SORTS,
      order: 'created_at',
      searched: ['t.kind', `(select string_agg(s.value, ' ') from jsonb_each_text(t.settings) s)`],
    });
  }

  ofPipes(projectId: string, pipeIds: string[]): Promise<Trigger[]> {
    return this.dataSource.manager.findBy(Trigger, { projectId, pipeId: In(pipeIds) });
  }

  async delete(projectId: string, id: string): Promise<void> {
    await this.dataSource.manager.delete(Trigger, { projectId, id });
  }

  /** By the key in its address: the only look-up without a project, as the caller has none. */
  findByKey(hookKey: string): Promise<Trigger | null> {
    return this.dataSource.manager.findOneBy(Trigger, { hookKey });
  }

  /** Schedules of enabled pipes that are due, for any worker. */
  async dueIds(): Promise<{ id: string; project_id: string; pipe_id: string }[]> {
    return this.dataSource.query(
      'select t.id, t.project_id, t.pipe_id from triggers t join pipes p on p.id = t.pipe_id where t.next_run_at <= now() and p.enabled order by t.next_run_at limit 50',
    );
  }

  /** Schedules of enabled pipes that nobody has planned: they were made in the moment in which the pipe was switched on. */
  async unplanned(): Promise<Pick<Trigger, 'id' | 'projectId' | 'pipeId' | 'settings'>[]> {
    return this.dataSource.query(
      `select t.id, t.project_id as "projectId", t.pipe_id as "pipeId", t.settings from triggers t join pipes p on p.id = t.pipe_id
        where t.kind = 'schedule' and t.next_run_at is null and p.enabled limit 50`,
    );
  }

  /** Only where it is still unplanned. */
  async plan(projectId: string, id: string, nextRunAt: Date | null): Promise<void> {
    await this.dataSource.manager.update(Trigger, { projectId, id, nextRunAt: IsNull() }, { nextRunAt });
  }

  /** The row of a due schedule under its lock; null: another worker has it, or it is due no more. */
  async lockDue(manager: EntityManager, id: string): Promise<Trigger | null> {
    return manager
      .createQueryBuilder(Trigger, 't')
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .where('t.id = :id and t.next_run_at <= now()', { id })
      .getOne();
  }

  /** False when the slot has its run already. */
  async takeSlot(manager: EntityManager, triggerId: string, slot: Date, runId: string): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      'insert into schedule_slots (trigger_id, slot, run_id) values ($1, $2, $3) on conflict do nothing returning slot',
      [triggerId, slot, runId],
    );
    return rows.length > 0;
  }

  /** The run that stands for a taken slot; null: none. */
  async nameSlotRun(
    manager: EntityManager,
    triggerId: string,
    slot: Date,
    runId: string | null,
  ): Promise<void> {
    await manager.update(ScheduleSlot, { triggerId, slot }, { runId });
  }

  /** The run of an event that was taken within the last 72 hours. */
  async findEvent(triggerId: string, eventId: string): Promise<string | null> {
    const [known]: { run_id: string }[] = await this.dataSource.query(
      `select run_id from hook_events where trigger_id = $1 and event_id = $2 and at >= now() - interval '72 hours'`,
      [triggerId, eventId],
    );
    return known?.run_id ?? null;
  }

  /** The run of an event that was taken before; null: it is taken now. Waits for one that is just being taken. */
  async takeEvent(
    manager: EntityManager,
    triggerId: string,
    eventId: string,
    runId: string,
  ): Promise<string | null> {
    const taken: unknown[] = await manager.query(
      `insert into hook_events (trigger_id, event_id, run_id, at) values ($1, $2, $3, now())
       on conflict (trigger_id, event_id) do update set run_id = excluded.run_id, at = excluded.at where hook_events.at < now() - interval '72 hours'
       returning event_id`,
      [triggerId, eventId, runId],
    );
    if (taken.length > 0) return null;
    const [known]: { run_id: string }[] = await manager.query(
      'select run_id from hook_events where trigger_id = $1 and event_id = $2',
      [triggerId, eventId],
    );
    return known?.run_id ?? null;
  }

  transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  async deleteOldEvents(limit: number): Promise<number> {
    const answer: unknown = await this.dataSource.query(
      `delete from hook_events where (trigger_id, event_id) in (select trigger_id, event_id from hook_events where at < now() - interval '72 hours' limit $1)`,
      [limit],
    );
    return (answer as [unknown[], number])[1];
  }

  async deleteOldSlots(limit: number): Promise<number> {
    const answer: unknown = await this.dataSource.query(
      `delete from schedule_slots where (trigger_id, slot) in (select trigger_id, slot from schedule_slots where slot < now() - interval '30 days' limit $1)`,
      [limit],
    );
    return (answer as [unknown[], number])[1];
  }
}
