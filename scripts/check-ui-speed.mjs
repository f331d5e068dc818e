/** `npm run check:ui-speed`: builds, then measures the two editors in a browser against their budgets. */
import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { endOnSignals, run } from './lib/run.mjs';

endOnSignals();
await ensureInstalled();
await build();
const { code } = await run(['-r', './test/support/register-ts.cjs', 'test/browser/speed.ts']);
process.exit(code);
