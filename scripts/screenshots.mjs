/** `npm run screenshots`: builds, then walks the admin UI in a browser and writes a picture of every page, or of those that the words after `--` name. */
import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { endOnSignals, run } from './lib/run.mjs';

endOnSignals();
await ensureInstalled();
await build();
const { code } = await run([
  '-r',
  './test/support/register-ts.cjs',
  'test/browser/screenshots.ts',
  ...process.argv.slice(2),
]);
process.exit(code);
