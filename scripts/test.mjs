/**
 * `npm test`: installs, builds, runs every test (unit, e2e, contract, browser) on an embedded PostgreSQL of its own
 * and ends with the line `N passed, N failed` over all runners. Few files that failed are run once more, alone, and
 * told. All temporary files lie in one folder that is removed at the end; words after `--` go to Jest.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { endWithParent } from './lib/end-with-parent.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { ensureRedis } from './lib/ensure-redis.mjs';
import { runPart, secondLook } from './lib/jest-part.mjs';
import { beforeEnd, endOnSignals } from './lib/run.mjs';
import { stopServersBelow } from './lib/stop-servers.mjs';

/** Twice what two usual cores need: what hangs is ended, what is only slow is not. */
const TIME_LIMIT_MS = 40 * 60_000;

/** Specs that mostly wait, for leases to end and servers to come back: they run beside those that need the processor. */
const WAITING = [
  'run-crashes',
  'run-crash-points',
  'run-database-loss',
  'run-shutdown',
  'service-restart',
  'queue-postgres',
  'queue-redis',
  'alerts',
  'run-waits',
  'embedded-postgres',
  'processes',
];
const only = (pattern) => ['--testPathPatterns', `/(${pattern})\\.`];
const but = (pattern) => ['--testPathPatterns', `^(?!.*/(${pattern})\\.)`];

const started = Date.now();
const folder = mkdtempSync(join(tmpdir(), 'pipewright-test-'));
// The embedded PostgreSQL of a run by root is another user, who must be able to pass.
chmodSync(folder, 0o755);
beforeEnd(cleanUp);
endOnSignals();

endWithParent();
await ensureInstalled();
const isWhole = process.argv.length === 2;
// What does not compile is counted and the tests run all the same: they take the sources.
const [hasRedis, unbuilt] = await Promise.all([!isWhole || ensureRedis(), build({ mayFail: true })]);
const env = { TMPDIR: folder, TEMP: folder, TMP: folder, NODE_ENV: 'test' };
const results = [
  ...unbuilt.map((name) => ({ name: `build of the ${name}`, passed: 0, failed: 1, note: '' })),
  ...(isWhole ? await everything() : await chosen()),
];
await cleanUp();
const failed = summarise(results);
process.exit(failed === 0 ? 0 : 1);

async function everything() {
  const waiting = WAITING.join('|');
  const parts = [
    ...(await Promise.all([
      part('unit, e2e, contract', ['unit', 'e2e'], 2, but(waiting)),
      part('e2e that wait', ['e2e'], 1, only(waiting)),
    ])),
    // After the others: a browser beside many tests is a slow one. Frames are measured with nothing beside them, and
    // first: the browser is unpacked at its first use, which two at once would spoil for each other.
    await part('browser, frames', ['browser'], 1, only('editor-speed')),
    await part('browser', ['browser'], 2, but('editor-speed')),
  ];
  return secondLook(parts, surroundings);
}

async function chosen() {
  const chosenWords = process.argv.slice(2);
  // Words that choose some tests may choose none of a project.
  const words = ['--passWithNoTests', ...chosenWords];
  return [
    await part('unit, e2e, contract', ['unit', 'e2e'], 2, words),
    await part('browser', ['browser'], 1, words),
  ];
}

function part(name, projects, workers, words) {
  return runPart({ name, projects, workers, words }, surroundings());
}

function surroundings() {
  return { folder, env, timeoutMs: Math.max(1000, TIME_LIMIT_MS - (Date.now() - started)) };
}

async function cleanUp() {
  await stopServersBelow(folder);
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  } catch (error) {
    console.warn(`The temporary files could not be removed: ${error.message}`);
  }
}

function summarise(parts) {
  const sum = (key) => parts.reduce((total, part) => total + part[key], 0);
  console.log('');
  for (const { name, passed, failed, note } of parts)
    console.log(`${name}: ${passed} passed, ${failed} failed${note ? ` (${note})` : ''}`);
  if (!hasRedis) console.log('*** NO redis-server: the queue was tested on PostgreSQL only. ***');
  console.log(`in ${Math.round((Date.now() - started) / 1000)} s`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed');
}
