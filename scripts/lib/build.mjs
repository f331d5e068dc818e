/** Compiles the server (tsc) and the admin UI (Vite) into dist/, each only when its sources have changed. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { inRoot, root, tool } from './paths.mjs';
import { run } from './run.mjs';

const SERVER = [
  'src',
  'libs',
  'apps/sample-systems',
  'apps/demo',
  'bench',
  'ormconfig.ts',
  'tsconfig.json',
  'tsconfig.build.json',
];
const ADMIN = ['apps/admin', 'libs/sdk', 'tsconfig.json'];
const LOCK = inRoot('dist', '.building');

/**
 * Answers the names of the parts that do not compile, after showing the compiler's words. Unless `mayFail` is given,
 * such a failure ends the process.
 */
export async function build({ admin = true, server = true, mayFail = false } = {}) {
  const hasAdmin = admin && existsSync(inRoot('apps', 'admin', 'vite.config.mts'));
  const parts = [
    ...(server ? [partOf('server', SERVER, buildServer)] : []),
    ...(hasAdmin ? [partOf('admin UI', ADMIN, buildAdmin)] : []),
  ];
  // The folder of a service need not be one that the service may write.
  if (parts.every(isBuilt)) return [];
  const failed = await withLock(async () => (await Promise.all(parts.map(buildPart))).filter(Boolean));
  if (failed.length > 0 && !mayFail) process.exit(1);
  return failed;
}

const partOf = (name, sources, compile) => ({
  name,
  compile,
  stamp: stampOf([...sources, 'package-lock.json', 'package.json']),
  stampFile: inRoot('dist', `.stamp-${name.replaceAll(' ', '-')}`),
});

function isBuilt({ stamp, stampFile }) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
}

/** Answers the part's name where it does not compile, else null. */
async function buildPart(part) {
  const { name, compile, stamp, stampFile } = part;
  if (isBuilt(part)) return null;
  const started = Date.now();
  console.log(`Building the ${name} …`);
  // A compiler that fails has written half of it: what was built before is not there any more.
  rmSync(part.stampFile, { force: true });
  const { code, output } = await compile();
  if (code !== 0) {
    console.log(`The ${name} does not compile.`);
    process.stderr.write(output);
    return name;
  }
  writeFileSync(stampFile, stamp);
  console.log(`Built the ${name} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return null;
}

async function buildServer() {
  removeOrphans(inRoot('dist'));
  // The incremental state would believe that a file that somebody deleted is still there.
  if (!hasAllOutputs()) rmSync(inRoot('dist', '.tsbuildinfo'), { force: true });
  return run(
    [tool.tsc(), '-p', 'tsconfig.build.json', '--incremental', '--tsBuildInfoFile', 'dist/.tsbuildinfo'],
    { quiet: true },
  );
}

async function buildAdmin() {
  return run([tool.vite(), 'build', '--config', 'apps/admin/vite.config.mts'], { quiet: true });
}

function hasAllOutputs() {
  return SERVER.flatMap((source) => filesBelow(inRoot(source)))
    .filter((file) => file.endsWith('.ts') && !/\.(spec|spec-support|d)\.ts$/.test(file))
    .every((file) => existsSync(inRoot('dist', relative(root, file).replace(/\.ts$/, '.js'))));
}

/** A compiled file without its source would still be found by a glob (a deleted migration would run). */
function removeOrphans(dist) {
  for (const folder of ['src', 'libs', 'apps', 'bench']) {
    for (const file of filesBelow(join(dist, folder))) {
      const source = inRoot(relative(dist, file)).replace(/\.js(\.map)?$/, '.ts');
      if (/\.js(\.map)?$/.test(file) && !existsSync(source)) rmSync(file);
    }
  }
}

function stampOf(sources) {
  const hash = createHash('sha256').update(process.version);
  for (const source of sources) {
    for (const file of filesBelow(inRoot(source))) {
      if (file.endsWith('.spec.ts')) continue;
      hash
        .update(relative(root, file).replaceAll(sep, '/'))
        .update('\0')
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Two commands at once (`npm start` beside `npm test`) build one after the other. */
async function withLock(work) {
  while (!tryLock()) await new Promise((resolve) => setTimeout(resolve, 200));
  try {
    return await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

function tryLock() {
  try {
    mkdirSync(inRoot('dist'), { recursive: true });
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') {
      console.error(
        `${inRoot('dist')} cannot be written (${error.code}): build as a user who may (npm run build), then start again.`,
      );
      process.exit(1);
    }
    const holder = existsSync(LOCK) ? Number(readFileSync(LOCK, 'utf8')) : 0;
    if (holder && !isRunning(holder)) rmSync(LOCK, { force: true });
    return false;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
