// A TestApp over HTTP: the same calls as `createTestApp`, to a service that runs as a process of its own.
import { Client } from 'pg';
import { type Answer, type CallOptions, OWNER, type TestApp } from './create-test-app.js';

export type HttpTestApp = Pick<TestApp, 'get' | 'post' | 'sql' | 'signUp' | 'ownerToken'>;

export async function httpTestApp(
  url: string,
  databaseUrl: string,
  setupToken: string,
): Promise<{ test: TestApp; answers: string[]; close: () => Promise<void> }> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const answers: string[] = [];

  async function call(
    method: string,
    path: string,
    body: unknown,
    { token, headers, raw }: CallOptions = {},
  ): Promise<Answer> {
    const bearer = token === undefined ? test.ownerToken : token;
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      body: method === 'POST' ? ((raw as string | undefined) ?? JSON.stringify(body ?? {})) : undefined,
    });
    const text = await answer.text();
    answers.push(`${method} ${path} → ${answer.status} ${JSON.stringify([...answer.headers])} ${text}`);
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      text,
      body: isJson ? JSON.parse(text) : null,
    };
  }

  const test: HttpTestApp = {
    ownerToken: '',
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body, options),
    sql: async <T>(text: string, values: unknown[] = []) => (await client.query(text, values)).rows as T[],
    signUp: async (email, role = 'member') => {
      const rows = await test.sql<{ id: string }>(
        `insert into users (id, email, name, password_hash, role, created_at, updated_at)
         select gen_random_uuid(), $1, $1, password_hash, $2, now(), now() from users where role = 'owner' returning id`,
        [email, role],
      );
      const login = { email, password: OWNER.password };
      const signedIn = await call('POST', '/api/auth/login', login, { token: null });
      return { userId: rows[0]!.id, token: signedIn.body.data.access_token as string };
    },
  };
  const claimed = await call(
    'POST',
    '/api/auth/setup',
    { setup_token: setupToken, ...OWNER },
    { token: null },
  );
  test.ownerToken = claimed.body.data.access_token as string;
  return { test: test as TestApp, answers, close: () => client.end() };
}
