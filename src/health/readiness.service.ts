import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { KeyRing } from '../common/crypto/key-ring.js';
import { DomainError } from '../common/errors/domain-error.js';
import { KEY_CHECK_NAME, openKeyCheck } from '../database/key-check.js';
import { migrations } from '../database/migrations/index.js';

const ANSWER_LIMIT_MS = 2_000;
const OWN_MIGRATIONS = new Set(migrations.map(({ name }) => name));

/** Whether this process should get requests: not while it shuts down, nor without its database. */
@Injectable()
export class ReadinessService implements BeforeApplicationShutdown {
  private isShuttingDown = false;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly keyRing: KeyRing,
  ) {}

  beforeApplicationShutdown(): void {
    this.isShuttingDown = true;
  }

  /**
   * Throws 503 while not ready. Schema and keys were right at the start; a newer version that has migrated since, or a
   * database that was put in the place of ours, is seen here.
   */
  async check(): Promise<void> {
    if (this.isShuttingDown) throw DomainError.unavailable('The service is shutting down.');
    const late = AbortSignal.timeout(ANSWER_LIMIT_MS);
    const isLate = new Promise<never>((_resolve, reject) =>
      late.addEventListener('abort', () => reject(DomainError.unavailable('The database does not answer.'))),
    );
    await Promise.race([this.checkDatabase(), isLate]);
  }

  private async checkDatabase(): Promise<void> {
    const rows: { key_check: string | null; migrations: string[] }[] = await this.dataSource.query(
      `select (select value from instance_facts where name = $1) as key_check,
              (select array_agg(name) from schema_migrations) as migrations`,
      [KEY_CHECK_NAME],
    );
    const done = rows[0]?.migrations ?? [];
    if (done.length !== OWN_MIGRATIONS.size || !done.every((name) => OWN_MIGRATIONS.has(name)))
      throw DomainError.unavailable('The schema of the database is not the one of this version.');
    try {
      openKeyCheck(this.keyRing, rows[0]?.key_check ?? '');
    } catch {
      throw DomainError.unavailable('MASTER_KEYS does not fit the database.');
    }
  }
}
