import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** Every saved state of a mapping, with who and when. */
@Entity('mapping_versions')
@ForeignKey('Pipe', ['projectId', 'pipeId'], ['projectId', 'id'], { onDelete: 'CASCADE' })
export class MappingVersion {
  @Column('uuid')
  projectId!: string;

  @PrimaryColumn('uuid')
  pipeId!: string;

  @PrimaryColumn('text')
  handlerId!: string;

  @PrimaryColumn('integer')
  version!: number;

  @Column('json')
  document!: Record<string, unknown>;

  /** SHA-256 of what the document says, hex: the same for equal documents. */
  @Column('text')
  contentHash!: string;

  @Column('timestamptz')
  savedAt!: Date;

  @Column('text')
  savedByName!: string;
}
