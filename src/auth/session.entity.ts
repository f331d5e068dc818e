import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { BaseRow } from '../database/base-row.js';

/** One sign-in of the UI: a chain of refresh tokens, each used once. */
@Entity('sessions')
export class Session extends BaseRow {
  @Index()
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Column('uuid')
  userId!: string;

  /** SHA-256 of the refresh token that is good now. */
  @Column('bytea')
  tokenHash!: Buffer;

  /** The one before, accepted for a few seconds after the rotation: two tabs may refresh at once. */
  @Column('bytea', { nullable: true })
  previousTokenHash!: Buffer | null;

  @Column('timestamptz')
  rotatedAt!: Date;

  @Column('timestamptz')
  expiresAt!: Date;

  @Column('text')
  userAgent!: string;

  @Column('text')
  address!: string;
}
