/** One connection used by several worker processes when its token ends: the token endpoint is asked once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { MockServer, type Reply } from '../support/mock-server.js';
import {
  anotherPipe,
  aReadyPipe,
  orders,
  pageOf,
  type ReadyPipe,
  startRun,
  waitForRun,
} from '../support/runs.js';
import { killAll, startWorker, type WorkerProcess } from '../support/worker-process.js';

jest.setTimeout(120_000);

describe('an ended token with a rotating refresh token', () => {
  let test: TestApp;
  let shop: MockServer;
  let erp: MockServer;
  let workers: WorkerProcess[] = [];
  let pipes: ReadyPipe[] = [];
  let issued = 0;
  let open: Promise<void> = Promise.resolve();

  /** Each refresh token is good once; a token endpoint that sees one twice would refuse both parties. */
  const token = ({ body }: { body: string }): Reply => {
    const asked = new URLSearchParams(body);
    const isGood = asked.get('grant_type') !== 'refresh_token' || asked.get('refresh_token') === `R${issued}`;
    if (!isGood) return { status: 400, body: { error: 'invalid_grant' } };
    issued += 1;
    return {
      body: { access_token: `A${issued}`, refresh_token: `R${issued}`, expires_in: 3600 },
      delayMs: 300,
    };
  };

  beforeAll(async () => {
    test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1', ROLE: 'api' });
    shop = await MockServer.start(async ({ query }) => {
      await open;
      return { body: pageOf(orders(5), query) };
    });
    erp = await MockServer.start((asked) => {
      if (asked.path === '/token') return token(asked);
      return asked.headers.authorization === `Bearer A${issued}`
        ? { status: 201, body: {} }
        : { status: 401 };
    });
    const first = await aReadyPipe(test, {
      shopUrl: shop.url,
      erpUrl: erp.url,
      erp: {
        authentication_type: 'oauth2',
        grant_type: 'resource_owner_credentials',
        token_url: `${erp.url}/token`,
        client_id: 'client',
      },
      erpInputs: { username: 'ann', password: 'secret' },
    });
    pipes = [first];
    while (pipes.length < 5) pipes.push(await anotherPipe(test, first));
    workers = await Promise.all([startWorker(test), startWorker(test)]);
  });
  afterAll(async () => {
    await killAll(workers);
    await test.close();
    await shop.stop();
    await erp.stop();
  });

  it('is renewed by one call, and all runs of both workers go on with the new one', async () => {
    await test.sql(
      "update credentials set expires_at = now() - interval '1 second', renew_at = now() - interval '5 minutes' where id = $1",
      [pipes[0]?.erpCredentialId],
    );
    erp.asked.length = 0;
    let letGo: () => void = () => undefined;
    open = new Promise((resolve) => (letGo = resolve));
    const runs = await Promise.all(pipes.map((pipe) => startRun(test, pipe)));
    while (shop.asked.length < pipes.length) await sleep(20);
    letGo();
    const ended = await Promise.all(pipes.map((pipe, index) => waitForRun(test, pipe, runs[index] ?? '')));
    expect(ended.map((run) => [run.status, run.counts.delivered])).toEqual(pipes.map(() => ['succeeded', 5]));
    expect(erp.to('/token')).toHaveLength(1);
    expect(issued).toBe(2);
  });
});
