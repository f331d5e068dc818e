// Brings the queue's own schema up to date; without it a worker would only report errors.
import { Client } from 'pg';
import { runMigrations } from 'bullmq';

export const QUEUE_SCHEMA = 'queue';

/** Runs under the same lock as our own migrations; not needed where the queue is a Redis. */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await runMigrations(client, QUEUE_SCHEMA);
  } finally {
    await client.end();
  }
}
