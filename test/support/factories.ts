// Ready-made resources for tests, made through the API as a client would make them.
import type { Answer, TestApp } from './create-test-app.js';

let counter = 0;
const unique = (stem: string) => `${stem} ${++counter}`;

export const RANDOM_ID = '01890f5e-7b3c-7cc0-98c4-dc0c0c07398f';

function data<T>(answer: Answer): T {
  if (answer.status !== 200) throw new Error(`expected 200, got ${answer.status}: ${answer.text}`);
  return answer.body.data as T;
}

export interface Workspace {
  projectId: string;
  /** Path of a route of the project: `at('systems/create')`. */
  at: (route: string) => string;
}

export async function aProject(test: TestApp, members: object = {}): Promise<Workspace> {
  const { project_id: projectId } = data<{ project_id: string }>(
    await test.post('/api/projects/create', { project_name: unique('Project'), ...members }),
  );
  return { projectId, at: (route) => `/workspace/${projectId}/api/${route}` };
}

export async function aSystem(test: TestApp, { at }: Workspace, members: object = {}): Promise<string> {
  const body = {
    system_name: unique('System'),
    base_url: 'https://shop.example.com/api',
    authentication_type: 'bearer_token',
    ...members,
  };
  return data<{ system_id: string }>(await test.post(at('systems/create'), body)).system_id;
}

export async function aCredential(
  test: TestApp,
  { at }: Workspace,
  systemId: string,
  members: object = {},
): Promise<string> {
  const body = {
    credential_name: unique('Credential'),
    system_id: systemId,
    inputs: { token: 'tok-123' },
    ...members,
  };
  return data<{ credential_id: string }>(await test.post(at('credentials/create'), body)).credential_id;
}

export async function anApi(
  test: TestApp,
  { at }: Workspace,
  systemId: string,
  members: object = {},
): Promise<string> {
  const body = { api_name: unique('API'), system_id: systemId, method: 'GET', path: '/orders', ...members };
  return data<{ api_id: string }>(await test.post(at('apis/create'), body)).api_id;
}

export async function aFlow(
  test: TestApp,
  { at }: Workspace,
  handlers: object[],
  members: object = {},
): Promise<string> {
  return data<{ flow_id: string }>(
    await test.post(at('flows/create'), { flow_name: unique('Flow'), handlers, ...members }),
  ).flow_id;
}

export interface Path {
  workspace: Workspace;
  shopId: string;
  erpId: string;
  shopCredentialId: string;
  erpCredentialId: string;
  ordersApiId: string;
  createApiId: string;
  flowId: string;
}

/** shop → mapping → ERP, published, with connected credentials; no pipe yet. */
export async function aShopToErpPath(
  test: TestApp,
  urls: { shop?: string; erp?: string } = {},
): Promise<Path> {
  const workspace = await aProject(test);
  const shopId = await aSystem(test, workspace, urls.shop ? { base_url: urls.shop } : {});
  const erpId = await aSystem(test, workspace, { base_url: urls.erp ?? 'https://erp.example.com' });
  const shopCredentialId = await aCredential(test, workspace, shopId);
  const erpCredentialId = await aCredential(test, workspace, erpId);
  const ordersApiId = await anApi(test, workspace, shopId, {
    records_path: 'orders',
    record_key: ['id'],
    sample_response: {
      orders: [{ id: 1, customer: { email: 'a@b.example' }, lines: [{ sku: 'A', qty: 1 }] }],
    },
  });
  const createApiId = await anApi(test, workspace, erpId, {
    method: 'POST',
    path: '/sales-orders',
    body_type: 'json',
    sample_request: { body: { number: 'SO-1', email: 'a@b.example', lines: [{ code: 'A', quantity: 1 }] } },
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
  data(await test.post(workspace.at(`flows/publish/${flowId}`)));
  return { workspace, shopId, erpId, shopCredentialId, erpCredentialId, ordersApiId, createApiId, flowId };
}

export async function aPipe(test: TestApp, path: Path, members: object = {}): Promise<string> {
  const body = {
    pipe_name: unique('Pipe'),
    flow_id: path.flowId,
    credential_ids: [path.shopCredentialId, path.erpCredentialId],
    ...members,
  };
  return data<{ pipe_id: string }>(await test.post(path.workspace.at('pipes/create'), body)).pipe_id;
}
