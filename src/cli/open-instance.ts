// What every command needs: the instance of this environment and a connection to its database.
import { Client } from 'pg';
import { AppLogger } from '../common/logging/app-logger.js';
import { readEnvironment } from '../config/environment.js';
import { type Instance, openInstance } from '../instance.js';

/** Opens the instance (also beside a running service), runs the work and lets go. */
export async function withInstance<T>(work: (instance: Instance) => Promise<T>): Promise<T> {
  const instance = await openInstance(readEnvironment(), new AppLogger('warn'));
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
