/** Ends every embedded PostgreSQL whose data lies below a folder: what a killed test run may leave behind. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export async function stopServersBelow(folder, depth = 4) {
  const pids = pidFiles(folder, depth).map((file) => Number(readFileSync(file, 'utf8').split('\n')[0]));
  for (const pid of pids) signal(pid, folder, 'SIGINT');
  for (let waited = 0; waited < 100 && pids.some((pid) => isServer(pid, folder)); waited++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  for (const pid of pids) signal(pid, folder, 'SIGKILL');
}

function pidFiles(folder, depth) {
  if (depth === 0 || !existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name === 'postmaster.pid') return [path];
    return entry.isDirectory() && entry.name !== 'base' ? pidFiles(path, depth - 1) : [];
  });
}

function signal(pid, folder, name) {
  if (isServer(pid, folder)) process.kill(pid, name);
}

/** The pid file of a dead server may name a process that is none of ours. */
function isServer(pid, folder) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
  } catch {
    return false;
  }
}
