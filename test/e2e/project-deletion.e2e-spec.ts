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
    const delivery = `insert into deliveries (pipe_id, handler_id, record_key, content_hash, state, generation, fence, attempt, at)
      values ($1, 'create', '1', 'a', 'delivered', 0, 1, 1, now())`;
    for (const { pipe } of [own, other]) await test.sql(delivery, [pipe]);
    const ledger = async (): Promise<string[]> =>
      (
        await test.sql<{ pipe_id: string }>('select pipe_id from deliveries where pipe_id = any($1)', [
          [own.pipe, other.pipe],
        ])
      ).map((row) => row.pipe_id);
    expect(await ledger()).toHaveLength(2);
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
    expect(await ledger()).toEqual([other.pipe]);
    expect((await test.get(`/workspace/${other.project}/api/pipes/${other.pipe}`)).status).toBe(200);
  });
});
