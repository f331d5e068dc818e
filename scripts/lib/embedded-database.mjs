/** An embedded PostgreSQL of its own for a script: in a temporary folder, gone at the end. Needs a build before. */
import { chmodSync, mkdtempSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from './paths.mjs';
import { beforeEnd } from './run.mjs';
import { removeDataDir } from './remove-data-dir.mjs';

export async function withDatabase(work) {
  const { startEmbeddedPostgres } = createRequire(import.meta.url)(
    inRoot('dist', 'src', 'database', 'embedded', 'embedded-postgres.js'),
  );
  const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'pipewright-script-')));
  chmodSync(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, forTests: true });
  const end = async () => {
    await server.stop();
    removeDataDir(dataDir);
  };
  const takeBack = beforeEnd(end);
  try {
    return await work(server.connectionUrl);
  } finally {
    takeBack();
    await end();
  }
}
