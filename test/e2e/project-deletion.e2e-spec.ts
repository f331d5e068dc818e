// A project goes with everything in it.
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { makeWorld } from '../contract/support/world.js';

describe('deleting a project', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp({ ROLE: 'api' });
  });
  afterAll(() => test.close());

  it('takes its systems, credentials, APIs, flows, pipes, mappings, runs and logs along, and nothing of others', async () => {
    const { own, other } = await makeWorld(test);
    const name = (await test.get(`/api/projects/${own.project}`)).body.data.project_name as string;
    const answer = await test.post(`/api/projects/delete/${own.project}`, { project_name: name });
    expect(answer).toMatchObject({ status: 200, body: { data: { project_id: own.project } } });
    const tables = await test.sql<{ name: string }>(
      "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'project_id'",
    );
    expect(tables.length).toBeGreaterThan(8);
    for (const table of tables)
      expect([
        table.name,
        await test.sql(`select 1 from "${table.name}" where project_id = $1`, [own.project]),
      ]).toEqual([table.name, []]);
    expect((await test.get(`/workspace/${other.project}/api/pipes/${other.pipe}`)).status).toBe(200);
  });
});
