import { Column, Entity, ForeignKey, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** The mapping of a pipe's Mapping Handler as it is now. `json` keeps the order of the document's members. */
@Entity('mapping_configurations')
@ForeignKey('Pipe', ['projectId', 'pipeId'], ['projectId', 'id'], { onDelete: 'CASCADE' })
export class MappingConfiguration {
  @Column('uuid')
  projectId!: string;

  @PrimaryColumn('uuid')
  pipeId!: string;

  /** The Mapping Handler's word in the flow. */
  @PrimaryColumn('text')
  handlerId!: string;

  /** 1 for the first save; an update that names an older one is a conflict. */
  @Column('integer')
  version!: number;

  @Column('json')
  document!: Record<string, unknown>;

  /** Types of the linked fields when the document was saved, so that a later change of a sample is seen. */
  @Column('json', { default: {} })
  knownTypes!: Record<string, string[]>;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;
}
