import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { ProjectRow } from '../database/project-row.js';
import type { CredentialError } from './credential.types.js';

/** One consent, from the browser's start to its result. Its state is stored as a hash and used once. */
@Entity('consent_attempts')
@Unique(['stateHash'])
@Index(['projectId', 'credentialId'])
@Index(['expiresAt'])
@ForeignKey('Project', ['projectId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey('Credential', ['projectId', 'credentialId'], ['projectId', 'id'], { onDelete: 'CASCADE' })
export class ConsentAttempt extends ProjectRow {
  @Column('uuid')
  credentialId!: string;

  @Column('uuid')
  userId!: string;

  @Column('text')
  stateHash!: string;

  /** Hash of the cookie of the browser that began it. */
  @Column('text')
  browserHash!: string;

  /** Sealed; only with PKCE. */
  @Column('text', { nullable: true })
  codeVerifier!: string | null;

  /** As sent, for the exchange to repeat byte for byte. */
  @Column('text')
  redirectUri!: string;

  @Column('text', { nullable: true })
  issuer!: string | null;

  /** The issuer says that it always names itself in the callback (RFC 9207). */
  @Column('boolean', { default: false })
  issuerRequired!: boolean;

  @Column('text', { default: 'pending' })
  status!: 'pending' | 'succeeded' | 'failed';

  @Column('jsonb', { nullable: true })
  error!: CredentialError | null;

  /** When the callback came: from then on the state is worth nothing. */
  @Column('timestamptz', { nullable: true })
  consumedAt!: Date | null;

  @Column('timestamptz')
  expiresAt!: Date;
}
