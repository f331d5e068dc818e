/**
 * `npm run migration:generate <name>`: writes the migration that brings the tables to what the entities say.
 * `-- --check` only asks whether one is needed (exit 1 then); `-- --initial` replaces the single first migration by
 * one made from all entities, for the time before the first release.
 */
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { withDatabase } from './lib/embedded-database.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRoot, tool } from './lib/paths.mjs';
import { endOnSignals, mustRun, run } from './lib/run.mjs';

const folder = inRoot('src', 'database', 'migrations');
const args = process.argv.slice(2);
const isCheck = args.includes('--check');
const isInitial = args.includes('--initial');
const name = isInitial ? 'initial' : args.find((arg) => !arg.startsWith('--'));
if (!isCheck && !/^[a-z][a-z0-9-]*$/.test(name ?? '')) {
  console.error('Usage: npm run migration:generate <name-in-kebab-case> | -- --check | -- --initial');
  process.exit(2);
}

endOnSignals();
await ensureInstalled();
if (isInitial) removeInitial();
await build({ admin: false });
const code = await withDatabase(isCheck ? check : generate);
if (!isCheck && code === 0) {
  writeIndex();
  await mustRun([tool.prettier(), '--log-level', 'warn', '--write', folder]);
  await build({ admin: false });
  console.log('Read the SQL, check its `down`, then run `npm run migration:generate -- --check`.');
}
process.exit(code);

async function check(url) {
  const applied = await typeorm(url, 'migration:run');
  if (applied.code !== 0) return fail(applied.output);
  const { code, output } = await typeorm(url, 'migration:generate', 'dist/drift', '--check');
  if (code !== 0)
    return fail(
      `The entities and the migrations differ; run \`npm run migration:generate <name>\`.\n${output}`,
    );
  console.log('The migrations make what the entities say.');
  return 0;
}

async function generate(url) {
  const applied = await typeorm(url, 'migration:run');
  if (applied.code !== 0) return fail(applied.output);
  const { code, output } = await typeorm(
    url,
    'migration:generate',
    join('src', 'database', 'migrations', name),
    '--pretty',
  );
  console.log(output.trim());
  return code;
}

/** The TypeORM command line on the compiled DataSource. */
function typeorm(url, command, ...rest) {
  return run([tool.typeorm(), command, ...rest, '-d', 'dist/ormconfig.js'], {
    quiet: true,
    env: { DATABASE_URL: url },
  });
}

function fail(words) {
  console.error(words);
  return 1;
}

function removeInitial() {
  for (const file of migrationFiles().filter((file) => file.endsWith('-initial.ts')))
    rmSync(join(folder, file));
  writeIndex();
}

function migrationFiles() {
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => /^\d+-[\w-]+\.ts$/.test(file))
        .sort()
    : [];
}

/** The list that the service runs: every migration by name, no search in folders at run time. */
function writeIndex() {
  const found = migrationFiles().map((file) => ({
    className: /export class (\w+)/.exec(readFileSync(join(folder, file), 'utf8'))[1],
    module: `./${file.replace(/\.ts$/, '.js')}`,
  }));
  const imports = found.map(({ className, module }) => `import { ${className} } from '${module}';`);
  const classes = found.map(({ className }) => className).join(', ');
  const head =
    '// Written by `npm run migration:generate`: every migration, oldest first. Not edited by hand.';
  const list =
    found.length > 0
      ? `export const migrations = [${classes}];`
      : 'export const migrations: (new () => MigrationInterface)[] = [];';
  const lines = [
    head,
    ...(found.length > 0 ? imports : ["import { type MigrationInterface } from 'typeorm';"]),
    '',
    list,
    '',
  ];
  writeFileSync(join(folder, 'index.ts'), lines.join('\n'));
}
