import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** One line of the instance's security log: sign-ins, failed ones, changes of tokens, roles and people. */
@Entity('security_logs')
@Index(['at', 'id'])
export class SecurityLog {
  @PrimaryColumn('uuid')
  id!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  at!: Date;

  @Column('text')
  action!: string;

  /** Whose account it is about; stays as text when the account goes. */
  @Column('text')
  email!: string;

  @Index()
  @ForeignKey('User', { onDelete: 'SET NULL' })
  @Column('uuid', { nullable: true })
  userId!: string | null;

  /** Who did it, when it was another person. */
  @Column('text', { nullable: true })
  actor!: string | null;

  /** The client's address, where the action is a call of that client. */
  @Column('text', { nullable: true })
  address!: string | null;

  /** Plain words about it, never a secret. */
  @Column('jsonb', { default: {} })
  details!: Record<string, string | null>;
}
