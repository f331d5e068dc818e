import { createTestApp, OWNER, type TestApp } from '../support/create-test-app.js';

describe('the sample project', () => {
  let test: TestApp;
  afterEach(() => test.close());

  const claim = async (environment: Record<string, string>, wanted: boolean) => {
    test = await createTestApp(environment, { withOwner: false });
    const body = { setup_token: test.setupToken, ...OWNER, create_sample_project: wanted };
    const claimed = await test.post('/api/auth/setup', body, { token: null });
    test.ownerToken = claimed.body.data.access_token;
    return (await test.get('/api/projects')).body.data;
  };

  it('is made at set-up with the sample shop, the sample ERP and their APIs', async () => {
    const [project] = await claim({ SAMPLE_SYSTEMS: 'on' }, true);
    const list = async (route: string) =>
      (await test.get(`/workspace/${project.project_id}/api/${route}`)).body.data;
    expect(await list('systems')).toEqual([
      expect.objectContaining({ system_name: 'Sample ERP', grant_type: 'client_credentials' }),
      expect.objectContaining({
        system_name: 'Sample shop',
        grant_type: 'authorization_code_pkce',
        client_secret_set: true,
      }),
    ]);
    expect((await list('apis')).map((api: { api_name: string }) => api.api_name)).toEqual([
      'Create sales order',
      'List orders',
    ]);
  });

  it('is not made when nobody asked, nor without the sample systems', async () => {
    expect(await claim({ SAMPLE_SYSTEMS: 'on' }, false)).toEqual([]);
    await test.close();
    expect(await claim({}, true)).toEqual([]);
  });
});
