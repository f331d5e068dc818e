/**
 * A lock between processes that the kernel frees when its holder dies: a listening local socket.
 * Linux: a socket in the abstract name space (no file); Windows: a named pipe; elsewhere a socket file.
 */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded.types.js';

const WAIT_MS = 180_000;

/** Runs `work` while no other process does so for the same `key`. */
export async function withSocketLock<T>(key: string, work: () => Promise<T>): Promise<T> {
  const server = await acquire(lockAddress(key));
  try {
    return await work();
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

function lockAddress(key: string): string {
  const name = `pipewright-${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${name}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return join('/tmp', `${name}.lock`);
}

async function acquire(address: string): Promise<Server> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const server = await tryListen(address);
    if (server) return server;
    if (!address.startsWith('\0') && (await isLeftBehind(address))) await rm(address, { force: true });
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        'Another process is still starting the embedded database of this data folder.',
      );
    }
    await sleep(40);
  }
}

function tryListen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen({ path: address, exclusive: true }, () => resolve(server));
  });
}

/** A socket file whose process is gone refuses connections. */
function isLeftBehind(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });
}
