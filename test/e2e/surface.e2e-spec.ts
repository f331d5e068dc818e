// What a client meets before any feature: headers, CORS, metrics, repeated requests.
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { untilTaken } from '../support/until-taken.js';

describe('the surface', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp({
      CORS_ORIGINS: 'https://app.example.com',
      METRICS_TOKEN: 'metrics-token-for-tests',
    });
  });
  afterAll(() => test.close());

  it('sends strict headers and nothing about what it runs on', async () => {
    const { headers } = await test.get('/api/projects');
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers.server).toBeUndefined();
  });

  it('makes its own request ids: what a client sends cannot stand in the log', async () => {
    const answer = await test.get('/api/projects', {
      headers: { 'x-request-id': 'forged', 'request-id': 'forged' },
    });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-/);
  });

  it.each([
    ['https://app.example.com', 'https://app.example.com'],
    ['https://app.example.com.evil.example', undefined],
    ['http://app.example.com', undefined],
    ['https://APP.example.com', undefined],
    ['null', undefined],
  ])('answers the origin %s with %s', async (origin, allowed) => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const answer = await test.app.inject({
        method,
        url: '/api/auth/state',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      expect(answer.headers['access-control-allow-origin']).toBe(allowed);
    }
  });

  it('has no directory or file fallback below /api', async () => {
    for (const url of [
      '/api/',
      '/api/index.html',
      '/api/../package.json',
      '/api/docs/%2e%2e/%2e%2e/package.json',
    ])
      expect((await test.get(url)).status).toBe(404);
  });

  it('treats a path by what it means, not by how it is written', async () => {
    for (const url of ['/%61pi/projects', '/%61pi/nothing', '/h%65alth/live']) {
      const answer = await test.get(url);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
    }
  });

  describe('metrics', () => {
    const read = (token: string | null) => test.get('/metrics', { token });

    it('are for admins and for METRICS_TOKEN', async () => {
      const member = await test.signUp('mem@example.com');
      expect((await read(null)).status).toBe(401);
      expect((await read('metrics-token-for-test')).status).toBe(401);
      expect((await read(member.token)).status).toBe(403);
      expect((await read(test.ownerToken)).status).toBe(200);
      expect((await read('metrics-token-for-tests')).status).toBe(200);
      expect((await test.get('/api/projects', { token: 'metrics-token-for-tests' })).status).toBe(401);
    });

    it('count requests by route, not by path', async () => {
      await test.get('/api/projects/01890f5e-7b3c-7cc0-98c4-dc0c0c07398f');
      const { text } = await read(test.ownerToken);
      expect(text).toContain('route="/api/projects/:id",status="404"');
      expect(text).not.toContain('01890f5e');
      expect(text).toMatch(/pipewright_database_connections\{state="open"\} \d/);
    });
  });

  it('acts once for each of 100 keys sent 20 times at once', async () => {
    const person = await test.signUp('idem@example.com');
    const send = (key: number) =>
      test.post(
        '/api/projects/create',
        { project_name: `Key ${key}` },
        { token: person.token, headers: { 'idempotency-key': `key-${key}` } },
      );
    // a few keys at a time: more calls at once than connections for them would be answered 503 on a busy machine
    for (let start = 0; start < 100; start += 4) {
      const keys = Array.from({ length: 80 }, (_, index) => start + (index % 4));
      const answers = await Promise.all(keys.map((key) => untilTaken(() => send(key))));
      for (let key = start; key < start + 4; key++) {
        const of = answers.filter((_, index) => keys[index] === key);
        const done = of.filter((answer) => answer.status === 200);
        expect(of.filter((answer) => answer.status !== 200 && answer.status !== 409)).toEqual([]);
        expect(new Set(done.map((answer) => answer.text)).size).toBe(1);
        expect((await send(key)).text).toBe(done[0]!.text);
      }
    }
    const made = await test.sql('select 1 from projects where created_by = $1', [person.userId]);
    expect(made).toHaveLength(100);
  }, 60_000);

  it('seals stored answers: a token that was created is not in the database', async () => {
    const answer = await test.post(
      '/api/users/create',
      { email: 'sealed@example.com' },
      { headers: { 'idempotency-key': 'sealed' } },
    );
    const link = answer.body.data.invitation_url as string;
    const rows = await test.sql<{ answer: string }>('select answer from idempotency_keys');
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.answer).not.toContain(link.split('/').pop());
  });
});
