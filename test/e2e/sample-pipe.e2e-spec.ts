/** What the demo does, as a test: the SDK against the listening service, the sample systems as the other two parties. */
import { pipeRunsRun, runsRetry, unwrap, createPipewrightClient, type PipewrightClient } from '#sdk';
import { orderMapping, withDefaultEmail } from '../../apps/demo/src/order-mapping.js';
import { saveMapping } from '../../apps/demo/src/pipe-mapping.js';
import { failedRecords, followRun } from '../../apps/demo/src/run-watch.js';
import { buildScenario, type Scenario } from '../../apps/demo/src/scenario.js';
import { startSampleSystems, type SampleSystems } from '../../apps/sample-systems/src/start.js';
import { createTestApp, type TestApp } from '../support/create-test-app.js';

jest.setTimeout(120_000);

let systems: SampleSystems;
let test: TestApp;
let client: PipewrightClient;
let scenario: Scenario;

beforeAll(async () => {
  systems = await startSampleSystems();
  const allow = [systems.shopUrl, systems.erpUrl].map((url) => new URL(url).host).join(', ');
  test = await createTestApp({ OUTBOUND_ALLOW: allow });
  await test.app.listen(0, '127.0.0.1');
  client = createPipewrightClient({ baseUrl: await test.app.getUrl(), accessToken: test.ownerToken });
  scenario = await buildScenario(client, { shop: systems.shopUrl, erp: systems.erpUrl }, () => undefined);
});

afterAll(async () => {
  await test.close();
  await systems.stop();
});

it('moves 250 orders: 247 arrive once each, three fail and say why; a default mends one of these', async () => {
  const path = { project_id: scenario.projectId, id: scenario.pipeId };
  const { run_id } = await unwrap(pipeRunsRun({ client, path, body: {} }));
  const first = await followRun(client, scenario.projectId, run_id, () => undefined);
  expect(first).toMatchObject({
    status: 'partially_failed',
    counts: { read: 250, mapped: 248, delivered: 247, failed: 3 },
  });
  expect(systems.erp.ledger.counts()).toMatchObject({ references: 247, duplicates: 0, rejected: 1 });
  const failures = await failedRecords(client, scenario.projectId, run_id);
  expect(failures.map(({ order, code }) => [order, code]).sort()).toEqual([
    ['S-100037', 'REQUIRED'],
    ['S-100113', 'BAD_DATE'],
    ['S-100201', 'HTTP_422'],
  ]);

  await saveMapping(client, scenario, withDefaultEmail(orderMapping, 'unknown@example.com'));
  const retry = await unwrap(runsRetry({ client, path: { ...path, id: run_id }, body: {} }));
  const second = await followRun(client, scenario.projectId, retry.run_id, () => undefined);
  expect(second.counts).toMatchObject({ delivered: 1, failed: 2 });
  expect(systems.erp.ledger.counts()).toMatchObject({ references: 248, duplicates: 0 });
});

it('a second run of the same orders sends nothing again', async () => {
  const { run_id } = await unwrap(
    pipeRunsRun({ client, path: { project_id: scenario.projectId, id: scenario.pipeId }, body: {} }),
  );
  const run = await followRun(client, scenario.projectId, run_id, () => undefined);
  expect(run.counts).toMatchObject({ read: 250, delivered: 0, skipped: 248, failed: 2 });
  expect(systems.erp.ledger.counts()).toMatchObject({ references: 248, duplicates: 0 });
});
