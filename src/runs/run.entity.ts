// A run and the rows that follow it: lease, progress, kept pages, and the workers that hold leases.
import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { SettledRow } from '#engine';
import { ProjectRow } from '../database/project-row.js';
import type {
  RunCounts,
  RunErrorDocument,
  RunRequest,
  RunStatus,
  RunTrigger,
  RunWarning,
} from './run.types.js';

/** One execution of a pipe. Terminal states are never left. */
@Entity('runs')
@Unique(['projectId', 'id'])
@Index(['projectId', 'createdAt', 'id'])
@Index(['pipeId', 'createdAt', 'id'])
@Index('runs_active', ['status', 'queuedAt'], { where: "status in ('queued', 'running', 'waiting')" })
@Index('runs_active_of_pipe', ['pipeId', 'createdAt', 'id'], {
  where: "status in ('queued', 'running', 'waiting')",
})
@ForeignKey('Project', ['projectId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey('Pipe', ['projectId', 'pipeId'], ['projectId', 'id'], { onDelete: 'CASCADE' })
export class Run extends ProjectRow {
  @Column('uuid')
  pipeId!: string;

  @Column('uuid')
  snapshotId!: string;

  @Column('text')
  trigger!: RunTrigger;

  @Column('text')
  status!: RunStatus;

  @Column('jsonb', { default: {} })
  request!: RunRequest;

  /** Totals; while it runs they stand in `run_progress`. */
  @Column('jsonb', { nullable: true })
  counts!: RunCounts | null;

  @Column('jsonb', { nullable: true })
  error!: RunErrorDocument | null;

  @Column('jsonb', { default: [] })
  warnings!: RunWarning[];

  /** Pages committed; while it runs they stand in `run_progress`. */
  @Column('integer', { default: 0 })
  pages!: number;

  /** Body answered to the last call of a webhook's run with one record, for a sender that waits. */
  @Column('json', { nullable: true })
  response!: unknown;

  @Column({ type: 'timestamptz', precision: 3 })
  queuedAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  startedAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  finishedAt!: Date | null;

  /** null while waiting: until the credential is connected again. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  waitingUntil!: Date | null;

  @Column('text', { nullable: true })
  waitingReason!: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  waitingSince!: Date | null;

  /** How long it waited before it was taken up last: none of its time-out. */
  @Column('bigint', { default: 0 })
  waitedMs!: string;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  cancelRequestedAt!: Date | null;

  /** How often a worker took it up. */
  @Column('integer', { default: 0 })
  attempts!: number;

  /** null: a trigger. */
  @Column('uuid', { nullable: true })
  startedBy!: string | null;
}

/** Who may write for a run. Changed by a claim only, so that commits never wait for each other on it. */
@Entity('run_leases')
@ForeignKey('Run', ['runId'], ['id'], { onDelete: 'CASCADE' })
export class RunLease {
  @PrimaryColumn('uuid')
  runId!: string;

  @Column('integer', { default: 0 })
  fence!: number;

  /** null: nobody. */
  @Column('uuid', { nullable: true })
  workerId!: string | null;

  /** Take-overs from dead workers since the last page commit that a claim saw. */
  @Column('integer', { default: 0 })
  recoveries!: number;

  /** Pages committed when it was claimed last. */
  @Column('integer', { default: 0 })
  pagesSeen!: number;
}

/** A worker process; its heartbeat is the lease of all its runs. */
@Entity('run_workers')
export class RunWorkerRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  seenAt!: Date;
}

/** Where a run stands, written with each page commit. */
@Entity('run_progress')
@ForeignKey('Run', ['runId'], ['id'], { onDelete: 'CASCADE' })
export class RunProgressRow {
  @PrimaryColumn('uuid')
  runId!: string;

  @Column('text', { default: 'records' })
  phase!: 'records' | 'after' | 'done';

  @Column('integer', { default: 0 })
  pages!: number;

  @Column('jsonb', { nullable: true })
  next!: unknown;

  /** Totals of the committed pages, and of the settled waves of others. */
  @Column('jsonb', { nullable: true })
  base!: RunCounts | null;

  /** Totals to show. */
  @Column('jsonb', { nullable: true })
  counts!: RunCounts | null;

  @Column('jsonb', { default: [] })
  warnings!: RunWarning[];
}

/** A page that was read and not yet committed: its raw text, packed, so that it is never read twice. */
@Entity('run_pages')
@ForeignKey('Run', ['runId'], ['id'], { onDelete: 'CASCADE' })
export class RunPage {
  @PrimaryColumn('uuid')
  runId!: string;

  @PrimaryColumn('integer')
  page!: number;

  @Column('integer')
  status!: number;

  @Column('jsonb')
  headers!: Record<string, string>;

  @Column('text')
  url!: string;

  // told to the database so that an earlier version, which reads zlib alone, refuses to start on such pages
  @Column('bytea', { comment: 'Brotli after a byte 0; else zlib, as an earlier version packed it' })
  body!: Buffer;

  @Column('jsonb', { nullable: true })
  next!: unknown;

  /** of its waves of records (the first of each key, then the second ones …): so many are settled */
  @Column('integer', { default: 0 })
  waves!: number;

  /** what this run had written of its records before the page, or the waves of it at work, began */
  @Column('jsonb', { nullable: true })
  settled!: SettledRow[] | null;
}

/** What a run is pinned to; its id is made from the content, so equal ones are stored once. */
@Entity('run_snapshots')
@ForeignKey('Project', ['projectId'], ['id'], { onDelete: 'CASCADE' })
export class RunSnapshotRow {
  @PrimaryColumn('uuid')
  projectId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  content!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
