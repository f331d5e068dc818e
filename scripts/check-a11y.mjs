/** `npm run check:a11y`: every page of the admin UI by axe at three widths in both schemes (test/browser/admin-ui.browser-spec.ts). */
import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { tool } from './lib/paths.mjs';
import { endOnSignals, run } from './lib/run.mjs';

endOnSignals();
await ensureInstalled();
await build();
const { code } = await run(
  [tool.jest(), '--selectProjects', 'browser', '--testPathPatterns', 'admin-ui', '--maxWorkers=1'],
  { env: { A11Y: 'whole' } },
);
process.exit(code);
