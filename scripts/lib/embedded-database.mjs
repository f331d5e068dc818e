/** An embedded PostgreSQL of its own for a script: in a temporary folder, gone at the end. Needs a build before. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from './paths.mjs';

export async function withDatabase(work) {
  const { startEmbeddedPostgres } = createRequire(import.meta.url)(
    inRoot('dist', 'src', 'database', 'embedded', 'embedded-postgres.js'),
  );
  const dataDir = mkdtempSync(join(tmpdir(), 'pipewright-script-'));
  chmodSync(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, forTests: true });
  try {
    return await work(server.connectionUrl);
  } finally {
    await server.stop();
    const elsewhere = join(dataDir, 'postgres-location');
    if (existsSync(elsewhere))
      rmSync(readFileSync(elsewhere, 'utf8').trim(), { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  }
}
