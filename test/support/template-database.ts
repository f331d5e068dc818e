// A database with the schema of this version, made once for a Jest run: tests copy it instead of migrating their own.
import { Client } from 'pg';
import { migrateDatabase } from '../../src/database/migrate.js';
import { migrateQueue } from '../../src/queue/migrate-queue.js';

const NAME = 'pipewright_template';

/** Answers its name. `create database … template` needs that nobody is connected to it, so nobody stays. */
export async function createTemplateDatabase(serverUrl: string): Promise<string> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${NAME}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${NAME}`;
  await migrateDatabase(url.toString(), migrateQueue);
  return NAME;
}
