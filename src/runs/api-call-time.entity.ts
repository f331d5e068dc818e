import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** Calls of one API in one hour. */
@Entity('api_call_times')
@ForeignKey('Project', ['projectId'], ['id'], { onDelete: 'CASCADE' })
export class ApiCallTime {
  @PrimaryColumn('uuid')
  projectId!: string;

  @PrimaryColumn('uuid')
  apiId!: string;

  @PrimaryColumn({ type: 'timestamptz', precision: 3 })
  hour!: Date;

  @Column('integer')
  calls!: number;

  @Column('double precision')
  totalMs!: number;
}
