// A pipe from a mock shop to a mock ERP, ready to run, and what tests ask of its runs.
import { randomUUID } from 'node:crypto';
import { Scheduler } from '../../src/triggers/scheduler.service.js';
import type { TestApp } from './create-test-app.js';
import { aCredential, aFlow, anApi, aProject, aSystem, type Workspace } from './factories.js';

/** Any JSON: tests look into it. */
export type Json = ReturnType<typeof JSON.parse>;

export interface ReadyPipe {
  workspace: Workspace;
  pipeId: string;
  flowId: string;
  shopId: string;
  erpId: string;
  shopCredentialId: string;
  erpCredentialId: string;
  ordersApiId: string;
  createApiId: string;
}

export interface PipeSetup {
  shopUrl: string;
  erpUrl: string;
  orders?: object;
  create?: object;
  shop?: object;
  erp?: object;
  /** of the connection to the shop */
  shopInputs?: object;
  /** of the connection to the ERP */
  erpInputs?: object;
  pipe?: object;
  links?: object[];
  /** a GET of the ERP that finds a record by its reference in the path; what is unknown is looked up there */
  lookup?: { path: string; found_path: string };
}

const COPY = [
  { to: 'number', from: 'id', type: 'string', required: true },
  { to: 'email', from: 'customer.email', required: true },
  { to: 'lines[].code', from: 'lines[].sku' },
  { to: 'lines[].quantity', from: 'lines[].qty' },
];

/** `environment` of the app must allow calls to 127.0.0.1. */
export async function aReadyPipe(test: TestApp, setup: PipeSetup): Promise<ReadyPipe> {
  const workspace = await aProject(test);
  const shopId = await aSystem(test, workspace, { base_url: setup.shopUrl, ...setup.shop });
  const erpId = await aSystem(test, workspace, { base_url: setup.erpUrl, ...setup.erp });
  const shopCredentialId = await aCredential(test, workspace, shopId, {
    inputs: setup.shopInputs ?? { token: 'shop-token' },
  });
  const erpCredentialId = await aCredential(test, workspace, erpId, {
    inputs: setup.erpInputs ?? { token: 'erp-token-secret' },
  });
  // a grant without a person is connected by its first token
  if (setup.erpInputs) await test.post(workspace.at(`credentials/test/${erpCredentialId}`), {});
  const ordersApiId = await anApi(test, workspace, shopId, {
    records_path: 'orders',
    record_key: ['id'],
    pagination: { kind: 'page', parameter: 'page', start: 1, size_parameter: 'per_page', size: 50 },
    sample_response: {
      orders: [{ id: 1, customer: { email: 'a@b.example' }, lines: [{ sku: 'A', qty: 1 }] }],
    },
    ...setup.orders,
  });
  const lookup = setup.lookup && {
    on_unknown: 'lookup',
    lookup: {
      api_id: await anApi(test, workspace, erpId, { path: setup.lookup.path }),
      found_path: setup.lookup.found_path,
    },
  };
  const createApiId = await anApi(test, workspace, erpId, {
    method: 'POST',
    path: '/sales-orders',
    body_type: 'json',
    idempotency_header: 'Idempotency-Key',
    sample_request: { body: { number: 'SO-1', email: 'a@b.example', lines: [{ code: 'A', quantity: 1 }] } },
    ...lookup,
    ...setup.create,
  });
  const flowId = await aFlow(test, workspace, [
    { handler_id: 'orders', kind: 'api_call', api_id: ordersApiId },
    {
      handler_id: 'to_erp',
      kind: 'mapping',
      source_handler_ids: ['orders'],
      destination_handler_id: 'create',
    },
    { handler_id: 'create', kind: 'api_call', api_id: createApiId },
  ]);
  await test.post(workspace.at(`flows/publish/${flowId}`));
  const pipe = await test.post(workspace.at('pipes/create'), {
    pipe_name: `Pipe of ${flowId}`,
    flow_id: flowId,
    credential_ids: [shopCredentialId, erpCredentialId],
    ...setup.pipe,
  });
  if (pipe.status !== 200) throw new Error(`the pipe was not made: ${pipe.text}`);
  const pipeId: string = pipe.body.data.pipe_id;
  await saveMapping(test, workspace, pipeId, 'to_erp', setup.links ?? COPY);
  return {
    workspace,
    pipeId,
    flowId,
    shopId,
    erpId,
    shopCredentialId,
    erpCredentialId,
    ordersApiId,
    createApiId,
  };
}

/** One more pipe of the same flow, with the same mapping. */
export async function anotherPipe(test: TestApp, like: ReadyPipe): Promise<ReadyPipe> {
  const pipe = await test.post(like.workspace.at('pipes/create'), {
    pipe_name: `Pipe ${randomUUID()}`,
    flow_id: like.flowId,
    credential_ids: [like.shopCredentialId, like.erpCredentialId],
  });
  if (pipe.status !== 200) throw new Error(`the pipe was not made: ${pipe.text}`);
  await saveMapping(test, like.workspace, pipe.body.data.pipe_id, 'to_erp', COPY);
  return { ...like, pipeId: pipe.body.data.pipe_id };
}

export async function saveMapping(
  test: TestApp,
  { projectId }: Workspace,
  pipeId: string,
  handlerId: string,
  links: object[],
): Promise<void> {
  const document = JSON.stringify({ format: 'mapping/1', links });
  await test.sql(
    `insert into mapping_configurations (project_id, pipe_id, handler_id, version, document, updated_at) values ($1, $2, $3, 1, $4, now())
     on conflict (pipe_id, handler_id) do update set document = excluded.document, version = mapping_configurations.version + 1`,
    [projectId, pipeId, handlerId, document],
  );
}

export const ENDED = ['succeeded', 'partially_failed', 'failed', 'cancelled', 'timed_out'];

export async function startRun(test: TestApp, pipe: ReadyPipe, body: object = {}): Promise<string> {
  let answer = await test.post(pipe.workspace.at(`pipes/run/${pipe.pipeId}`), body);
  for (let tries = 0; answer.status === 503 && tries < 20; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    answer = await test.post(pipe.workspace.at(`pipes/run/${pipe.pipeId}`), body);
  }
  if (answer.status !== 200) throw new Error(`the run did not start: ${answer.text}`);
  return answer.body.data.run_id;
}

/** From now on schedules are looked at by the test alone: the process's own looks, once a second, stop. */
export async function stopSchedules(test: TestApp): Promise<void> {
  await test.app.get(Scheduler, { strict: false }).onModuleDestroy();
}

/** null: the service was too busy to answer (machines under load). */
export async function runOf(test: TestApp, pipe: Pick<ReadyPipe, 'workspace'>, runId: string): Promise<Json> {
  return (await test.get(pipe.workspace.at(`runs/${runId}`))).body.data;
}

/** Waits for a state; `states` default to the terminal ones. */
export async function waitForRun(
  test: TestApp,
  pipe: Pick<ReadyPipe, 'workspace'>,
  runId: string,
  states: string[] = ENDED,
  withinMs = 50_000,
): Promise<Json> {
  const until = Date.now() + withinMs;
  for (;;) {
    const run = await runOf(test, pipe, runId);
    if (run && states.includes(run.status)) return run;
    if (Date.now() > until) throw new Error(`the run has not ended: ${JSON.stringify(run)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export async function runToEnd(test: TestApp, pipe: ReadyPipe, body: object = {}): Promise<Json> {
  return waitForRun(test, pipe, await startRun(test, pipe, body));
}

export interface Order {
  id: number;
  customer: { email: string | null };
  lines: { sku: string; qty: number }[];
  [member: string]: unknown;
}

export const anOrder = (id: number, more: object = {}): Order => ({
  id,
  customer: { email: `c${id}@example.com` },
  lines: [{ sku: `S${id}`, qty: 2 }],
  ...more,
});

export const orders = (count: number): Order[] =>
  Array.from({ length: count }, (_, index) => anOrder(index + 1));

/** One page of a list, by the parameters `page` and `per_page`. */
export function pageOf(list: readonly unknown[], query: URLSearchParams): { orders: unknown[] } {
  const page = Number(query.get('page') ?? 1);
  const size = Number(query.get('per_page') ?? 50);
  return { orders: list.slice((page - 1) * size, page * size) };
}
