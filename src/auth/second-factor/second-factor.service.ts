// The optional second factor: set up, confirmed with a first code, asked for at sign-in, removed with the password.
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { Sealer, type SealPlace } from '../../common/crypto/sealer.js';
import { DomainError } from '../../common/errors/domain-error.js';
import type { Principal } from '../../common/http/request-context.js';
import { SecurityLogService } from '../../users/security-log/security-log.service.js';
import { SecondFactor } from './second-factor.entity.js';
import { makeRecoveryCodes, makeTotpSecret, recoveryHash, stepOf } from './totp.js';

@Injectable()
export class SecondFactorService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly log: SecurityLogService,
  ) {}

  async isOn(userId: string): Promise<boolean> {
    return ((await this.find(userId))?.confirmedAt ?? null) !== null;
  }

  /** A fresh secret, not asked for until it is confirmed. */
  async create(principal: Principal): Promise<{ secret: string; otpauthUrl: string }> {
    refuseToken(principal);
    const made = makeTotpSecret(principal.email);
    const rows: unknown[] = await this.dataSource.query(
      `insert into second_factors (user_id, secret) values ($1, $2)
       on conflict (user_id) do update set secret = excluded.secret where second_factors.confirmed_at is null
       returning user_id`,
      [principal.userId, this.sealer.seal(made.secret, placeOf(principal.userId))],
    );
    if (rows.length === 0)
      throw DomainError.conflict(
        'in_use',
        'A second factor is set already. Remove it before you set another.',
      );
    return made;
  }

  /** The first code proves that the app holds the secret. The recovery codes are shown once. */
  async confirm(principal: Principal, code: string): Promise<string[]> {
    refuseToken(principal);
    const row = await this.find(principal.userId);
    if (!row || row.confirmedAt !== null) throw nothingToConfirm();
    const step = stepOf(this.secretOf(row), code);
    if (step === null)
      throw DomainError.invalidField('one_time_code', 'is not the code that the app shows now', 'wrong_code');
    const codes = makeRecoveryCodes();
    await this.dataSource.transaction(async (manager) => {
      // The row as it was read: of two confirmations at once one shows its recovery codes, those that hold.
      const { affected } = await manager.update(
        SecondFactor,
        { userId: principal.userId, secret: row.secret, confirmedAt: IsNull() },
        { confirmedAt: new Date(), lastStep: String(step), recoveryHashes: codes.map(recoveryHash) },
      );
      if (affected !== 1) throw nothingToConfirm();
      const { email, userId } = principal;
      await this.log.record({ action: 'second_factor_added', email, userId }, manager);
    });
    return codes;
  }

  /** Uses a one-time or recovery code up; false: it is wrong or was used. Call it with the factor on. */
  async use(user: { id: string; email: string }, code: string): Promise<boolean> {
    const row = await this.find(user.id);
    if (!row) return false;
    const step = stepOf(this.secretOf(row), code);
    if (step !== null) {
      const [, count]: [unknown, number] = await this.dataSource.query(
        'update second_factors set last_step = $2 where user_id = $1 and last_step < $2',
        [user.id, step],
      );
      return count === 1;
    }
    const hash = recoveryHash(code);
    const [, count]: [unknown, number] = await this.dataSource.query(
      `update second_factors set recovery_hashes = array_remove(recovery_hashes, $2)
       where user_id = $1 and $2 = any(recovery_hashes)`,
      [user.id, hash],
    );
    if (count === 1)
      await this.log.record({ action: 'recovery_code_used', email: user.email, userId: user.id });
    return count === 1;
  }

  async delete(principal: Principal): Promise<void> {
    await this.dataSource.transaction((manager) =>
      this.remove({ id: principal.userId, email: principal.email }, manager),
    );
  }

  private async remove(user: { id: string; email: string }, manager: EntityManager): Promise<void> {
    const { affected } = await manager.delete(SecondFactor, { userId: user.id });
    if (!affected) throw DomainError.notFound('second factor');
    await this.log.record({ action: 'second_factor_removed', email: user.email, userId: user.id }, manager);
  }

  private find(userId: string): Promise<SecondFactor | null> {
    return this.dataSource.manager.findOneBy(SecondFactor, { userId });
  }

  private secretOf(row: SecondFactor): string {
    return this.sealer.open(row.secret, placeOf(row.userId)).reveal();
  }
}

const nothingToConfirm = () =>
  DomainError.conflict('in_use', 'There is no second factor to confirm. Create one first.');

const placeOf = (userId: string): SealPlace => ({ table: 'second_factors', column: 'secret', rowId: userId });

/** A token that leaked could lock its person out by a factor that only the thief has. */
function refuseToken(principal: Principal): void {
  if (principal.tokenId !== null)
    throw DomainError.forbidden('A second factor is set by the person signed in, not by an access token.');
}
