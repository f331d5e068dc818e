/**
 * `npm run soak:kill [-- 200 [redis]]`: workers killed by -9 at random moments, so many times, with the queue on
 * PostgreSQL or on Redis (test/e2e/run-kills.e2e-spec.ts).
 */
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRoot } from './lib/paths.mjs';
import { endOnSignals, run } from './lib/run.mjs';

endOnSignals();
await ensureInstalled();
const [kills = '200', queue = 'postgres'] = process.argv.slice(2);
const started = Date.now();
const { code } = await run(
  [
    inRoot('node_modules', 'jest', 'bin', 'jest.js'),
    '--selectProjects',
    'e2e',
    '--testPathPatterns',
    'run-kills',
  ],
  { env: { KILLS: kills, KILLS_ON: queue } },
);
console.log(`${kills} kills in ${Math.round((Date.now() - started) / 1000)} s`);
process.exit(code);
