/** `npm run new:feature <name>`: writes a resource of a project, from entity to e2e spec, and says what is left to do. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { featureFiles, featureNames } from './lib/feature-templates.mjs';
import { inRoot, tool } from './lib/paths.mjs';
import { mustRun } from './lib/run.mjs';

const name = process.argv[2] ?? '';
if (!/^[a-z]+(-[a-z]+)*$/.test(name)) {
  console.error('Usage: npm run new:feature <name>, a singular noun in kebab-case such as price-list');
  process.exit(2);
}
const names = featureNames(name);
if (existsSync(inRoot('src', names.plural))) {
  console.error(`src/${names.plural} is there already.`);
  process.exit(1);
}

await ensureInstalled();
const files = featureFiles(names);
for (const [path, content] of Object.entries(files)) {
  mkdirSync(dirname(inRoot(path)), { recursive: true });
  writeFileSync(inRoot(path), content);
}
await mustRun([tool.prettier(), '--log-level', 'warn', '--write', ...Object.keys(files)]);
console.log(`Written:\n${Object.keys(files)
  .map((path) => `  ${path}`)
  .join('\n')}

Next:
  1. Add ${names.Classes}Module to src/app.module.ts, and '${names.plural}' to the tiers in .dependency-cruiser.cjs.
  2. npm run migration:generate add-${names.plural}   (read the SQL)
  3. npm run openapi:write
  4. npx jest --selectProjects e2e ${names.plural}`);
