import { Column, Entity, Index } from 'typeorm';
import type { InstanceRole } from '../common/http/access.decorator.js';
import { BaseRow } from '../database/base-row.js';

/** A person who may sign in. */
@Entity('users')
@Index('users_one_owner', ['role'], { unique: true, where: "role = 'owner'" })
export class User extends BaseRow {
  /** Lower-case. */
  @Index('users_email_key', { unique: true })
  @Column('text')
  email!: string;

  @Column('text')
  name!: string;

  /** argon2id; null until an invitation was accepted. */
  @Column('text', { nullable: true })
  passwordHash!: string | null;

  @Column('text')
  role!: InstanceRole;

  @Column('timestamptz', { nullable: true })
  suspendedAt!: Date | null;
}
