/** `npm run soak:load [-- 60]`: overloads the service for so many seconds (test/e2e/overload.e2e-spec.ts) and prints the figures. */
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { tool } from './lib/paths.mjs';
import { endOnSignals, run } from './lib/run.mjs';

endOnSignals();
await ensureInstalled();
const { code } = await run(
  [tool.jest(), '--selectProjects', 'e2e', '--testPathPatterns', 'e2e/overload', '--maxWorkers=1'],
  { env: { OVERLOAD_SECONDS: process.argv[2] ?? '60' } },
);
process.exit(code);
