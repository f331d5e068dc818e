/**
 * The embedded PostgreSQL 18: started on 127.0.0.1 from the npm package of this platform, no set-up needed.
 * Processes that share a data folder share one server; what a crash left behind is put right at the next start.
 */
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { findBinaries } from './binaries.js';
import { clusterLocation } from './cluster-location.js';
import {
  closeToOthers,
  findServer,
  freePort,
  initialise,
  isInitialised,
  resetPassword,
  startServer,
  stopServer,
  SUPERUSER,
  type Cluster,
} from './cluster.js';
import {
  EmbeddedPostgresError,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded.types.js';
import { addUser, hasUsers, removeUser } from './server-users.js';
import { serverUser } from './server-user.js';
import { withSocketLock } from './socket-lock.js';

const DATABASE = 'pipewright';
const WATCH_INTERVAL_MS = 1000;

/**
 * Starts the server of `dataDir`, or joins the one that another living process started there.
 * Should the server die, it is started again on the same port.
 *
 * @throws EmbeddedPostgresError when it cannot run here; the message names the way out
 */
export async function startEmbeddedPostgres(given: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const user = await serverUser();
  const isNew = (await mkdir(given.dataDir, { recursive: true })) !== undefined;
  // A strict umask would close a new folder to the server's user; what is secret in it is 0600 anyway.
  if (isNew && user) await chmod(given.dataDir, 0o755);
  const options = { ...given, dataDir: await realpath(given.dataDir) };
  const binaries = await findBinaries(user);
  return withSocketLock(options.dataDir, async () => {
    const dir = await clusterLocation(options, user);
    const cluster: Cluster = {
      dir,
      binaries,
      user,
      forTests: options.forTests ?? false,
      logFile: join(options.dataDir, 'postgres.log'),
    };
    const password = await ensureCluster(cluster, options);
    const { pid, port } = await ensureServer(cluster, options, options.port ?? null);
    const urlOf = (database: string) => `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
    await ensureDatabase(urlOf('postgres'));
    const mark = await addUser(options.dataDir);
    const unwatch = watch(cluster, options, port, pid);
    let stopping: Promise<void> | null = null;
    return {
      connectionUrl: urlOf(DATABASE),
      port,
      stop: () => (stopping ??= unwatch().then(() => leave(cluster, options, mark))),
    };
  });
}

/** The cluster with a known password: made when absent, mended when its password file is lost. */
async function ensureCluster(cluster: Cluster, options: EmbeddedPostgresOptions): Promise<string> {
  const passwordFile = join(options.dataDir, 'postgres-password');
  const stored = (await readFile(passwordFile, 'utf8').catch(() => '')).trim();
  const isThere = await isInitialised(cluster);
  if (isThere && stored !== '') return stored;
  const password = randomBytes(24).toString('hex');
  if (isThere) {
    options.logger?.warn('The password file of the embedded database is missing: setting a new password.');
    await stopOrphan(cluster, options);
    await closeToOthers(cluster);
    await resetPassword(cluster, password);
    await writeSecret(passwordFile, password);
    return password;
  }
  options.logger?.info(`Creating the embedded PostgreSQL database in ${cluster.dir}`);
  await removeStaging(cluster);
  await writeSecret(passwordFile, password);
  await initialise(cluster, password);
  return password;
}

/** A running server with a living user is joined; one without is what a killed process left: stopped, then started. */
async function ensureServer(
  cluster: Cluster,
  options: EmbeddedPostgresOptions,
  wantedPort: number | null,
): Promise<{ pid: number; port: number }> {
  const running = await findServer(cluster);
  if (running?.isReady && (await hasUsers(options.dataDir))) return running;
  if (running) await stopOrphan(cluster, options);
  await closeToOthers(cluster);
  const portFile = join(options.dataDir, 'postgres-port');
  const lastPort = Number(await readFile(portFile, 'utf8').catch(() => '')) || null;
  const started = await startWithRetry(cluster, wantedPort, lastPort);
  await writeFile(portFile, String(started.port));
  return started;
}

/** A lost race for the port and children of a killed server that still end are waited out. */
async function startWithRetry(
  cluster: Cluster,
  wanted: number | null,
  last: number | null,
): Promise<{ pid: number; port: number }> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startServer(cluster, wanted ?? (await freePort(attempt === 1 ? last : null)));
    } catch (error) {
      const words = (error as Error).message;
      const mayPass = /shared memory block .* still in use|could not bind|could not create any TCP/.test(
        words,
      );
      if (!mayPass || attempt >= 20) throw error;
      await sleep(250);
    }
  }
}

async function stopOrphan(cluster: Cluster, options: EmbeddedPostgresOptions): Promise<void> {
  const running = await findServer(cluster);
  if (!running) return;
  options.logger?.warn(
    `Stopping the embedded PostgreSQL that an earlier process left running (process ${running.pid}).`,
  );
  await stopServer(cluster, running.pid);
}

/** Creates the database at the first start; also proves that the password fits. */
async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 15_000 });
  try {
    await client.connect();
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL started but refuses the connection: ${(error as Error).message}`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Starts the server again should it die. Answers a function that ends the watch and waits for a restart under way. */
function watch(
  cluster: Cluster,
  options: EmbeddedPostgresOptions,
  port: number,
  firstPid: number,
): () => Promise<void> {
  let isWatching = true;
  let check = Promise.resolve();
  let pid = firstPid;
  const timer = setInterval(() => {
    check = check.then(async () => {
      if (!isWatching || (await findServer(cluster).catch(() => null))) return;
      options.logger?.warn(`The embedded PostgreSQL (process ${pid}) is gone: starting it again.`);
      await withSocketLock(options.dataDir, async () => {
        if (isWatching) ({ pid } = await ensureServer(cluster, options, port));
      }).catch((error: Error) => options.logger?.warn(error.message));
    });
  }, WATCH_INTERVAL_MS);
  timer.unref();
  return async () => {
    isWatching = false;
    clearInterval(timer);
    await check;
  };
}

async function leave(cluster: Cluster, options: EmbeddedPostgresOptions, mark: string): Promise<void> {
  await withSocketLock(options.dataDir, async () => {
    await removeUser(options.dataDir, mark);
    if (await hasUsers(options.dataDir)) return;
    const running = await findServer(cluster);
    if (running) await stopServer(cluster, running.pid);
  });
}

/** What a crash during the first start left. */
async function removeStaging(cluster: Cluster): Promise<void> {
  const prefix = `${basename(cluster.dir)}.new-`;
  for (const name of await readdir(dirname(cluster.dir))) {
    if (name.startsWith(prefix)) await rm(join(dirname(cluster.dir), name), { recursive: true, force: true });
  }
}

async function writeSecret(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, `${text}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
