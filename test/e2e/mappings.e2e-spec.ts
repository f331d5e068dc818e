// Mapping configurations beyond saving: proposals, versions, re-sync after a changed sample, the language reference.
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { aPipe, aShopToErpPath, type Path } from '../support/factories.js';
import { expectGuarded, expectRefused } from '../support/route-cases.js';

const LINKS = [
  { id: 'l1', to: 'number', from: 'id', type: 'string' },
  { id: 'l2', to: 'email', from: 'customer.email', required: true },
  { id: 'l3', to: 'lines[].code', from: 'lines[].sku' },
  { id: 'l4', to: 'lines[].quantity', from: 'lines[].qty' },
];
const DOCUMENT = { format: 'mapping/1', links: LINKS };

describe('mapping configurations', () => {
  let test: TestApp;
  let path: Path;
  let pipeId: string;
  beforeAll(async () => {
    test = await createTestApp();
    path = await aShopToErpPath(test);
    pipeId = await aPipe(test, path);
  });
  afterAll(() => test.close());

  const at = (route = '') => path.workspace.at(`pipes/${pipeId}/mappings/to_erp${route}`);
  const save = (document: object) => test.post(at('/update'), { document });

  it('guard every route', async () => {
    const route = `pipes/${pipeId}/mappings/to_erp`;
    await save(DOCUMENT);
    await expectGuarded(test, path.workspace, [
      { method: 'POST', route: `${route}/suggest` },
      { method: 'GET', route: `${route}/export` },
      { method: 'GET', route: `${route}/versions` },
      { method: 'GET', route: `${route}/versions/1` },
      { method: 'GET', route: `${route}/versions/diff?from=1&to=1` },
      { method: 'POST', route: `${route}/restore`, body: { version: 1 } },
    ]);
  });

  it('refuse a bad body with the field named', async () => {
    await expectRefused(test, at('/suggest'), [
      [{ document: [] }, 'document'],
      [{ documents: {} }, 'documents'],
    ]);
    await expectRefused(test, at('/restore'), [
      [{}, 'version'],
      [{ version: '1' }, 'version'],
      [{ version: 0 }, 'version'],
    ]);
    expect((await test.get(at('/versions/diff?from=1'))).status).toBe(400);
    expect((await test.post(at('/restore'), { version: 999 })).status).toBe(404);
    expect((await test.get(at('/versions/x'))).status).toBe(404);
  });

  it('propose links with reason and tier, beside those that are there', async () => {
    const all = (await test.post(at('/suggest'), { document: { links: [] } })).body.data;
    expect(all).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          to: 'email',
          from: ['customer.email'],
          tier: 'apply',
          reason: expect.stringContaining('same name'),
        }),
        expect.objectContaining({
          to: 'lines[].quantity',
          link: { to: 'lines[].quantity', from: 'lines[].qty' },
        }),
      ]),
    );
    const rest = (await test.post(at('/suggest'), { document: { links: [LINKS[1]] } })).body.data;
    expect(rest.map((item: { to: string }) => item.to)).not.toContain('email');
    expect((await test.post(at('/suggest'), {})).body.data).toEqual([]);
  });

  it('keep every version, tell what differs and restore an earlier one', async () => {
    await save(DOCUMENT);
    const before = (await test.get(at())).body.data.version;
    await save({ ...DOCUMENT, links: [{ ...LINKS[0], from: 'lines[0].sku' }, ...LINKS.slice(1, 3)] });
    const versions = (await test.get(at('/versions'))).body.data;
    expect(versions[0]).toMatchObject({ version: before + 1, link_count: 3, saved_by: 'Olga Owner' });
    expect(versions).toHaveLength(before + 1);
    const diff = (await test.get(at(`/versions/diff?from=${before}&to=${before + 1}`))).body.data;
    expect(diff).toEqual({
      added: [],
      removed: [LINKS[3]],
      changed: [{ link_id: 'l1', before: LINKS[0], after: { ...LINKS[0], from: 'lines[0].sku' } }],
      parts: [],
    });
    const restored = await test.post(at('/restore'), { version: before });
    expect(restored.body.data).toMatchObject({ handler_id: 'to_erp', version: before + 2 });
    expect((await test.get(at())).body.data.document).toEqual(DOCUMENT);
    const [newest, , earlier] = (await test.get(at('/versions'))).body.data;
    expect(newest.content_hash).toBe(earlier.content_hash);
    expect((await test.get(at(`/versions/${before + 1}`))).body.data.document.links).toHaveLength(3);
  });

  it('come out of an export and an import as they went in', async () => {
    const document = {
      format: 'mapping/1',
      lookups: { constructor: { entries: [['paid', 'PAID']], on_miss: 'keep' } },
      scopes: [{ to: 'lines[]', from: 'lines[]', where: { path: 'lines[].qty', op: 'gt', value: 0 } }],
      links: [
        { id: 'b', to: 'lines[].code', from: 'lines[].sku' },
        { id: 'a', to: 'number', from: 'id', type: 'string', note: 'RFP\'s "é"' },
      ],
      tests: [{ name: 'one', input: { id: 1, lines: [] }, output: { lines: [], number: '1' } }],
    };
    expect((await save(document)).body).toMatchObject({ status: 200 });
    const exported = await test.get(at('/export'));
    expect(exported.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="to_erp.mapping.json"',
    });
    expect(exported.text).toBe(`${JSON.stringify(document, null, 2)}\n`);
    await save({ format: 'mapping/1', links: [] });
    await test.post(at('/update'), undefined, { raw: `{"document": ${exported.text}}` });
    expect(JSON.stringify((await test.get(at())).body.data.document)).toBe(JSON.stringify(document));
  });

  it('keep their links after a changed sample and class them; a run is refused while a required one is broken', async () => {
    await save(DOCUMENT);
    await test.post(path.workspace.at(`apis/update/${path.ordersApiId}`), {
      sample_response: {
        orders: [{ id: 'A-1', customer: { email_address: 'a@b.example' }, lines: [{ sku: 'A' }] }],
      },
    });
    const { links, document, problems } = (await test.get(at())).body.data;
    expect(document).toEqual(DOCUMENT);
    const state = (id: string) =>
      links.find((end: { link_id: string; side: string }) => end.link_id === id && end.side === 'source');
    expect(state('l1')).toMatchObject({
      state: 'type_changed',
      types_before: ['integer'],
      types_now: ['string'],
    });
    expect(state('l2')).toMatchObject({ state: 'moved', candidate: 'customer.email_address' });
    expect(state('l3')).toMatchObject({ state: 'fine' });
    expect(state('l4')).toMatchObject({ state: 'missing', candidate: null });
    expect(problems).toEqual([expect.objectContaining({ code: 'SOURCE_MISSING', handler_id: 'to_erp' })]);
    const run = await test.post(path.workspace.at(`pipes/run/${pipeId}`), {});
    expect(run).toMatchObject({ status: 409, body: { error_code: 'pipe_incomplete' } });
    expect(run.body.message).toContain('customer.email');
  });

  it('run their saved tests with a preview', async () => {
    const tests = [
      { name: 'right', input: { id: 1 }, output: { number: '1' } },
      { name: 'wrong', input: { id: 1 }, output: { number: '2' } },
    ];
    const { tests: results } = (
      await test.post(at('/preview'), { document: { links: [LINKS[0]], tests }, record: { id: 9 } })
    ).body.data;
    expect(results).toEqual([
      { name: 'right', passed: true, message: '' },
      { name: 'wrong', passed: false, message: 'The output differs.' },
    ]);
  });

  it('have their language described for every signed-in person', async () => {
    expect((await test.get('/api/mapping/functions', { token: null })).status).toBe(401);
    expect((await test.get('/api/mapping/schema', { token: null })).status).toBe(401);
    const functions = (await test.get('/api/mapping/functions')).body.data;
    expect(functions.length).toBeGreaterThanOrEqual(70);
    expect(functions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'concat', group: 'text', input: 'many', null_aware: true }),
        expect.objectContaining({
          name: 'date',
          parameters: expect.arrayContaining([expect.objectContaining({ name: 'from_zone' })]),
        }),
      ]),
    );
    const schema = (await test.get('/api/mapping/schema')).body.data;
    expect(schema).toMatchObject({ $id: 'mapping/1', required: ['links'] });
  });

  it('stand in the activity log when it is on', async () => {
    await test.post(path.workspace.at('settings/update'), { activity_logs___activity_logs: true });
    await save({ format: 'mapping/1', links: [LINKS[0]] });
    const logs = (await test.get(path.workspace.at('activity_logs?resource_type=mapping'))).body.data;
    expect(logs[0]).toMatchObject({ action: 'updated', resource_type: 'mapping', name: 'to_erp' });
  });
});
