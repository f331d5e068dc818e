import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

export type AccountLinkKind = 'invitation' | 'password_reset';

/** A link that proves an address once: to accept an invitation or to set a new password. The newest one counts. */
@Entity('account_links')
export class AccountLink {
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  userId!: string;

  @PrimaryColumn('text')
  kind!: AccountLinkKind;

  /** SHA-256 of the token in the link. */
  @Index('account_links_token_hash_key', { unique: true })
  @Column('bytea')
  tokenHash!: Buffer;

  @Index()
  @Column('timestamptz')
  expiresAt!: Date;
}
