// Starts the sample shop and ERP beside the service (SAMPLE_SYSTEMS=on): a process of their own that shares no code.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Environment } from './config/environment.js';

const MAIN = path.join('apps', 'sample-systems', 'src', 'main.js');
const START_LIMIT_MS = 15_000;

export interface SampleSystems {
  stop(): Promise<void>;
}

/** @throws Error with what the sample systems wrote, such as a port that is in use */
export async function startSampleSystems(environment: Environment): Promise<SampleSystems> {
  const dist = path.resolve(require.resolve('./config/environment.js'), '../../..');
  const child = fork(path.join(dist, MAIN), {
    env: {
      ...process.env,
      SAMPLE_SHOP_PORT: String(environment.sampleShopPort),
      SAMPLE_ERP_PORT: String(environment.sampleErpPort),
    },
    // The IPC channel ends with this process, and the sample systems with the channel.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => (words += chunk.toString()));
  const isUp = await Promise.race([
    once(child.stdout!, 'data', { signal: AbortSignal.timeout(START_LIMIT_MS) }).then(() => true),
    once(child, 'exit').then(() => false),
  ]).catch(() => false);
  if (!isUp) {
    child.kill();
    throw new Error(words.trim() || 'The sample systems did not start in time.');
  }
  return { stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
