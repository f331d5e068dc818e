/** The service as a process of its own, from the TypeScript sources, on a data folder with its embedded PostgreSQL. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onFreePort } from './free-port.js';

export interface ServiceProcess {
  url: string;
  child: ChildProcess;
  /** What it has written so far. */
  output(): string;
  /** Sends the signal and answers the exit code (null when the signal itself ended the process). */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

const repository = resolve(process.cwd());

/** Waits until `/health/ready` answers 200. */
export function startServiceProcess(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<ServiceProcess> {
  return onFreePort((port) => startOn(port, dataDir, env));
}

/** A start that is to end by itself, or by the SIGTERM that it gets once `isTime` says so of its words. */
export async function startToEnd(
  env: Record<string, string>,
  isTime: (words: string) => boolean = () => false,
): Promise<{ code: number | null; words: string }> {
  let words = '';
  const child = spawnService(env, (chunk) => {
    const wasTime = isTime(words);
    words += chunk;
    if (!wasTime && isTime(words)) child.kill('SIGTERM');
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, words };
}

function spawnService(env: Record<string, string>, listen: (words: string) => void) {
  const loader = join(repository, 'test', 'support', 'register-ts.cjs');
  const child = spawn(process.execPath, ['-r', loader, join(repository, 'src', 'main.ts')], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => listen(chunk.toString()));
  return child;
}

async function startOn(port: number, dataDir: string, env: Record<string, string>): Promise<ServiceProcess> {
  let words = '';
  const child = spawnService({ DATA_DIR: dataDir, PORT: String(port), ...env }, (chunk) => (words += chunk));
  const url = `http://127.0.0.1:${port}`;
  for (let waited = 0; waited < 600; waited++) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the service ended at its start: ${words}`);
    const answer = await fetch(`${url}/health/ready`).catch(() => null);
    if (answer?.ok) return { url, child, output: () => words, end: (signal) => end(child, signal) };
    await sleep(100);
  }
  child.kill('SIGKILL');
  throw new Error(`the service did not become ready: ${words}`);
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
  return child.exitCode;
}
