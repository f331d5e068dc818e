// A secret leaves only to its own system. Canaries stand in every place that takes a secret, every route is called, and
// the external system is hostile: it says everything back that it was sent. Then all answers, the log at its most
// talkative level and all tables are searched for each canary in each form.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, OWNER, type TestApp } from '../support/create-test-app.js';
import { aPipe, aShopToErpPath } from '../support/factories.js';
import { httpTestApp } from '../support/http-test-app.js';
import { MockServer } from '../support/mock-server.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { kindsOf, policyOf } from './support/policy.js';
import { contractFrom, smallestBody } from './support/routes.js';

const SETUP_TOKEN = 'canary-setup-token-8f1b';
const MASTER_KEY = Buffer.from('canary-master-key-of-32-bytes!!!').toString('base64');
const CANARIES: Record<string, string> = {
  clientSecret: 'canary/client+secret=7d21',
  basicPassword: 'canary/basic+password=51c9',
  apiKey: 'canary/api+key=90ab',
  bearerToken: 'canary/bearer+token=33fe',
  issuedToken: 'canary-issued-access-token-4e4e',
  refreshToken: 'canary-issued-refresh-token-77aa',
  hookSecret: 'canary/hook+secret=1212',
  ownInput: 'canary/own+input=6b6b',
  ownerPassword: OWNER.password,
  setupToken: SETUP_TOKEN,
  masterKey: MASTER_KEY,
};

/** A secret as it is, and as it may look after encodings on its way. */
function formsOf(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64');
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    base64.replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
    Buffer.from(secret).toString('hex'),
    Buffer.from(`shop-user:${secret}`).toString('base64').replace(/=+$/, ''),
    Buffer.from(`client:${encodeURIComponent(secret)}`)
      .toString('base64')
      .replace(/=+$/, ''),
  ];
}

describe('secrets', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let folder: string;
  let echo: MockServer;
  let service: ServiceProcess;
  let test: TestApp;
  let answers: string[];
  let close: () => Promise<void>;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'pipewright-secrets-'));
    echo = await MockServer.start((asked) =>
      asked.path === '/token'
        ? {
            body: {
              access_token: CANARIES.issuedToken,
              refresh_token: CANARIES.refreshToken,
              token_type: 'Bearer',
              expires_in: 3600,
            },
          }
        : {
            headers: {
              'x-said-back': String(asked.headers.authorization ?? asked.headers['x-api-key'] ?? 'none'),
            },
            body: {
              orders: [{ id: 1, said: asked.headers, query: asked.query.toString(), body: asked.body }],
            },
          },
    );
    service = await startServiceProcess(folder, {
      DATABASE_URL: database.url,
      SETUP_TOKEN,
      MASTER_KEYS: `k1:${MASTER_KEY}`,
      LOG_LEVEL: 'trace',
      OUTBOUND_ALLOW: new URL(echo.url).host,
      RATE_LIMIT_PER_SECOND: '0',
    });
    ({ test, answers, close } = await httpTestApp(service.url, database.url, SETUP_TOKEN));
    await exercise();
  }, 120_000);
  afterAll(async () => {
    await close();
    await service.end('SIGTERM');
    await echo.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function exercise(): Promise<void> {
    const path = await aShopToErpPath(test, { shop: echo.url, erp: echo.url });
    const { at, projectId } = path.workspace;
    await test.post(at('settings/update'), { activity_logs___activity_logs: true });
    const made: [system: object, inputs: object][] = [
      [{ authentication_type: 'basic' }, { username: 'shop-user', password: CANARIES.basicPassword }],
      [
        { authentication_type: 'api_key', api_key_in: 'header', api_key_name: 'X-Api-Key' },
        { api_key: CANARIES.apiKey },
      ],
      [
        { authentication_type: 'api_key', api_key_in: 'query', api_key_name: 'key' },
        { api_key: CANARIES.apiKey },
      ],
      [{ authentication_type: 'bearer_token' }, { token: CANARIES.bearerToken }],
      [
        {
          authentication_type: 'oauth2',
          grant_type: 'client_credentials',
          token_url: `${echo.url}/token`,
          client_id: 'client',
          client_secret: CANARIES.clientSecret,
          client_authentication: 'basic_header',
        },
        {},
      ],
    ];
    for (const [index, [members, inputs]] of made.entries()) {
      const system = await test.post(at('systems/create'), {
        system_name: `Canary ${index}`,
        base_url: echo.url,
        test_request: { method: 'GET', path: '/orders' },
        credential_inputs: [{ name: 'own', label: 'Own', secret: true }],
        ...members,
      });
      expect([index, system.status, system.text]).toEqual([index, 200, system.text]);
      const systemId = system.body.data.system_id as string;
      const credential = await test.post(at('credentials/create'), {
        credential_name: `Canary ${index}`,
        system_id: systemId,
        inputs: { ...inputs, own: CANARIES.ownInput },
      });
      expect([index, credential.status, credential.text]).toEqual([index, 200, credential.text]);
      const credentialId = credential.body.data.credential_id as string;
      const api = await test.post(at('apis/create'), {
        api_name: `Canary ${index}`,
        system_id: systemId,
        method: 'POST',
        path: '/orders',
        body_type: 'json',
        headers: { 'X-Own': '{{inputs.own}}' },
        records_path: 'orders',
        sample_response: { orders: [{ id: 1 }] },
      });
      await test.post(at(`credentials/test/${credentialId}`), { fresh_token: true });
      await test.post(at(`apis/test/${api.body.data.api_id as string}`), {
        credential_id: credentialId,
        save_as_sample: true,
        body: {},
      });
      await test.post(at(`credentials/update/${credentialId}`), {
        inputs: { ...inputs, own: CANARIES.ownInput },
      });
      // A run that fails at its second record keeps what was sent and answered.
      const flow = await test.post(at('flows/create'), {
        flow_name: `Canary ${index}`,
        handlers: [{ handler_id: 'orders', kind: 'api_call', api_id: api.body.data.api_id as string }],
      });
      await test.post(at(`flows/publish/${flow.body.data.flow_id as string}`));
      const pipe = await aPipe(
        test,
        { ...path, flowId: flow.body.data.flow_id as string },
        { credential_ids: [credentialId] },
      );
      const run = await test.post(at(`pipes/run/${pipe}`));
      await test.post(at(`pipes/${pipe}/triggers/create`), {
        kind: 'webhook',
        verify: 'hmac',
        layout: 'custom',
        secret: CANARIES.hookSecret,
      });
      await settled(at(`runs/${run.body.data?.run_id as string}`));
    }
    await everyRoute(projectId);
  }

  async function settled(url: string): Promise<void> {
    for (let tries = 0; tries < 100; tries++) {
      const status = (await test.get(url)).body?.data?.status as string | undefined;
      if (!['queued', 'running', 'waiting'].includes(status ?? '')) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Each route of the document with ids that are there: GET as it is, POST with its smallest body, deletions left out. */
  async function everyRoute(projectId: string): Promise<void> {
    const contract = contractFrom((await test.get('/api/openapi.json')).body);
    const at = (route: string) => `/workspace/${projectId}/api/${route}`;
    const first = async (route: string, member: string) =>
      ((await test.get(at(route))).body?.data?.[0]?.[member] ?? 'none') as string;
    const ids: Record<string, string> = {
      project: projectId,
      system: await first('systems?sort=-created_at', 'system_id'),
      credential: await first('credentials?sort=-created_at', 'credential_id'),
      api: await first('apis?sort=-created_at', 'api_id'),
      flow: await first('flows?sort=-created_at', 'flow_id'),
      pipe: await first('pipes?sort=-created_at', 'pipe_id'),
      run: await first('runs', 'run_id'),
    };
    for (const route of contract.routes) {
      const kinds = kindsOf(route);
      if (route.isStream || !policyOf(route) || kinds === null || route.path.includes('delete')) continue;
      if (route.path.startsWith('/api/auth')) continue;
      const url = route.path.replace(/\{(\w+)\}/g, (_all, name: string) => ids[kinds[name] ?? ''] ?? 'none');
      if (route.method === 'GET') await test.get(url);
      else await test.post(url, smallestBody(contract, route.body));
    }
  }

  const hits = (text: string): string[] =>
    Object.entries(CANARIES).flatMap(([name, secret]) =>
      formsOf(secret)
        .filter((form) => text.includes(form))
        .map(
          (form) =>
            `${name} as ${form}: …${text.slice(Math.max(0, text.indexOf(form) - 160), text.indexOf(form) + 60)}…`,
        ),
    );

  it('reach the systems that they belong to: the search below searches for what was there', () => {
    const sent = JSON.stringify(echo.asked.map(({ headers, query }) => [headers, query.toString()]));
    for (const name of ['basicPassword', 'apiKey', 'bearerToken', 'issuedToken', 'clientSecret', 'ownInput'])
      expect([name, formsOf(CANARIES[name]!).some((form) => sent.includes(form))]).toEqual([name, true]);
    expect(answers.length).toBeGreaterThan(100);
    expect(service.output().length).toBeGreaterThan(1_000);
  });

  it('are in no answer', () => {
    // The document's own example of a password is the owner's here.
    const own = answers.filter((answer) => !answer.startsWith('GET /api/openapi.json'));
    expect(own.flatMap(hits)).toEqual([]);
  });

  it('are in no line of the log, at its most talkative level', () => {
    expect(hits(service.output())).toEqual([]);
    expect(service.output()).not.toMatch(/pwt_[0-9a-f]{68}|eyJ[\w-]+\.[\w-]+\.[\w-]+/);
  });

  it('are in no table', async () => {
    const tables = await test.sql<{ place: string }>(
      `select format('%I.%I', table_schema, table_name) as place from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    expect(tables.length).toBeGreaterThan(20);
    const found: string[] = [];
    for (const { place } of tables) {
      const rows = await test.sql<{ line: string }>(`select row_to_json(t)::text as line from ${place} t`);
      for (const { line } of rows) found.push(...hits(line).map((hit) => `${place}: ${hit}`));
    }
    expect(found).toEqual([]);
  });
});
