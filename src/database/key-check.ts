// A wrong master key stops the start in one line, and nothing is overwritten.
import { Client } from 'pg';
import type { KeyRing } from '../common/crypto/key-ring.js';
import { Sealer } from '../common/crypto/sealer.js';
import { SEALED_COLUMNS } from './sealed-columns.js';

export const KEY_CHECK_NAME = 'master_key_check';
const PLACE = { table: 'instance_facts', column: 'value', rowId: KEY_CHECK_NAME };
const PLAIN = 'pipewright';

export class WrongMasterKeyError extends Error {
  constructor(reason: string) {
    super(
      `MASTER_KEYS does not fit this database: ${reason} Give the key ring that it was made with; nothing was changed. Of a key that is lost for good, \`pipewright keys forget <id>\` tells what it takes along.`,
    );
    this.name = 'WrongMasterKeyError';
  }
}

export async function checkMasterKey(url: string, keyRing: KeyRing): Promise<void> {
  const sealer = new Sealer(keyRing);
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(
      'insert into instance_facts (name, value) values ($1, $2) on conflict (name) do nothing',
      [KEY_CHECK_NAME, sealer.seal(PLAIN, PLACE)],
    );
    const { rows } = await client.query<{ value: string }>(
      'select value from instance_facts where name = $1',
      [KEY_CHECK_NAME],
    );
    openKeyCheck(keyRing, rows[0]?.value ?? '');
    await refuseMissingKeys(client, keyRing);
  } finally {
    await client.end();
  }
}

/** From now on the ring is the one that the database was made with. */
export async function sealKeyCheck(client: Client, keyRing: KeyRing): Promise<void> {
  await client.query(
    'insert into instance_facts (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    [KEY_CHECK_NAME, new Sealer(keyRing).seal(PLAIN, PLACE)],
  );
}

/** A key that was taken out of the ring too early: what it sealed could be read no more. */
async function refuseMissingKeys(client: Client, keyRing: KeyRing): Promise<void> {
  const missing = new Map<string, string[]>();
  for (const { table, column } of SEALED_COLUMNS.filter(({ isEntered }) => isEntered)) {
    const { rows } = await client.query<{ key: string }>(
      `select distinct split_part("${column}", '.', 2) as key from "${table}"
        where "${column}" like 's1.%' and split_part("${column}", '.', 2) <> all ($1)`,
      [keyRing.ids],
    );
    for (const { key } of rows) missing.set(key, [...(missing.get(key) ?? []), `${table}.${column}`]);
  }
  for (const [key, columns] of missing) {
    throw new WrongMasterKeyError(
      `it lacks the key "${key}", which secrets of ${columns.join(', ')} are sealed with. Put it behind the others and run \`pipewright keys rotate\` before it goes.`,
    );
  }
}

/** Throws a WrongMasterKeyError unless the ring opens the check value of a database or back-up. */
export function openKeyCheck(keyRing: KeyRing, value: string): void {
  const sealer = new Sealer(keyRing);
  let plain: string;
  try {
    plain = sealer.open(value, PLACE).reveal();
  } catch (error) {
    const reason = (error as Error).message.startsWith('A sealed value')
      ? (error as Error).message
      : `the key with the id "${value.split('.')[1] ?? ''}" is another one.`;
    throw new WrongMasterKeyError(reason);
  }
  if (plain !== PLAIN) throw new WrongMasterKeyError('the check value is another one.');
}
