// What every command needs: the instance of this environment and a connection to its database.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { AppLogger } from '../common/logging/app-logger.js';
import { type Environment, readEnvironment } from '../config/environment.js';
import { type Instance, openInstance, type OpenOptions } from '../instance.js';

type Work<T> = (instance: Instance) => Promise<T>;

/** Opens the instance (also beside a running service), runs the work and lets go. Throws where there is none. */
export async function withInstance<T>(work: Work<T>): Promise<T> {
  return within(await existing(), work);
}

/** As `withInstance`, also where the keys of this environment do not fit the database. */
export async function withUncheckedInstance<T>(work: Work<T>): Promise<T> {
  return within(await existing(), work, { checksKeys: false });
}

async function existing(): Promise<Environment> {
  const environment = readEnvironment();
  if (!(await hasInstance(environment))) {
    const place = environment.databaseUrl ? 'the database of DATABASE_URL' : environment.dataDir;
    throw new Error(
      `there is no instance in ${place}. Run this with the environment of the service (DATA_DIR, DATABASE_URL, .env); nothing was made.`,
    );
  }
  return environment;
}

/** As `withInstance`, but makes the instance where there is none. */
export function withNewInstance<T>(work: Work<T>): Promise<T> {
  return within(readEnvironment(), work);
}

async function hasInstance({ databaseUrl, dataDir }: Environment): Promise<boolean> {
  if (databaseUrl === null)
    return ['postgres', 'postgres-location'].some((name) => existsSync(join(dataDir, name)));
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ is_there: boolean }>(
      "select to_regclass('instance_facts') is not null as is_there",
    );
    return rows[0]?.is_there ?? false;
  });
}

async function within<T>(environment: Environment, work: Work<T>, options?: OpenOptions): Promise<T> {
  const instance = await openInstance(environment, new AppLogger('warn'), options);
  try {
    return await work(instance);
  } finally {
    await instance.close();
  }
}

export async function withClient<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
export const complain = (line: string): void => void process.stderr.write(`pipewright: ${line}\n`);
