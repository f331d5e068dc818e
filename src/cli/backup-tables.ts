// The tables of a back-up, and the form of its file: gzip of lines. First `H <json>`, then for each table `T <name>` and
// its rows as PostgreSQL writes them in JSON, and last `E <number of rows>`, so that a cut file is noticed.
import type { Client } from 'pg';

export const BACKUP_FORMAT = 1;

export interface BackupHeader {
  format: number;
  /** Names of the migrations that made the schema: a restore needs the same. */
  schema: string[];
  madeAt: string;
}

/** What belongs to processes that run now, or ends with the instance that was. */
const LEFT_OUT = [
  'schema_migrations',
  'run_workers',
  'run_leases',
  'sessions',
  'sign_in_attempts',
  'idempotency_keys',
  'consent_attempts',
];

export async function schemaOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by id');
  return rows.map((row) => row.name);
}

/** Who is referred to comes first, so that a restore never meets a missing row. */
export async function backupTables(client: Client): Promise<string[]> {
  const tables = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = current_schema() and table_type = 'BASE TABLE' and not table_name = any($1) order by 1`,
    [LEFT_OUT],
  );
  const references = await client.query<{ child: string; parent: string }>(
    `select child.relname as child, parent.relname as parent from pg_constraint c
     join pg_class child on child.oid = c.conrelid join pg_class parent on parent.oid = c.confrelid
     where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`,
  );
  return parentsFirst(
    tables.rows.map((row) => row.name),
    references.rows,
  );
}

export function parentsFirst(tables: string[], references: { child: string; parent: string }[]): string[] {
  const ordered: string[] = [];
  const seen = new Set<string>();
  const visit = (table: string): void => {
    if (seen.has(table)) return;
    seen.add(table);
    for (const { child, parent } of references) if (child === table) visit(parent);
    if (tables.includes(table)) ordered.push(table);
  };
  for (const table of tables) visit(table);
  return ordered;
}
