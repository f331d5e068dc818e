import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A person's authenticator app (TOTP, RFC 6238) and recovery codes. */
@Entity('second_factors')
export class SecondFactor {
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  userId!: string;

  /** The shared secret (base32), sealed. */
  @Column('text')
  secret!: string;

  /** null until a first code was confirmed: until then it is not asked for. */
  @Column('timestamptz', { nullable: true })
  confirmedAt!: Date | null;

  /** The last 30-second step whose code was used: a code works once. */
  @Column('bigint', { default: 0 })
  lastStep!: string;

  /** SHA-256 (hex) of the recovery codes that are left. */
  @Column('text', { array: true, default: [] })
  recoveryHashes!: string[];
}
