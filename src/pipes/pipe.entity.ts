import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { ProjectRow } from '../database/project-row.js';
import type { FailureGuard, LastRun, Overlap } from './pipe.types.js';

/** A pipe binds credentials to a flow and is what runs. */
@Entity('pipes')
@Unique(['projectId', 'id'])
@Index('pipes_name_key', ['projectId', 'nameKey'], { unique: true })
@Index(['projectId', 'flowId'])
@ForeignKey('Project', ['projectId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey('Flow', ['projectId', 'flowId'], ['projectId', 'id'], { onDelete: 'RESTRICT' })
export class Pipe extends ProjectRow {
  @Column('text')
  pipeName!: string;

  @Column('text')
  nameKey!: string;

  @Column('text', { default: '' })
  description!: string;

  @Column('uuid')
  flowId!: string;

  @Column('boolean', { default: false })
  enabled!: boolean;

  @Column('text', { default: 'queue_one' })
  overlap!: Overlap;

  /** Requests in flight per run. */
  @Column('integer', { default: 8 })
  concurrency!: number;

  /** Of a run. */
  @Column('integer', { default: 21_600 })
  timeoutSeconds!: number;

  /** null: off. */
  @Column('jsonb', { nullable: true })
  failureGuard!: FailureGuard | null;

  /** 0: for ever. */
  @Column('integer', { default: 90 })
  ledgerRetentionDays!: number;

  /** Kept from events of its runs. */
  @Column('jsonb', { nullable: true })
  lastRun!: LastRun | null;

  /** Kept from events of its triggers. */
  @Column('timestamptz', { nullable: true })
  nextRunAt!: Date | null;
}
