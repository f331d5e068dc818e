import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { aCredential, anApi, aProject, aSystem, type Workspace } from '../support/factories.js';
import { expectGuarded, expectRefused } from '../support/route-cases.js';

const OAUTH = {
  authentication_type: 'oauth2',
  grant_type: 'client_credentials',
  token_url: 'https://shop.example.com/oauth/token',
  client_id: 'pipewright',
  client_secret: 'top-secret-1',
};

describe('systems', () => {
  let test: TestApp;
  let workspace: Workspace;
  beforeAll(async () => {
    test = await createTestApp();
    workspace = await aProject(test);
  });
  afterAll(() => test.close());

  const create = (body: object) =>
    test.post(workspace.at('systems/create'), {
      system_name: `S ${Math.random()}`,
      base_url: 'https://shop.example.com',
      ...body,
    });

  it('guards every route', async () => {
    const id = await aSystem(test, workspace);
    await expectGuarded(test, workspace, [
      { method: 'GET', route: 'systems' },
      { method: 'GET', route: `systems/${id}` },
      { method: 'GET', route: `systems/usages/${id}` },
      {
        method: 'POST',
        route: 'systems/create',
        body: { system_name: 'x', base_url: 'https://a.example', authentication_type: 'none' },
      },
      { method: 'POST', route: `systems/update/${id}`, body: { description: 'x' } },
      { method: 'POST', route: `systems/delete/${id}` },
    ]);
  });

  it('stores every OAuth 2.0 member, fills in the defaults and never answers the secret', async () => {
    const answer = await create(OAUTH);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      grant_type: 'client_credentials',
      client_authentication: 'body',
      add_authorization_data_to: 'request_headers',
      authorization_format: 'Bearer DYNAMIC_TOKEN[access_token]',
      authorization_header: 'Authorization',
      client_secret_set: true,
      redirect_url: `${test.instance.config.publicUrl}/oauth/callback`,
      token_failure_status_codes: [401],
    });
    expect(answer.text).not.toContain('top-secret-1');
    const [row] = await test.sql<{ client_secret: string }>(
      'select client_secret from systems where id = $1',
      [answer.body.data.system_id],
    );
    expect(row?.client_secret).toMatch(/^s1\./);
  });

  it('defaults the transformation method to S256 with PKCE and refuses it elsewhere', async () => {
    const pkce = {
      ...OAUTH,
      grant_type: 'authorization_code_pkce',
      authorization_url: 'https://shop.example.com/oauth/authorize',
    };
    expect((await create(pkce)).body.data.transformation_method).toBe('S256');
    expect((await create({ ...OAUTH, transformation_method: 'S256' })).body.errors[0].field).toBe(
      'transformation_method',
    );
  });

  it('moves query parameters out of the Authorization URL and says so', async () => {
    const answer = await create({
      ...OAUTH,
      grant_type: 'authorization_code',
      authorization_url: 'https://shop.example.com/auth?audience=x&response_type=code&a=1&a=2',
    });
    expect(answer.body.data.authorization_url).toBe('https://shop.example.com/auth');
    expect(answer.body.data.extra_authorize_params).toEqual({ audience: 'x', a: ['1', '2'] });
    expect(answer.body.message).toContain('audience');
  });

  it('refuses bad bodies and names the field', async () => {
    await expectRefused(test, workspace.at('systems/create'), [
      [{ base_url: 'https://a.example', authentication_type: 'none' }, 'system_name'],
      [{ system_name: 'x', base_url: 'ftp://a.example', authentication_type: 'none' }, 'base_url'],
      [{ system_name: 'x', base_url: 'https://u:p@a.example', authentication_type: 'none' }, 'base_url'],
      [
        { system_name: 'x', base_url: 'https://a.example', authentication_type: 'magic' },
        'authentication_type',
      ],
      [
        {
          system_name: 'x',
          base_url: 'https://a.example',
          authentication_type: 'none',
          grant_type: 'client_credentials',
        },
        'grant_type',
      ],
      [{ system_name: 'x', base_url: 'https://a.example', authentication_type: 'api_key' }, 'api_key_name'],
      [{ system_name: 'x', base_url: 'https://a.example', authentication_type: 'oauth2' }, 'grant_type'],
      [{ system_name: 'x', base_url: 'https://a.example', ...OAUTH, token_url: undefined }, 'token_url'],
      [
        { system_name: 'x', base_url: 'https://a.example', ...OAUTH, client_secret: undefined },
        'client_secret',
      ],
      [
        { system_name: 'x', base_url: 'https://a.example', ...OAUTH, grant_type: 'authorization_code' },
        'authorization_url',
      ],
      [
        { system_name: 'x', base_url: 'https://a.example', ...OAUTH, authorization_format: 'Bearer' },
        'authorization_format',
      ],
      [
        { system_name: 'x', base_url: 'https://a.example', ...OAUTH, client_secret: '******' },
        'client_secret',
      ],
      [
        { system_name: 'x', base_url: 'https://a.example', ...OAUTH, token_url: 'javascript:alert(1)' },
        'token_url',
      ],
      [
        { system_name: 'x', base_url: 'https://a.example', ...OAUTH, extra_token_params: { a: 1 } },
        'extra_token_params.a',
      ],
      [
        {
          system_name: 'x',
          base_url: 'https://a.example',
          authentication_type: 'none',
          default_headers: { 'X-A': 'a\r\nb' },
        },
        'default_headers.X-A',
      ],
      [
        {
          system_name: 'x',
          base_url: 'https://a.example',
          authentication_type: 'none',
          rate_limit: { requests: 0, per_seconds: 1 },
        },
        'rate_limit.requests',
      ],
      [
        {
          system_name: 'x',
          base_url: 'https://a.example',
          authentication_type: 'none',
          credential_inputs: [{ name: 'a b', label: 'A' }],
        },
        'credential_inputs[0].name',
      ],
    ]);
  });

  it('keeps names unique in the project without regard to case', async () => {
    await aSystem(test, workspace, { system_name: 'Storefront' });
    expect(await create({ system_name: 'STOREFRONT', authentication_type: 'none' })).toMatchObject({
      status: 409,
      body: { error_code: 'name_taken' },
    });
    const other = await aProject(test);
    await aSystem(test, other, { system_name: 'Storefront' });
  });

  it('updates partially: what is left out stays', async () => {
    const id = (await create(OAUTH)).body.data.system_id;
    const answer = await test.post(workspace.at(`systems/update/${id}`), { scope: 'orders' });
    expect(answer.body.data).toMatchObject({
      scope: 'orders',
      client_id: 'pipewright',
      client_secret_set: true,
    });
  });

  it('never lets a stored secret go to a new origin', async () => {
    const id = (await create(OAUTH)).body.data.system_id;
    const update = (body: object) => test.post(workspace.at(`systems/update/${id}`), body);
    const refused = await update({ token_url: 'https://evil.example/token' });
    expect(refused).toMatchObject({ status: 400, body: { error_code: 'secret_required' } });
    expect(refused.body.errors.map((error: { field: string }) => error.field)).toEqual([
      'client_secret',
      'confirm_disconnect',
    ]);
    expect((await update({ base_url: 'https://evil.example', client_secret: 'new' })).body.error_code).toBe(
      'secret_required',
    );
    expect((await update({ token_url: 'https://shop.example.com/other' })).status).toBe(200);
    expect(
      (
        await update({
          token_url: 'https://new.example/token',
          client_secret: 'new',
          confirm_disconnect: true,
        })
      ).status,
    ).toBe(200);
  });

  it('never lets a stored secret go to an origin that only another of its addresses had', async () => {
    const created = await create({ ...OAUTH, token_url: 'https://auth.example.com/token' });
    const at = workspace.at(`systems/update/${created.body.data.system_id}`);
    const base = new URL(created.body.data.base_url as string).origin;
    for (const body of [
      { token_url: `${base}/token` },
      { base_url: 'https://auth.example.com/api' },
      { revocation_url: `${base}/revoke` },
      { token_url: `${base}/token`, base_url: 'https://auth.example.com/api' },
    ])
      expect(await test.post(at, body)).toMatchObject({
        status: 400,
        body: { error_code: 'secret_required' },
      });
    expect((await test.post(at, { revocation_url: 'https://auth.example.com/revoke' })).status).toBe(200);
  });

  it('takes a blank client for none', async () => {
    for (const [field, value] of [
      ['client_id', '  '],
      ['client_secret', ' \t'],
    ] as const)
      expect(await create({ ...OAUTH, [field]: value })).toMatchObject({
        status: 400,
        body: { errors: [{ field }] },
      });
  });

  it('loses none of many changes that come at once', async () => {
    const id = (await create(OAUTH)).body.data.system_id;
    const changes = [
      { scope: 'orders' },
      { description: 'Shop' },
      { basic_encoding: 'raw' },
      { max_concurrency: 3 },
      { default_headers: { 'X-A': 'a' } },
      { token_failure_status_codes: [403] },
      { system_name: 'Renamed at once' },
      { token_path: 'data.token' },
    ];
    const answers = await Promise.all(
      changes.map((change) => test.post(workspace.at(`systems/update/${id}`), change)),
    );
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
    const system = (await test.get(workspace.at(`systems/${id}`))).body.data;
    expect(system).toMatchObject(Object.assign({}, ...changes));
  });

  it('does not delete what is still used, and names the users', async () => {
    const id = await aSystem(test, workspace);
    await anApi(test, workspace, id, { api_name: 'Used API' });
    await aCredential(test, workspace, id, { credential_name: 'Used credential' });
    const refused = await test.post(workspace.at(`systems/delete/${id}`));
    expect(refused).toMatchObject({ status: 409, body: { error_code: 'in_use' } });
    expect(refused.body.message).toMatch(/Used API.*|Used credential/);
    expect((await test.get(workspace.at(`systems/usages/${id}`))).body.data).toHaveLength(2);
    const free = await aSystem(test, workspace);
    expect((await test.post(workspace.at(`systems/delete/${free}`))).body.data).toEqual({ system_id: free });
  });
});
