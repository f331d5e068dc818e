// The whole server on a database of its own, called through `inject` (no socket) unless a test listens.
import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Client } from 'pg';
import { parseEnvironment } from '../../src/config/environment.js';
import { createApp } from '../../src/create-app.js';
import { openInstance, type Instance } from '../../src/instance.js';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The parsed JSON body; of no fixed type: tests look into every shape. */
  body: ReturnType<typeof JSON.parse>;
  text: string;
}

export interface CallOptions {
  token?: string | null;
  headers?: Record<string, string>;
  /** Sent as it is instead of JSON. */
  raw?: string | Buffer;
}

export interface TestApp {
  app: NestFastifyApplication;
  instance: Instance;
  databaseUrl: string;
  setupToken: string;
  /** The owner's access token; `call` uses it unless told otherwise. */
  ownerToken: string;
  get(url: string, options?: CallOptions): Promise<Answer>;
  post(url: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  /** A signed-in person with the given role. */
  signUp(email: string, role?: 'admin' | 'member'): Promise<{ userId: string; token: string }>;
  sql<T = Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

export const OWNER = { name: 'Olga Owner', email: 'olga@example.com', password: 'correct horse battery' };

/** A fresh database on the test server; with the schema of this version it is a copy of the run's template. */
export async function createTestDatabase({ withSchema = false } = {}): Promise<{
  url: string;
  drop: () => Promise<void>;
}> {
  const server = process.env.PIPEWRIGHT_TEST_DATABASE_URL;
  if (!server) throw new Error('PIPEWRIGHT_TEST_DATABASE_URL is not set: run through jest');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = async (sql: string) => {
    const client = new Client({ connectionString: server });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  const template = withSchema ? process.env.PIPEWRIGHT_TEST_TEMPLATE : undefined;
  await admin(`create database ${name}${template ? ` template ${template}` : ''}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.toString(), drop: () => admin(`drop database if exists ${name} with (force)`) };
}

/** `environment`: variables as in docs/configuration.md; with DATABASE_URL that database is used, and stays. `withOwner: false` leaves the set-up undone. */
export async function createTestApp(
  environment: Record<string, string> = {},
  options: { withOwner?: boolean } = {},
): Promise<TestApp> {
  const { DATABASE_URL: given } = environment;
  const database = given
    ? { url: given, drop: async () => undefined }
    : await createTestDatabase({ withSchema: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'pipewright-e2e-'));
  const instance = await openInstance(
    parseEnvironment({
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      ...environment,
    }),
  );
  const app = await createApp(instance.config);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();

  const client = new Client({ connectionString: database.url });
  client.on('error', () => undefined);
  await client.connect();

  const test: TestApp = {
    app,
    instance,
    databaseUrl: database.url,
    setupToken: instance.config.setupToken,
    ownerToken: '',
    get: (url, callOptions) => call('GET', url, undefined, callOptions),
    post: (url, body, callOptions) => call('POST', url, body, callOptions),
    signUp,
    sql: async <T>(text: string, values: unknown[] = []) => (await client.query(text, values)).rows as T[],
    close: async () => {
      await client.end();
      await app.close();
      await instance.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };

  async function call(
    method: 'GET' | 'POST',
    url: string,
    body: unknown,
    { token, headers, raw }: CallOptions = {},
  ): Promise<Answer> {
    const bearer = token === undefined ? test.ownerToken : token;
    const answer = await app.inject({
      method,
      url,
      headers: {
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(method === 'POST' && (body !== undefined || raw !== undefined)
          ? { 'content-type': 'application/json' }
          : {}),
        ...headers,
      },
      payload: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
    const isJson = String(answer.headers['content-type'] ?? '').includes('json');
    return {
      status: answer.statusCode,
      headers: answer.headers as Answer['headers'],
      text: answer.payload,
      body: isJson ? JSON.parse(answer.payload) : null,
    };
  }

  async function signUp(
    email: string,
    role: 'admin' | 'member' = 'member',
  ): Promise<{ userId: string; token: string }> {
    const rows = await test.sql<{ id: string }>(
      `insert into users (id, email, name, password_hash, role, created_at, updated_at)
       select gen_random_uuid(), $1, $2, password_hash, $3, now(), now() from users where role = 'owner' returning id`,
      [email, email.split('@')[0], role],
    );
    const signedIn = await call(
      'POST',
      '/api/auth/login',
      { email, password: OWNER.password },
      { token: null },
    );
    return { userId: rows[0]!.id, token: signedIn.body.data.access_token };
  }

  if (options.withOwner !== false) {
    const claimed = await call(
      'POST',
      '/api/auth/setup',
      { setup_token: test.setupToken, ...OWNER },
      { token: null },
    );
    if (claimed.status !== 200) throw new Error(`set-up failed: ${claimed.text}`);
    test.ownerToken = claimed.body.data.access_token;
  }
  return test;
}
