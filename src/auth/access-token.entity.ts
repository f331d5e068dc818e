import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { BaseRow } from '../database/base-row.js';

/** A personal access token for REST clients; only its SHA-256 is kept. */
@Entity('access_tokens')
export class AccessToken extends BaseRow {
  @Index()
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Column('uuid')
  userId!: string;

  @Column('text')
  tokenName!: string;

  /** The part of the token that finds its row. */
  @Index('access_tokens_public_id_key', { unique: true })
  @Column('text')
  publicId!: string;

  @Column('bytea')
  tokenHash!: Buffer;

  @Column('boolean')
  readOnly!: boolean;

  /** null: all projects of the person. */
  @Column('uuid', { array: true, nullable: true })
  projectIds!: string[] | null;

  /** null: no end. */
  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;
}
