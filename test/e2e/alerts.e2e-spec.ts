/** Alerts: who is told of failed runs and broken connections, once, whatever happens meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CredentialOutages } from '../../src/credentials/credential-outages.service.js';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { type MailSink, startMailSink } from '../support/mail-sink.js';
import { MockServer, type Reply } from '../support/mock-server.js';
import {
  aReadyPipe,
  type Json,
  orders,
  pageOf,
  type ReadyPipe,
  runToEnd,
  startRun,
  waitForRun,
} from '../support/runs.js';

describe('alerts', () => {
  let test: TestApp;
  let mails: MailSink;
  let shop: MockServer;
  let erp: MockServer;
  let hook: MockServer;
  let answerShop: (query: URLSearchParams) => Reply;
  let answerErp: (number: string) => Reply;
  let answerHook: () => Reply;

  beforeAll(async () => {
    mails = await startMailSink();
    test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1', SMTP_URL: mails.url });
    shop = await MockServer.start(({ query }) => answerShop(query));
    erp = await MockServer.start(({ body }) => answerErp(body?.number));
    hook = await MockServer.start(() => answerHook());
  });
  afterAll(async () => {
    await test.close();
    await Promise.all([shop.stop(), erp.stop(), hook.stop(), mails.close()]);
  });
  beforeEach(() => {
    mails.mails.length = 0;
    hook.asked.length = 0;
    answerShop = (query) => ({ body: pageOf(orders(3), query) });
    answerErp = () => ({ status: 201, body: {} });
    answerHook = () => ({ status: 200 });
  });

  async function aPipe(settings: object = {}): Promise<ReadyPipe> {
    const pipe = await aReadyPipe(test, { shopUrl: shop.url, erpUrl: erp.url });
    const changed = await test.post(pipe.workspace.at('settings/update'), {
      alerts___on_failure: true,
      alerts___email_addresses: ['ops@example.com', 'Second@example.com'],
      alerts___webhook_url: `${hook.url}/alerts`,
      ...settings,
    });
    expect(changed.status).toBe(200);
    return pipe;
  }

  /** What stands in the database once the attempt that the hook has seen is over. */
  async function settled(id: string): Promise<Json> {
    const row = async (): Promise<Json> => (await test.sql('select * from alerts where id = $1', [id]))[0];
    for (let tries = 0; tries < 400; tries++) {
      const now = await row();
      if (now.state === 'sent' || now.last_error !== null) return now;
      await sleep(50);
    }
    return row();
  }

  async function posted(count: number): Promise<Json[]> {
    for (let tries = 0; hook.asked.length < count && tries < 600; tries++) await sleep(50);
    return hook.asked.map(({ body }) => body);
  }

  it('tell of a failed run once to each address and to the webhook, with a link and without a secret', async () => {
    answerShop = () => ({ status: 400, body: { message: 'not with Bearer shop-token' } });
    const pipe = await aPipe();
    const run = await runToEnd(test, pipe);
    expect(run.status).toBe('failed');
    const [alert] = await posted(1);
    expect(alert).toMatchObject({
      alert_id: expect.any(String),
      kind: 'run_failed',
      times: 1,
      at: expect.stringMatching(/Z$/),
      message: expect.stringContaining('failed'),
      project: { project_id: pipe.workspace.projectId, project_name: expect.any(String) },
      url: expect.stringContaining(`/p/${pipe.workspace.projectId}/runs/${run.run_id}`),
      run: {
        run_id: run.run_id,
        pipe_id: pipe.pipeId,
        status: 'failed',
        trigger: 'manual',
        error: { code: 'HTTP_400' },
      },
    });
    expect(hook.asked[0]?.headers['idempotency-key']).toBe(alert.alert_id);
    const received = await mails.received(2);
    expect(received.map((mail) => /^To: (.*)$/m.exec(mail)?.[1]).sort()).toEqual(
      ['ops@example.com', 'Second@example.com'].sort(),
    );
    expect(received[0]).toContain(run.run_id);
    expect(received[0]).toContain('Message-ID: <alert-');
    await sleep(1_500);
    expect(hook.asked).toHaveLength(1);
    expect(mails.mails).toHaveLength(2);
    expect(JSON.stringify(hook.asked) + mails.mails.join()).not.toContain('shop-token');
  });

  it('are sent when the webhook took them, whatever else it answers', async () => {
    const pipe = await aPipe({ alerts___email_addresses: [] });
    answerShop = () => ({ status: 400 });
    for (const reply of [
      { body: 'x'.repeat(100_000) },
      { headers: { 'content-encoding': 'gzip' }, body: 'no gzip' },
    ]) {
      hook.asked.length = 0;
      answerHook = () => reply;
      await runToEnd(test, pipe);
      const [alert] = await posted(1);
      expect(await settled(alert.alert_id)).toMatchObject({ state: 'sent', last_error: null });
    }
  });

  it('tell nothing where the project does not want it, of good runs, and of dry runs', async () => {
    const off = await aPipe({ alerts___on_failure: false });
    const on = await aPipe();
    answerShop = () => ({ status: 400 });
    await runToEnd(test, off);
    await runToEnd(test, on, { dry_run: true });
    answerShop = (query) => ({ body: pageOf(orders(3), query) });
    expect((await runToEnd(test, on)).status).toBe('succeeded');
    await sleep(1_500);
    expect(hook.asked).toHaveLength(0);
    expect(mails.mails).toHaveLength(0);
  });

  it('tell of records that failed when a pipe that was good begins to lose some, not with each run', async () => {
    const pipe = await aPipe({ alerts___email_addresses: [] });
    answerErp = (number) => ({ status: number === '2' ? 422 : 201 });
    for (let times = 0; times < 3; times++)
      expect((await runToEnd(test, pipe, { force_resend: true })).status).toBe('partially_failed');
    const [alert] = await posted(1);
    expect(alert).toMatchObject({
      kind: 'run_partially_failed',
      run: { counts: { failed: 1, delivered: 2 } },
    });
    await sleep(1_500);
    expect(hook.asked).toHaveLength(1);
    answerErp = () => ({ status: 201 });
    await runToEnd(test, pipe, { force_resend: true });
    answerErp = (number) => ({ status: number === '2' ? 422 : 201 });
    await runToEnd(test, pipe, { force_resend: true });
    expect(await posted(2)).toHaveLength(2);
  });

  it('tell of a connection that the system refuses once, however many runs meet it', async () => {
    const pipe = await aPipe({ alerts___email_addresses: [] });
    answerShop = () => ({ status: 401 });
    const runId = await startRun(test, pipe);
    await waitForRun(test, pipe, runId, ['waiting']);
    const outages = test.app.get(CredentialOutages);
    const { projectId } = pipe.workspace;
    await Promise.all([1, 2, 3].map(() => outages.setRefused(projectId, pipe.shopCredentialId, 'again', 0)));
    const [alert] = await posted(1);
    expect(alert).toMatchObject({
      kind: 'credential_failed',
      credential: { credential_id: pipe.shopCredentialId, reason: expect.stringContaining('401') },
    });
    await sleep(1_500);
    expect(hook.asked).toHaveLength(1);
    // a new token mends it, and the run that waited goes on
    answerShop = (query) => ({ body: pageOf(orders(3), query) });
    const mended = await test.post(pipe.workspace.at(`credentials/update/${pipe.shopCredentialId}`), {
      inputs: { token: 'shop-token-2' },
    });
    expect(mended.body.data.status).toBe('connected');
    expect((await waitForRun(test, pipe, runId)).status).toBe('succeeded');
  });

  it('tell of a system that does not answer once for each outage', async () => {
    const pipe = await aPipe({ alerts___email_addresses: [] });
    const outages = test.app.get(CredentialOutages);
    const set = (state: 'ok' | 'offline') =>
      outages.setReachability(pipe.workspace.projectId, pipe.erpCredentialId, state, new Date());
    await Promise.all([set('offline'), set('offline'), set('offline')]);
    await set('offline');
    expect(await posted(1)).toMatchObject([{ kind: 'credential_offline' }]);
    await sleep(1_200);
    expect(hook.asked).toHaveLength(1);
    await set('ok');
    await set('offline');
    expect(await posted(2)).toHaveLength(2);
  });

  it('try again what could not be sent, by the same id, and give up what no one may call', async () => {
    const pipe = await aPipe({ alerts___email_addresses: [] });
    answerShop = () => ({ status: 400 });
    answerHook = () => ({ status: hook.asked.length === 1 ? 500 : 204 });
    await runToEnd(test, pipe);
    const [tried] = await posted(1);
    expect(await settled(tried.alert_id)).toMatchObject({
      state: 'waiting',
      attempts: 1,
      last_error: 'HTTP_500',
    });
    await test.sql("update alerts set next_at = now() where state = 'waiting'");
    const [first, second] = await posted(2);
    expect(second.alert_id).toBe(first.alert_id);

    const blocked = await aPipe({
      alerts___email_addresses: [],
      alerts___webhook_url: 'http://169.254.169.254/latest',
    });
    await runToEnd(test, blocked);
    const state = async (): Promise<Json> =>
      (
        await test.sql('select state, last_error, attempts from alerts where project_id = $1', [
          blocked.workspace.projectId,
        ])
      )[0];
    for (let tries = 0; (await state())?.state !== 'given_up' && tries < 100; tries++) await sleep(50);
    expect(await state()).toEqual({ state: 'given_up', last_error: 'BLOCKED_ADDRESS', attempts: 1 });
  });

  it('are sent by another worker when the first one died while sending', async () => {
    const pipe = await aPipe({ alerts___email_addresses: [] });
    answerShop = () => ({ status: 400 });
    answerHook = () => ({ fault: 'reset' });
    await runToEnd(test, pipe);
    const [tried] = await posted(1);
    await settled(tried.alert_id);
    answerHook = () => ({ status: 200 });
    // as a worker leaves it that is killed between taking and telling
    await test.sql(
      "update alerts set last_error = null, next_at = now() - interval '1 second' where project_id = $1",
      [pipe.workspace.projectId],
    );
    expect(await posted(2)).toHaveLength(2);
  });

  it('are gathered when a pipe fails again and again', async () => {
    const pipe = await aPipe({ alerts___email_addresses: [] });
    answerShop = () => ({ status: 400 });
    for (let times = 0; times < 8; times++) await runToEnd(test, pipe);
    await posted(5);
    await sleep(1_500);
    expect(hook.asked).toHaveLength(5);
    await test.sql("update alerts set next_at = now() where project_id = $1 and state = 'waiting'", [
      pipe.workspace.projectId,
    ]);
    const alerts = await posted(6);
    expect(alerts.at(-1)).toMatchObject({ times: 3 });
  });
});
