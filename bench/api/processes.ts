/** Starts the processes under measurement and ends them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const children: ChildProcess[] = [];

/** Runs `node <file>`; answers its first line of output. */
export async function startBare(file: string, env: Record<string, string>): Promise<string> {
  const child = start(file, env);
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
  return line;
}

/** Starts the service and waits until it is ready; answers its address. */
export async function startService(env: Record<string, string>): Promise<string> {
  const port = await freePort();
  const child = start('dist/src/main.js', {
    PORT: String(port),
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_SECOND: '0',
    ...env,
  });
  child.stdout?.resume();
  const url = `http://127.0.0.1:${port}`;
  for (let waited = 0; waited < 300; waited++) {
    if (child.exitCode !== null) throw new Error('the service ended at its start');
    const answer = await fetch(`${url}/health/ready`).catch(() => null);
    if (answer?.ok) return url;
    await sleep(100);
  }
  throw new Error('the service did not become ready');
}

export async function endAll(): Promise<void> {
  const ends = children.filter((child) => child.exitCode === null).map((child) => once(child, 'exit'));
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(ends);
}

function start(file: string, env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
