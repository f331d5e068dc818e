import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { aFlow, aPipe, aShopToErpPath, type Path } from '../support/factories.js';
import { expectGuarded } from '../support/route-cases.js';

const DOCUMENT = {
  format: 'mapping/1',
  links: [
    { id: 'l1', to: 'number', from: 'id', type: 'string' },
    { id: 'l2', to: 'email', from: 'customer.email' },
    { id: 'l3', to: 'lines[].code', from: 'lines[].sku' },
    { id: 'l4', to: 'lines[].quantity', from: 'lines[].qty' },
  ],
};

describe('mapping nodes of a pipe', () => {
  let test: TestApp;
  let path: Path;
  let pipeId: string;
  beforeAll(async () => {
    test = await createTestApp();
    path = await aShopToErpPath(test);
    pipeId = await aPipe(test, path);
  });
  afterAll(() => test.close());

  const at = (route = '') => path.workspace.at(`pipes/${pipeId}/mappings${route}`);

  it('guards every route', async () => {
    await expectGuarded(test, path.workspace, [
      { method: 'GET', route: `pipes/${pipeId}/mappings` },
      { method: 'GET', route: `pipes/${pipeId}/mappings/to_erp` },
      { method: 'POST', route: `pipes/${pipeId}/mappings/to_erp/update`, body: { document: DOCUMENT } },
      { method: 'POST', route: `pipes/${pipeId}/mappings/to_erp/preview`, body: { document: DOCUMENT } },
    ]);
  });

  it('are one per Mapping Handler, and none without one', async () => {
    expect((await test.get(at())).body.data).toEqual([
      expect.objectContaining({
        handler_id: 'to_erp',
        source_handler_ids: ['orders'],
        destination_handler_id: 'create',
        version: 0,
      }),
    ]);
    const flowId = await aFlow(test, path.workspace, [{ kind: 'api_call', api_id: path.ordersApiId }]);
    await test.post(path.workspace.at(`flows/publish/${flowId}`));
    const bare = await aPipe(test, { ...path, flowId }, { credential_ids: [path.shopCredentialId] });
    expect((await test.get(path.workspace.at(`pipes/${bare}/mappings`))).body.data).toEqual([]);
    expect((await test.get(at('/orders'))).status).toBe(404);
  });

  it('take source fields from the sample response and destination fields from the sample request', async () => {
    const { source_fields: source, destination_fields: destination } = (await test.get(at('/to_erp'))).body
      .data;
    const names = (tree: { roots: { root: string; field: { fields: { name: string }[] } }[] }) =>
      tree.roots.find((root) => root.root === '')?.field.fields.map((field) => field.name);
    expect(names(source)).toEqual(['id', 'customer', 'lines']);
    expect(names(destination)).toEqual(['number', 'email', 'lines']);
  });

  it('refuse a document with all its errors at once, and store nothing', async () => {
    const links = [
      ...DOCUMENT.links,
      { id: 'l5', to: 'nowhere', from: 'id' },
      { id: 'l6', to: 'number', from: 'a..b' },
    ];
    const answer = await test.post(at('/to_erp/update'), { document: { ...DOCUMENT, links } });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'document.links[4].to', code: 'UNKNOWN_DESTINATION' }),
        expect.objectContaining({ field: 'document.links[5].from', code: 'BAD_PATH' }),
      ]),
    );
    expect((await test.get(at('/to_erp'))).body.data).toMatchObject({ version: 0, document: null });
  });

  it('say where in a formula the fault is', async () => {
    const links = [{ id: 'l1', to: 'number', formula: 'id + * 2' }];
    const answer = await test.post(at('/to_erp/preview'), { document: { ...DOCUMENT, links } });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      expect.objectContaining({ field: 'document.links[0].formula', position: 5 }),
    ]);
  });

  it('preview the sample and a given record, with the explanation of one value', async () => {
    const sample = await test.post(at('/to_erp/preview'), { document: DOCUMENT });
    expect(sample.body.data.output.body).toEqual({
      number: '1',
      email: 'a@b.example',
      lines: [{ code: 'A', quantity: 1 }],
    });
    const given = await test.post(at('/to_erp/preview'), {
      document: DOCUMENT,
      record: { id: 7, lines: [] },
      explain: 'number',
    });
    expect(given.body.data.output.body).toEqual({ number: '7', lines: [] });
    expect(given.body.data.explanation[0]).toMatchObject({ to: 'number', from: 'id' });
  });

  it('are saved with a version that guards against a second editor, and make the pipe complete', async () => {
    const first = await test.post(at('/to_erp/update'), { document: DOCUMENT, version: 0 });
    expect(first.body.data).toMatchObject({ handler_id: 'to_erp', version: 1 });
    expect(await test.post(at('/to_erp/update'), { document: DOCUMENT, version: 0 })).toMatchObject({
      status: 409,
      body: { error_code: 'version_conflict' },
    });
    expect((await test.get(at('/to_erp'))).body.data.document).toEqual(DOCUMENT);
    expect((await test.get(path.workspace.at(`pipes/${pipeId}`))).body.data.problems).toEqual([]);
    expect((await test.post(path.workspace.at(`pipes/enable/${pipeId}`))).status).toBe(200);
  });

  it('show a later change of the sample among the problems of the pipe, and keep the links', async () => {
    await test.post(path.workspace.at(`apis/update/${path.createApiId}`), {
      sample_request: { body: { reference: 'SO-1', email: '', lines: [{ code: 'A', quantity: 1 }] } },
    });
    const pipe = (await test.get(path.workspace.at(`pipes/${pipeId}`))).body.data;
    expect(pipe.problems).toEqual([
      expect.objectContaining({ code: 'UNKNOWN_DESTINATION', handler_id: 'to_erp' }),
    ]);
    expect((await test.get(at('/to_erp'))).body.data.document.links).toHaveLength(4);
  });

  it('are copied from another pipe of the same flow', async () => {
    const copy = await aPipe(test, path, { copy_mappings_from: pipeId });
    expect((await test.get(path.workspace.at(`pipes/${copy}/mappings/to_erp`))).body.data).toMatchObject({
      version: 1,
      document: DOCUMENT,
    });
  });
});
