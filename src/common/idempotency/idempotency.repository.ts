import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { MaintenanceRegistry } from '../maintenance/maintenance-registry.js';

export interface IdempotencyRow {
  body_hash: Buffer;
  answer: string | null;
  /** the first call ended in a fault, or has not ended for so long that its process must have died */
  is_abandoned: boolean;
}

@Injectable()
export class IdempotencyRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    maintenance: MaintenanceRegistry,
  ) {
    maintenance.clean('idempotency_keys', (limit) => this.deleteExpired(limit));
  }

  /**
   * True for the one caller who may do the work; keys older than 24 hours count as new. The key of a call whose process
   * died stays taken: nobody knows whether it took effect, and a second effect is what the key is to prevent.
   */
  async claim(userId: string, keyHash: Buffer, bodyHash: Buffer): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `insert into idempotency_keys (user_id, key_hash, body_hash, answer, created_at) values ($1, $2, $3, null, now())
       on conflict (user_id, key_hash) do update set body_hash = excluded.body_hash, answer = null, created_at = now()
         where idempotency_keys.created_at < now() - interval '24 hours'
       returning user_id`,
      [userId, keyHash, bodyHash],
    );
    return rows.length > 0;
  }

  async find(userId: string, keyHash: Buffer): Promise<IdempotencyRow | null> {
    const rows: IdempotencyRow[] = await this.dataSource.query(
      `select body_hash, answer, coalesce(answer = '', created_at < now() - interval '2 minutes') as is_abandoned
         from idempotency_keys where user_id = $1 and key_hash = $2`,
      [userId, keyHash],
    );
    return rows[0] ?? null;
  }

  async finish(userId: string, keyHash: Buffer, answer: string): Promise<void> {
    await this.dataSource.query(
      'update idempotency_keys set answer = $3 where user_id = $1 and key_hash = $2',
      [userId, keyHash, answer],
    );
  }

  /** It may have acted: nobody knows what its answer would have been. */
  async fail(userId: string, keyHash: Buffer): Promise<void> {
    await this.dataSource.query(
      "update idempotency_keys set answer = '' where user_id = $1 and key_hash = $2 and answer is null",
      [userId, keyHash],
    );
  }

  async release(userId: string, keyHash: Buffer): Promise<void> {
    await this.dataSource.query(
      'delete from idempotency_keys where user_id = $1 and key_hash = $2 and answer is null',
      [userId, keyHash],
    );
  }

  /** Rows past their day go in batches; answers how many. */
  private async deleteExpired(limit: number): Promise<number> {
    const [, count]: [unknown, number] = await this.dataSource.query(
      `delete from idempotency_keys where ctid in (select ctid from idempotency_keys where created_at < now() - interval '24 hours' limit $1)`,
      [limit],
    );
    return count;
  }
}
