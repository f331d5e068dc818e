/**
 * One embedded PostgreSQL for a whole Jest run, in a folder of its own and without fsync; its superuser URL is in
 * PIPEWRIGHT_TEST_DATABASE_URL. With that variable set beforehand the given server is used.
 */
import './resolve-ts.cjs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres } from '../../src/database/embedded/embedded.types.js';
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';
import { createTemplateDatabase } from './template-database.js';
import { sweepAbandoned } from './sweep-abandoned.js';

export interface TestServer {
  server: EmbeddedPostgres;
  dataDir: string;
}

const started = globalThis as typeof globalThis & { pipewrightTestServer?: TestServer };

export default async function globalSetup(): Promise<void> {
  if (process.env.PIPEWRIGHT_TEST_DATABASE_URL) return;
  await sweepAbandoned(tmpdir());
  const dataDir = await mkdtemp(join(tmpdir(), 'pipewright-jest-'));
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, forTests: true });
  started.pipewrightTestServer = { server, dataDir };
  process.env.PIPEWRIGHT_TEST_DATABASE_URL = server.connectionUrl;
  process.env.PIPEWRIGHT_TEST_TEMPLATE = await createTemplateDatabase(server.connectionUrl);
}
