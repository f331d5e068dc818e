import { execFileSync } from 'node:child_process';
import { curlOf, queryOf } from './curl.js';

describe('curlOf', () => {
  it('quotes a body so that a shell passes it on unchanged', () => {
    const body = { project_name: `Ann's "shop" $HOME \`id\`` };
    const command = curlOf('http://localhost:3000', { method: 'POST', path: '/api/projects/create', body });
    const printed = execFileSync('/bin/sh', ['-c', command.replace(/^curl/, `printf '%s\\n'`)], {
      encoding: 'utf8',
    });
    expect(JSON.parse(printed.slice(printed.indexOf('-d\n') + 3))).toEqual(body);
  });

  it('sends no body with a query', () => {
    expect(curlOf('http://x', { method: 'GET', path: '/api/projects' })).not.toContain('-d');
  });
});

describe('queryOf', () => {
  it('holds what is set, encoded, and nothing else', () => {
    expect(queryOf({ email: 'ann+1@example.com', action: null, search: '', page: 2 })).toBe(
      '?email=ann%2B1%40example.com&page=2',
    );
    expect(queryOf({ status: undefined })).toBe('');
  });
});
