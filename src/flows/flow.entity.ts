import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { ProjectRow } from '../database/project-row.js';
import type { Handler } from './flow.types.js';

/** A flow: its draft, and which version of it is published. */
@Entity('flows')
@Unique(['projectId', 'id'])
@Index('flows_name_key', ['projectId', 'nameKey'], { unique: true })
@ForeignKey('Project', ['projectId'], ['id'], { onDelete: 'CASCADE' })
export class Flow extends ProjectRow {
  @Column('text')
  flowName!: string;

  @Column('text')
  nameKey!: string;

  @Column('text', { default: '' })
  description!: string;

  /** The draft, in order. */
  @Column('json', { default: [] })
  handlers!: Handler[];

  /** Raised by every change of the draft; an update that names an older one is a conflict. */
  @Column('integer', { default: 1 })
  version!: number;

  /** null: never published. */
  @Column('integer', { nullable: true })
  publishedVersion!: number | null;
}
