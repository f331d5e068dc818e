// A Redis of the system package for tests, when there is one.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';

export interface TestRedis {
  url: string;
  /** Ends it at once; nothing of it is kept. */
  crash(): Promise<void>;
  /** On the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0;
}

export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'pipewright-redis-'));
  let server: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    server = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder],
      { stdio: 'ignore' },
    );
    for (let tries = 0; !(await answers(port)); tries++) {
      if (tries > 200) throw new Error('redis-server does not answer');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    if (!server) return;
    const exited = once(server, 'exit');
    server.kill(signal);
    server = null;
    await exited;
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    crash: () => end('SIGKILL'),
    restart: start,
    stop: async () => {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
