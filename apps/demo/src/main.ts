/**
 * The demo as a client of the REST API: builds a shop-to-ERP pipe, runs it, checks at the ERP what arrived, mends one
 * of the orders that failed. Reads DEMO_BASE_URL, DEMO_SHOP_URL, DEMO_ERP_URL, DEMO_DATA_DIR and SETUP_TOKEN, which
 * scripts/demo.mjs sets. Exit code 1 when a number is not what it should be.
 */
import { pipeRunsRun, runsRetry, unwrap, type PipewrightClient } from '#sdk';
import { signIn } from './account.js';
import { countAtErp } from './erp-check.js';
import { orderMapping, withDefaultEmail } from './order-mapping.js';
import { saveMapping } from './pipe-mapping.js';
import { closingTable, erpLine, failureList, goOn, heading, ProgressLine, step } from './report.js';
import { failedRecords, followRun, type FinishedRun } from './run-watch.js';
import { buildScenario, type SampleUrls, type Scenario } from './scenario.js';

async function main(): Promise<void> {
  const baseUrl = setting('DEMO_BASE_URL');
  const urls: SampleUrls = { shop: setting('DEMO_SHOP_URL'), erp: setting('DEMO_ERP_URL') };

  heading('Building a pipe from the sample shop to the sample ERP');
  const { client, account } = await signIn(baseUrl, setting('DEMO_DATA_DIR'));
  step(`signed in as ${account.email}`);
  const scenario = await buildScenario(client, urls, step);

  const before = await countAtErp(urls.erp);
  heading('Running it');
  const { run_id } = await unwrap(pipeRunsRun({ client, path: pathOf(scenario), body: {} }));
  const first = await follow(client, scenario, run_id);
  const failures = await failedRecords(client, scenario.projectId, first.runId);
  closingTable(first);
  if (failures.length > 0) failureList(failures);

  heading(
    'Mending the order without an e-mail address: a default in the mapping, then a retry of what failed',
  );
  await saveMapping(client, scenario, withDefaultEmail(orderMapping, 'unknown@example.com'));
  const retry = await unwrap(
    runsRetry({ client, path: { project_id: scenario.projectId, id: first.runId }, body: {} }),
  );
  const second = await follow(client, scenario, retry.run_id);
  closingTable(second);

  const after = await countAtErp(urls.erp);
  const arrived = {
    ...after,
    references: after.references - before.references,
    duplicates: after.duplicates - before.duplicates,
  };
  const isRight =
    arrived.references === first.counts.delivered + second.counts.delivered && arrived.duplicates === 0;
  erpLine(arrived, isRight);
  goOn(baseUrl, account, scenario.projectName);
  if (!isRight) process.exitCode = 1;
}

async function follow(
  client: PipewrightClient,
  { projectId }: Scenario,
  runId: string,
): Promise<FinishedRun> {
  const progress = new ProgressLine();
  const run = await followRun(client, projectId, runId, progress.show);
  progress.end();
  return run;
}

function pathOf({ projectId, pipeId }: Scenario): { project_id: string; id: string } {
  return { project_id: projectId, id: pipeId };
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the demo with \`npm run demo\`.`);
  return value;
}

main().catch((error: Error) => {
  process.stderr.write(`\nThe demo failed: ${error.message}\n`);
  process.exit(1);
});
