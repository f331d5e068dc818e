// All rows of a test's database at one moment, to be put back as often as something was changed.
import type { TestApp } from './create-test-app.js';

const COPIES = 'copies';

export interface TableSnapshot {
  restore(): Promise<void>;
}

export async function takeSnapshot({ sql }: Pick<TestApp, 'sql'>): Promise<TableSnapshot> {
  const tables = (
    await sql<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'",
    )
  ).map(({ name }) => name);
  await sql(`drop schema if exists ${COPIES} cascade; create schema ${COPIES}`);
  for (const name of tables) await sql(`create table ${COPIES}."${name}" as table public."${name}"`);
  const emptied = tables.map((name) => `public."${name}"`).join(', ');
  const filled = tables.map((name) => `insert into public."${name}" table ${COPIES}."${name}"`).join('; ');
  return {
    // As a replica the server checks no reference: the rows come back in any order.
    restore: async () => {
      await sql(
        `begin; set local session_replication_role = replica; truncate ${emptied}; ${filled}; commit`,
      );
    },
  };
}
