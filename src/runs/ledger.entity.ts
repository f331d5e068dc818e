// The ledger of a pipe: what was delivered of which record, where its list stands, and what failed.
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ProjectRow } from '../database/project-row.js';

/**
 * The last word on one record at one destination. Its primary key is its only index. A foreign key would look its pipe up
 * for each row of each page, a third of what a page's commit costs: the rows go with their pipe by a trigger instead
 * (`forget_ledger`), and are written behind the fence of a run of that pipe alone.
 */
@Entity('deliveries')
export class Delivery {
  @PrimaryColumn('uuid')
  pipeId!: string;

  @PrimaryColumn('text')
  handlerId!: string;

  @PrimaryColumn('text')
  recordKey!: string;

  @Column('text')
  contentHash!: string;

  @Column('text')
  state!: 'intent' | 'delivered' | 'failed' | 'unknown' | 'ignored';

  @Column('integer')
  generation!: number;

  @Column('integer')
  fence!: number;

  @Column('integer')
  attempt!: number;

  @Column('text', { nullable: true })
  externalId!: string | null;

  /** Sealed; only where a later mapping reads the answer. */
  @Column('text', { nullable: true })
  responseCapture!: string | null;

  @Column('text', { nullable: true })
  versionValue!: string | null;

  /** null: withdrawn, the unit is open again. */
  @Column('uuid', { nullable: true })
  runId!: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  at!: Date;
}

/** How far an incremental list was read; compare-and-swap on `version`. */
@Entity('pipe_cursors')
@ForeignKey('Pipe', ['pipeId'], ['id'], { onDelete: 'CASCADE' })
export class PipeCursor {
  @PrimaryColumn('uuid')
  pipeId!: string;

  @PrimaryColumn('text')
  handlerId!: string;

  @Column('text', { nullable: true })
  cursor!: string | null;

  @Column('integer', { default: 0 })
  version!: number;
}

/** What became of one record at one handler in one run, with its stages as JSON texts (numbers stay exact). */
@Entity('run_records')
@Index(['runId', 'id'])
@ForeignKey('Project', ['projectId'], ['id'], { onDelete: 'CASCADE' })
export class RunRecord extends ProjectRow {
  @Column('uuid')
  runId!: string;

  @Column('text')
  handlerId!: string;

  @Column('text')
  recordKey!: string;

  @Column('text')
  status!: 'delivered' | 'skipped' | 'failed';

  @Column('text', { nullable: true })
  class!: string | null;

  @Column('text', { nullable: true })
  code!: string | null;

  @Column('text', { nullable: true })
  message!: string | null;

  @Column('jsonb', { default: [] })
  errors!: Record<string, unknown>[];

  @Column('jsonb', { default: [] })
  warnings!: Record<string, unknown>[];

  @Column('integer')
  attempt!: number;

  @Column('integer')
  page!: number;

  /** Secrets taken out, like in all that is shown. */
  @Column('text', { nullable: true })
  source!: string | null;

  /** The source as it came, sealed; only where a secret stood in it. */
  @Column('text', { nullable: true })
  sealedSource!: string | null;

  @Column('text', { nullable: true })
  mapped!: string | null;

  @Column('text', { nullable: true })
  request!: string | null;

  @Column('text', { nullable: true })
  response!: string | null;
}

/** What a page with a failed record said beside its records: a retry maps with the same. Goes with the records. */
@Entity('run_page_parts')
@ForeignKey('Project', ['projectId'], ['id'], { onDelete: 'CASCADE' })
export class RunPageParts {
  @PrimaryColumn('uuid')
  runId!: string;

  @PrimaryColumn('integer')
  page!: number;

  @Column('uuid')
  projectId!: string;

  /** Sealed. */
  @Column('text')
  parts!: string;
}

/** A failed record until it is settled: one open row for each (pipe, handler, record key). */
@Entity('record_errors')
@Index('record_errors_open', ['pipeId', 'handlerId', 'recordKey'], {
  unique: true,
  where: "state in ('open', 'retrying')",
})
@Index(['pipeId', 'state', 'id'])
@Index(['lineId'])
@ForeignKey('Project', ['projectId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey('Pipe', ['pipeId'], ['id'], { onDelete: 'CASCADE' })
export class RecordError extends ProjectRow {
  @Column('uuid')
  pipeId!: string;

  @Column('uuid')
  runId!: string;

  /** The row of `run_records` with the stages. */
  @Column('uuid')
  lineId!: string;

  @Column('text')
  handlerId!: string;

  @Column('text')
  recordKey!: string;

  @Column('text', { nullable: true })
  class!: string | null;

  @Column('text')
  code!: string;

  @Column('text')
  message!: string;

  /** Path of the field at fault, when one is. */
  @Column('text', { nullable: true })
  fieldPath!: string | null;

  @Column('integer')
  attempt!: number;

  @Column('integer', { default: 1 })
  times!: number;

  @Column('integer', { nullable: true })
  mappingVersion!: number | null;

  @Column('text', { default: 'open' })
  state!: 'open' | 'retrying' | 'resolved' | 'ignored';

  /** The run that a retry has begun for it. */
  @Column('uuid', { nullable: true })
  retryRunId!: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  lastSeenAt!: Date;
}

/** Limits and health of a credential, or of a system that needs none (by its id), shared by all processes. */
@Entity('credential_health')
export class CredentialHealth {
  @PrimaryColumn('uuid')
  credentialId!: string;

  /** Requests that may be made now (token bucket). */
  @Column('double precision', { default: 0 })
  tokens!: number;

  @Column({ type: 'timestamptz', precision: 3 })
  refilledAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  blockedUntil!: Date | null;

  /** Failures of the network or server in a row, and since when. */
  @Column('integer', { default: 0 })
  failures!: number;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  failingSince!: Date | null;

  /** How often the probe failed: 1, 2, 5, 10 minutes. */
  @Column('integer', { default: 0 })
  probes!: number;

  /** A request was let through to see whether the block is over; until then no other one goes. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  probeUntil!: Date | null;
}

/** The requests in flight that a process may have with a credential; an old row is of a dead one and counts no more. */
@Entity('credential_in_flight')
export class CredentialInFlight {
  @PrimaryColumn('uuid')
  credentialId!: string;

  @PrimaryColumn('uuid')
  processId!: string;

  @Column('integer')
  held!: number;

  @Column('integer')
  wanted!: number;

  @Column({ type: 'timestamptz', precision: 3 })
  seenAt!: Date;
}
