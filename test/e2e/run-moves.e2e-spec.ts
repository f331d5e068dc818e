// A run in its turn while its system moves to another host: what is issued for the new host never goes to the old one.
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { type Asked, MockServer, type Reply } from '../support/mock-server.js';
import { aReadyPipe, orders, pageOf, type ReadyPipe, runToEnd } from '../support/runs.js';

jest.setTimeout(60_000);

describe('a run whose system moves', () => {
  let test: TestApp;
  let shop: MockServer;
  let old: MockServer;
  let other: MockServer;
  let tokens: MockServer;
  let pipe: ReadyPipe;
  let issued = 0;
  let takeOrder: (asked: Asked) => Reply | Promise<Reply>;
  const created: Reply = { status: 201, body: {} };

  beforeAll(async () => {
    test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
    shop = await MockServer.start(({ query }) => ({ body: pageOf(orders(6), query) }));
    old = await MockServer.start((asked) => takeOrder(asked));
    other = await MockServer.start(() => created);
    tokens = await MockServer.start(() => ({
      body: { access_token: `A${(issued += 1)}`, expires_in: 3600 },
    }));
  }, 60_000);
  afterAll(async () => {
    await test.close();
    await Promise.all([shop, old, other, tokens].map((server) => server.stop()));
  });

  const move = async () => {
    const body = { base_url: other.url, client_secret: 'new-secret', confirm_disconnect: true };
    const moved = await test.post(pipe.workspace.at(`systems/update/${pipe.erpId}`), body);
    if (moved.status !== 200) throw new Error(moved.text);
  };
  const bearers = (server: MockServer) => new Set(server.asked.map(({ headers }) => headers.authorization));

  it.each<[string, (before: Asked) => Reply]>([
    ['goes on with it', () => created],
    ['refuses the token', () => ({ status: 401 })],
  ])('sends no newer token to an old host that %s, and finishes at the new one', async (_, answer) => {
    for (const server of [old, other, tokens]) server.asked.length = 0;
    pipe = await aReadyPipe(test, {
      shopUrl: shop.url,
      erpUrl: old.url,
      erp: {
        authentication_type: 'oauth2',
        grant_type: 'client_credentials',
        token_url: `${tokens.url}/token`,
        client_id: 'cid',
        client_secret: 'old-secret',
      },
      erpInputs: {},
      pipe: { concurrency: 1 },
    });
    const before = `Bearer A${issued}`;
    let seen = 0;
    takeOrder = async (asked) => {
      if ((seen += 1) === 1) await move();
      return answer(asked);
    };
    const run = await runToEnd(test, pipe);
    expect([...bearers(old)]).toEqual([before]);
    expect(bearers(other).has(before)).toBe(false);
    expect([run.status, run.counts.delivered]).toEqual(['succeeded', 6]);
    const taken = (server: MockServer) => server.asked.map(({ body }) => body.number as string);
    const delivered = answer({} as Asked).status === 201 ? taken(old) : [];
    expect([...delivered, ...taken(other)].sort()).toEqual(['1', '2', '3', '4', '5', '6']);
  });
});
