/** Webhook pipes whose systems use OAuth 2.0: signed as the senders of this field sign, sent on with a token. */
import { createHmac } from 'node:crypto';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { aCredential, aFlow, anApi, aProject, aSystem } from '../support/factories.js';
import { MockServer } from '../support/mock-server.js';
import { type Json, saveMapping } from '../support/runs.js';
import { startWorker, type WorkerProcess } from '../support/worker-process.js';

jest.setTimeout(120_000);

describe('webhook pipes with OAuth 2.0', () => {
  let test: TestApp;
  let erp: MockServer;
  let others: WorkerProcess[] = [];
  let at: (route: string) => string;
  let pipeId: string;
  let tokens = 0;

  beforeAll(async () => {
    test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
    erp = await MockServer.start(({ path, headers, body }) => {
      if (path === '/token')
        return { body: { access_token: `token-${++tokens}`, token_type: 'Bearer', expires_in: 3600 } };
      // the first token is refused once: it is renewed and the event goes on
      return headers.authorization === 'Bearer token-1'
        ? { status: 401 }
        : { status: 201, body: { erp_id: `E-${body.number}` } };
    });
    const workspace = await aProject(test);
    at = workspace.at;
    const oauth = {
      base_url: erp.url,
      authentication_type: 'oauth2',
      grant_type: 'client_credentials',
      token_url: `${erp.url}/token`,
      client_id: 'client',
      client_secret: 'secret-of-the-client',
    };
    const [shopId, erpId] = [await aSystem(test, workspace, oauth), await aSystem(test, workspace, oauth)];
    const credentialIds: string[] = [];
    for (const systemId of [shopId, erpId]) {
      const id = await aCredential(test, workspace, systemId, { inputs: {} });
      expect((await test.post(at(`credentials/test/${id}`), {})).body.data.ok).toBe(true);
      credentialIds.push(id);
    }
    const orders = await anApi(test, workspace, shopId, {
      records_path: '$',
      record_key: ['id'],
      version_path: 'updated_at',
      sample_response: [{ id: 1, updated_at: '2026-01-01T00:00:00Z', state: 'open' }],
    });
    const create = await anApi(test, workspace, erpId, {
      method: 'POST',
      path: '/sales-orders',
      body_type: 'json',
      idempotency_header: 'Idempotency-Key',
      sample_request: { body: { number: '1', state: 'open' } },
    });
    const flowId = await aFlow(test, workspace, [
      { handler_id: 'orders', kind: 'api_call', api_id: orders },
      {
        handler_id: 'map',
        kind: 'mapping',
        source_handler_ids: ['orders'],
        destination_handler_id: 'create',
      },
      { handler_id: 'create', kind: 'api_call', api_id: create },
    ]);
    await test.post(at(`flows/publish/${flowId}`));
    const made = await test.post(at('pipes/create'), {
      pipe_name: 'Events',
      flow_id: flowId,
      credential_ids: credentialIds,
    });
    pipeId = made.body.data.pipe_id;
    await saveMapping(test, workspace, pipeId, 'map', [
      { to: 'number', from: 'id', type: 'string' },
      { to: 'state', from: 'state' },
    ]);
    expect((await test.post(at(`pipes/enable/${pipeId}`))).status).toBe(200);
  });
  afterAll(async () => {
    for (const other of others) other.kill('SIGKILL');
    await Promise.all(others.map((other) => other.exited));
    await test.close();
    await erp.stop();
  });

  const make = async (members: object): Promise<Json> =>
    (
      await test.post(at(`pipes/${pipeId}/triggers/create`), {
        kind: 'webhook',
        source_handler_id: 'orders',
        ...members,
      })
    ).body.data;
  const call = (trigger: Json, body: string, headers: Record<string, string>, query = '') =>
    test.post(new URL(trigger.url).pathname + query, undefined, { token: null, raw: body, headers });
  const hmac = (algorithm: string, encoding: 'hex' | 'base64', text: string): string =>
    createHmac(algorithm, 'a-shared-secret').update(text).digest(encoding);
  const anEvent = (id: number, more: object = {}): string =>
    JSON.stringify([{ id, updated_at: '2026-01-01T00:00:00Z', state: 'open', ...more }]);
  const delivered = (id: number): Json[] =>
    erp
      .to('/sales-orders')
      .filter(
        ({ headers, body }) => body.number === String(id) && headers.authorization !== 'Bearer token-1',
      );

  it.each([
    [
      'custom',
      { algorithm: 'sha512', encoding: 'base64', signature_header: 'X-Sign', signature_prefix: 'v0=' },
      (body: string) => ({ 'x-sign': `v0=${hmac('sha512', 'base64', body)}` }),
    ],
    [
      'custom',
      { signature_header: 'X-Sign', timestamp_header: 'X-Time' },
      (body: string) => {
        const time = String(Math.floor(Date.now() / 1000));
        return { 'x-time': time, 'x-sign': hmac('sha256', 'hex', `${time}.${body}`) };
      },
    ],
    ['github', {}, (body: string) => ({ 'x-hub-signature-256': `sha256=${hmac('sha256', 'hex', body)}` })],
    ['shopify', {}, (body: string) => ({ 'x-shopify-hmac-sha256': hmac('sha256', 'base64', body) })],
    [
      'stripe',
      {},
      (body: string) => {
        const time = Math.floor(Date.now() / 1000);
        return { 'stripe-signature': `t=${time},v0=00,v1=${hmac('sha256', 'hex', `${time}.${body}`)}` };
      },
    ],
  ] as [string, object, (body: string) => Record<string, string>][])(
    'take a call signed as by %s %j, and answer what the system answered',
    async (layout, members, sign) => {
      const id = 100 + erp.asked.length;
      const trigger = await make({ verify: 'hmac', layout, secret: 'a-shared-secret', ...members });
      const body = anEvent(id);
      expect((await call(trigger, `${body} `, sign(body))).status).toBe(401);
      const answer = await call(trigger, body, sign(body), '?wait=true');
      expect(answer).toMatchObject({
        status: 200,
        body: { data: { status: 'succeeded', response: { erp_id: `E-${id}` } } },
      });
      expect(delivered(id)).toHaveLength(1);
      expect((await call(trigger, body, sign(body))).body.data).toMatchObject({ duplicate: true });
    },
  );

  it('know an event by its id in a header or in the body, whatever else it says', async () => {
    const byHeader = await make({ event_id_header: 'X-Event' });
    const token = { 'x-webhook-token': byHeader.secret };
    const first = await call(byHeader, anEvent(501), { ...token, 'x-event': 'e1' });
    const again = await call(byHeader, anEvent(502), { ...token, 'x-event': 'e1' });
    expect(again.body.data).toEqual({ run_id: first.body.data.run_id, duplicate: true });
    const other = await call(byHeader, anEvent(501), { ...token, 'x-event': 'e2' });
    expect(other.body.data.duplicate).toBe(false);
    // for 72 hours
    await test.sql(
      "update hook_events set at = now() - interval '71 hours 59 minutes' where event_id = 'e1'",
    );
    expect((await call(byHeader, anEvent(501), { ...token, 'x-event': 'e1' })).body.data.duplicate).toBe(
      true,
    );
    await test.sql("update hook_events set at = now() - interval '72 hours 1 minute' where event_id = 'e1'");
    const later = await call(byHeader, anEvent(501), { ...token, 'x-event': 'e1' });
    expect(later).toMatchObject({ status: 202, body: { data: { duplicate: false } } });
    expect(later.body.data.run_id).not.toBe(first.body.data.run_id);
    const byPath = await make({ event_id_path: '[0].event' });
    const headers = { authorization: `Bearer ${byPath.secret}` };
    const one = await call(byPath, anEvent(503, { event: 9 }), headers);
    const two = await call(byPath, anEvent(504, { event: 9 }), headers);
    expect(two.body.data).toEqual({ run_id: one.body.data.run_id, duplicate: true });
  });

  it('refuse what is larger than a body may be, whoever sends it, and start nothing', async () => {
    const trigger = await make({});
    const runs = async (): Promise<number> =>
      (await test.sql('select 1 from runs where pipe_id = $1', [pipeId])).length;
    const before = await runs();
    const large = await call(trigger, anEvent(505, { text: 'x'.repeat(6 * 1024 * 1024) }), {
      'x-webhook-token': trigger.secret,
    });
    expect(large).toMatchObject({ status: 413, body: { error_code: 'payload_too_large' } });
    expect(await runs()).toBe(before);
  });

  it('take every call that says nothing as one of its own', async () => {
    const trigger = await make({});
    const answers = [1, 2].map(() => call(trigger, '', { 'x-webhook-token': trigger.secret }));
    for (const answer of await Promise.all(answers))
      expect(answer).toMatchObject({ status: 202, body: { data: { duplicate: false } } });
  });

  it('keep the newer state when events come in the wrong order', async () => {
    const trigger = await make({});
    const headers = { 'x-webhook-token': trigger.secret };
    const event = (second: number, state: string): string =>
      anEvent(601, { updated_at: `2026-01-01T00:00:0${second}Z`, state });
    for (const [second, state] of [
      [5, 'open'],
      [5, 'paid'],
      [3, 'draft'],
    ] as const)
      await call(trigger, event(second, state), headers, '?wait=true');
    expect(delivered(601).map(({ body }) => body.state)).toEqual(['open', 'paid']);
  });

  it('start one run of one event that three API processes take at once', async () => {
    others = await Promise.all([1, 2].map(() => startWorker(test, { role: 'api' })));
    await test.app.listen(0, '127.0.0.1');
    const trigger = await make({});
    const { pathname } = new URL(trigger.url);
    const body = anEvent(701);
    const answers = await Promise.all(
      [await test.app.getUrl(), ...others.map(({ url }) => url)].map(async (url) => {
        const answer = await fetch(url + pathname, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-webhook-token': trigger.secret },
          body,
        });
        return { status: answer.status, data: ((await answer.json()) as Json).data };
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(answers.map(({ data }) => data.run_id)).size).toBe(1);
    expect(answers.filter(({ data }) => !data.duplicate)).toHaveLength(1);
  });
});
