/** The built service as a process of its own, with the sample systems beside it, on ports that are free. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, onFreePort } from '../../support/free-port.js';
import type { Place } from './steps.js';

export interface Service {
  place: Place;
  /** Stops it, does what is to be done meanwhile, and starts it again on the same port and data. */
  restart(meanwhile: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

const repository = resolve(process.cwd());
const main = join(repository, 'dist', 'src', 'main.js');

/** `environment`: beside what every test needs. */
export function startService(environment: Record<string, string> = {}): Promise<Service> {
  return onFreePort((port) => startOn(port, environment));
}

async function startOn(port: number, environment: Record<string, string>): Promise<Service> {
  if (!existsSync(main) || !existsSync(join(repository, 'dist', 'admin', 'index.html'))) {
    throw new Error('The service is not built: npm run build');
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'pipewright-browser-'));
  // The embedded PostgreSQL of a run by root is another user, who must be able to pass.
  chmodSync(dataDir, 0o755);
  const [shopPort, erpPort] = [await freePort(), await freePort()];
  const place: Place = {
    url: `http://localhost:${port}`,
    shopUrl: `http://127.0.0.1:${shopPort}`,
    erpUrl: `http://127.0.0.1:${erpPort}`,
    setupToken: 'browser-test-setup-token',
  };
  const start = () =>
    launch(place, {
      DATA_DIR: dataDir,
      PORT: String(port),
      SAMPLE_SHOP_PORT: String(shopPort),
      SAMPLE_ERP_PORT: String(erpPort),
      ...environment,
    });
  let child: ChildProcess | null = null;
  const stop = async () => {
    if (child) await end(child);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  try {
    child = await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    place,
    restart: async (meanwhile) => {
      if (child) await end(child);
      await meanwhile();
      child = await start();
    },
    stop,
  };
}

/** The process, once it is ready. */
async function launch(place: Place, environment: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [main], {
    cwd: repository,
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      PUBLIC_URL: place.url,
      SAMPLE_SYSTEMS: 'on',
      SETUP_TOKEN: place.setupToken,
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()));
  for (let waited = 0; waited < 600; waited++) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the service ended at its start: ${words}`);
    const answer = await fetch(`${place.url}/health/ready`).catch(() => null);
    if (answer?.ok) return child;
    await sleep(100);
  }
  await end(child);
  throw new Error(`the service did not become ready: ${words}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
