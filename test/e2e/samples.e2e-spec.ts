// The sample systems, added to a project that is there already.
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { aProject, type Workspace } from '../support/factories.js';
import { expectGuarded } from '../support/route-cases.js';

describe('POST /workspace/:project_id/api/samples/create', () => {
  let test: TestApp;
  let workspace: Workspace;
  beforeAll(async () => {
    test = await createTestApp({ SAMPLE_SYSTEMS: 'on' });
  });
  beforeEach(async () => {
    workspace = await aProject(test);
  });
  afterAll(() => test.close());

  const add = (body: object = {}) => test.post(workspace.at('samples/create'), body);
  const addOnce = () =>
    test.post(workspace.at('samples/create'), {}, { headers: { 'idempotency-key': 'samples' } });
  const names = async (route: string, member: string): Promise<string[]> =>
    (await test.get(workspace.at(route))).body.data.map((row: Record<string, string>) => row[member]).sort();

  it('needs a token and a project of the caller', async () => {
    await expectGuarded(test, workspace, [{ method: 'POST', route: 'samples/create' }]);
    expect(await names('systems', 'system_name')).toEqual([]);
  });

  it('gives the first answer again for the same Idempotency-Key', async () => {
    const first = await addOnce();
    expect(first.body.message).toBe('Sample systems added.');
    expect((await addOnce()).text).toBe(first.text);
    expect((await add()).body.message).toBe('The sample systems were here already.');
  });

  it('adds both systems with their APIs, ready to be connected', async () => {
    const answer = await add();
    expect(answer).toMatchObject({
      status: 200,
      body: { message: 'Sample systems added.', data: { added: 4 } },
    });
    const { system_ids: systems, api_ids: apis } = answer.body.data;
    expect((await test.get(workspace.at(`systems/${systems[0]}`))).body.data).toMatchObject({
      system_name: 'Sample shop',
      grant_type: 'authorization_code_pkce',
      client_secret_set: true,
    });
    expect((await test.get(workspace.at(`apis/${apis[1]}`))).body.data).toMatchObject({
      api_name: 'Create sales order',
      system_id: systems[1],
    });
    expect((await test.get(workspace.at(`apis/${apis[0]}`))).body.data).toMatchObject({
      api_name: 'List orders',
      system_id: systems[0],
    });
  });

  it('adds nothing the second time, also when both calls come at once', async () => {
    const [one, two] = await Promise.all([add(), add()]);
    expect([one.status, two.status]).toEqual([200, 200]);
    const again = await add();
    expect(again.body).toMatchObject({
      message: 'The sample systems were here already.',
      data: { added: 0 },
    });
    expect(one.body.data.system_ids).toEqual(again.body.data.system_ids);
    expect(two.body.data.api_ids).toEqual(again.body.data.api_ids);
    expect(await names('systems', 'system_name')).toEqual(['Sample ERP', 'Sample shop']);
    expect(await names('apis', 'api_name')).toEqual(['Create sales order', 'List orders']);
  });

  it('adds only what is missing', async () => {
    const first = (await add()).body.data;
    await test.post(workspace.at(`apis/delete/${first.api_ids[0]}`));
    const second = (await add()).body.data;
    expect(second).toMatchObject({ added: 1, system_ids: first.system_ids });
    expect(second.api_ids[1]).toBe(first.api_ids[1]);
  });

  it("leaves a person's own system of the same name alone and takes another name", async () => {
    const own = {
      system_name: 'sample SHOP',
      base_url: 'https://own.example.com',
      authentication_type: 'none',
    };
    await test.post(workspace.at('systems/create'), own);
    expect((await add()).body.data.added).toBe(4);
    expect(await names('systems', 'system_name')).toEqual(['Sample ERP', 'Sample shop 2', 'sample SHOP']);
  });

  it('refuses a body that is no JSON', async () => {
    const answer = await test.post(workspace.at('samples/create'), undefined, {
      headers: { 'content-type': 'application/json' },
      raw: '{"broken',
    });
    expect(answer).toMatchObject({ status: 400, body: { status: false, status_code: 400, data: null } });
    expect(await names('systems', 'system_name')).toEqual([]);
  });
});

describe('without the sample systems', () => {
  it('answers 404 and says why', async () => {
    const test = await createTestApp();
    const workspace = await aProject(test);
    const answer = await test.post(workspace.at('samples/create'));
    expect(answer).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
    expect(answer.body.message).toContain('SAMPLE_SYSTEMS');
    await test.close();
  });
});
