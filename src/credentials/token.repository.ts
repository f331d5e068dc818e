// The token of a credential as one row sees it: who renews it, and compare-and-set writes.
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { System } from '../systems/system.entity.js';
import { Credential } from './credential.entity.js';
import type { CredentialChange } from './credential.repository.js';

/** Longer than the longest token request with its write. */
const LEASE_SECONDS = 40;

export type Revocable = { credential: Credential; system: System };

export type DueCredential = Pick<Credential, 'id' | 'projectId' | 'tokenVersion'>;

@Injectable()
export class TokenRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  find(projectId: string, id: string): Promise<Credential | null> {
    return this.dataSource.manager.findOneBy(Credential, { projectId, id });
  }

  /** With its system as it is at the same moment: a token goes only to the host that it was issued for. */
  async findWithSystem(
    projectId: string,
    id: string,
  ): Promise<{ credential: Credential; system: System } | null> {
    const row = (await this.dataSource.manager
      .createQueryBuilder(Credential, 'row')
      .innerJoinAndMapOne(
        'row.system',
        'System',
        'system',
        'system.project_id = row.project_id and system.id = row.system_id',
      )
      .where({ projectId, id })
      .getOne()) as (Credential & { system: System }) | null;
    if (!row) return null;
    const { system, ...credential } = row;
    return { credential, system };
  }

  /** Saved connections whose tokens can be revoked where they were issued. */
  async findRevocable(projectId: string): Promise<Revocable[]> {
    const rows = (await this.dataSource.manager
      .createQueryBuilder(Credential, 'row')
      .innerJoinAndMapOne(
        'row.system',
        'System',
        'system',
        'system.project_id = row.project_id and system.id = row.system_id',
      )
      .where({ projectId })
      .andWhere("row.token_set is not null and system.authentication->>'revocation_url' is not null")
      .getMany()) as (Credential & { system: System })[];
    return rows.map(({ system, ...credential }) => ({ credential, system }));
  }

  /** True: this owner alone may renew the token now, and nothing was tried since the row was seen. */
  async lease(
    projectId: string,
    id: string,
    owner: string,
    { tokenVersion, renewFailures }: Pick<Credential, 'renewFailures' | 'tokenVersion'>,
  ): Promise<boolean> {
    const { affected } = await this.dataSource.manager
      .createQueryBuilder()
      .update(Credential)
      .set({ leaseOwner: owner, leaseUntil: () => `now() + interval '${LEASE_SECONDS} seconds'` })
      .where('project_id = :projectId and id = :id and token_version = :tokenVersion', {
        projectId,
        id,
        tokenVersion,
      })
      .andWhere('renew_failures = :renewFailures', { renewFailures })
      .andWhere('(lease_until is null or lease_until < now())')
      .execute();
    return affected === 1;
  }

  /** Ends the lease and writes what came of it, unless another write came first: then false. `also`: in the same transaction. */
  async settle(
    projectId: string,
    id: string,
    held: { owner: string; tokenVersion: number },
    change: CredentialChange,
    also?: (manager: EntityManager) => Promise<void>,
  ): Promise<boolean> {
    const write = async (manager: EntityManager): Promise<boolean> => {
      const { affected } = await manager.update(
        Credential,
        { projectId, id, leaseOwner: held.owner, tokenVersion: held.tokenVersion },
        { ...change, leaseOwner: null, leaseUntil: null, updatedAt: new Date() },
      );
      if (affected === 1 && also) await also(manager);
      return affected === 1;
    };
    return also ? this.dataSource.transaction(write) : write(this.dataSource.manager);
  }

  /**
   * In the caller's transaction: writes the token of a new consent or test over whatever is there, or over that version
   * alone; a renewal in flight loses.
   */
  async replace(
    manager: EntityManager,
    where: { projectId: string; id: string; tokenVersion?: number },
    change: CredentialChange,
  ): Promise<boolean> {
    const { affected } = await manager.update(Credential, where, {
      ...change,
      tokenVersion: () => 'token_version + 1',
      savedAt: () => 'coalesce(saved_at, now())',
      leaseOwner: null,
      leaseUntil: null,
      updatedAt: new Date(),
    });
    return affected === 1;
  }

  /** Connected credentials whose renewal is due before then, the most urgent first. Of all projects: the worker's view. */
  findDue(before: Date, limit: number): Promise<DueCredential[]> {
    return this.dataSource.manager
      .createQueryBuilder(Credential, 'row')
      .select(['row.id', 'row.projectId', 'row.tokenVersion'])
      .where('row.saved_at is not null and row.renew_at <= :before', { before })
      .andWhere("row.status in ('connected', 'failed')")
      .andWhere('(row.lease_until is null or row.lease_until < now())')
      .orderBy('row.renewAt', 'ASC')
      .limit(limit)
      .getMany();
  }
}
