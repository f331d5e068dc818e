// The columns of a resource that belongs to a project.
import { Column } from 'typeorm';
import { BaseRow } from './base-row.js';

/** Entities add the foreign key, an index and `@Unique(['projectId', 'id'])`, the target of composite keys. */
export abstract class ProjectRow extends BaseRow {
  @Column('uuid')
  projectId!: string;
}
