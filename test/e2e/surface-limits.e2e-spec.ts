// The surface under other settings and in trouble: no CORS, rate limits, the database away.
import { makeAccessToken } from '../../src/auth/access-token-format.js';
import { AuthRepository } from '../../src/auth/auth.repository.js';
import { createTestApp, createTestDatabase } from '../support/create-test-app.js';
import { startCutProxy } from '../support/cut-proxy.js';

describe('the surface', () => {
  it('has no CORS unless it is set', async () => {
    const closed = await createTestApp({}, { withOwner: false });
    const answer = await closed.get('/api/auth/state', { headers: { origin: 'https://app.example.com' } });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    await closed.close();
  });

  it('limits each token by itself and says when to come again', async () => {
    const limited = await createTestApp({ RATE_LIMIT_PER_SECOND: '5' });
    const other = (await limited.post('/api/access_tokens/create', { token_name: 'o' })).body.data
      .access_token as string;
    const answers = await Promise.all(Array.from({ length: 30 }, () => limited.get('/api/auth/me')));
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused.length).toBeGreaterThan(10);
    expect(refused[0]!.body).toEqual({
      status: false,
      status_code: 429,
      response_status: 429,
      message: 'Too many requests. Slow down.',
      data: null,
      error_code: 'rate_limited',
    });
    expect(refused[0]!.headers['retry-after']).toBe('1');
    expect((await limited.get('/api/auth/me', { token: other })).status).toBe(200);
    expect((await limited.get('/health/live', { token: null })).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await limited.get('/api/auth/me')).status).toBe(200);
    await limited.close();
  });

  it('asks the database no more for tokens that are none, while good ones of the address go on', async () => {
    const limited = await createTestApp({ RATE_LIMIT_PER_SECOND: '5' });
    const asked = jest.spyOn(limited.app.get(AuthRepository, { strict: false }), 'callerOfToken');
    const good = (await limited.post('/api/access_tokens/create', { token_name: 'g' })).body.data
      .access_token;
    expect((await limited.get('/api/auth/me', { token: good })).status).toBe(200);
    asked.mockClear();
    const flood = await Promise.all(
      Array.from({ length: 60 }, () => limited.get('/api/auth/me', { token: makeAccessToken().token })),
    );
    const statuses = flood.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    // a slow machine lets a few more of the 60 through, as the seconds go by
    expect(asked.mock.calls.length).toBeLessThan(40);
    expect(flood.find(({ status }) => status === 429)?.headers['retry-after']).toBe('1');
    expect((await limited.get('/api/auth/me', { token: good })).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await limited.get('/api/auth/me', { token: makeAccessToken().token })).status).toBe(401);
    await limited.close();
  });

  it('is not ready for requests on a schema of another version, or with keys of another database', async () => {
    const test = await createTestApp({ ROLE: 'api' });
    const words = async () => {
      const { status, body, headers } = await test.get('/health/ready', { token: null });
      return status === 200 ? 'ready' : `${status} ${body.message} ${String(headers['retry-after'])}`;
    };
    expect(await words()).toBe('ready');
    await test.sql(
      "insert into schema_migrations (timestamp, name) values (9999999999999, 'Newer9999999999999')",
    );
    expect(await words()).toMatch(/^503 The schema of the database is not the one of this version\. \d+$/);
    await test.sql("delete from schema_migrations where name = 'Newer9999999999999'");
    expect(await words()).toBe('ready');
    await test.sql(
      "update instance_facts set value = overlay(value placing 'AAAA' from 12) where name = 'master_key_check'",
    );
    expect(await words()).toMatch(/^503 MASTER_KEYS does not fit the database\. \d+$/);
    await test.close();
  });

  it('answers 503 with Retry-After within three seconds while the database is away, and is back by itself', async () => {
    const database = await createTestDatabase();
    const proxy = await startCutProxy(database.url);
    const away = await createTestApp({ DATABASE_URL: proxy.url });
    const timed = async (url: string) => {
      const started = Date.now();
      const answer = await away.get(url);
      return { answer, ms: Date.now() - started };
    };
    await proxy.cut();
    for (const url of ['/api/auth/me', '/api/projects', '/health/ready']) {
      const { answer, ms } = await timed(url);
      expect(answer).toMatchObject({
        status: 503,
        body: { status: false, status_code: 503, error_code: 'unavailable', data: null },
      });
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
      expect(answer.text).not.toMatch(/ECONN|127\.0\.0\.1|select/);
      expect(ms).toBeLessThan(3_000);
    }
    expect((await away.get('/health/live')).status).toBe(200);
    await proxy.restore();
    const started = Date.now();
    while ((await away.get('/health/ready')).status !== 200 && Date.now() - started < 10_000)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await away.get('/api/auth/me')).status).toBe(200);
    await away.close();
    await proxy.close();
    await database.drop();
  }, 60_000);
});
