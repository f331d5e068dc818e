import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { ProjectRow } from '../database/project-row.js';
import type { CredentialError, CredentialStatus, Reachability } from './credential.types.js';

/** A connection to a system. A draft (`savedAt` null) becomes a saved connection with its first token. */
@Entity('credentials')
@Unique(['projectId', 'id'])
@Unique(['projectId', 'systemId', 'id'])
@Index('credentials_name_key', ['projectId', 'nameKey'], { unique: true, where: 'saved_at is not null' })
@Index(['projectId', 'systemId'])
@ForeignKey('Project', ['projectId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey('System', ['projectId', 'systemId'], ['projectId', 'id'], { onDelete: 'RESTRICT' })
export class Credential extends ProjectRow {
  @Column('uuid')
  systemId!: string;

  @Column('text')
  credentialName!: string;

  @Column('text')
  nameKey!: string;

  @Column('text')
  status!: CredentialStatus;

  /** null: a draft, deleted after 24 hours, chosen nowhere. */
  @Column('timestamptz', { nullable: true })
  savedAt!: Date | null;

  @Column('text', { default: 'ok' })
  reachability!: Reachability;

  /** No call before this; set and cleared by the engine. */
  @Column('timestamptz', { nullable: true })
  blockedUntil!: Date | null;

  @Column('jsonb', { nullable: true })
  lastError!: CredentialError | null;

  @Column('timestamptz', { nullable: true })
  lastTestedAt!: Date | null;

  /** Inputs that may be shown. */
  @Column('jsonb', { default: {} })
  inputs!: Record<string, string | boolean>;

  /** Sealed JSON object of the secret inputs (password, api_key, token, secret own inputs). */
  @Column('text', { nullable: true })
  secretInputs!: string | null;

  /** Sealed JSON of the token set. */
  @Column('text', { nullable: true })
  tokenSet!: string | null;

  /** Raised by every write of the token set: compare-and-set, and "somebody else renewed it". */
  @Column('integer', { default: 0 })
  tokenVersion!: number;

  /** When the access token ends; null: unknown or none. */
  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;

  /** When the next renewal is due, or after failures may be tried; null: not by time. */
  @Column('timestamptz', { nullable: true })
  renewAt!: Date | null;

  /** Renewals that failed in a row. */
  @Column('integer', { default: 0 })
  renewFailures!: number;

  /** Those of them whose answer told no known reason. */
  @Column('integer', { default: 0 })
  unknownFailures!: number;

  /** Who renews the token right now, and until when that holds. */
  @Column('text', { nullable: true })
  leaseOwner!: string | null;

  @Column('timestamptz', { nullable: true })
  leaseUntil!: Date | null;
}
