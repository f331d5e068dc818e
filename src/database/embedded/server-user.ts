/**
 * Whom the server runs as. PostgreSQL refuses root, so a root process starts it as `nobody`, who must be able
 * to reach the binaries and the data: every folder above them has to be passable for others.
 */
import { chown, readFile, readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError } from './embedded.types.js';

/** Null: the server runs as this process's own user. */
export type ServerUser = { uid: number; gid: number } | null;

export async function serverUser(): Promise<ServerUser> {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return null;
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const user = findUser(passwd, 'nobody');
  if (!user) {
    throw new EmbeddedPostgresError(
      'PostgreSQL does not run as root and there is no user "nobody" to run it as: start Pipewright as another user or set DATABASE_URL.',
    );
  }
  return user;
}

/** `name:password:uid:gid:…` of passwd(5). Root is never an answer. */
export function findUser(passwd: string, name: string): { uid: number; gid: number } | null {
  const fields = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .find((line) => line[0] === name);
  const uid = Number(fields?.[2]);
  const gid = Number(fields?.[3]);
  return fields && Number.isInteger(uid) && Number.isInteger(gid) && uid !== 0 ? { uid, gid } : null;
}

/** May the user pass through every folder down to and including `folder`? Folders that are not there yet do not count. */
export async function canReach(user: ServerUser, folder: string): Promise<boolean> {
  if (!user) return true;
  for (let current = resolve(folder); ; current = dirname(current)) {
    const found = await stat(current).catch(() => null);
    if (found && !mayUse(user, found, 0o1)) return false;
    if (current === dirname(current)) return true;
  }
}

/** May the user read this file (and, with `bits` 5, also run it)? */
export async function canOpen(user: ServerUser, file: string, bits = 0o4): Promise<boolean> {
  if (!user) return true;
  const found = await stat(file).catch(() => null);
  return found !== null && mayUse(user, found, bits) && (await canReach(user, dirname(file)));
}

function mayUse(
  user: { uid: number; gid: number },
  file: { mode: number; uid: number; gid: number },
  bits: number,
): boolean {
  const shift = file.uid === user.uid ? 6 : file.gid === user.gid ? 3 : 0;
  return ((file.mode >> shift) & bits) === bits;
}

/** Gives a folder and all in it to the server's user. */
export async function giveTo(user: ServerUser, path: string): Promise<void> {
  if (!user) return;
  const found = await stat(path);
  if (found.uid !== user.uid || found.gid !== user.gid) await chown(path, user.uid, user.gid);
  if (!found.isDirectory()) return;
  for (const name of await readdir(path)) await giveTo(user, join(path, name));
}
