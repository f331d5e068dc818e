import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { BaseRow } from '../database/base-row.js';

/** Where work is organised; everything else belongs to one. */
@Entity('projects')
export class Project extends BaseRow {
  @Column('text')
  projectName!: string;

  @Column('text', { default: '' })
  projectDescription!: string;

  /** The creator always keeps access. */
  @Index()
  @ForeignKey('User', { onDelete: 'RESTRICT' })
  @Column('uuid')
  createdBy!: string;

  /** Values of the setting registry; keys left out have their default. */
  @Column('jsonb', { default: {} })
  settings!: Record<string, unknown>;
}
