/** Stops the PostgreSQL of the Jest run and removes its folder. */
import './resolve-ts.cjs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestServer } from './global-setup.js';

export default async function globalTeardown(): Promise<void> {
  const { pipewrightTestServer } = globalThis as typeof globalThis & { pipewrightTestServer?: TestServer };
  if (!pipewrightTestServer) return;
  const { server, dataDir } = pipewrightTestServer;
  await server.stop();
  const elsewhere = await readFile(join(dataDir, 'postgres-location'), 'utf8').catch(() => null);
  if (elsewhere)
    await rm(elsewhere.trim(), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
