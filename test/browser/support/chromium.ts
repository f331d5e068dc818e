/**
 * A headless Chromium for the tests: CHROMIUM_PATH, else Debian's /usr/bin/chromium, else the one of the npm package
 * @sparticuz/chromium, whose own libraries are unpacked beside it. None of them is an error, never a skip.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import packaged from '@sparticuz/chromium';
import { chromium, type Browser } from 'playwright-core';

interface Place {
  executablePath: string;
  env: Record<string, string>;
}

async function findChromium(): Promise<Place> {
  const named = process.env.CHROMIUM_PATH;
  if (named) return { executablePath: named, env: {} };
  if (existsSync('/usr/bin/chromium')) return { executablePath: '/usr/bin/chromium', env: {} };
  return unpackChromium();
}

/** Outside of Lambda the package unpacks the browser, but not its NSS, NSPR and expat. */
async function unpackChromium(): Promise<Place> {
  const executablePath = await packaged.executablePath();
  let root = dirname(require.resolve('@sparticuz/chromium'));
  while (!existsSync(join(root, 'bin'))) root = dirname(root);
  const libraries = join(tmpdir(), 'pipewright-chromium-libraries');
  if (!existsSync(join(libraries, 'lib'))) {
    mkdirSync(libraries, { recursive: true });
    const archive = join(libraries, 'libraries.tar');
    writeFileSync(archive, brotliDecompressSync(readFileSync(join(root, 'bin', 'al2023.tar.br'))));
    const { status, stderr } = spawnSync('tar', ['-xf', archive, '-C', libraries], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The libraries of Chromium could not be unpacked: ${stderr}`);
  }
  return { executablePath, env: { LD_LIBRARY_PATH: join(libraries, 'lib') } };
}

export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  return chromium.launch({
    executablePath,
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none'],
    env: { ...(process.env as Record<string, string>), ...env },
  });
}
