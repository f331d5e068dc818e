import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { Handler } from './flow.types.js';

/** A published state of a flow; never changed. */
@Entity('flow_versions')
@ForeignKey('Flow', ['projectId', 'flowId'], ['projectId', 'id'], { onDelete: 'CASCADE' })
export class FlowVersion {
  @Column('uuid')
  projectId!: string;

  @PrimaryColumn('uuid')
  flowId!: string;

  @PrimaryColumn('integer')
  version!: number;

  @Column('json')
  handlers!: Handler[];

  @Column('timestamptz')
  publishedAt!: Date;

  /** null: the account is gone. */
  @ForeignKey('User', { onDelete: 'SET NULL' })
  @Column('uuid', { nullable: true })
  publishedBy!: string | null;

  @Column('text')
  publishedByName!: string;
}
