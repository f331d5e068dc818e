import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Attempts of one account from one address in the present window. */
@Entity('sign_in_attempts')
export class SignInAttempt {
  /** SHA-256 of the address typed or of the purpose: unknown accounts are counted alike. */
  @PrimaryColumn('bytea')
  accountHash!: Buffer;

  /** The client's address; of IPv6 the /64 network. */
  @PrimaryColumn('text')
  address!: string;

  @Column('integer')
  attempts!: number;

  @Index()
  @Column('timestamptz')
  startedAt!: Date;
}
