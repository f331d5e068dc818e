// `pipewright backup <file>`: all data of the instance at one moment, while it runs. Keys are not in it: keep the
// master keys apart, without them the secrets in the file cannot be read.
import { once } from 'node:events';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import type { Client } from 'pg';
import { BACKUP_FORMAT, type BackupHeader, backupTables, schemaOf } from './backup-tables.js';
import { complain, say, withClient, withInstance } from './open-instance.js';

/** Rows that are held at once: by number, and by what the rows before them took. */
const BATCH_ROWS = 500;
const FIRST_BATCH_ROWS = 20;
const BATCH_CHARACTERS = 4 * 1024 * 1024;

export async function run([file]: string[]): Promise<number> {
  if (!file) {
    complain('Usage: pipewright backup <file>');
    return 2;
  }
  return withInstance(({ config }) =>
    withClient(config.databaseUrl, async (client) => {
      const rows = await writeBackup(client, file);
      say(`${rows} rows are in ${file}. Keep the master keys apart: they are not in it.`);
      return 0;
    }),
  );
}

/** Answers the number of rows. The file appears under its name when it is whole. */
export async function writeBackup(client: Client, file: string): Promise<number> {
  const part = `${file}.part`;
  const target = await open(part, 'w', 0o600);
  const gzip = createGzip();
  const written = pipeline(gzip, target.createWriteStream());
  try {
    await client.query('begin isolation level repeatable read read only');
    // A disk that is full ends the reading too.
    const rows = await Promise.race([writeRows(client, gzip), written.then(() => neverEnds())]);
    await client.query('commit');
    gzip.end(`E ${rows}\n`);
    await written;
    await rename(part, file);
    return rows;
  } catch (error) {
    gzip.destroy();
    await written.catch(() => undefined);
    await client.query('rollback').catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
}

function neverEnds(): never {
  throw new Error('The file was closed before the back-up was whole.');
}

async function writeRows(client: Client, gzip: Gzip): Promise<number> {
  const header: BackupHeader = {
    format: BACKUP_FORMAT,
    schema: await schemaOf(client),
    madeAt: new Date().toISOString(),
  };
  await write(gzip, `H ${JSON.stringify(header)}\n`);
  let total = 0;
  for (const table of await backupTables(client)) {
    await write(gzip, `T ${table}\n`);
    await client.query(
      `declare backup_rows no scroll cursor for select row_to_json(t)::text as line from "${table}" t`,
    );
    for (let size = FIRST_BATCH_ROWS; ;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${size} from backup_rows`);
      if (rows.length === 0) break;
      total += rows.length;
      const text = rows.map((row) => `${row.line}\n`).join('');
      await write(gzip, text);
      size = Math.max(1, Math.min(BATCH_ROWS, Math.floor((BATCH_CHARACTERS * rows.length) / text.length)));
    }
    await client.query('close backup_rows');
  }
  return total;
}

async function write(gzip: Gzip, text: string): Promise<void> {
  if (!gzip.write(text)) await once(gzip, 'drain');
}
