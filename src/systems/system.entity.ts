import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { ProjectRow } from '../database/project-row.js';
import type { AuthenticationSettings, AuthenticationType } from './authentication/authentication.types.js';
import type { CredentialInput, RateLimit, TestRequest } from './system.types.js';

/** A private system: an external system with an authentication type. */
@Entity('systems')
@Unique(['projectId', 'id'])
@Index('systems_name_key', ['projectId', 'nameKey'], { unique: true })
@ForeignKey('Project', ['projectId'], ['id'], { onDelete: 'CASCADE' })
export class System extends ProjectRow {
  @Column('text')
  systemName!: string;

  @Column('text')
  nameKey!: string;

  @Column('text', { default: '' })
  description!: string;

  @Column('text')
  baseUrl!: string;

  @Column('text', { default: 'enabled' })
  status!: 'enabled' | 'disabled';

  @Column('text')
  authenticationType!: AuthenticationType;

  /** The members of the authentication type, as on the wire, without secrets. */
  @Column('jsonb', { default: {} })
  authentication!: AuthenticationSettings;

  /** Sealed. */
  @Column('text', { nullable: true })
  clientSecret!: string | null;

  @Column('jsonb', { default: [] })
  credentialInputs!: CredentialInput[];

  @Column('jsonb', { nullable: true })
  testRequest!: TestRequest | null;

  @Column('jsonb', { default: {} })
  defaultHeaders!: Record<string, string>;

  @Column('jsonb', { nullable: true })
  rateLimit!: RateLimit | null;

  @Column('integer', { nullable: true })
  maxConcurrency!: number | null;

  @Column('integer', { array: true, default: [401] })
  tokenFailureStatusCodes!: number[];
}
