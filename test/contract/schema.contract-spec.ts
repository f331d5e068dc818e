// What is committed fits the code: the migrations make the tables that the entities say, openapi.json is fresh.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { openApiDocument } from '../../src/openapi-document.js';
import { createTestApp, type TestApp } from '../support/create-test-app.js';

describe('the committed schema', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());

  it('of the database is what the entities say', async () => {
    const { upQueries } = await test.app.get(DataSource).driver.createSchemaBuilder().log();
    expect(upQueries.map((query) => query.query)).toEqual([]);
  });

  it('of the interface is what the routes say', () => {
    const committed: unknown = JSON.parse(readFileSync(join(process.cwd(), 'openapi.json'), 'utf8'));
    expect(JSON.parse(JSON.stringify(openApiDocument(test.app)))).toEqual(committed);
  });

  it('is served as it is, with a reference page that loads from here only', async () => {
    const answer = await test.get('/api/openapi.json', { token: null });
    expect(answer.body).toEqual(JSON.parse(JSON.stringify(openApiDocument(test.app))));
    const page = await test.get('/api/docs', { token: null });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    for (const [, file] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect(file).toMatch(/^\/api\/docs\//);
      expect((await test.get(file!, { token: null })).status).toBe(200);
    }
    expect((await test.get('/api/docs/package.json', { token: null })).status).toBe(404);
    expect((await test.get('/api/docs/..%2fpackage.json', { token: null })).status).toBe(404);
  });
});
