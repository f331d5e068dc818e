/** `npm start`: installs when needed, compiles what has changed and runs the service in this very process. */
import { pathToFileURL } from 'node:url';
import { build } from './lib/build.mjs';
import { endWithParent } from './lib/end-with-parent.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRoot, root } from './lib/paths.mjs';

endWithParent();
await ensureInstalled();
await build();
process.chdir(root);
await import(pathToFileURL(inRoot('dist', 'src', 'main.js')).href);
