// The outbox of alerts: one row for each message to one recipient, written in the transaction of what it tells.
import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { ProjectRow } from '../database/project-row.js';
import type { AlertChannel, AlertContent, AlertState } from './alert.types.js';

@Entity('alerts')
@Unique('alerts_once', ['projectId', 'occasion', 'channel', 'recipient'])
@Index('alerts_due', ['nextAt'], { where: "state = 'waiting'" })
@Index(['projectId', 'groupKey', 'createdAt'])
@ForeignKey('Project', ['projectId'], ['id'], { onDelete: 'CASCADE' })
export class Alert extends ProjectRow {
  /** What it tells of, once: a run, or one outage of a connection. */
  @Column('text')
  occasion!: string;

  /** Alerts of one pipe or connection, which are gathered when there are many. */
  @Column('text')
  groupKey!: string;

  @Column('text')
  channel!: AlertChannel;

  /** An e-mail address or a URL. */
  @Column('text')
  recipient!: string;

  @Column('jsonb')
  content!: AlertContent;

  /** How many occasions it stands for. */
  @Column('integer', { default: 1 })
  times!: number;

  @Column('text', { default: 'waiting' })
  state!: AlertState;

  @Column('integer', { default: 0 })
  attempts!: number;

  /** When it is to be sent; while one is being sent: when another worker may. */
  @Column({ type: 'timestamptz', precision: 3 })
  nextAt!: Date;

  /** A word of the last failure. */
  @Column('text', { nullable: true })
  lastError!: string | null;
}
