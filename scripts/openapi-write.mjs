/**
 * `npm run openapi:write`: writes openapi.json from the built service and generates the client of libs/sdk from it.
 * `-- --check` compares both with what is committed and changes nothing.
 */
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRoot, tool } from './lib/paths.mjs';
import { endOnSignals, mustRun } from './lib/run.mjs';

const generated = inRoot('libs', 'sdk', 'src', 'generated');
const isCheck = process.argv.includes('--check');

endOnSignals();
await ensureInstalled();
await build({ admin: false });
await mustRun(['dist/src/openapi.js', isCheck ? '--check' : '--write']);
if (isCheck) await checkClient();
else await generateClient(generated);

async function generateClient(folder) {
  await mustRun([tool.openapiTs(), '--file', 'openapi-ts.config.mjs', '--output', folder, '--silent'], {
    quiet: true,
  });
}

async function checkClient() {
  const folder = mkdtempSync(join(tmpdir(), 'pipewright-client-'));
  try {
    await generateClient(folder);
    const stale = differences(folder, generated);
    if (stale.length === 0) return console.log('The client of libs/sdk fits openapi.json.');
    console.error(`Stale in libs/sdk/src/generated: ${stale.join(', ')}. Run \`npm run openapi:write\`.`);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function differences(fresh, committed) {
  const names = new Set([...files(fresh), ...files(committed)]);
  return [...names].filter((name) => text(fresh, name) !== text(committed, name));
}

function files(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return entries.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

function text(folder, name) {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
