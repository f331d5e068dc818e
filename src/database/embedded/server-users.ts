/**
 * Which processes use the server of a data folder: one empty file each in `<dataDir>/postgres-users`, named
 * `<pid>.<start of the process>.<number>`. A file whose process is gone does not count and is swept.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, startStamp } from './processes.js';

let counter = 0;

/** Marks this process as a user; answers the mark. */
export async function addUser(dataDir: string): Promise<string> {
  const mark = `${process.pid}.${await startStamp(process.pid)}.${++counter}`;
  await mkdir(join(dataDir, 'postgres-users'), { recursive: true });
  await writeFile(join(dataDir, 'postgres-users', mark), '');
  return mark;
}

export async function removeUser(dataDir: string, mark: string): Promise<void> {
  await rm(join(dataDir, 'postgres-users', mark), { force: true });
}

/** Is there any living user? Marks of the dead are removed. */
export async function hasUsers(dataDir: string): Promise<boolean> {
  let living = 0;
  for (const mark of await readdir(join(dataDir, 'postgres-users')).catch(() => [])) {
    if (await isLiving(mark)) living++;
    else await removeUser(dataDir, mark);
  }
  return living > 0;
}

async function isLiving(mark: string): Promise<boolean> {
  const [pid, stamp] = mark.split('.');
  return (await isAlive(Number(pid))) && (await startStamp(Number(pid))) === stamp;
}
