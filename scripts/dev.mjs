/** `npm run dev`: compiles on every change and starts the service again. */
import { existsSync } from 'node:fs';
import { build } from './lib/build.mjs';
import { endWithParent } from './lib/end-with-parent.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRoot, tool } from './lib/paths.mjs';
import { endChildren, endOnSignals, hasBeenStopped, start } from './lib/run.mjs';

endOnSignals({ exitCode: 0 });
endWithParent();
await ensureInstalled();
await build();
const children = [
  start([tool.tsc(), '-p', 'tsconfig.build.json', '--watch', '--preserveWatchOutput']),
  start(['--watch', '--watch-preserve-output', '--enable-source-maps', 'dist/src/main.js']),
];
if (existsSync(inRoot('apps', 'admin', 'vite.config.mts'))) {
  children.push(start([tool.vite(), 'build', '--config', 'apps/admin/vite.config.mts', '--watch']));
}
await Promise.race(children.map((child) => new Promise((resolve) => child.once('exit', resolve))));
if (!hasBeenStopped()) {
  await endChildren();
  process.exit(1);
}
