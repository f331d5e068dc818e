// No repository method acts on, or tells, what belongs to another project than the one it is called for.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { all } from './support/matrix.js';
import { NOT_SCOPED, SCOPED_CALLS } from './support/scoped-calls.js';
import type { Scopes } from './support/scopes.js';
import { scopesOf } from './support/scoped-world.js';
import { makeWorld } from './support/world.js';

const covered = [...new Set(SCOPED_CALLS.map(({ repository, method }) => `${repository.name}.${method}`))];

describe('the scope of repositories', () => {
  let test: TestApp;
  let scopes: Scopes;

  beforeAll(async () => {
    test = await createTestApp({ ROLE: 'api' });
    scopes = await scopesOf(test, await makeWorld(test));
  });
  afterAll(() => test.close());

  it('has a test for every method that takes a project', () => {
    expect(methodsWithProject().filter((name) => !covered.includes(name) && !NOT_SCOPED[name])).toEqual([]);
  });

  it.each(covered)('%s', async (name) => {
    expect(await all(scopes.faults(name))).toEqual([]);
  });
});

function methodsWithProject(): string[] {
  return readdirSync('src', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.repository.ts'))
    .flatMap(({ parentPath, name }) => {
      const text = readFileSync(join(parentPath, name), 'utf8');
      const className = /export class (\w+)/.exec(text)?.[1];
      return [...text.matchAll(/^ {2}(?:async )?(\w+)\(\s*projectId: string/gm)].map(
        (match) => `${className}.${match[1]}`,
      );
    });
}
