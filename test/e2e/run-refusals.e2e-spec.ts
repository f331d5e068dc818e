/** Answers that refuse a credential: whose rule decides, and whose state it changes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { type Asked, MockServer, type Reply } from '../support/mock-server.js';
import {
  aReadyPipe,
  type Json,
  orders,
  pageOf,
  type PipeSetup,
  type ReadyPipe,
  runToEnd,
  startRun,
  waitForRun,
} from '../support/runs.js';

describe('a refused credential', () => {
  let test: TestApp;
  let shop: MockServer;
  let erp: MockServer;
  let answerErp: (asked: Asked) => Reply | Promise<Reply>;

  beforeAll(async () => {
    test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
    shop = await MockServer.start(({ query }) => ({ body: pageOf(orders(3), query) }));
    erp = await MockServer.start((asked) => answerErp(asked));
  });
  afterAll(async () => {
    await test.close();
    await Promise.all([shop.stop(), erp.stop()]);
  });
  beforeEach(() => {
    erp.asked.length = 0;
  });
  const aPipe = (more: Partial<PipeSetup> = {}): Promise<ReadyPipe> =>
    aReadyPipe(test, { shopUrl: shop.url, erpUrl: erp.url, ...more });
  const statusOf = async (pipe: ReadyPipe): Promise<string> =>
    (await test.get(pipe.workspace.at(`credentials/${pipe.erpCredentialId}`))).body.data.status;
  const basic = (password: string): string => `Basic ${Buffer.from(`u:${password}`).toString('base64')}`;

  it('of a fixed kind is left to the rule of the API where there is one', async () => {
    answerErp = ({ body }) => (body.number === '2' ? { status: 401, body: {} } : { status: 201, body: {} });
    const pipe = await aPipe({ create: { retry: [{ status: [401], action: 'fail' }] } });
    expect(await runToEnd(test, pipe)).toMatchObject({
      status: 'partially_failed',
      counts: { delivered: 2, failed: 1 },
    });
    expect(await statusOf(pipe)).toBe('connected');
  });

  it('of OAuth 2.0 is renewed once, and then left to the rule', async () => {
    let tokens = 0;
    answerErp = ({ path, body }) => {
      if (path === '/token') return { body: { access_token: `token-${++tokens}`, expires_in: 3600 } };
      return body.number === '2'
        ? { status: 401, body: { error: 'not for this order' } }
        : { status: 201, body: {} };
    };
    const pipe = await aPipe({
      erp: {
        authentication_type: 'oauth2',
        grant_type: 'client_credentials',
        token_url: `${erp.url}/token`,
        client_id: 'c',
        client_secret: 'a-client-secret',
      },
      erpInputs: {},
      pipe: { concurrency: 1 },
      create: {
        retry: [{ when: { path: '@response.body.error', op: 'contains', value: 'order' }, action: 'ignore' }],
      },
    });
    const before = tokens;
    expect(await runToEnd(test, pipe)).toMatchObject({ status: 'succeeded', counts: { delivered: 3 } });
    expect(tokens - before).toBe(1);
    expect(erp.asked.filter(({ body }) => body?.number === '2')).toHaveLength(2);
    expect(await statusOf(pipe)).toBe('connected');
  });

  it('is not the new one when the old password was refused late: the run goes on with the new one', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    answerErp = async ({ headers }) => {
      if (headers.authorization === basic('the-new-password')) return { status: 201, body: {} };
      await held;
      return { status: 401, body: {} };
    };
    const pipe = await aPipe({
      erp: { authentication_type: 'basic' },
      erpInputs: { username: 'u', password: 'the-old-password' },
    });
    const runId = await startRun(test, pipe);
    for (let tries = 0; erp.asked.length < 3 && tries < 200; tries++) await sleep(25);
    const changed = await test.post(pipe.workspace.at(`credentials/update/${pipe.erpCredentialId}`), {
      inputs: { password: 'the-new-password' },
    });
    expect(changed.status).toBe(200);
    release();
    const run: Json = await waitForRun(test, pipe, runId);
    expect(run).toMatchObject({ status: 'succeeded', counts: { delivered: 3, failed: 0 } });
    expect(await statusOf(pipe)).toBe('connected');
  });

  it('that is still the one in store parks the run', async () => {
    answerErp = () => ({ status: 401, body: {} });
    const pipe = await aPipe({
      erp: { authentication_type: 'basic' },
      erpInputs: { username: 'u', password: 'the-old-password' },
    });
    await waitForRun(test, pipe, await startRun(test, pipe), ['waiting']);
    expect(await statusOf(pipe)).toBe('failed');
  });
});
