// Gives up what is sealed with a master key that is lost for good, so that the instance starts again.
import type { Client } from 'pg';
import type { KeyRing } from '../common/crypto/key-ring.js';
import { Sealer } from '../common/crypto/sealer.js';
import { SERVICE_NAME } from '../database/data-source-options.js';
import { KEY_CHECK_NAME, sealKeyCheck } from '../database/key-check.js';
import { placeOf, SEALED_COLUMNS, type SealedColumn } from '../database/sealed-columns.js';
import { LOST_KINDS } from './lost-values.js';

const BATCH_ROWS = 500;

export interface ForgetReport {
  /** A service runs now: it may hold the key, and would write beside this. Nothing was done. */
  isServiceRunning: boolean;
  /** What is lost, in words for people. */
  lost: string[];
  /** Values that are lost, those among them that nobody has entered included. */
  count: number;
}

/** Lists what is sealed with the key and opens with none of the ring; with `isAgreed` clears it, in one transaction. */
export async function forgetKey(
  client: Client,
  keyRing: KeyRing,
  id: string,
  isAgreed: boolean,
): Promise<ForgetReport> {
  if (await isServiceRunning(client)) return { isServiceRunning: true, lost: [], count: 0 };
  await client.query('begin');
  try {
    await client.query(
      'create temporary table lost_values (place text, row_id text, primary key (place, row_id)) on commit drop',
    );
    for (const column of SEALED_COLUMNS) await findLost(client, keyRing, id, column);
    const lost: string[] = [];
    for (const kind of LOST_KINDS) lost.push(...(await wordsOf(client, kind)));
    const { rows } = await client.query<{ count: string }>('select count(*) from lost_values');
    if (isAgreed) await clear(client, keyRing);
    await client.query(isAgreed ? 'commit' : 'rollback');
    return { isServiceRunning: false, lost, count: Number(rows[0]?.count) };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function isServiceRunning(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    'select 1 from pg_stat_activity where datname = current_database() and starts_with(application_name, $1) limit 1',
    [SERVICE_NAME],
  );
  return rows.length > 0;
}

/** A key of that id in the ring may be another one than the lost key: what it opens is not lost. */
async function findLost(client: Client, keyRing: KeyRing, id: string, column: SealedColumn): Promise<void> {
  const place = `${column.table}.${column.column}`;
  const sealed = `from "${column.table}" t where starts_with(t."${column.column}", $1)`;
  const prefix = `s1.${id}.`;
  if (!keyRing.find(id)) {
    await client.query(`insert into lost_values select $2, ${column.rowId} ${sealed}`, [prefix, place]);
    return;
  }
  const sealer = new Sealer(keyRing);
  await client.query(
    `declare sealed_values no scroll cursor for
       select ${column.rowId} as row_id, ${column.projectId ?? 'null'} as project_id, t."${column.column}" as value ${sealed}`,
    [prefix],
  );
  for (;;) {
    const { rows } = await client.query<{ row_id: string; project_id: string | null; value: string }>(
      `fetch ${BATCH_ROWS} from sealed_values`,
    );
    if (rows.length === 0) break;
    const lost = rows.filter((row) => !opens(sealer, column, row)).map((row) => row.row_id);
    await client.query('insert into lost_values select $1, unnest($2::text[])', [place, lost]);
  }
  await client.query('close sealed_values');
}

function opens(
  sealer: Sealer,
  column: SealedColumn,
  row: { row_id: string; project_id: string | null; value: string },
): boolean {
  try {
    sealer.open(row.value, placeOf(column, row.row_id, row.project_id));
    return true;
  } catch {
    return false;
  }
}

async function wordsOf(
  client: Client,
  { place, named, counted }: (typeof LOST_KINDS)[number],
): Promise<string[]> {
  if (named) return (await client.query<{ what: string }>(named)).rows.map(({ what }) => what);
  const { rows } = await client.query<{ count: string }>(
    'select count(*) from lost_values where place = $1',
    [place],
  );
  const count = Number(rows[0]?.count);
  return counted === undefined || count === 0 ? [] : [`${count} ${counted}`];
}

async function clear(client: Client, keyRing: KeyRing): Promise<void> {
  for (const { clear: statements } of LOST_KINDS)
    for (const statement of statements) await client.query(statement);
  // A ring that loses nothing there may be a wrong one: the check stays with the keys that open it.
  const { rows } = await client.query(
    `select 1 from lost_values where place = 'instance_facts.value' and row_id = $1`,
    [KEY_CHECK_NAME],
  );
  if (rows.length > 0) await sealKeyCheck(client, keyRing);
}
