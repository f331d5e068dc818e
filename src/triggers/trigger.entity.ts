// What starts runs of a pipe by itself, and what keeps a slot or an event from starting two.
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ProjectRow } from '../database/project-row.js';
import type { ScheduleSettings, WebhookSettings } from './trigger.types.js';

@Entity('triggers')
@Index(['projectId', 'pipeId'])
@Index('triggers_due', ['nextRunAt'], { where: 'next_run_at is not null' })
@ForeignKey('Project', ['projectId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey('Pipe', ['projectId', 'pipeId'], ['projectId', 'id'], { onDelete: 'CASCADE' })
export class Trigger extends ProjectRow {
  @Column('uuid')
  pipeId!: string;

  @Column('text')
  kind!: 'schedule' | 'webhook';

  @Column('jsonb')
  settings!: ScheduleSettings | WebhookSettings;

  /** Of a schedule on an enabled pipe; null: none to come. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  nextRunAt!: Date | null;

  /** Part of a webhook's address. */
  @Index({ unique: true })
  @Column('text', { nullable: true })
  hookKey!: string | null;

  /** Sealed. */
  @Column('text', { nullable: true })
  secret!: string | null;
}

/** A slot of a schedule starts one run, whoever sees it first. */
@Entity('schedule_slots')
@ForeignKey('Trigger', ['triggerId'], ['id'], { onDelete: 'CASCADE' })
export class ScheduleSlot {
  @PrimaryColumn('uuid')
  triggerId!: string;

  @PrimaryColumn({ type: 'timestamptz', precision: 3 })
  slot!: Date;

  /** Null: the pipe took no second run. */
  @Column('uuid', { nullable: true })
  runId!: string | null;
}

/** An event that a webhook took, for 72 hours: its repetitions get the same answer. */
@Entity('hook_events')
@Index(['at'])
@ForeignKey('Trigger', ['triggerId'], ['id'], { onDelete: 'CASCADE' })
export class HookEvent {
  @PrimaryColumn('uuid')
  triggerId!: string;

  @PrimaryColumn('text')
  eventId!: string;

  @Column('uuid')
  runId!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  at!: Date;
}
