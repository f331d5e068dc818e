// Calls go only where they are allowed, on every way out of the service: each form of a refused address is put into the
// database behind the service's back, so that the check at the call itself is what is tested.
import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { TokenSource } from '../../src/credentials/token-source.service.js';
import { type Answer, createTestApp, type TestApp } from '../support/create-test-app.js';
import { aFlow, anApi, aCredential, aProject, aSystem, type Workspace } from '../support/factories.js';
import { MockServer } from '../support/mock-server.js';
import { REFUSED_ADDRESSES } from '../support/refused-addresses.js';

/** Made by the rig (outbound-rig.e2e-spec.ts): a network of its own, where those addresses exist and this port is free. */
const IN_RIG = process.env.OUTBOUND_RIG === '1';
const RIG_PORT = 80;

describe('every way out', () => {
  let test: TestApp;
  let workspace: Workspace;
  let allowed: MockServer;
  let trap: Server;
  let port: number;
  let connections = 0;

  beforeAll(async () => {
    trap = createServer((socket) => {
      connections++;
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}');
    });
    trap.listen(IN_RIG ? RIG_PORT : 0, '::');
    await once(trap, 'listening');
    port = (trap.address() as { port: number }).port;
    allowed = await MockServer.start(({ path, query }) =>
      path === '/redirect'
        ? { status: 302, headers: { location: ascii(query.get('to') ?? '') } }
        : path === '/pages'
          ? { body: { items: [{ id: query.get('to') }], next: query.get('to') } }
          : { body: { access_token: 'A', refresh_token: 'R', expires_in: 3600, next: query.get('to') } },
    );
    test = await createTestApp({ OUTBOUND_ALLOW: new URL(allowed.url).host, RATE_LIMIT_PER_SECOND: '0' });
    workspace = await aProject(test);
  }, 60_000);
  afterAll(async () => {
    await test.close();
    await allowed.stop();
    trap.close();
  });

  const urlsOf = (path = ''): string[] => REFUSED_ADDRESSES.map((address) => `${address}:${port}${path}`);
  const at = (route: string) => workspace.at(route);

  /** Nobody connected, and the answer says why. */
  async function refuses(call: (url: string) => Promise<Answer>, path = ''): Promise<void> {
    const before = connections;
    const wrong: string[] = [];
    for (const url of urlsOf(path)) {
      const answer = await call(url);
      if (!/OUTBOUND_ALLOW|BLOCKED_ADDRESS|must not|not allowed|may not/i.test(answer.text))
        wrong.push(`${url}: ${answer.text.slice(0, 400)}`);
    }
    expect(wrong).toEqual([]);
    expect(connections).toBe(before);
  }

  it('has at least forty forms, and a trap that would notice', async () => {
    expect(REFUSED_ADDRESSES.length).toBeGreaterThanOrEqual(40);
    const before = connections;
    const reached = IN_RIG ? ['127.0.0.1', '10.0.0.1', '169.254.169.254', '[fc00::1]'] : ['127.0.0.1'];
    for (const host of reached) await fetch(`http://${host}:${port}`).then((answer) => answer.text());
    expect(connections).toBe(before + reached.length);
  });

  it('an API call', async () => {
    const system = await aSystem(test, workspace, { base_url: allowed.url });
    const credential = await aCredential(test, workspace, system);
    const api = await anApi(test, workspace, system, { path: '/things' });
    await refuses(async (url) => {
      await test.sql('update systems set base_url = $1 where id = $2', [url, system]);
      return test.post(at(`apis/test/${api}`), { credential_id: credential });
    });
  });

  it('the redirect of an API call', async () => {
    const system = await aSystem(test, workspace, { base_url: allowed.url });
    const credential = await aCredential(test, workspace, system);
    const api = await anApi(test, workspace, system, { path: '/redirect' });
    await refuses((url) =>
      test.post(at(`apis/test/${api}`), { credential_id: credential, query: { to: url } }),
    );
  });

  it('the test request of a connection', async () => {
    const system = await aSystem(test, workspace, {
      base_url: allowed.url,
      test_request: { method: 'GET', path: '/me' },
    });
    const credential = await aCredential(test, workspace, system);
    await refuses(async (url) => {
      await test.sql('update systems set base_url = $1 where id = $2', [url, system]);
      return test.post(at(`credentials/test/${credential}`), {});
    });
  });

  const oauth = (members: object) =>
    aSystem(test, workspace, {
      base_url: allowed.url,
      authentication_type: 'oauth2',
      token_url: `${allowed.url}/token`,
      client_id: 'id',
      client_secret: 'secret',
      ...members,
    });
  const setTokenUrl = (system: string, url: string) =>
    test.sql(
      "update systems set authentication = jsonb_set(authentication, '{token_url}', to_jsonb($1::text)) where id = $2",
      [url, system],
    );

  it('a token request', async () => {
    const system = await oauth({ grant_type: 'client_credentials' });
    const credential = await aCredential(test, workspace, system, { inputs: {} });
    await refuses(async (url) => {
      await setTokenUrl(system, url);
      return test.post(at(`credentials/test/${credential}`), { fresh_token: true });
    }, '/token');
  });

  it('the renewal of a token', async () => {
    const system = await oauth({ grant_type: 'resource_owner_credentials' });
    const credential = await aCredential(test, workspace, system, {
      inputs: { username: 'ann', password: 'p' },
    });
    expect((await test.post(at(`credentials/test/${credential}`), {})).body.data.ok).toBe(true);
    const api = await anApi(test, workspace, system, { path: '/things' });
    await refuses(async (url) => {
      await setTokenUrl(system, url);
      await test.sql(
        `update credentials set status = 'connected', expires_at = now() - interval '1 hour', renew_at = now() - interval '1 hour',
           renew_failures = 0, lease_until = null where id = $1`,
        [credential],
      );
      test.app.get(TokenSource, { strict: false }).forget(credential);
      return test.post(at(`apis/test/${api}`), { credential_id: credential });
    }, '/token');
  });

  it('the exchange of a code', async () => {
    const system = await oauth({
      grant_type: 'authorization_code_pkce',
      authorization_url: `${allowed.url}/authorize`,
    });
    const credential = await aCredential(test, workspace, system, { inputs: {} });
    await refuses(async (url) => {
      await setTokenUrl(system, url);
      const begun = await test.post(at(`credentials/authorize/${credential}`));
      const state = new URL(begun.body.data.authorization_url as string).searchParams.get('state') ?? '';
      const cookie = String(begun.headers['set-cookie']).split(';')[0]!;
      await test.get(`/oauth/callback?code=c&state=${state}`, { token: null, headers: { cookie } });
      return test.get(at(`credentials/attempts/${begun.body.data.attempt_id}`));
    }, '/token');
  });

  it('the calls for a dynamic token', async () => {
    const system = await aSystem(test, workspace, {
      base_url: allowed.url,
      authentication_type: 'dynamic_token',
      token_calls: [{ name: 'login', method: 'POST', url: `${allowed.url}/login` }],
      token_path: 'access_token',
    });
    const credential = await aCredential(test, workspace, system, { inputs: {} });
    await refuses(async (url) => {
      await test.sql(
        "update systems set authentication = jsonb_set(authentication, '{token_calls,0,url}', to_jsonb($1::text)) where id = $2",
        [url, system],
      );
      return test.post(at(`credentials/test/${credential}`), { fresh_token: true });
    }, '/login');
  });

  it('the next page of a list', async () => {
    const system = await aSystem(test, workspace, { base_url: allowed.url });
    const credential = await aCredential(test, workspace, system);
    const api = await anApi(test, workspace, system, {
      path: '/pages',
      records_path: 'items',
      sample_response: { items: [{ id: '1' }], next: 'x' },
      pagination: { kind: 'next_url', path: 'next' },
      query_parameters: { to: 'x' },
    });
    const check = async (url: string): Promise<{ pages: unknown[]; codes: string[] }> => {
      await test.sql("update apis set query_parameters = json_build_object('to', $1::text) where id = $2", [
        url,
        api,
      ]);
      const answer = await test.post(at(`apis/check_paging/${api}`), { credential_id: credential });
      const { pages, findings } = answer.body.data as { pages: unknown[]; findings: { code: string }[] };
      return { pages, codes: findings.map(({ code }) => code) };
    };
    // What is not refused is followed: the check below is none that nothing could fail.
    expect((await check(`${allowed.url}/pages?to=`)).pages).toHaveLength(2);
    const before = connections;
    for (const url of urlsOf()) {
      const { pages, codes } = await check(url);
      expect([url, pages.length, codes]).toEqual([url, 1, ['CROSS_ORIGIN_NEXT']]);
    }
    expect(connections).toBe(before);
  });

  it('a run', async () => {
    const system = await aSystem(test, workspace, { base_url: allowed.url });
    const credential = await aCredential(test, workspace, system);
    const api = await anApi(test, workspace, system, {
      path: '/things',
      records_path: '$',
      record_key: ['id'],
      sample_response: [{ id: 1 }],
    });
    const flow = await aFlow(test, workspace, [{ handler_id: 'read', kind: 'api_call', api_id: api }]);
    await test.post(at(`flows/publish/${flow}`));
    const made = await test.post(at('pipes/create'), {
      pipe_name: 'Rig',
      flow_id: flow,
      credential_ids: [credential],
    });
    const before = connections;
    for (const url of urlsOf()) {
      await test.sql('update systems set base_url = $1 where id = $2', [url, system]);
      const started = await test.post(at(`pipes/run/${made.body.data.pipe_id}`), {});
      let run = started;
      while (!['failed', 'succeeded', 'partially_failed'].includes(run.body.data.status as string)) {
        await new Promise((resolve) => setTimeout(resolve, 25));
        run = await test.get(at(`runs/${started.body.data.run_id}`));
      }
      expect([url, run.body.data.status]).toEqual([url, 'failed']);
    }
    expect(connections).toBe(before);
  }, 120_000);

  it('an alert', async () => {
    const before = connections;
    for (const [index, url] of urlsOf('/hook').entries())
      await test.sql(
        `insert into alerts (id, project_id, occasion, group_key, channel, recipient, content, next_at, created_at, updated_at)
         values (gen_random_uuid(), $1, $2, $2, 'webhook', $3, '{}', now(), now(), now())`,
        [workspace.projectId, `rig ${index}`, url],
      );
    const left = async () =>
      (await test.sql<{ n: number }>("select count(*)::int as n from alerts where state = 'waiting'"))[0]!.n;
    for (let waited = 0; (await left()) > 0 && waited < 300; waited++)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await test.sql("select distinct last_error from alerts where state <> 'sent'")).toEqual([
      { last_error: 'BLOCKED_ADDRESS' },
    ]);
    expect(await left()).toBe(0);
    expect(connections).toBe(before);
  }, 60_000);
});

/** A header holds no more; a reader of the URL decodes it again. */
const ascii = (url: string): string => url.replace(/[^\x20-\x7e]+/g, encodeURIComponent);
