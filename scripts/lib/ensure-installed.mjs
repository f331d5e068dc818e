/**
 * Installs the dependencies when they are missing or not those of package-lock.json. Plain Node: runs before
 * anything is installed, as any user, with any home folder.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';
import { run } from './run.mjs';

const OLDEST_NODE = [20, 19];

export async function ensureInstalled() {
  refuseOldNode();
  const lock = readFileSync(inRoot('package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  const stampFile = inRoot('node_modules', '.pipewright-lock');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  if (!isInstalledByHand(lock)) {
    console.log('Installing the dependencies (npm ci) …');
    // npm tells its own script's path when it runs us: the same npm, whatever the PATH is.
    const npm = process.env.npm_execpath;
    const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
    const { code } = npm?.endsWith('.js')
      ? await run([npm, ...args])
      : await run(args, { command: process.platform === 'win32' ? 'npm.cmd' : 'npm' });
    if (code !== 0) {
      console.error('npm ci failed; its words are above.');
      process.exit(code);
    }
  }
  writeFileSync(stampFile, wanted);
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  console.error(`Pipewright needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.version}.`);
  process.exit(1);
}

/** npm keeps what it installed in node_modules/.package-lock.json: the same versions mean that nothing is to do. */
function isInstalledByHand(lock) {
  const hidden = inRoot('node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const wanted = JSON.parse(lock).packages;
  const found = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || found[path]?.version === version,
  );
}
