/**
 * `npm run demo`: from a fresh clone to a real pipe run. Installs, builds, starts the service with its embedded
 * PostgreSQL and the sample systems in ./data/demo, then acts as a REST client (apps/demo). Stays up until Ctrl-C;
 * `-- --once` ends after the run, `-- --fresh` begins with an empty data folder.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { endWithParent } from './lib/end-with-parent.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRoot } from './lib/paths.mjs';
import { removeDataDir } from './lib/remove-data-dir.mjs';
import { endChildren, endOnSignals, hasBeenStopped, run, start } from './lib/run.mjs';

let isEnding = false;
const isOnce = process.argv.includes('--once');
const dataDir = process.env.DATA_DIR || inRoot('data', 'demo');

endOnSignals({ exitCode: isOnce ? 130 : 0 });
endWithParent();
await ensureInstalled();
await build();
if (process.argv.includes('--fresh')) removeDataDir(dataDir);
mkdirSync(dataDir, { recursive: true });

const ports = await choosePorts();
const baseUrl = `http://localhost:${ports.service}`;
const setupToken = randomBytes(18).toString('base64url');
const log = join(dataDir, 'service.log');
console.log('Starting PostgreSQL, the service and the sample systems …');
const service = startService();
await waitUntilReady();

const { code } = await run(['dist/apps/demo/src/main.js'], {
  env: {
    DEMO_BASE_URL: baseUrl,
    DEMO_SHOP_URL: `http://127.0.0.1:${ports.shop}`,
    DEMO_ERP_URL: `http://127.0.0.1:${ports.erp}`,
    DEMO_DATA_DIR: dataDir,
    SETUP_TOKEN: setupToken,
  },
});
if (!hasBeenStopped()) {
  if (!isOnce && code === 0) console.log('\n  Press Ctrl-C to stop.');
  if (!isOnce && code === 0) await new Promise((resolve) => service.once('exit', resolve));
  if (!hasBeenStopped()) {
    isEnding = true;
    await endChildren();
    process.exit(isOnce || code !== 0 ? code : 1);
  }
}

/** Its output goes to a file: the terminal belongs to the demo. */
function startService() {
  writeFileSync(log, '');
  const child = start(['scripts/lib/run-service.mjs', log], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      DATA_DIR: dataDir,
      PORT: String(ports.service),
      HOST: '127.0.0.1',
      PUBLIC_URL: baseUrl,
      SAMPLE_SYSTEMS: 'on',
      SAMPLE_SHOP_PORT: String(ports.shop),
      SAMPLE_ERP_PORT: String(ports.erp),
      SETUP_TOKEN: setupToken,
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
    },
  });
  child.once('exit', () => {
    if (hasBeenStopped() || isEnding) return;
    console.error(
      `The service has ended; its last words (${log}):\n${readFileSync(log, 'utf8').trim().split('\n').slice(-15).join('\n')}`,
    );
    process.exitCode = 1;
  });
  return child;
}

async function waitUntilReady() {
  for (let waited = 0; waited < 600; waited++) {
    if (service.exitCode !== null || service.signalCode !== null) process.exit(1);
    const answer = await fetch(`http://127.0.0.1:${ports.service}/health/ready`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  console.error(`The service did not become ready within a minute; see ${log}.`);
  await endChildren();
  process.exit(1);
}

/** The same ports at every run, so that systems made by an earlier run still point to the sample systems. */
async function choosePorts() {
  const file = join(dataDir, 'demo-ports.json');
  const last = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const taken = new Set();
  const choose = async (wanted) => {
    const port = (!taken.has(wanted) && (await tryPort(wanted))) || (await tryPort(0));
    taken.add(port);
    return port;
  };
  const chosen = {
    service: await choose(Number(process.env.PORT) || last.service || 3000),
    shop: await choose(last.shop ?? 4101),
    erp: await choose(last.erp ?? 4102),
  };
  writeFileSync(file, JSON.stringify(chosen));
  return chosen;
}

function tryPort(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => {
      const { port: found } = server.address();
      server.close(() => resolve(found));
    });
  });
}
