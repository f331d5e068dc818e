import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The APIs that the draft or the published version of a flow calls: the second lock against deleting them. */
@Entity('flow_apis')
@ForeignKey('Flow', ['projectId', 'flowId'], ['projectId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('ApiDefinition', ['projectId', 'apiId'], ['projectId', 'id'], { onDelete: 'RESTRICT' })
@Index(['projectId', 'apiId'])
export class FlowApi {
  @PrimaryColumn('uuid')
  projectId!: string;

  @PrimaryColumn('uuid')
  flowId!: string;

  @PrimaryColumn('uuid')
  apiId!: string;
}
