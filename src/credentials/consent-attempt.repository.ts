import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In, LessThan } from 'typeorm';
import { Sealer } from '../common/crypto/sealer.js';
import { DomainError } from '../common/errors/domain-error.js';
import { isListedSql } from '../users/project-listing.builder.js';
import { ConsentAttempt } from './consent-attempt.entity.js';
import type { CredentialError } from './credential.types.js';

export type NewAttempt = Pick<
  ConsentAttempt,
  | 'browserHash'
  | 'codeVerifier'
  | 'credentialId'
  | 'expiresAt'
  | 'id'
  | 'issuer'
  | 'issuerRequired'
  | 'redirectUri'
  | 'stateHash'
  | 'userId'
>;

@Injectable()
export class ConsentAttemptRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
  ) {}

  /** In the caller's transaction. The code verifier comes plain and is stored sealed. */
  async insert(manager: EntityManager, projectId: string, attempt: NewAttempt): Promise<void> {
    const { id, codeVerifier: plain } = attempt;
    const codeVerifier = plain === null ? null : this.sealer.seal(plain, verifierPlace({ projectId, id }));
    await manager.insert(ConsentAttempt, { ...attempt, codeVerifier, projectId });
  }

  verifierOf(attempt: ConsentAttempt): string | null {
    const { codeVerifier } = attempt;
    return codeVerifier === null ? null : this.sealer.open(codeVerifier, verifierPlace(attempt)).reveal();
  }

  async get(projectId: string, id: string): Promise<ConsentAttempt> {
    const attempt = await this.dataSource.manager.findOneBy(ConsentAttempt, { projectId, id });
    if (!attempt) throw DomainError.notFound('attempt');
    return attempt;
  }

  /** Takes the state: of any number of callbacks one gets the attempt, the others null. Not scoped: the state is the key. */
  async consume(stateHash: string): Promise<ConsentAttempt | null> {
    const { affected } = await this.dataSource.manager
      .createQueryBuilder()
      .update(ConsentAttempt)
      .set({ consumedAt: () => 'now()' })
      .where('state_hash = :stateHash and consumed_at is null and expires_at > now()', { stateHash })
      .execute();
    return affected === 1 ? this.dataSource.manager.findOneBy(ConsentAttempt, { stateHash }) : null;
  }

  /** Why a state cannot be taken; null: such a state was never given out, or long ago. */
  async spentBy(stateHash: string): Promise<'time' | 'use' | null> {
    const attempt = await this.dataSource.manager.findOneBy(ConsentAttempt, { stateHash });
    return attempt && (attempt.consumedAt === null ? 'time' : 'use');
  }

  /** The person who began it, where that person may work in the project still; null: suspended, removed or gone. */
  async personOf({ userId, projectId }: ConsentAttempt): Promise<{ userId: string; name: string } | null> {
    const [person]: { name: string }[] = await this.dataSource.query(
      `select u.name from users u join projects p on p.id = $2
       where u.id = $1 and u.suspended_at is null
         and (u.role <> 'member' or ${isListedSql('p', 'u.id', 'u.email')})`,
      [userId, projectId],
    );
    return person ? { userId, name: person.name } : null;
  }

  /** A result is written once. */
  async finish(
    attempt: Pick<ConsentAttempt, 'id' | 'projectId'>,
    status: 'succeeded' | 'failed',
    error: CredentialError | null,
  ): Promise<void> {
    await this.dataSource.manager.update(
      ConsentAttempt,
      { projectId: attempt.projectId, id: attempt.id, status: 'pending' },
      { status, error, codeVerifier: null },
    );
  }

  /** In the caller's transaction: no consent of these credentials that is under way connects any more. */
  async failPending(
    manager: EntityManager,
    projectId: string,
    credentialIds: string[],
    error: CredentialError,
  ): Promise<void> {
    await manager.update(
      ConsentAttempt,
      { projectId, credentialId: In(credentialIds), status: 'pending' },
      { status: 'failed', error, codeVerifier: null },
    );
  }

  async deleteOld(limit: number): Promise<number> {
    const old = await this.dataSource.manager.find(ConsentAttempt, {
      select: { id: true },
      where: { expiresAt: LessThan(new Date(Date.now() - 86_400_000)) },
      take: limit,
    });
    if (old.length === 0) return 0;
    const { affected } = await this.dataSource.manager.delete(
      ConsentAttempt,
      old.map(({ id }) => id),
    );
    return affected ?? 0;
  }
}

const verifierPlace = ({ projectId, id }: Pick<ConsentAttempt, 'id' | 'projectId'>) => ({
  table: 'consent_attempts',
  column: 'code_verifier',
  rowId: id,
  projectId,
});
