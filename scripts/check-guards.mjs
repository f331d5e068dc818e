/**
 * `npm run check:guards`: takes out one guard or project scope after the other, in a copy of the sources, and runs the
 * authorization matrix on each: it must fail every time. `-- --sample 10` takes ten of them, `-- --only flows` those
 * whose file or text matches. Ends with what nobody missed.
 */
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { endOnSignals, run } from './lib/run.mjs';

const option = (name) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};

/** `find` marks each place; `put` is what stands there instead (it must still compile). */
const RULES = [
  {
    files: /app\.module\.ts$/,
    find: /\{ provide: APP_GUARD, useExisting: (?:Bearer|ProjectAccess)Guard \},/g,
    put: '',
  },
  {
    files: /bearer\.guard\.ts$/,
    find: /if \((?=principal\.readOnly|RANK\[|principal\.tokenProjectIds)/g,
    put: 'if (false && ',
  },
  { files: /jwt\.strategy\.ts$/, find: /!caller \|\| caller\.suspended/g, put: '!caller' },
  {
    files: /access-tokens\.service\.ts$/,
    find: / \|\| row\.suspended|!timingSafeEqual\(row\.token_hash, sha256\(token\)\) \|\|/g,
    put: '',
  },
  { files: /access-tokens\.service\.ts$/, find: /if \(row\.expired\)/g, put: 'if (false)' },
  {
    files: /project-access\.guard\.ts$/,
    find: /if \((?=principal\.tokenProjectIds|!isStaff|access\.level)/g,
    put: 'if (false && ',
  },
  { files: /\.controller\.ts$/, find: /@Instance\('(?:admin|owner)'/g, put: "@Instance('member'" },
  { files: /\.controller\.ts$/, find: /@Project\([^)]*'manager'\)/g, put: "@Project('id')" },
  {
    files: /\.repository\.ts$/,
    find: /(find(?:One)?By\(\w+, \{ )projectId, (?=id\b)/g,
    put: '$1',
  },
  // Behind a read that is scoped already: what survives here is a second lock, listed and no failure.
  {
    files: /\.repository\.ts$/,
    find: /(?<!By\(\w+, )\{ projectId, (?=id\b)/g,
    put: '{ ',
    isSecondLock: true,
  },
  {
    files: /\.(?:repository|service)\.ts$/,
    find: /(?<![\w.])project_id = (\$\d)(?= and)/g,
    put: '$1::uuid is not null',
    isSecondLock: true,
  },
  {
    files: /\.repository\.ts$|list-rows\.ts$/,
    find: /\b\w+\.projectId = :projectId/g,
    put: ':projectId::uuid is not null',
    isSecondLock: true,
  },
];

function sources(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.spec.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

function mutations() {
  const found = [];
  for (const file of sources(inRoot('src'))) {
    const text = readFileSync(file, 'utf8');
    for (const { files, find, put, isSecondLock = false } of RULES) {
      if (!files.test(file)) continue;
      for (const match of text.matchAll(find)) {
        const line = text.slice(0, match.index).split('\n').length;
        const instead = put.replace('$1', match[1] ?? '');
        const changed = text.slice(0, match.index) + instead + text.slice(match.index + match[0].length);
        found.push({ file: relative(root, file), line, text: match[0], changed, isSecondLock });
      }
    }
  }
  const only = option('only');
  const chosen = only ? found.filter(({ file, text }) => new RegExp(only).test(`${file} ${text}`)) : found;
  const sample = Number(option('sample') ?? chosen.length);
  const step = Math.max(1, chosen.length / sample);
  return Array.from(
    { length: Math.min(sample, chosen.length) },
    (_, index) => chosen[Math.floor(index * step)],
  );
}

endOnSignals();
await ensureInstalled();
const copy = mkdtempSync(join(tmpdir(), 'pipewright-guards-'));
for (const name of ['src', 'libs', 'test', 'jest.config.cjs', 'package.json', 'tsconfig.json', '.swcrc'])
  cpSync(inRoot(name), join(copy, name), { recursive: true });
symlinkSync(inRoot('node_modules'), join(copy, 'node_modules'));

const survivors = [];
const list = mutations();
try {
  if ((await matrix()) !== 0) throw new Error('The matrix fails without any change: mend it first.');
  for (const { file, line, text, changed, isSecondLock } of list) {
    const target = join(copy, file);
    const original = readFileSync(target, 'utf8');
    writeFileSync(target, changed);
    const isMissed = (await matrix()) !== 0;
    writeFileSync(target, original);
    const word = isMissed ? 'missed  ' : isSecondLock ? 'second  ' : 'SURVIVED';
    console.log(`${word} ${file}:${line} ${text.trim()}`);
    if (!isMissed && !isSecondLock) survivors.push(`${file}:${line}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(
  `\n${list.length} were taken out one by one; without ${survivors.length} of them nothing turned red.`,
);
if (survivors.length > 0) console.log(`Nobody missed: ${survivors.join(', ')}`);
process.exit(survivors.length === 0 ? 0 : 1);

async function matrix() {
  const { code } = await run(
    [
      inRoot('node_modules', 'jest', 'bin', 'jest.js'),
      '--selectProjects',
      'e2e',
      '--testPathPatterns',
      'authorization-matrix',
      '--maxWorkers=1',
      '--bail',
    ],
    { quiet: true, cwd: copy },
  );
  return code;
}
