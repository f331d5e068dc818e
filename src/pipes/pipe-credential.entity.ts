import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The credential that a pipe uses for a system; one per system. */
@Entity('pipe_credentials')
@ForeignKey('Pipe', ['projectId', 'pipeId'], ['projectId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('Credential', ['projectId', 'systemId', 'credentialId'], ['projectId', 'systemId', 'id'], {
  onDelete: 'RESTRICT',
})
@Index(['projectId', 'credentialId'])
export class PipeCredential {
  @Column('uuid')
  projectId!: string;

  @PrimaryColumn('uuid')
  pipeId!: string;

  @PrimaryColumn('uuid')
  systemId!: string;

  @Column('uuid')
  credentialId!: string;
}
