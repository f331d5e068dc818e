/** `npm run soak:kill [-- 200]`: workers killed by -9 at random moments, so many times (test/e2e/run-kills.e2e-spec.ts). */
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRoot } from './lib/paths.mjs';
import { endOnSignals, run } from './lib/run.mjs';

endOnSignals();
await ensureInstalled();
const kills = process.argv[2] ?? '200';
const { code } = await run(
  [
    inRoot('node_modules', 'jest', 'bin', 'jest.js'),
    '--selectProjects',
    'e2e',
    '--testPathPatterns',
    'run-kills',
  ],
  { env: { KILLS: kills } },
);
process.exit(code);
