/**
 * `npm run check`: everything that is checked besides the tests. Shows all problems, each check with its time;
 * exit 1 when there is any. Words after `--` choose checks by name.
 */
import { existsSync } from 'node:fs';
import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRoot, tool } from './lib/paths.mjs';
import { endOnSignals, run } from './lib/run.mjs';

endOnSignals();
await ensureInstalled();
await build({ admin: false, mayFail: true });

const checks = [
  { name: 'format', args: [tool.prettier(), '--check', '--log-level', 'warn', '.'] },
  { name: 'lint', args: [tool.eslint(), '.', '--max-warnings=0'] },
  {
    name: 'architecture',
    args: [tool.depcruise(), 'src', 'libs', 'apps', 'test', 'bench', '--config', '.dependency-cruiser.cjs'],
  },
  { name: 'types', args: [tool.tsc(), '--noEmit', '-p', 'tsconfig.json'] },
  {
    name: 'admin types',
    args: [tool.tsc(), '--noEmit', '-p', 'apps/admin/tsconfig.json'],
    needs: 'apps/admin/tsconfig.json',
  },
  { name: 'dead code', args: [tool.knip()] },
  { name: 'openapi', args: ['scripts/openapi-write.mjs', '--check'] },
  { name: 'migrations', args: ['scripts/migration-generate.mjs', '--check'] },
];
const chosen = process.argv.slice(2);
const wanted = checks.filter(
  ({ name, needs }) =>
    (!needs || existsSync(inRoot(needs))) && (chosen.length === 0 || chosen.includes(name)),
);

// Two at a time: they are single-threaded, and two cores are what a small machine has.
const waiting = [...wanted];
const failed = [];
await Promise.all([worker(), worker()]);
console.log(
  failed.length === 0 ? `\nAll ${wanted.length} checks passed.` : `\nFailed: ${failed.join(', ')}.`,
);
process.exit(failed.length === 0 ? 0 : 1);

async function worker() {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const started = Date.now();
    const { code, output } = await run(check.args, { quiet: true });
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${check.name} (${seconds} s)`);
    if (code === 0) continue;
    failed.push(check.name);
    console.log(output.trim().replace(/^/gm, '    '));
  }
}
