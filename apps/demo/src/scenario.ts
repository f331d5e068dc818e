/** Builds what a person would click together: project, systems, credentials, APIs, flow, pipe and its mapping. */
import {
  apisCreate,
  credentialsCreate,
  credentialsTest,
  flowsCreate,
  flowsPublish,
  pipesCreate,
  pipesEnable,
  projectsCreate,
  systemsCreate,
  unwrap,
  type PipewrightClient,
} from '#sdk';
import { erpClient } from './erp-check.js';
import { orderMapping } from './order-mapping.js';
import { saveMapping } from './pipe-mapping.js';
import { erpAnswer, erpSalesOrder, shopOrders } from './samples.js';

export interface SampleUrls {
  shop: string;
  erp: string;
}

export interface Scenario {
  projectId: string;
  projectName: string;
  pipeId: string;
}

/** `say` is told each step once it is done. */
export async function buildScenario(
  client: PipewrightClient,
  urls: SampleUrls,
  say: (step: string) => void,
): Promise<Scenario> {
  const projectName = `Shop to ERP, ${new Date().toISOString().slice(0, 16).replace('T', ' ')}`;
  const { project_id } = await unwrap(
    projectsCreate({ client, body: { project_name: projectName, project_description: 'Made by the demo.' } }),
  );
  say('project');
  const path = { project_id };

  const shop = await unwrap(systemsCreate({ client, path, body: shopSystem(urls.shop) }));
  const erp = await unwrap(systemsCreate({ client, path, body: erpSystem(urls.erp) }));
  say('two systems with OAuth 2.0');

  const shopCredential = await connect(client, project_id, {
    credential_name: 'Shop account',
    system_id: shop.system_id,
    inputs: { username: 'shop@example.com', password: 'sample-password' },
  });
  const erpCredential = await connect(client, project_id, {
    credential_name: 'ERP account',
    system_id: erp.system_id,
  });
  say('two credentials, each with a token');

  const readOrders = await unwrap(
    apisCreate({
      client,
      path,
      body: {
        api_name: 'List orders',
        system_id: shop.system_id,
        method: 'GET',
        path: '/orders',
        sample_response: shopOrders,
        records_path: 'orders',
        record_key: ['id'],
        pagination: {
          kind: 'page',
          parameter: 'page',
          start: 1,
          size_parameter: 'page_size',
          size: 50,
          has_more_path: 'has_more',
        },
      },
    }),
  );
  const bookOrder = await unwrap(
    apisCreate({
      client,
      path,
      body: {
        api_name: 'Create sales order',
        system_id: erp.system_id,
        method: 'POST',
        path: '/sales-orders',
        body_type: 'json',
        sample_request: { body: erpSalesOrder },
        sample_response: erpAnswer,
        idempotency_header: 'Idempotency-Key',
        on_unknown: 'resend',
      },
    }),
  );
  say('two APIs with samples');

  const flow = await unwrap(
    flowsCreate({
      client,
      path,
      body: {
        flow_name: 'Orders to sales orders',
        handlers: [
          { kind: 'api_call', handler_id: 'orders', handler_name: 'Read orders', api_id: readOrders.api_id },
          {
            kind: 'mapping',
            handler_id: 'to_sales_order',
            handler_name: 'Order to sales order',
            source_handler_ids: ['orders'],
            destination_handler_id: 'sales_order',
          },
          {
            kind: 'api_call',
            handler_id: 'sales_order',
            handler_name: 'Create sales order',
            api_id: bookOrder.api_id,
          },
        ],
      },
    }),
  );
  await unwrap(flowsPublish({ client, path: { ...path, id: flow.flow_id } }));
  say('a flow: read, map, write');

  const pipe = await unwrap(
    pipesCreate({
      client,
      path,
      body: {
        pipe_name: 'Shop orders to ERP',
        flow_id: flow.flow_id,
        credential_ids: [shopCredential, erpCredential],
      },
    }),
  );
  await saveMapping(client, { projectId: project_id, pipeId: pipe.pipe_id }, orderMapping);
  await unwrap(pipesEnable({ client, path: { ...path, id: pipe.pipe_id } }));
  say(`a pipe with a mapping of ${orderMapping.links.length} fields`);
  return { projectId: project_id, projectName, pipeId: pipe.pipe_id };
}

/** A credential is saved as connected once a token was generated for it: that is what its test does. */
async function connect(
  client: PipewrightClient,
  projectId: string,
  body: { credential_name: string; system_id: string; inputs?: Record<string, unknown> },
): Promise<string> {
  const path = { project_id: projectId };
  const { credential_id } = await unwrap(credentialsCreate({ client, path, body }));
  const tested = await unwrap(credentialsTest({ client, path: { ...path, id: credential_id }, body: {} }));
  if (!tested.ok) throw new Error(`${body.credential_name}: no token. ${JSON.stringify(tested.steps)}`);
  return credential_id;
}

const shopSystem = (url: string) => ({
  system_name: 'Sample shop',
  base_url: url,
  authentication_type: 'oauth2' as const,
  grant_type: 'resource_owner_credentials' as const,
  client_authentication: 'basic_header' as const,
  client_id: 'sample-shop-client',
  client_secret: 'sample-shop-secret',
  token_url: `${url}/oauth/token`,
  scope: 'orders.read orders.write offline_access',
  test_request: { method: 'GET' as const, path: '/shop' },
});

const erpSystem = (url: string) => ({
  system_name: 'Sample ERP',
  base_url: url,
  authentication_type: 'oauth2' as const,
  grant_type: 'client_credentials' as const,
  client_authentication: 'body' as const,
  ...erpClient,
  token_url: `${url}/oauth/token`,
  scope: 'sales-orders',
});
