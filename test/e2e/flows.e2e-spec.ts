import { createTestApp, type TestApp } from '../support/create-test-app.js';
import {
  aCredential,
  aFlow,
  anApi,
  aProject,
  aShopToErpPath,
  aSystem,
  RANDOM_ID,
  type Workspace,
} from '../support/factories.js';
import { expectGuarded, expectRefused } from '../support/route-cases.js';

describe('flows', () => {
  let test: TestApp;
  let workspace: Workspace;
  let systemId: string;
  let readId: string;
  let writeId: string;
  beforeAll(async () => {
    test = await createTestApp();
    workspace = await aProject(test);
    systemId = await aSystem(test, workspace);
    readId = await anApi(test, workspace, systemId, { records_path: 'orders' });
    writeId = await anApi(test, workspace, systemId, { method: 'POST', body_type: 'json' });
  });
  afterAll(() => test.close());

  const read = () => ({ handler_id: 'read', kind: 'api_call', api_id: readId });
  const write = () => ({ handler_id: 'write', kind: 'api_call', api_id: writeId });
  const map = (members: object = {}) => ({
    handler_id: 'map',
    kind: 'mapping',
    source_handler_ids: ['read'],
    destination_handler_id: 'write',
    ...members,
  });
  const update = (id: string, body: object) => test.post(workspace.at(`flows/update/${id}`), body);

  it('guards every route', async () => {
    const id = await aFlow(test, workspace, []);
    const credentialId = await aCredential(test, workspace, systemId);
    await expectGuarded(
      test,
      workspace,
      [
        { method: 'GET', route: 'flows' },
        { method: 'GET', route: `flows/selectable?credential_ids=${credentialId}` },
        { method: 'GET', route: `flows/${id}` },
        { method: 'GET', route: `flows/${id}/versions` },
        { method: 'GET', route: `flows/usages/${id}` },
        { method: 'POST', route: 'flows/create', body: { flow_name: 'x' } },
        { method: 'POST', route: `flows/update/${id}`, body: { description: 'x' } },
        { method: 'POST', route: `flows/publish/${id}` },
        { method: 'POST', route: `flows/restore/${id}`, body: { version: 1 } },
        { method: 'POST', route: `flows/delete/${id}` },
      ].filter((entry) => !entry.route.includes('selectable')) as never,
    );
    expect(
      (await test.get(workspace.at(`flows/selectable?credential_ids=${credentialId}`), { token: null }))
        .status,
    ).toBe(401);
    const other = await aProject(test);
    expect(
      (await test.get(other.at(`flows/selectable?credential_ids=${credentialId}`))).body.errors[0].field,
    ).toBe('credential_ids');
  });

  it('refuses handlers that break a rule and names the place', async () => {
    const foreign = await aProject(test);
    const foreignApi = await anApi(test, foreign, await aSystem(test, foreign));
    await expectRefused(test, workspace.at('flows/create'), [
      [{ flow_name: 'x', handlers: 'none' }, 'handlers'],
      [{ flow_name: 'x', handlers: [5] }, 'handlers[0]'],
      [{ flow_name: 'x', handlers: [{ kind: 'loop' }] }, 'handlers[0].kind'],
      [{ flow_name: 'x', handlers: [{ ...read(), api_id: RANDOM_ID }] }, 'handlers[0].api_id'],
      [{ flow_name: 'x', handlers: [{ ...read(), api_id: foreignApi }] }, 'handlers[0].api_id'],
      [{ flow_name: 'x', handlers: [{ ...read(), handler_id: '1 a' }] }, 'handlers[0].handler_id'],
      [{ flow_name: 'x', handlers: [read(), read()] }, 'handlers[1].handler_id'],
      [{ flow_name: 'x', handlers: [{ ...read(), on_error: 'explode' }] }, 'handlers[0].on_error'],
      [{ flow_name: 'x', handlers: [{ ...read(), api: 'x' }] }, 'handlers[0].api'],
      [
        { flow_name: 'x', handlers: [read(), map({ destination_handler_id: 'elsewhere' }), write()] },
        'handlers[1].destination_handler_id',
      ],
      [
        { flow_name: 'x', handlers: [read(), map({ source_handler_ids: ['map'] }), write()] },
        'handlers[1].source_handler_ids[0]',
      ],
    ]);
  });

  it('refuses an API of a disabled system', async () => {
    const disabled = await aSystem(test, workspace, { status: 'disabled' });
    const api = await anApi(test, workspace, disabled);
    await expectRefused(test, workspace.at('flows/create'), [
      [{ flow_name: 'x', handlers: [{ kind: 'api_call', api_id: api }] }, 'handlers[0].api_id'],
    ]);
  });

  it('gives handler ids where they are left out', async () => {
    const id = await aFlow(test, workspace, [
      { kind: 'api_call', api_id: readId },
      { kind: 'api_call', api_id: writeId },
    ]);
    const { handlers } = (await test.get(workspace.at(`flows/${id}`))).body.data;
    expect(handlers.map((handler: { handler_id: string }) => handler.handler_id)).toEqual([
      'call_1',
      'call_2',
    ]);
  });

  it('raises the version with each change and refuses a change of an older one', async () => {
    const id = await aFlow(test, workspace, [read()]);
    expect((await update(id, { version: 1, description: 'a' })).body.data.version).toBe(2);
    expect(await update(id, { version: 1, description: 'b' })).toMatchObject({
      status: 409,
      body: { error_code: 'version_conflict' },
    });
    expect((await test.get(workspace.at(`flows/${id}`))).body.data).toMatchObject({
      description: 'a',
      version: 2,
    });
  });

  it('lets one of many changes of the same version through', async () => {
    const id = await aFlow(test, workspace, [read()]);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => update(id, { version: 1, description: `by ${index}` })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(7);
  });

  it('refuses to publish a mapping that stands before its source, keeps the draft, and says why', async () => {
    const id = await aFlow(test, workspace, [map(), read(), write()]);
    const answer = await test.post(workspace.at(`flows/publish/${id}`));
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0]).toMatchObject({ field: 'handlers[0]', code: 'MAPPING_ORDER' });
    expect((await test.get(workspace.at(`flows/${id}`))).body.data).toMatchObject({
      published_version: null,
      problems: [expect.objectContaining({ code: 'MAPPING_ORDER', handler_id: 'map' })],
    });
  });

  it('publishes, changes the draft alone, and restores a published version', async () => {
    const id = await aFlow(test, workspace, [read(), map(), write()]);
    expect((await test.post(workspace.at(`flows/publish/${id}`))).body.data).toMatchObject({
      published_version: 1,
      has_unpublished_changes: false,
    });
    expect((await update(id, { handlers: [read()] })).body.data).toMatchObject({
      version: 2,
      published_version: 1,
      has_unpublished_changes: true,
    });
    expect(
      (await test.post(workspace.at(`flows/restore/${id}`), { version: 1 })).body.data.handlers,
    ).toHaveLength(3);
    expect((await test.post(workspace.at(`flows/restore/${id}`), { version: 9 })).body.errors[0].field).toBe(
      'version',
    );
    const versions = (await test.get(workspace.at(`flows/${id}/versions`))).body.data;
    expect(versions).toEqual([expect.objectContaining({ version: 1, published_by: 'Olga Owner' })]);
  });

  it('offers a published flow by what its pipes run, not by its draft', async () => {
    const path = await aShopToErpPath(test);
    const { at } = path.workspace;
    const offered = async (id: string) =>
      (await test.get(at(`flows/selectable?credential_ids=${id}`))).body.data.length;
    await test.post(at(`flows/update/${path.flowId}`), {
      handlers: [{ kind: 'api_call', api_id: path.ordersApiId }],
    });
    expect([await offered(path.shopCredentialId), await offered(path.erpCredentialId)]).toEqual([1, 1]);
    await test.post(at(`flows/publish/${path.flowId}`));
    expect([await offered(path.shopCredentialId), await offered(path.erpCredentialId)]).toEqual([1, 0]);
  });

  it('offers for credentials exactly the flows that call all their systems', async () => {
    const path = await aShopToErpPath(test);
    const { at } = path.workspace;
    await aFlow(test, path.workspace, [{ kind: 'api_call', api_id: path.ordersApiId }], {
      flow_name: 'Reads only',
    });
    const names = async (ids: string[]) =>
      (await test.get(at(`flows/selectable?credential_ids=${ids.join(',')}`))).body.data.map(
        (flow: { flow_id: string; missing_system_ids: string[] }) => [
          flow.flow_id === path.flowId,
          flow.missing_system_ids,
        ],
      );
    expect(await names([path.shopCredentialId])).toHaveLength(2);
    expect(await names([path.erpCredentialId])).toEqual([[true, [path.shopId]]]);
    expect(await names([path.shopCredentialId, path.erpCredentialId])).toEqual([[true, []]]);
    expect((await test.get(at('flows/selectable'))).body.errors[0].field).toBe('credential_ids');
    const { body } = await test.get(
      at(`flows/selectable?credential_ids=${path.shopCredentialId}&per_page=1&page=2&sort=-created_at`),
    );
    expect(body.data.map((flow: { flow_id: string }) => flow.flow_id)).toEqual([path.flowId]);
    expect(body.additional_data.pagination).toEqual({ page: 2, per_page: 1, total: 2, total_pages: 2 });
  });
});
