// `pipewright restore <file>`: reads a back-up into an empty instance. All pipes are left disabled: two instances must
// not send the same records.
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { Client } from 'pg';
import type { KeyRing } from '../common/crypto/key-ring.js';
import { openKeyCheck, WrongMasterKeyError } from '../database/key-check.js';
import { BACKUP_FORMAT, type BackupHeader, backupTables, schemaOf } from './backup-tables.js';
import { complain, say, withClient, withNewInstance } from './open-instance.js';

/** Rows that are written at once, by number and by length. */
const BATCH_ROWS = 500;
const BATCH_CHARACTERS = 4 * 1024 * 1024;
const NO_BACKUP = 'The file is no back-up of Pipewright, or it is damaged.';

class RestoreRefused extends Error {}

export async function run([file]: string[]): Promise<number> {
  if (!file) {
    complain('Usage: pipewright restore <file>');
    return 2;
  }
  return withNewInstance(({ config }) =>
    withClient(config.databaseUrl, async (client) => {
      try {
        const rows = await restoreBackup(client, config.keyRing, file);
        say(
          `${rows} rows are restored. All pipes are disabled: enable them when the old instance is stopped.`,
        );
        return 0;
      } catch (error) {
        if (!(error instanceof RestoreRefused)) throw error;
        complain(error.message);
        return 1;
      }
    }),
  );
}

/** All in one transaction: a refused or broken restore leaves the instance as it was. */
export async function restoreBackup(client: Client, keyRing: KeyRing, file: string): Promise<number> {
  await client.query('begin');
  try {
    await refuseUsedInstance(client);
    // The key check of the back-up replaces the one of the empty instance.
    await client.query('delete from instance_facts');
    const rows = await readRows(client, file);
    await checkKeys(client, keyRing);
    await stopEverything(client);
    await client.query('commit');
    return rows;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function refuseUsedInstance(client: Client): Promise<void> {
  await client.query('lock table users, projects in exclusive mode');
  const { rows } = await client.query<{ used: boolean }>(
    'select exists (select 1 from users) or exists (select 1 from projects) as used',
  );
  if (rows[0]?.used)
    throw new RestoreRefused('This instance is in use: a back-up is restored into an empty one only.');
}

async function readRows(client: Client, file: string): Promise<number> {
  const known = new Set(await backupTables(client));
  let table: string | null = null;
  let batch: string[] = [];
  let characters = 0;
  let total = 0;
  let hasHeader = false;
  let isWhole = false;
  const flush = async (): Promise<void> => {
    if (table === null || batch.length === 0) return;
    await client.query(
      `insert into "${table}" select * from json_populate_recordset(null::"${table}", $1::json)`,
      [`[${batch.join(',')}]`],
    );
    total += batch.length;
    batch = [];
    characters = 0;
  };
  for await (const line of linesOf(file)) {
    const rest = line.slice(2);
    if (line.startsWith('H ')) {
      await checkHeader(client, rest);
      hasHeader = true;
    } else if (!hasHeader) throw new RestoreRefused(NO_BACKUP);
    else if (line.startsWith('{')) {
      batch.push(line);
      characters += line.length;
      if (batch.length >= BATCH_ROWS || characters >= BATCH_CHARACTERS) await flush();
    } else if (line.startsWith('T ')) {
      await flush();
      if (!known.has(rest))
        throw new RestoreRefused(`The back-up has a table "${rest}" that this version has not.`);
      table = rest;
    } else if (line.startsWith('E ')) {
      await flush();
      isWhole = Number(rest) === total;
    }
  }
  if (!hasHeader) throw new RestoreRefused(NO_BACKUP);
  if (!isWhole) throw new RestoreRefused('The back-up is not whole: it ends too early.');
  return total;
}

/** By line feeds alone: the texts of the rows hold other characters that some readers take for ends of lines. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const gunzip = createGunzip();
  source.once('error', (error) =>
    gunzip.destroy(new RestoreRefused(`The file cannot be read: ${error.message}.`)),
  );
  let parts: string[] = [];
  try {
    for await (const chunk of source.pipe(gunzip).setEncoding('utf8') as AsyncIterable<string>) {
      const [first = '', ...others] = chunk.split('\n');
      parts.push(first);
      for (const next of others) {
        yield parts.join('');
        parts = [next];
      }
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code?.startsWith('Z_') ? new RestoreRefused(NO_BACKUP) : error;
  } finally {
    source.destroy();
  }
  const last = parts.join('');
  if (last !== '') yield last;
}

async function checkHeader(client: Client, text: string): Promise<void> {
  const header = headerOf(text);
  if (header.format !== BACKUP_FORMAT)
    throw new RestoreRefused('The back-up has a form that this version cannot read.');
  const schema = await schemaOf(client);
  if (JSON.stringify(header.schema) !== JSON.stringify(schema))
    throw new RestoreRefused(
      `The back-up was made by another version (schema ${header.schema.at(-1) ?? 'none'}, here ${schema.at(-1) ?? 'none'}). Restore it with that version, then upgrade.`,
    );
}

function headerOf(text: string): BackupHeader {
  try {
    return JSON.parse(text) as BackupHeader;
  } catch {
    throw new RestoreRefused(NO_BACKUP);
  }
}

/** Before anything is committed: the keys of this instance must open what the back-up holds. */
async function checkKeys(client: Client, keyRing: KeyRing): Promise<void> {
  const { rows } = await client.query<{ value: string }>(
    "select value from instance_facts where name = 'master_key_check'",
  );
  try {
    openKeyCheck(keyRing, rows[0]?.value ?? '');
  } catch (error) {
    if (error instanceof WrongMasterKeyError) throw new RestoreRefused(error.message);
    throw error;
  }
}

/** Runs that were under way in the old instance end here, and nothing starts by itself. */
async function stopEverything(client: Client): Promise<void> {
  await client.query('update pipes set enabled = false');
  await client.query('update triggers set next_run_at = null');
  await client.query(
    `update runs set status = 'cancelled', finished_at = now(), waiting_until = null, waiting_reason = null
     where status in ('queued', 'running', 'waiting')`,
  );
}
