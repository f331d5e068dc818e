import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { ProjectRow } from '../database/project-row.js';
import type {
  ApiTimeouts,
  BatchSettings,
  BodyType,
  ConditionDocument,
  Incremental,
  LookupSettings,
  Pagination,
  RetryRule,
  SampleRequest,
} from './api-settings.types.js';

/** An API of a system. Samples are `json`, not `jsonb`: the order of their members is the order of the fields. */
@Entity('apis')
@Unique(['projectId', 'id'])
@Index('apis_name_key', ['projectId', 'nameKey'], { unique: true })
@Index(['projectId', 'systemId'])
@ForeignKey('Project', ['projectId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey('System', ['projectId', 'systemId'], ['projectId', 'id'], { onDelete: 'RESTRICT' })
export class ApiDefinition extends ProjectRow {
  @Column('text')
  apiName!: string;

  @Column('text')
  nameKey!: string;

  @Column('uuid')
  systemId!: string;

  @Column('text', { default: 'enabled' })
  status!: 'enabled' | 'disabled';

  @Column('text', { default: '' })
  description!: string;

  @Column('text')
  method!: string;

  /** Relative to the system's base URL; `{name}` is a path parameter. */
  @Column('text')
  path!: string;

  @Column('json', { default: {} })
  queryParameters!: Record<string, string>;

  @Column('json', { default: {} })
  headers!: Record<string, string>;

  @Column('text', { default: 'none' })
  bodyType!: BodyType;

  @Column('json', { nullable: true })
  sampleRequest!: SampleRequest | null;

  /** Wrapped, so that a sample that is `null` differs from no sample. */
  @Column('json', { nullable: true })
  sampleResponse!: { value: unknown } | null;

  @Column('json', { default: [] })
  moreSampleResponses!: unknown[];

  @Column('text', { default: '' })
  recordsPath!: string;

  @Column('text', { array: true, default: [] })
  recordKey!: string[];

  @Column('text', { nullable: true })
  versionPath!: string | null;

  @Column('json', { nullable: true })
  pagination!: Pagination | null;

  @Column('json', { nullable: true })
  incremental!: Incremental | null;

  @Column('json', { nullable: true })
  batch!: BatchSettings | null;

  @Column('text', { nullable: true })
  idempotencyHeader!: string | null;

  @Column('text', { nullable: true })
  onUnknown!: 'resend' | 'lookup' | 'hold' | null;

  @Column('json', { nullable: true })
  lookup!: LookupSettings | null;

  @Column('boolean', { default: false })
  retryUnsafe!: boolean;

  @Column('json', { nullable: true })
  timeouts!: ApiTimeouts | null;

  @Column('json', { nullable: true })
  successWhen!: ConditionDocument | null;

  @Column('json', { default: [] })
  retry!: RetryRule[];
}
