// The schema: brought up to date once however many start together, never run by an older version, and undone cleanly.
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/database/data-source-options.js';
import { migrateDatabase, SchemaTooNewError } from '../../src/database/migrate.js';
import { migrations } from '../../src/database/migrations/index.js';
import { createTestDatabase } from '../support/create-test-app.js';

describe('migrations', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let dataSource: DataSource;
  beforeEach(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource(dataSourceOptions(database.url, () => undefined)).initialize();
  });
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const tables = async (): Promise<string[]> => {
    const rows: { name: string }[] = await dataSource.query(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    );
    return rows.map((row) => row.name);
  };

  it('run once when five start at once', async () => {
    await Promise.all(Array.from({ length: 5 }, () => migrateDatabase(database.url)));
    const done: { name: string }[] = await dataSource.query('select name from schema_migrations order by id');
    expect(done.map((row) => row.name)).toEqual(migrations.map((migration) => migration.name));
    expect((await tables()).length).toBeGreaterThan(20);
  });

  it('are refused by a version that does not know them all', async () => {
    await migrateDatabase(database.url);
    await dataSource.query(
      "insert into schema_migrations (timestamp, name) values (9999999999999, 'FromTheFuture')",
    );
    await expect(migrateDatabase(database.url)).rejects.toThrow(SchemaTooNewError);
  });

  it('can be undone to the last table and run again', async () => {
    await migrateDatabase(database.url);
    const made = await tables();
    for (let count = 0; count < migrations.length; count++) await dataSource.undoLastMigration();
    expect(await tables()).toEqual(['schema_migrations']);
    await migrateDatabase(database.url);
    expect(await tables()).toEqual(made);
  });
});
