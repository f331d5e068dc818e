/** `npm run build`: installs when needed and compiles what has changed. */
import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { endOnSignals } from './lib/run.mjs';

endOnSignals();
await ensureInstalled();
await build();
