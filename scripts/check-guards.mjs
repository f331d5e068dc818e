/**
 * `npm run check:guards [words]`: takes out one guard or project scope after the other, in the running app, and asks the
 * authorization matrix and the scope tests: each must be missed. `words` choose those whose place or text matches.
 */
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { tool } from './lib/paths.mjs';
import { endOnSignals, run } from './lib/run.mjs';

endOnSignals();
await ensureInstalled();
const { code } = await run([tool.jest(), '--selectProjects', 'mutation', '--maxWorkers=1', '--verbose'], {
  env: { GUARDS_ONLY: process.argv.slice(2).join(' ') },
});
process.exit(code);
