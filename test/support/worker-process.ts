// A worker process of its own, from the TypeScript sources, on the database of a test app.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { TestApp } from './create-test-app.js';

export interface WorkerProcess {
  child: ChildProcess;
  kill(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): void;
  exited: Promise<void>;
}

/** Resolves when the worker takes runs. */
export async function startWorker(test: TestApp, env: Record<string, string> = {}): Promise<WorkerProcess> {
  const { environment } = test.instance.config;
  const loader = join(resolve(process.cwd()), 'test', 'support', 'register-ts.cjs');
  const child = spawn(process.execPath, ['-r', loader, join(resolve(process.cwd()), 'src', 'main.ts')], {
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'warn',
      ROLE: 'worker',
      DATA_DIR: environment.dataDir,
      DATABASE_URL: test.databaseUrl,
      OUTBOUND_ALLOW: environment.outboundAllow,
      ...(environment.queueUrl ? { QUEUE_URL: environment.queueUrl } : {}),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()));
  const exited = once(child, 'exit').then(() => undefined);
  await new Promise<void>((done, fail) => {
    child.stdout.on('data', (chunk: Buffer) => {
      words += chunk.toString();
      if (words.includes('worker started')) done();
    });
    void exited.then(() => fail(new Error(`the worker ended at its start: ${words}`)));
  });
  return { child, kill: (signal) => void child.kill(signal), exited };
}
