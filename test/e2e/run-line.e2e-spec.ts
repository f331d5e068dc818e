// The line of runs in a project is bounded: a flood of webhook calls gets 429 with Retry-After, and nothing is kept of it.
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { aFlow, aPipe, aShopToErpPath } from '../support/factories.js';

const MOST_IN_LINE = 10_000;
const SECRET = 'secret-of-the-webhook';

describe('a full line', () => {
  let test: TestApp;
  beforeAll(async () => {
    // Nobody works here: what is in line stays there.
    test = await createTestApp({ ROLE: 'api' });
  });
  afterAll(() => test.close());

  it('refuses webhook calls until there is room again, in its own project only', async () => {
    const [full, other] = [await aHookedPipe(test), await aHookedPipe(test)];
    const call = (path: string, event: number) =>
      test.post(path, { event }, { token: null, headers: { 'x-webhook-token': SECRET } });
    expect((await call(full.path, 1)).status).toBe(202);
    await test.sql(
      `insert into runs select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid()))).*
       from runs r, generate_series(2, $1) where r.project_id = $2`,
      [MOST_IN_LINE, full.projectId],
    );
    const refused = await call(full.path, 2);
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '60' },
      body: {
        status: false,
        status_code: 429,
        error_code: 'rate_limited',
        message: 'The project has 10000 runs in line already. Try again later.',
      },
    });
    expect((await call(other.path, 2)).status).toBe(202);
    await test.sql(
      "update runs set status = 'cancelled' where id in (select id from runs where project_id = $1 limit 1)",
      [full.projectId],
    );
    // The refused call left no trace by which its repeat would be taken for a duplicate.
    expect(await call(full.path, 2)).toMatchObject({ status: 202, body: { data: { duplicate: false } } });
  });
});

async function aHookedPipe(test: TestApp): Promise<{ projectId: string; path: string }> {
  const scene = await aShopToErpPath(test, { shop: 'http://127.0.0.1:9/api', erp: 'http://127.0.0.1:9' });
  const { projectId, at } = scene.workspace;
  const reads = { handler_id: 'orders', kind: 'api_call', api_id: scene.ordersApiId };
  const flowId = await aFlow(test, scene.workspace, [reads]);
  await test.post(at(`flows/publish/${flowId}`));
  const pipe = await aPipe(test, { ...scene, flowId }, { credential_ids: [scene.shopCredentialId] });
  const made = await test.post(at(`pipes/${pipe}/triggers/create`), { kind: 'webhook', secret: SECRET });
  expect((await test.post(at(`pipes/enable/${pipe}`))).status).toBe(200);
  return { projectId, path: new URL(made.body.data.url as string).pathname };
}
