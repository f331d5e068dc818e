// Processes of the service, from the TypeScript sources, on the database of a test app: workers, and API processes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { TestApp } from './create-test-app.js';
import { onFreePort } from './free-port.js';
import type { StopPoint } from './stop-points.js';

export interface WorkerProcess {
  child: ChildProcess;
  /** of a process with the role `api` */
  url: string;
  kill(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): void;
  exited: Promise<void>;
  /** Waits until the runs of these pipes stand at their stop points. */
  stopped(...pipeIds: string[]): Promise<void>;
}

export interface WorkerSetup {
  /** `worker` unless told otherwise */
  role?: 'worker' | 'api' | 'api,worker';
  env?: Record<string, string>;
  /** pipe id → where its runs stop for ever */
  stopAt?: Record<string, StopPoint>;
}

const repository = resolve(process.cwd());
const support = join(repository, 'test', 'support');

/** Resolves when it takes runs or requests. */
export function startWorker(test: TestApp, setup: WorkerSetup = {}): Promise<WorkerProcess> {
  return onFreePort((port) => startOn(setup.role?.includes('api') ? port : 0, test, setup));
}

async function startOn(port: number, test: TestApp, setup: WorkerSetup): Promise<WorkerProcess> {
  const { environment } = test.instance.config;
  const { role = 'worker', stopAt } = setup;
  const before = [
    '-r',
    join(support, 'register-ts.cjs'),
    ...(stopAt ? ['-r', join(support, 'stop-points.ts')] : []),
  ];
  const child = spawn(process.execPath, [...before, join(repository, 'src', 'main.ts')], {
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'warn',
      ROLE: role,
      ...(port === 0 ? {} : { PORT: String(port), RATE_LIMIT_PER_SECOND: '0' }),
      DATA_DIR: environment.dataDir,
      DATABASE_URL: test.databaseUrl,
      OUTBOUND_ALLOW: environment.outboundAllow,
      ...(environment.queueUrl ? { QUEUE_URL: environment.queueUrl } : {}),
      ...(stopAt ? { STOP_POINTS: JSON.stringify(stopAt) } : {}),
      ...setup.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => (words += chunk.toString()));
  const exited = once(child, 'exit').then(() => undefined);
  const isGone = exited.then(() => {
    throw new Error(`the process ended: ${words}`);
  });
  isGone.catch(() => undefined);
  const said = async (...texts: string[]): Promise<void> => {
    while (!texts.every((text) => words.includes(text)))
      await Promise.race([once(child.stdout, 'data'), isGone]);
  };
  await said(role === 'worker' ? 'pipewright worker started' : 'pipewright listening');
  return {
    child,
    url: port === 0 ? '' : `http://127.0.0.1:${port}`,
    kill: (signal) => void child.kill(signal),
    exited,
    stopped: (...pipeIds) => said(...pipeIds.map((id) => `stopped ${id}`)),
  };
}

/** kill -9, and waits for the end. */
export async function killAll(workers: readonly WorkerProcess[]): Promise<void> {
  for (const worker of workers) worker.kill('SIGKILL');
  await Promise.all(workers.map((worker) => worker.exited));
}
