/**
 * The tests of the queue also run on Redis. A redis-server of the system is used; in a container of root (CI), where
 * nobody else lives and no service would be started, the system's package is installed. Answers whether there is one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run } from './run.mjs';

const TIME_LIMIT_MS = 60_000;

export async function ensureRedis() {
  if (hasRedis()) return true;
  if (!mayInstall()) return false;
  console.log('Installing redis-server for the tests of the queue (apt-get) …');
  // Without a run level that starts services none is started.
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'],
  ]) {
    const { code } = await run(args, { command: 'apt-get', env, quiet: true, timeoutMs: TIME_LIMIT_MS });
    if (code !== 0) break;
  }
  return hasRedis();
}

function hasRedis() {
  return spawnSync('redis-server', ['--version']).status === 0;
}

/** A machine with systemd is somebody's: nothing is installed there. */
function mayInstall() {
  const isRoot = process.getuid?.() === 0;
  return isRoot && !existsSync('/run/systemd/system') && spawnSync('apt-get', ['--version']).status === 0;
}
