/**
 * Where the cluster lies: `<dataDir>/postgres`. When the server's user cannot reach that (root, and a 0700 folder
 * above), it lies in a folder of its own below `/var/lib/pipewright` and `<dataDir>/postgres-location` names it.
 */
import { mkdir, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError, type EmbeddedPostgresOptions } from './embedded.types.js';
import { canReach, giveTo, type ServerUser } from './server-user.js';

/** The folder that holds, or will hold, the cluster; the server's user may pass every folder above it. */
export async function clusterLocation(options: EmbeddedPostgresOptions, user: ServerUser): Promise<string> {
  const { dataDir } = options;
  const inside = join(dataDir, 'postgres');
  const noted = await readFile(join(dataDir, 'postgres-location'), 'utf8').catch(() => null);
  if (noted !== null) return checkNoted(noted.trim(), dataDir);
  if (await canReach(user, dataDir)) return inside;
  if (await stat(inside).catch(() => null)) {
    throw new EmbeddedPostgresError(
      `The database in ${inside} cannot be reached by the user that PostgreSQL runs as: a folder above it is closed to other users. Start Pipewright as the user who made it, or move DATA_DIR to a folder that every user may pass.`,
    );
  }
  return makeOutside(options, user);
}

async function makeOutside(options: EmbeddedPostgresOptions, user: ServerUser): Promise<string> {
  const base = options.forTests ? '/tmp' : '/var/lib/pipewright';
  try {
    await mkdir(base, { recursive: true, mode: 0o755 });
    if (!(await canReach(user, base))) throw new Error(`${base} is closed to other users`);
    const folder = await mkdtemp(join(base, 'database-'));
    await giveTo(user, folder);
    await writeFile(join(folder, 'data-dir'), options.dataDir);
    await writeFile(join(options.dataDir, 'postgres-location'), `${folder}\n`);
    options.logger?.warn(
      `PostgreSQL cannot reach ${options.dataDir} (it does not run as root): the database lies in ${folder}. Set DATA_DIR to a folder that every user may pass to keep all in one place.`,
    );
    return join(folder, 'postgres');
  } catch (error) {
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root and cannot reach ${options.dataDir} (${(error as Error).message}): start Pipewright as another user, set DATA_DIR to a folder that every user may pass, or set DATABASE_URL.`,
    );
  }
}

/** A copied data folder must not share its database with the folder that it was copied from. */
async function checkNoted(folder: string, dataDir: string): Promise<string> {
  const owner = (await readFile(join(folder, 'data-dir'), 'utf8').catch(() => '')).trim();
  const isElsewhere = owner !== '' && owner !== dataDir;
  if (isElsewhere && (await stat(join(owner, 'postgres-location')).catch(() => null))) {
    throw new EmbeddedPostgresError(
      `The database ${folder} belongs to ${owner}, of which ${dataDir} is a copy: delete ${join(dataDir, 'postgres-location')} to begin with an empty database.`,
    );
  }
  if (isElsewhere) await writeFile(join(folder, 'data-dir'), dataDir);
  return join(folder, 'postgres');
}
