import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The first answer to a create or run call that carried an `Idempotency-Key`; kept for 24 hours. */
@Entity('idempotency_keys')
export class IdempotencyKey {
  @PrimaryColumn('uuid')
  userId!: string;

  /** SHA-256 of method, path and key. */
  @PrimaryColumn('bytea')
  keyHash!: Buffer;

  /** SHA-256 of the body. */
  @Column('bytea')
  bodyHash!: Buffer;

  /** The sealed success envelope; null while the first call still runs, "" where it ended in a fault. */
  @Column('text', { nullable: true })
  answer!: string | null;

  @Index()
  @Column('timestamptz')
  createdAt!: Date;
}
