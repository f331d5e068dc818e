// Brings the schema up to date at start, once, however many processes start together.
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source-options.js';
import { migrations } from './migrations/index.js';

/** Any number, the same in every version of the product. */
const LOCK_KEY = 7_473_656_021;

export class SchemaTooNewError extends Error {
  constructor(names: string[]) {
    super(
      `The database was migrated by a newer version of Pipewright (${names.join(', ')}). Start that version, or restore a back-up.`,
    );
    this.name = 'SchemaTooNewError';
  }
}

/** `alongside`: more schemas to bring up to date under the same lock (the queue's). */
export async function migrateDatabase(
  url: string,
  alongside: (url: string) => Promise<void> = async () => undefined,
): Promise<void> {
  const lock = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  lock.on('error', () => undefined);
  await lock.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    const dataSource = await new DataSource(dataSourceOptions(url, () => undefined)).initialize();
    try {
      await refuseNewerSchema(dataSource);
      await dataSource.runMigrations();
    } finally {
      await dataSource.destroy();
    }
    await alongside(url);
  } finally {
    await lock.end();
  }
}

async function refuseNewerSchema(dataSource: DataSource): Promise<void> {
  const table: { exists: boolean }[] = await dataSource.query(
    "select to_regclass('schema_migrations') is not null as exists",
  );
  if (!table[0]?.exists) return;
  const done: { name: string }[] = await dataSource.query('select name from schema_migrations');
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = done.map((row) => row.name).filter((name) => !known.has(name));
  if (unknown.length > 0) throw new SchemaTooNewError(unknown);
}
