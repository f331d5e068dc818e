/** A flow of many calls over the whole service: a joined list, look-ups, conditions, write-back, and what a run is pinned to. */
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { aCredential, aFlow, anApi, aProject, aSystem, type Workspace } from '../support/factories.js';
import { type Asked, MockServer, type Reply } from '../support/mock-server.js';
import { type Json, waitForRun } from '../support/runs.js';

const ORDERS = [
  { id: 1, customer_id: 'c1', sku: 'A' },
  { id: 2, customer_id: 'c2', sku: 'nowhere' },
  { id: 3, customer_id: 'unknown', sku: 'A' },
  { id: 4, customer_id: 'c1', sku: 'B' },
];
const CUSTOMERS = [
  { id: 'c1', name: 'Ann' },
  { id: 'c2', name: 'Bob' },
];
const SAMPLES = {
  rates: { eur: 1, open: true },
  orders: { orders: [ORDERS[0]] },
  customers: { customers: [CUSTOMERS[0]] },
  stock: { left: 1 },
};

describe('a flow of many calls', () => {
  let test: TestApp;
  let mock: MockServer;
  let workspace: Workspace;
  let flowId: string;
  let pipeId: string;
  let faults: Record<string, Reply>;
  let held: Promise<void> | null = null;

  beforeAll(async () => {
    test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
    mock = await MockServer.start(answer);
    workspace = await aProject(test);
    const systemId = await aSystem(test, workspace, { base_url: mock.url });
    const credentialId = await aCredential(test, workspace, systemId);
    const api = (path: string, members: object): Promise<string> =>
      anApi(test, workspace, systemId, { path, ...members });
    const apis = {
      rates: await api('/rates', { sample_response: SAMPLES.rates }),
      orders: await api('/orders', {
        records_path: 'orders',
        record_key: ['id'],
        sample_response: SAMPLES.orders,
      }),
      customers: await api('/customers', {
        records_path: 'customers',
        sample_response: SAMPLES.customers,
        pagination: { kind: 'page', parameter: 'page', size: 1, stop_on_short_page: true },
      }),
      stock: await api('/stock/{sku}', {
        sample_request: { path: { sku: 'A' } },
        sample_response: SAMPLES.stock,
      }),
      create: await api('/sales', {
        method: 'POST',
        body_type: 'json',
        idempotency_header: 'Idempotency-Key',
        sample_request: { body: { number: '1', customer: 'Ann', left: 1, rate: 1 } },
        sample_response: { erp_id: 'E1', confirmed: true },
      }),
      back: await api('/orders/{id}', {
        method: 'PUT',
        body_type: 'json',
        sample_request: { path: { id: '1' }, body: { erp_id: 'E1' } },
      }),
    };
    const call = (handlerId: keyof typeof apis, more: object = {}): object => ({
      handler_id: handlerId,
      kind: 'api_call',
      api_id: apis[handlerId],
      ...more,
    });
    const mapping = (handlerId: string, sources: string[], destination: string): object => ({
      handler_id: handlerId,
      kind: 'mapping',
      source_handler_ids: sources,
      destination_handler_id: destination,
    });
    flowId = await aFlow(test, workspace, [
      call('rates'),
      call('orders', { when: { path: '@steps.rates.response.body.open', op: 'eq', value: true } }),
      call('customers', { join: { left_path: 'customer_id', right_path: 'id', on_missing: 'skip' } }),
      mapping('to_stock', ['orders'], 'stock'),
      call('stock', { on_error: 'ignore' }),
      mapping('to_sales', ['orders', 'customers', 'stock', 'rates'], 'create'),
      call('create'),
      mapping('to_back', ['create', 'orders'], 'back'),
      call('back', { when: { path: '@steps.create.response.body.confirmed', op: 'eq', value: true } }),
    ]);
    expect((await test.post(workspace.at(`flows/publish/${flowId}`))).status).toBe(200);
    const made = await test.post(workspace.at('pipes/create'), {
      pipe_name: 'Sales',
      flow_id: flowId,
      credential_ids: [credentialId],
      concurrency: 1,
    });
    pipeId = made.body.data.pipe_id;
    await map('to_stock', [{ to: '@path.sku', from: 'sku' }]);
    await map('to_sales', [
      { to: 'number', from: 'id', type: 'string' },
      { to: 'customer', from: '@steps.customers.response.body.customers[0].name' },
      { to: 'left', from: '@steps.stock.response.body.left' },
      { to: 'rate', from: '@steps.rates.response.body.eur' },
    ]);
    await map('to_back', [
      { to: '@path.id', from: '@steps.orders.response.body.orders[0].id', type: 'string' },
      { to: 'erp_id', from: 'erp_id' },
    ]);
    const shown = (await test.get(workspace.at(`pipes/${pipeId}`))).body.data;
    expect(shown.problems).toEqual([]);
  });
  afterAll(async () => {
    await test.close();
    await mock.stop();
  });

  async function answer({ method, path, query, body }: Asked): Promise<Reply> {
    if (path === '/rates') return { body: { eur: 1.5, open: true } };
    if (path === '/customers')
      return { body: { customers: CUSTOMERS.slice(Number(query.get('page')) - 1).slice(0, 1) } };
    if (path.startsWith('/stock/'))
      return path === '/stock/nowhere' ? { status: 404 } : { body: { left: 7 } };
    if (method === 'GET') return { body: { orders: ORDERS } };
    if (method === 'POST') await held;
    const name = method === 'POST' ? `POST ${body.number}` : `PUT ${path}`;
    return (
      faults[name] ?? { status: 201, body: { erp_id: `E${body.number}`, confirmed: body.number !== '2' } }
    );
  }
  async function map(handlerId: string, links: object[]): Promise<void> {
    const route = workspace.at(`pipes/${pipeId}/mappings/${handlerId}`);
    const { version } = (await test.get(route)).body.data;
    const saved = await test.post(`${route}/update`, { version, document: { format: 'mapping/1', links } });
    expect([saved.status, saved.text]).toEqual([200, expect.any(String)]);
  }
  const start = async (): Promise<string> =>
    (await test.post(workspace.at(`pipes/run/${pipeId}`), {})).body.data.run_id;
  const end = (runId: string): Promise<Json> => waitForRun(test, { workspace }, runId);
  const sent = (method: string): [path: string, body: Json][] =>
    mock.asked.filter((asked) => asked.method === method).map(({ path, body }) => [path, body]);

  it('joins, looks up, maps from four answers, writes back, and repeats only what is missing', async () => {
    faults = { 'POST 4': { status: 422 }, 'PUT /orders/1': { status: 409 } };
    const first = await end(await start());
    expect(first).toMatchObject({
      status: 'partially_failed',
      counts: { read: 4, delivered: 1, skipped: 1, failed: 2 },
    });
    for (const path of ['/rates', '/orders']) expect(mock.to(path, 'GET')).toHaveLength(1);
    expect(mock.to('/customers').map(({ query }) => query.get('page'))).toEqual(['1', '2', '3']);
    expect(sent('POST')).toEqual([
      ['/sales', { number: '1', customer: 'Ann', left: 7, rate: 1.5 }],
      ['/sales', { number: '2', customer: 'Bob', rate: 1.5 }],
      ['/sales', { number: '4', customer: 'Ann', left: 7, rate: 1.5 }],
    ]);
    expect(sent('PUT')).toEqual([['/orders/1', { erp_id: 'E1' }]]);
    const errors = (await test.get(workspace.at(`pipes/${pipeId}/errors?status=open`))).body.data;
    expect(errors.map((error: Json) => [error.handler_id, error.record_key, error.code]).sort()).toEqual([
      ['back', '1', 'HTTP_409'],
      ['create', '4', 'HTTP_422'],
    ]);

    faults = {};
    mock.asked.length = 0;
    const second = await end(await start());
    expect(sent('POST')).toEqual([['/sales', { number: '4', customer: 'Ann', left: 7, rate: 1.5 }]]);
    expect(sent('PUT')).toEqual([
      ['/orders/1', { erp_id: 'E1' }],
      ['/orders/4', { erp_id: 'E4' }],
    ]);
    expect(second).toMatchObject({ status: 'succeeded', counts: { delivered: 2, skipped: 2, failed: 0 } });
    expect((await test.get(workspace.at(`pipes/${pipeId}/errors?status=open`))).body.data).toEqual([]);
  });

  it('goes on as it began while its mapping and its flow are changed; the next run takes the new ones', async () => {
    faults = {};
    mock.asked.length = 0;
    let release = (): void => undefined;
    held = new Promise<void>((resolve) => (release = resolve));
    const forced = await test.post(workspace.at(`pipes/run/${pipeId}`), { force_resend: true });
    for (let tries = 0; sent('POST').length === 0 && tries < 1_000; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(sent('POST')).toHaveLength(1);
    await map('to_sales', [
      { to: 'number', from: 'id', type: 'string' },
      { to: 'customer', value: 'changed' },
    ]);
    const { handlers, version } = (await test.get(workspace.at(`flows/${flowId}`))).body.data;
    await test.post(workspace.at(`flows/update/${flowId}`), { version, handlers: handlers.slice(0, -2) });
    expect((await test.post(workspace.at(`flows/publish/${flowId}`))).status).toBe(200);
    release();
    held = null;
    expect(await end(forced.body.data.run_id)).toMatchObject({ status: 'succeeded' });
    expect(sent('POST').map(([, body]) => body.customer)).toEqual(['Ann', 'Bob', 'Ann']);
    expect(sent('PUT')).toHaveLength(2);
    mock.asked.length = 0;
    expect(await end(await start())).toMatchObject({ status: 'succeeded', counts: { delivered: 3 } });
    expect(sent('POST').map(([, body]) => body.customer)).toEqual(['changed', 'changed', 'changed']);
    expect(sent('PUT')).toEqual([]);
  });

  it('is refused at publish while its order is wrong, then with all else that is, and keeps its published version', async () => {
    const {
      handlers,
      version,
      published_version: published,
    } = (await test.get(workspace.at(`flows/${flowId}`))).body.data;
    const [rates, orders, customers, ...rest] = handlers;
    const wrong = [
      { ...rates, when: { path: '@steps.orders.response.body.orders[0].id', op: 'exists' } },
      orders,
      { ...customers, join: null },
      ...rest.reverse(),
    ];
    await test.post(workspace.at(`flows/update/${flowId}`), { version, handlers: wrong });
    const refused = await test.post(workspace.at(`flows/publish/${flowId}`));
    const codesOf = ({ body }: typeof refused): string[] =>
      body.errors.map((error: Json) => error.code).sort();
    expect([refused.status, codesOf(refused)]).toEqual([400, Array(3).fill('MAPPING_ORDER')]);
    const mended = [...wrong.slice(0, 3), ...rest.reverse()];
    const { version: next } = (await test.get(workspace.at(`flows/${flowId}`))).body.data;
    await test.post(workspace.at(`flows/update/${flowId}`), { version: next, handlers: mended });
    const again = await test.post(workspace.at(`flows/publish/${flowId}`));
    expect([again.status, codesOf(again)]).toEqual([400, ['JOIN_REQUIRED', 'LEVEL_ESCAPE']]);
    expect((await test.get(workspace.at(`flows/${flowId}`))).body.data.published_version).toBe(published);
  });
});
