/** `node scripts/bench.mjs <name>`: builds and runs bench/<name>/main.ts; what follows the name is handed on. */
import { existsSync, readdirSync } from 'node:fs';
import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRoot } from './lib/paths.mjs';
import { endOnSignals, run } from './lib/run.mjs';

const [name, ...rest] = process.argv.slice(2);
const names = readdirSync(inRoot('bench'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
if (!name || !existsSync(inRoot('bench', name, 'main.ts'))) {
  console.error(`Usage: node scripts/bench.mjs <${names.join('|')}>`);
  process.exit(2);
}
endOnSignals();
await ensureInstalled();
await build({ admin: false });
const { code } = await run([
  '--expose-gc',
  '--max-semi-space-size=32',
  '--enable-source-maps',
  `dist/bench/${name}/main.js`,
  ...rest,
]);
process.exit(code);
