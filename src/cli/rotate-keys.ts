// Seals everything with the first key of the ring, in batches, while the service runs.
import type { Client } from 'pg';
import type { KeyRing } from '../common/crypto/key-ring.js';
import { Sealer } from '../common/crypto/sealer.js';
import { SERVICE_NAME } from '../database/data-source-options.js';
import { placeOf, SEALED_COLUMNS, type SealedColumn } from '../database/sealed-columns.js';

const BATCH_ROWS = 500;

export interface RotationReport {
  resealed: number;
  /** Values that no key opens; they are left as they are. */
  unreadable: string[];
  /** First keys of services that run now and seal with another one than ours: nothing was done. */
  others: string[];
  /** Columns with sealed values that SEALED_COLUMNS does not know. */
  forgotten: string[];
}

interface SealedRow {
  place: string;
  row_id: string;
  project_id: string | null;
  value: string;
}

export async function rotateKeys(client: Client, keyRing: KeyRing): Promise<RotationReport> {
  const sealer = new Sealer(keyRing);
  const others = await otherKeys(client, keyRing.current.id);
  const forgotten = others.length > 0 ? [] : await forgottenColumns(client);
  const report: RotationReport = { resealed: 0, unreadable: [], others, forgotten };
  if (others.length > 0) return report;
  for (const column of SEALED_COLUMNS) await rotateColumn(client, sealer, keyRing.current.id, column, report);
  return report;
}

/** A service that lacks the new key could read nothing any more, and one that has it second goes on with the old one. */
async function otherKeys(client: Client, currentId: string): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select distinct substr(application_name, length($1) + 1) as key from pg_stat_activity
      where datname = current_database() and starts_with(application_name, $1)`,
    [SERVICE_NAME],
  );
  return rows.map(({ key }) => key).filter((key) => key !== currentId);
}

async function rotateColumn(
  client: Client,
  sealer: Sealer,
  currentId: string,
  column: SealedColumn,
  report: RotationReport,
): Promise<void> {
  const isOld = `t."${column.column}" like 's1.%' and not starts_with(t."${column.column}", $1)`;
  const prefix = `s1.${currentId}.`;
  let unreadable = 0;
  for (;;) {
    const { rows } = await client.query<SealedRow>(
      `select t.ctid::text as place, ${column.rowId} as row_id, ${column.projectId ?? 'null'} as project_id, t."${column.column}" as value
       from "${column.table}" t where ${isOld} order by t.ctid limit ${BATCH_ROWS} offset ${unreadable}`,
      [prefix],
    );
    if (rows.length === 0) return;
    for (const row of rows) {
      const fresh = reseal(sealer, column, row);
      if (fresh === null) {
        unreadable++;
        report.unreadable.push(`${column.table}.${column.column} of ${row.row_id}`);
        continue;
      }
      // Only where it is still what was read: a value written meanwhile is sealed with a key of the ring anyway.
      const { rowCount } = await client.query(
        `update "${column.table}" set "${column.column}" = $1 where ctid = $2::tid and "${column.column}" = $3`,
        [fresh, row.place, row.value],
      );
      report.resealed += rowCount ?? 0;
    }
  }
}

function reseal(sealer: Sealer, column: SealedColumn, row: SealedRow): string | null {
  const place = placeOf(column, row.row_id, row.project_id);
  try {
    return sealer.seal(sealer.open(row.value, place).reveal(), place);
  } catch {
    return null;
  }
}

async function forgottenColumns(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select c.table_name as "table", c.column_name as "column" from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = current_schema() and c.data_type = 'text' and t.table_type = 'BASE TABLE'`,
  );
  const forgotten: string[] = [];
  for (const { table, column } of rows) {
    if (SEALED_COLUMNS.some((known) => known.table === table && known.column === column)) continue;
    const found = await client.query(
      `select 1 from "${table}" where "${column}" ~ '^s1\\.[A-Za-z0-9_-]{1,32}\\.[A-Za-z0-9_-]{16}\\.[A-Za-z0-9_-]{22,}$' limit 1`,
    );
    if (found.rows.length > 0) forgotten.push(`${table}.${column}`);
  }
  return forgotten;
}
