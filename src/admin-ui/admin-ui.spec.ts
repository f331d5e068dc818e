import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AdminFiles } from './admin-files.js';
import { pageHeaders } from './page-headers.js';
import { isServersOwn, pathOf } from './request-path.js';

describe('request paths', () => {
  it('leaves the API to the server and the pages to the UI, told apart with the slash', () => {
    for (const path of [
      '/api',
      '/api/x',
      '/workspace/1/api/x',
      '/oauth/callback',
      '/hooks/k',
      '/health/live',
      '/metrics',
      '/WORKSPACE/1/API/systems',
      '//api/projects',
      'http://evil.example/projects',
    ]) {
      expect([path, isServersOwn(path)]).toEqual([path, true]);
    }
    for (const path of ['/', '/apis', '/p/1/apis', '/projects', '/healthy', '/metrics-of-mine']) {
      expect([path, isServersOwn(path)]).toEqual([path, false]);
    }
  });
  it('decodes a path without its query, and refuses what cannot be decoded', () => {
    expect(pathOf('/p/a%20b?x=/api/')).toBe('/p/a b');
    expect(pathOf('/%zz')).toBeNull();
  });
});

describe('the files of the UI', () => {
  const folder = mkdtempSync(join(tmpdir(), 'admin-files-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, 'index.html'), '<meta property="csp-nonce" nonce="__CSP_NONCE__">__CSP_NONCE__');
  writeFileSync(join(folder, 'assets', 'a.js'), 'plain');
  writeFileSync(join(folder, 'assets', 'a.js.br'), 'brotli');
  writeFileSync(join(folder, 'assets', 'a.js.gz'), 'gzip');
  writeFileSync(join(folder, '.vite', 'manifest.json'), '{}');
  const files = AdminFiles.in(folder);

  it('puts the nonce everywhere the build left its place', () => {
    expect(files.page('n1')).toBe('<meta property="csp-nonce" nonce="n1">n1');
    expect(pageHeaders('n1')['content-security-policy']).toContain("style-src 'self' 'nonce-n1'");
  });
  it.each([
    ['br, gzip', 'br', 'brotli'],
    ['gzip', 'gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip', 'gzip'],
    ['', null, 'plain'],
  ])('answers accept-encoding "%s" with %s', async (accepted, encoding, content) => {
    const file = files.get('/assets/a.js', accepted);
    expect(file?.encoding).toBe(encoding);
    expect(String(await file?.read())).toBe(content);
  });
  it('serves nothing that is not in the list', () => {
    for (const path of [
      '/assets/b.js',
      '/.vite/manifest.json',
      '/assets/a.js.br',
      '/../package.json',
      '/assets',
    ]) {
      expect([path, files.get(path, '')]).toEqual([path, null]);
    }
  });
});
