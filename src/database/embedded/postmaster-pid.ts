/**
 * Reads `postmaster.pid`, the file by which a PostgreSQL server marks its data folder as taken.
 * Lines (PostgreSQL source, pidfile.h): pid, data folder, start time, port, socket folder, address, shmem key, status.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface PostmasterPid {
  pid: number;
  dataDir: string;
  port: number;
  isReady: boolean;
}

/** Null for a file that is empty or cut off, as a crash may leave it. */
export function parsePostmasterPid(text: string): PostmasterPid | null {
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!Number.isInteger(pid) || pid <= 0 || !lines[1]) return null;
  return {
    pid,
    dataDir: lines[1],
    port: Number.isInteger(port) ? port : 0,
    isReady: lines[7] === 'ready' || lines[7] === 'standby',
  };
}

export async function readPostmasterPid(clusterDir: string): Promise<PostmasterPid | null> {
  try {
    return parsePostmasterPid(await readFile(join(clusterDir, 'postmaster.pid'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
