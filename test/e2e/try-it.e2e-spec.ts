import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { aCredential, anApi, aProject, aSystem, RANDOM_ID, type Workspace } from '../support/factories.js';
import { expectGuarded } from '../support/route-cases.js';

const ORDERS = Array.from({ length: 7 }, (_, index) => ({ id: index + 1 }));

/** A system that knows one token, pages its orders, and shows odd behaviour at odd paths. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const json = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (url.pathname === '/stranger') return void json(200, { orders: ORDERS.slice(0, 3), next: '/stranger' });
  if (request.headers.authorization !== 'Bearer tok-123456') return void json(401, { error: 'no token' });
  const page = Number(url.searchParams.get('page') ?? '1');
  if (url.pathname === '/once') return void json(page === 1 ? 200 : 403, { orders: ORDERS.slice(0, 3) });
  if (url.pathname === '/linked')
    return void json(200, {
      orders: ORDERS.slice((page - 1) * 3, page * 3),
      next: page === 1 ? '?page=2' : page === 2 ? 'http://127.0.0.1:9/orders?page=3' : null,
    });
  if (url.pathname === '/circle')
    return void json(200, { orders: [{ id: page }], next: `/circle?page=${page === 1 ? 2 : 1}` });
  if (url.pathname === '/silent') return void json(200, { orders: ORDERS.slice(0, 3), more: true });
  if (url.pathname === '/orders')
    return void json(200, { orders: ORDERS.slice((page - 1) * 3, page * 3), total: 7 });
  if (url.pathname === '/breaks')
    return void json(200, page < 3 ? { orders: [{ id: page }] } : { error: 'Page token has expired' });
  if (url.pathname === '/words')
    return void json(200, page < 2 ? { orders: [{ id: page }] } : 'Please sign in');
  if (url.pathname === '/garbled') {
    if (page === 1) return void json(200, { orders: [{ id: 1 }] });
    const status = Number(url.searchParams.get('with'));
    return void response.writeHead(status, { 'content-type': 'application/json' }).end('<h1>no</h1>');
  }
  if (url.pathname === '/stuck') return void json(200, { orders: ORDERS.slice(0, 3), total: 7, page });
  if (url.pathname === '/echo') {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    return void request.on('end', () =>
      json(200, { authorization: request.headers.authorization, body, query: url.search }),
    );
  }
  if (url.pathname === '/html')
    return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>bad gateway</h1>');
  if (url.pathname === '/table')
    return void response.writeHead(200, { 'content-type': 'text/csv' }).end('id,name\n1,a\n2,b,c');
  if (url.pathname === '/huge') {
    response.writeHead(200, { 'content-type': 'application/json' });
    const chunk = Buffer.alloc(1024 * 1024, 0x20);
    let left = 40;
    const more = (): void => {
      while (left-- > 0) if (!response.write(chunk)) return void response.once('drain', more);
      response.end('{}');
    };
    return more();
  }
  if (url.pathname === '/hang') return;
  json(404, { error: 'not found' });
}

describe('trying an API', () => {
  let test: TestApp;
  let server: Server;
  let workspace: Workspace;
  let systemId: string;
  let credentialId: string;
  beforeAll(async () => {
    server = createServer(answer).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    test = await createTestApp({ OUTBOUND_ALLOW: `127.0.0.1:${port}` });
    workspace = await aProject(test);
    systemId = await aSystem(test, workspace, { base_url: `http://127.0.0.1:${port}` });
    credentialId = await aCredential(test, workspace, systemId, { inputs: { token: 'tok-123456' } });
  });
  afterAll(async () => {
    await test.close();
    server.closeAllConnections();
    server.close();
  });

  const api = (members: object) => anApi(test, workspace, systemId, members);
  const tryIt = async (members: object, body: object = {}) =>
    test.post(workspace.at(`apis/test/${await api(members)}`), { credential_id: credentialId, ...body });

  it('guards its routes', async () => {
    const id = await api({});
    await expectGuarded(test, workspace, [
      { method: 'POST', route: `apis/test/${id}` },
      { method: 'POST', route: `apis/check_paging/${id}` },
    ]);
  });

  it('shows request and answer, with the secret masked', async () => {
    const answered = await tryIt(
      { method: 'POST', path: '/echo', body_type: 'json' },
      { body: { a: 1 }, query: { q: 'x y' } },
    );
    expect(answered.status).toBe(200);
    expect(answered.body.data).toMatchObject({
      request: { method: 'POST', headers: { Authorization: 'Bearer ••••••••' }, body: { a: 1 } },
      response: { status: 200, body: { authorization: '[secret]', body: '{"a":1}', query: '?q=x+y' } },
      error: null,
    });
    expect(answered.text).not.toContain('tok-123456');
  });

  it('shows a key in the address with its value masked, and nothing where nothing was sent', async () => {
    const { base_url } = (await test.get(workspace.at(`systems/${systemId}`))).body.data;
    const key = { authentication_type: 'api_key', api_key_in: 'query', api_key_name: 'key', base_url };
    const keyed = await aSystem(test, workspace, key);
    const credential_id = await aCredential(test, workspace, keyed, { inputs: { api_key: 'key-123456' } });
    const api_id = await anApi(test, workspace, keyed, { path: '/orders', query_parameters: { a: '1' } });
    const tried = await test.post(workspace.at(`apis/test/${api_id}`), { credential_id });
    expect(tried.body.data.request.url).toBe(`${base_url}/orders?a=1&key=••••••••`);
    const checked = await test.post(workspace.at(`apis/check_paging/${api_id}`), { credential_id });
    expect(checked.body.data.pages[0].url).toBe(`${base_url}/orders?a=1&key=••••••••`);
    expect(tried.text + checked.text).not.toContain('key-123456');

    const open = await aSystem(test, workspace, { authentication_type: 'none', base_url });
    const without = await test.post(workspace.at(`apis/test/${await anApi(test, workspace, open)}`), {});
    expect(without.body.data.request.headers).toEqual({ accept: expect.any(String) });
  });

  it('keeps a good answer as the sample response, and only a good one', async () => {
    const id = await api({ path: '/orders' });
    const kept = await test.post(workspace.at(`apis/test/${id}`), {
      credential_id: credentialId,
      save_as_sample: true,
    });
    expect(kept.body.data.saved_as_sample).toBe(true);
    expect((await test.get(workspace.at(`apis/${id}`))).body.data.sample_response).toEqual({
      orders: ORDERS.slice(0, 3),
      total: 7,
    });
    expect((await tryIt({ path: '/nowhere' }, { save_as_sample: true })).body.data).toMatchObject({
      saved_as_sample: false,
      response: { status: 404 },
    });
  });

  it.each([
    [
      'an HTML error page',
      { path: '/html' },
      { response: { status: 502, body: '<h1>bad gateway</h1>' }, error: null },
    ],
    [
      'a table of which a line has too many cells',
      { path: '/table' },
      {
        response: { status: 200, body: 'id,name\n1,a\n2,b,c' },
        error: { code: 'BODY', message: expect.stringContaining('Line 3') },
      },
    ],
    ['an answer of 40 MB', { path: '/huge' }, { response: null, error: { code: 'TOO_LARGE' } }],
    [
      'a system that never answers',
      { path: '/hang', timeouts: { total_ms: 300 } },
      { response: null, error: { code: expect.stringMatching(/TIMEOUT/) } },
    ],
    [
      'a path parameter without a value',
      { path: '/orders/{id}' },
      { request: null, response: null, error: { code: 'CONFIG' } },
    ],
  ])('answers 200 with what happened for %s', async (_case, members, expected) => {
    const answered = await tryIt(members);
    expect(answered.status).toBe(200);
    expect(answered.body.data).toMatchObject(expected);
  });

  it('opens no connection to an address that is not allowed', async () => {
    const inside = await aSystem(test, workspace, { base_url: 'http://169.254.169.254' });
    const credential = await aCredential(test, workspace, inside);
    const answered = await test.post(workspace.at(`apis/test/${await anApi(test, workspace, inside)}`), {
      credential_id: credential,
    });
    expect(answered.body.data.error.code).toBe('BLOCKED_ADDRESS');
  });

  it('refuses a credential of another system, and asks for one where the system needs it', async () => {
    const other = await aCredential(test, workspace, await aSystem(test, workspace));
    expect((await tryIt({}, { credential_id: other })).body.errors[0].field).toBe('credential_id');
    expect((await tryIt({}, { credential_id: RANDOM_ID })).body.errors[0].field).toBe('credential_id');
    expect((await tryIt({}, { credential_id: null })).body.errors[0].field).toBe('credential_id');
  });

  const paging = { records_path: 'orders', record_key: ['id'] };
  const check = async (members: object) =>
    (
      await test.post(workspace.at(`apis/check_paging/${await api({ ...paging, ...members })}`), {
        credential_id: credentialId,
      })
    ).body.data;

  it('finds nothing wrong with a paging that reads everything once', async () => {
    expect(
      await check({ path: '/orders', pagination: { kind: 'page', parameter: 'page', total_path: 'total' } }),
    ).toMatchObject({
      ok: true,
      total: 7,
      seen: 7,
      findings: [],
      pages: [{ records: 3 }, { records: 3 }, { records: 1 }],
    });
  });

  it('reports records that come again, and fewer than the total', async () => {
    const stuck = await check({ path: '/stuck', pagination: { kind: 'page', parameter: 'page' } });
    expect(stuck.ok).toBe(false);
    expect(stuck.findings.map((finding: { code: string }) => finding.code)).toContain('OVERLAP');
    const short = await check({ path: '/orders', pagination: { kind: 'none', total_path: 'total' } });
    expect(short.findings).toEqual([expect.objectContaining({ code: 'FEWER_THAN_TOTAL' })]);
  });

  it.each([
    [
      'a page that is refused',
      '/once',
      { kind: 'page', parameter: 'page' },
      'AUTHORIZATION_LOST',
      [200, 403],
    ],
    [
      'a link to another host',
      '/linked',
      { kind: 'next_url', path: 'next' },
      'CROSS_ORIGIN_NEXT',
      [200, 200],
    ],
    [
      'links that go in a circle',
      '/circle',
      { kind: 'next_url', path: 'next' },
      'PAGINATION_LOOP',
      [200, 200, 200],
    ],
    [
      'a page that repeats the one before',
      '/stranger',
      { kind: 'offset', parameter: 'offset', limit: 3 },
      'PAGINATION_REPEAT',
      [200, 200],
    ],
    [
      'a token that is not where it is looked for',
      '/silent',
      { kind: 'cursor', parameter: 'c', token_path: 'next', has_more_path: 'more' },
      'NO_TOKEN_AT_PATH',
      [200],
    ],
  ])('reports %s', async (_, path, pagination, code, statuses) => {
    const checked = await check({ path, pagination });
    expect(checked.ok).toBe(false);
    expect(checked.findings.map((finding: { code: string }) => finding.code)).toContain(code);
    expect(checked.pages.map((page: { status: number }) => page.status)).toEqual(statuses);
  });

  it.each([
    [500, 'PAGE_REFUSED'],
    [401, 'AUTHORIZATION_LOST'],
  ])('tells the status of a refused page whose body cannot be read (%s)', async (status, code) => {
    const checked = await check({
      path: `/garbled?with=${status}`,
      pagination: { kind: 'page', parameter: 'page' },
    });
    expect(checked.findings).toEqual([{ code, message: `Page 2 was answered with the status ${status}.` }]);
  });

  it.each([
    ['/breaks', 'ERROR_INSTEAD_OF_LIST', /Page 3 .*Page token has expired/],
    ['/words', 'NO_RECORDS_AT_PATH', /Page 2/],
  ])('names what stands on a later page in the place of its list (%s)', async (path, code, message) => {
    const checked = await check({ path, pagination: { kind: 'page', parameter: 'page' } });
    expect(checked).toMatchObject({
      ok: false,
      findings: [{ code, message: expect.stringMatching(message) }],
    });
  });

  it('says when there is no list at the records path', async () => {
    expect((await check({ path: '/orders', records_path: 'data' })).findings).toEqual([
      expect.objectContaining({ code: 'NO_RECORDS_AT_PATH' }),
    ]);
  });
});
