import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { aProject, type Workspace } from '../support/factories.js';
import { expectGuarded, expectRefused } from '../support/route-cases.js';

const OAUTH = {
  system_name: 'Shop',
  base_url: 'https://shop.example.com/api/',
  authentication_type: 'oauth2',
  grant_type: 'client_credentials',
  token_url: 'https://shop.example.com/token',
  client_id: 'cid',
  client_secret: 'canary-secret',
};

describe('previews and providers', () => {
  let test: TestApp;
  let workspace: Workspace;
  beforeAll(async () => {
    test = await createTestApp();
    workspace = await aProject(test);
  }, 60_000);
  afterAll(() => test.close());
  const preview = async (members: object) =>
    (await test.post(workspace.at('systems/preview_request'), { ...OAUTH, ...members })).body.data.request;

  it('guards its routes', async () => {
    await expectGuarded(test, workspace, [
      { method: 'POST', route: 'systems/preview_request', body: OAUTH },
      { method: 'GET', route: 'providers' },
    ]);
    await expectRefused(test, workspace.at('systems/preview_request'), [
      [{ ...OAUTH, token_url: null }, 'token_url'],
      [{ ...OAUTH, authorization_format: 'Bearer' }, 'authorization_format'],
      [{ ...OAUTH, authorization_format: 'DYNAMIC_TOKEN DYNAMIC_TOKEN' }, 'authorization_format'],
    ]);
  });

  it.each<[object, object]>([
    [
      {},
      { method: 'GET', url: 'https://shop.example.com/api/', headers: { Authorization: 'Bearer ••••••••' } },
    ],
    [{ authorization_format: 'DYNAMIC_TOKEN' }, { headers: { Authorization: '••••••••' } }],
    [{ authorization_format: 'Bearer DYNAMIC_TOKEN' }, { headers: { Authorization: 'Bearer ••••••••' } }],
    [
      {
        authorization_header: 'X-Token',
        authorization_format: 'v1 DYNAMIC_TOKEN[session][id]',
        default_headers: { Accept: 'text/xml' },
      },
      { headers: { Accept: 'text/xml', 'X-Token': 'v1 ••••••••' } },
    ],
    [
      { add_authorization_data_to: 'request_url', test_request: { path: '/orders?x=a%20b' } },
      { url: 'https://shop.example.com/api/orders?x=a%20b&access_token=••••••••', headers: {} },
    ],
  ])('shows the request of %j', async (members, expected) => {
    const shown = await preview(members);
    expect(shown).toMatchObject(expected);
    expect(JSON.stringify(shown)).not.toContain('canary');
  });

  it('shows the other types, and stores nothing', async () => {
    const base = { system_name: 'x', base_url: 'https://shop.example.com' };
    const shown = async (members: object) =>
      (await test.post(workspace.at('systems/preview_request'), { ...base, ...members })).body.data.request;
    expect((await shown({ authentication_type: 'basic' })).headers).toEqual({
      Authorization: 'Basic ••••••••',
    });
    expect(
      (await shown({ authentication_type: 'api_key', api_key_in: 'query', api_key_name: 'key' })).url,
    ).toBe('https://shop.example.com/?key=••••••••');
    expect((await shown({ authentication_type: 'none' })).headers).toEqual({});
    expect((await test.get(workspace.at('systems'))).body.data).toEqual([]);
  });

  it('knows at least 150 providers and searches them', async () => {
    const all = await test.get(workspace.at('providers?per_page=200'));
    expect(all.body.additional_data.pagination.total).toBeGreaterThanOrEqual(150);
    const { data } = (await test.get(workspace.at('providers?search=google'))).body;
    expect(data[0]).toMatchObject({
      provider_id: 'google',
      grant_type: 'authorization_code_pkce',
      authorization_url: 'https://accounts.google.com/o/oauth2/v2/auth',
      extra_authorize_params: { access_type: 'offline' },
    });
    const { provider_id: _id, name: _name, needs_subdomain: _needs, ...members } = data[0];
    const created = await test.post(workspace.at('systems/create'), {
      system_name: 'Google',
      base_url: 'https://www.googleapis.com',
      authentication_type: 'oauth2',
      client_id: 'cid',
      ...members,
    });
    expect(created.status).toBe(200);
    expect((await test.get(workspace.at('providers?sort=created_at'))).status).toBe(400);
  });
});
