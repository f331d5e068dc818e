/** Ends the test servers of runs that were killed: nobody is left to do it. Servers in use are left alone. */
import { readFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine } from '../../src/database/embedded/processes.js';
import { readPostmasterPid } from '../../src/database/embedded/postmaster-pid.js';
import { hasUsers } from '../../src/database/embedded/server-users.js';

/** A server that is just being started has no user yet. */
const MIN_AGE_MS = 5 * 60_000;

/** `folder`: where runs make their data folders, each `pipewright-jest-…`, `pipewright-script-…` or `pipewright-bench-…`. */
export async function sweepAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (/^pipewright-(jest|script|bench)-\w+$/.test(name))
      await sweep(join(folder, name)).catch(() => undefined);
  }
}

async function sweep(dataDir: string): Promise<void> {
  const { mtimeMs, uid } = await stat(dataDir);
  const isOurs = process.getuid === undefined || uid === process.getuid();
  if (!isOurs || Date.now() - mtimeMs < MIN_AGE_MS || (await hasUsers(dataDir))) return;
  const outside = (await readFile(join(dataDir, 'postgres-location'), 'utf8').catch(() => '')).trim();
  const cluster = join(outside || dataDir, 'postgres');
  const server = await readPostmasterPid(cluster);
  if (server && (await commandLine(server.pid))?.includes(cluster)) process.kill(server.pid, 'SIGKILL');
  if (outside) await rm(outside, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}
