import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { FieldChange } from '../common/events/domain-event.js';

/** One line of a project's activity log. */
@Entity('activity_logs')
@Index(['projectId', 'id'])
@Index(['at'])
export class ActivityLog {
  /** UUID v7: its order is the order in time. */
  @PrimaryColumn('uuid')
  id!: string;

  @ForeignKey('Project', { onDelete: 'CASCADE' })
  @Column('uuid')
  projectId!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  at!: Date;

  /** null: the service itself. No foreign key: the line stays when the account goes. */
  @Column('uuid', { nullable: true })
  actorId!: string | null;

  /** The actor's name then. */
  @Column('text')
  actor!: string;

  @Column('text')
  action!: string;

  @Column('text')
  resourceType!: string;

  @Column('text')
  resourceId!: string;

  @Column('text')
  name!: string;

  @Column('jsonb', { default: [] })
  changes!: FieldChange[];
}
