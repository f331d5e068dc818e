/** One PostgreSQL cluster: make it, find the server that runs on it, start and stop that server. */
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, open, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Binaries } from './binaries.js';
import { EmbeddedPostgresError } from './embedded.types.js';
import { readPostmasterPid, type PostmasterPid } from './postmaster-pid.js';
import { commandLine, hasProcess, isAlive } from './processes.js';
import { giveTo, type ServerUser } from './server-user.js';

export const SUPERUSER = 'pipewright';
const MAJOR = '18';
const START_TIMEOUT_MS = 120_000;
const LOG_LIMIT_BYTES = 8 * 1024 * 1024;

export interface Cluster {
  /** The PostgreSQL data folder. */
  dir: string;
  /** The server's own log; belongs to this process's user. */
  logFile: string;
  binaries: Binaries;
  user: ServerUser;
  forTests: boolean;
}

/** True when the folder holds a cluster. @throws EmbeddedPostgresError for one of another major version. */
export async function isInitialised(cluster: Cluster): Promise<boolean> {
  const version = await readFile(join(cluster.dir, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version === null) return false;
  if (version.trim() === MAJOR) return true;
  throw new EmbeddedPostgresError(
    `${cluster.dir} was made by PostgreSQL ${version.trim()}; this Pipewright runs PostgreSQL ${MAJOR} and cannot read it.`,
  );
}

/** Makes the cluster in a staging folder and renames it, so that a crash in between leaves nothing half-made. */
export async function initialise(cluster: Cluster, password: string): Promise<void> {
  const staging = await mkdtemp(`${cluster.dir}.new-`);
  try {
    const passwordFile = join(staging, 'password');
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    await giveTo(cluster.user, staging);
    await runProgram(cluster, cluster.binaries.initdb, [
      ...[
        '-D',
        join(staging, 'cluster'),
        '-U',
        SUPERUSER,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
      ],
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...(cluster.forTests ? ['--no-sync'] : []),
    ]);
    await rename(join(staging, 'cluster'), cluster.dir);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Sets the superuser's password without a running server (single-user mode): mends a lost password file. */
export async function resetPassword(cluster: Cluster, password: string): Promise<void> {
  const sql = `ALTER ROLE ${SUPERUSER} PASSWORD '${password}';\n`;
  await runProgram(cluster, cluster.binaries.postgres, ['--single', '-D', cluster.dir, 'postgres'], sql);
}

/** The server that runs on this cluster now, by its pid file and the command line of that process. */
export async function findServer(cluster: Cluster): Promise<PostmasterPid | null> {
  const found = await readPostmasterPid(cluster.dir);
  return found && (await isServerOf(found.pid, cluster.dir)) ? found : null;
}

async function isServerOf(pid: number, clusterDir: string): Promise<boolean> {
  if (!(await isAlive(pid))) return false;
  if (process.platform === 'win32') return true;
  const words = (await commandLine(pid)) ?? [];
  return words.includes(clusterDir) || words.join(' ').includes(` ${clusterDir} `);
}

/** Starts the server and answers once it takes connections. @throws EmbeddedPostgresError with the log's end. */
export async function startServer(cluster: Cluster, port: number): Promise<PostmasterPid> {
  await removeForeignPidFile(cluster);
  if (((await stat(cluster.logFile).catch(() => null))?.size ?? 0) > LOG_LIMIT_BYTES)
    await truncate(cluster.logFile);
  const log = await open(cluster.logFile, 'a', 0o600);
  const logStart = (await log.stat()).size;
  const child = spawn(cluster.binaries.postgres, serverArguments(cluster, port), {
    // A session of its own: Ctrl-C in the terminal must not stop the database before the service has drained.
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    cwd: dirname(cluster.dir),
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
    ...cluster.user,
  });
  let ended: string | null = null;
  child.once('error', (error: NodeJS.ErrnoException) => (ended = spawnProblem(cluster, error)));
  child.once('exit', (code, signal) => (ended ??= `ended with ${signal ?? code}`));
  child.unref();
  try {
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (ended === null && Date.now() < deadline) {
      const server = await readPostmasterPid(cluster.dir);
      if (server?.isReady && server.pid === child.pid) return server;
      await sleep(10);
    }
    if (ended === null) child.kill('SIGINT');
    const words = await logSince(cluster.logFile, logStart);
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL did not start (${ended ?? 'no answer in time'}). ${words}`,
    );
  } finally {
    await log.close();
  }
}

function serverArguments(cluster: Cluster, port: number): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Small statements by the thousand: compiling their plans costs more than it brings.
    jit: 'off',
    ...(cluster.forTests ? { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' } : {}),
  };
  return [
    '-D',
    cluster.dir,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

/**
 * PostgreSQL refuses to start while the pid in its pid file exists, even if that is a zombie or by now another
 * program. Children of a dead server that still hold its shared memory are noticed by PostgreSQL apart from this.
 */
async function removeForeignPidFile(cluster: Cluster): Promise<void> {
  const found = await readPostmasterPid(cluster.dir);
  if (found && hasProcess(found.pid) && !(await isServerOf(found.pid, cluster.dir)))
    await rm(join(cluster.dir, 'postmaster.pid'), { force: true });
}

/** Fast shutdown: sessions end, everything is written. After 30 s the immediate one, which recovers at the next start. */
export async function stopServer(cluster: Cluster, pid: number): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 30],
    ['SIGQUIT', 10],
    ['SIGKILL', 10],
  ] as const) {
    await signalServer(cluster, pid, signal);
    for (let waited = 0; waited < seconds * 100; waited++) {
      if (!(await isServerOf(pid, cluster.dir))) return;
      await sleep(10);
    }
  }
  throw new EmbeddedPostgresError(`The embedded PostgreSQL (process ${pid}) did not stop.`);
}

async function signalServer(
  cluster: Cluster,
  pid: number,
  signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL',
): Promise<void> {
  if (process.platform === 'win32' && signal !== 'SIGKILL') {
    await runProgram(cluster, cluster.binaries.pgCtl, ['kill', signal.slice(3), String(pid)]).catch(
      () => undefined,
    );
    return;
  }
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** `wanted` when it can be listened on, else any free port of 127.0.0.1. */
export async function freePort(wanted: number | null): Promise<number> {
  return (wanted && (await tryPort(wanted))) || (await tryPort(0)) || 0;
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : null));
    });
  });
}

/** Runs one of the programs to its end. @throws EmbeddedPostgresError with what it wrote. */
async function runProgram(cluster: Cluster, program: string, args: string[], input = ''): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      cwd: dirname(cluster.dir),
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
      ...cluster.user,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.once('error', (error) => reject(new EmbeddedPostgresError(spawnProblem(cluster, error))));
    child.once('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new EmbeddedPostgresError(`${program} failed: ${output.trim().slice(-2000)}${hintFor(output)}`),
        );
    });
  });
}

/** What the program's own words do not say. */
function hintFor(output: string): string {
  if (!output.includes('could not look up effective user')) return '';
  return ' (PostgreSQL needs an entry in /etc/passwd for the user it runs as: add one, or set DATABASE_URL.)';
}

function spawnProblem(cluster: Cluster, error: NodeJS.ErrnoException): string {
  const { postgres } = cluster.binaries;
  if (error.code === 'ENOENT') {
    return `${postgres} cannot be run here: it needs a system with glibc (Alpine has none). Set DATABASE_URL to a PostgreSQL of your own instead`;
  }
  if (error.code === 'EPERM')
    return `this process may not start ${postgres} as user ${cluster.user?.uid}. Start Pipewright as another user than root`;
  return `${postgres} cannot be run: ${error.message}`;
}

async function logSince(file: string, start: number): Promise<string> {
  const text = await readFile(file).catch(() => Buffer.alloc(0));
  return text.subarray(start).toString().trim().slice(-2000);
}

/** The data folder has to be closed to others, or the server refuses it. */
export async function closeToOthers(cluster: Cluster): Promise<void> {
  await giveTo(cluster.user, cluster.dir);
  await chmod(cluster.dir, 0o700);
}
