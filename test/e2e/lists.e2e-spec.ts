// Every list is told page by page: in one order, searched, sorted from a fixed list, never more than 200 rows at once.
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import {
  aCredential,
  aFlow,
  anApi,
  aPipe,
  aProject,
  aShopToErpPath,
  aSystem,
  type Path,
} from '../support/factories.js';

interface List {
  route: string;
  /** The member that tells the rows apart. */
  id: string;
  /** What `sort` may say, each with the member that it orders by. */
  sorts: Record<string, string>;
  /** The order when nothing is asked for. */
  order: string;
  /** A text that some rows hold and some do not. */
  search: string;
}
type Row = Record<string, unknown>;

const MOST = 200;
const NAMES = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'];
const times = { created_at: 'created_at', updated_at: 'updated_at' };
/** Not paged: a flow has a bounded number of handlers, and the functions are part of the service. */
const BOUNDED = ['/api/mapping/functions', '/workspace/{project_id}/api/pipes/{id}/mappings'];

const WRONG = [
  ['per_page', '0'],
  ['per_page', '201'],
  ['per_page', 'many'],
  ['page', '0'],
  ['sort', 'password_hash'],
  ['sort', 'toString'],
  ['sort', '-'],
  ['sort', ''],
  ['search', 'x'.repeat(201)],
  ['unknown', '1'],
] as const;

describe('lists', () => {
  let test: TestApp;
  let path: Path;
  const routes: Record<string, string> = {};

  const at = (route: string) => path.workspace.at(route);
  const post = async (route: string, body: object) => {
    const answer = await test.post(route, body);
    if (answer.status !== 200) throw new Error(`${route}: ${answer.text}`);
    return answer.body.data as Record<string, string>;
  };

  beforeAll(async () => {
    test = await createTestApp({ ROLE: 'api' });
    path = await aShopToErpPath(test);
    const { workspace, shopId, shopCredentialId, ordersApiId, flowId } = path;
    const pipeId = await aPipe(test, path, { pipe_name: 'Pipe Alpha' });
    for (const [index, name] of NAMES.entries()) {
      await post('/api/groups/create', { group_name: `Group ${name}` });
      await post('/api/access_tokens/create', { token_name: `Token ${name}`, expires_in_days: index * 10 });
      await post(at(`pipes/${pipeId}/triggers/create`), {
        kind: index < 2 ? 'webhook' : 'schedule',
        ...(index < 2
          ? { layout: 'github', secret: 'hook-secret' }
          : { cron: `${index} 6 * * *`, timezone: 'UTC' }),
      });
      await test.signUp(`${name.toLowerCase()}@lists.example`);
      await aProject(test, { project_name: `Project ${name}` });
      await aSystem(test, workspace, { system_name: `system ${name}` });
      await anApi(test, workspace, shopId, { api_name: `API ${name}` });
      await aCredential(test, workspace, shopId, { credential_name: `Credential ${name}` });
      await aPipe(test, path, { pipe_name: `More ${name}` });
      const called = { handler_id: 'orders', kind: 'api_call', api_id: ordersApiId };
      await post(
        at(`flows/publish/${await aFlow(test, workspace, [called], { flow_name: `Flow ${name}` })}`),
        {},
      );
      const mapping = await post(at(`pipes/${pipeId}/mappings/to_erp/update`), {
        document: { format: 'mapping/1', links: [{ to: 'number', value: `${index}` }] },
        version: index,
      });
      expect(mapping.version).toBe(index + 1);
      await post(at(`flows/update/${flowId}`), { description: name });
      await post(at(`flows/publish/${flowId}`), {});
      await test.sql('update sessions set user_agent = $1 where user_agent = $2', [
        `Browser ${name}`,
        'light my request',
      ]);
      await test.post(
        '/api/auth/login',
        { email: 'olga@example.com', password: 'correct horse battery' },
        { token: null },
      );
    }
    const owner = `(select id from users where role = 'owner')`;
    await test.sql(
      `insert into sessions (id, user_id, token_hash, rotated_at, expires_at, user_agent, address)
       select gen_random_uuid(), ${owner}, 'x', now(), now() + interval '1 day', 'Firefox ' || n, '192.0.2.1' from generate_series(1, 3) n`,
    );
    await test.sql(`update flow_versions set published_by_name = 'Somebody' where version < 4`);
    await test.sql(`update mapping_versions set saved_by_name = 'Somebody' where version < 4`);
    // equal keys: the order among them must hold from page to page
    for (const table of [
      'groups',
      'access_tokens',
      'sessions',
      'triggers',
      'users',
      'projects',
      'systems',
      'credentials',
      'apis',
      'flows',
      'pipes',
    ])
      await test.sql(`update ${table} set created_at = '2026-01-01', updated_at = '2026-01-01'`);
    await test.sql(`update sessions set rotated_at = '2026-01-01'`);
    Object.assign(routes, {
      triggers: at(`pipes/${pipeId}/triggers`),
      'versions of a flow': at(`flows/${flowId}/versions`),
      'versions of a mapping': at(`pipes/${pipeId}/mappings/to_erp/versions`),
      'users of a system': at(`systems/usages/${shopId}`),
      'users of a credential': at(`credentials/usages/${shopCredentialId}`),
      'users of an API': at(`apis/usages/${ordersApiId}`),
      'users of a flow': at(`flows/usages/${flowId}`),
      'selectable flows': `${at('flows/selectable')}?credential_ids=${shopCredentialId}`,
      systems: at('systems'),
      credentials: at('credentials'),
      APIs: at('apis'),
      flows: at('flows'),
      pipes: at('pipes'),
      providers: at('providers'),
    });
  }, 120_000);
  afterAll(() => test.close());

  const named = (member: string) => ({ name: member, ...times });
  const usage = { id: 'resource_id', sorts: { name: 'name' }, order: 'name', search: 'alpha' };
  const version = { id: 'version', sorts: { version: 'version' }, order: '-version', search: 'olga' };
  const LISTS: Record<string, Omit<List, 'route'> & { route?: string }> = {
    groups: {
      route: '/api/groups',
      id: 'group_id',
      sorts: { ...times, name: 'group_name' },
      order: 'name',
      search: 'ALPHA',
    },
    'access tokens': {
      route: '/api/access_tokens',
      id: 'token_id',
      sorts: {
        name: 'token_name',
        created_at: 'created_at',
        last_used_at: 'last_used_at',
        expires_at: 'expires_at',
      },
      order: '-created_at',
      search: 'token al',
    },
    sessions: {
      route: '/api/auth/sessions',
      id: 'session_id',
      sorts: { created_at: 'created_at', last_used_at: 'last_used_at' },
      order: '-last_used_at',
      search: 'firefox',
    },
    triggers: { id: 'trigger_id', sorts: { kind: 'kind', ...times }, order: 'created_at', search: 'GitHub' },
    'versions of a flow': version,
    'versions of a mapping': version,
    'users of a system': usage,
    'users of a credential': usage,
    'users of an API': usage,
    'users of a flow': usage,
    'selectable flows': { id: 'flow_id', sorts: named('flow_name'), order: 'name', search: 'alpha' },
    people: {
      route: '/api/users',
      id: 'user_id',
      sorts: { ...named('name'), email: 'email' },
      order: 'name',
      search: 'alpha',
    },
    projects: {
      route: '/api/projects',
      id: 'project_id',
      sorts: named('project_name'),
      order: 'name',
      search: 'alpha',
    },
    systems: { id: 'system_id', sorts: named('system_name'), order: 'name', search: 'SYSTEM al' },
    credentials: { id: 'credential_id', sorts: named('credential_name'), order: 'name', search: 'alpha' },
    APIs: { id: 'api_id', sorts: named('api_name'), order: 'name', search: 'alpha' },
    flows: { id: 'flow_id', sorts: named('flow_name'), order: 'name', search: 'alpha' },
    pipes: { id: 'pipe_id', sorts: named('pipe_name'), order: 'name', search: 'alpha' },
    providers: { id: 'provider_id', sorts: { name: 'name' }, order: 'name', search: 'google' },
  };
  const listOf = (name: string): List => {
    const list = LISTS[name]!;
    return { ...list, route: list.route ?? routes[name] ?? '' };
  };
  const get = (route: string, query: Record<string, string>) =>
    test.get(`${route}${route.includes('?') ? '&' : '?'}${new URLSearchParams(query).toString()}`);
  const rowsOf = async (route: string, query: Record<string, string>): Promise<Row[]> => {
    const answer = await get(route, query);
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    return answer.body.data as Row[];
  };
  /** All rows, two at a time. */
  const walked = async (route: string, query: Record<string, string>): Promise<Row[]> => {
    const rows: Row[] = [];
    for (let page = 1; ; page++) {
      const found = await rowsOf(route, { ...query, per_page: '2', page: String(page) });
      rows.push(...found);
      if (found.length < 2) return rows;
    }
  };

  describe.each(Object.keys(LISTS))('%s', (name) => {
    it('come in pages of 50 in their own order, with the total', async () => {
      const { route, id, order } = listOf(name);
      const answer = await get(route, {});
      const { pagination } = answer.body.additional_data;
      const rows = answer.body.data as Row[];
      expect(pagination.total).toBeGreaterThan(2);
      expect(pagination).toEqual({
        page: 1,
        per_page: 50,
        total: pagination.total,
        total_pages: Math.ceil(pagination.total / 50),
      });
      expect(rows).toHaveLength(Math.min(50, pagination.total));
      expect(rows).toEqual((await rowsOf(route, { sort: order, per_page: '200' })).slice(0, 50));
      const second = await get(route, { page: '2', per_page: '2' });
      expect(second.body.additional_data.pagination).toEqual({
        page: 2,
        per_page: 2,
        total: pagination.total,
        total_pages: Math.ceil(pagination.total / 2),
      });
      expect((second.body.data as Row[]).map((row) => row[id])).toEqual(
        rows.slice(2, 4).map((row) => row[id]),
      );
      expect((await get(route, { page: '1000' })).body).toMatchObject({
        data: [],
        additional_data: { pagination: { total: pagination.total } },
      });
    });

    it('are sorted up and down by each name of the list, equal ones in one order from page to page', async () => {
      const { route, id, sorts } = listOf(name);
      for (const [sort, member] of Object.entries(sorts)) {
        for (const direction of ['', '-']) {
          const rows = await walked(route, { sort: direction + sort });
          const ids = rows.map((row) => row[id]);
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids).toEqual(
            (await rowsOf(route, { sort: direction + sort, per_page: String(MOST) })).map((row) => row[id]),
          );
          const values = rows
            .map((row) => row[member])
            .filter((value) => value !== null && value !== undefined);
          const inOrder = [...values].sort((left, right) => compared(left, right));
          expect([sort, values]).toEqual([sort, direction === '' ? inOrder : inOrder.reverse()]);
        }
      }
    });

    it('are searched by a part of their text, in any case, taken as it is', async () => {
      const { route, search } = listOf(name);
      const all = (await get(route, {})).body.additional_data.pagination.total as number;
      const found = (await get(route, { search, per_page: '1' })).body.additional_data.pagination;
      expect(found.total).toBeGreaterThan(0);
      expect(found).toEqual({ page: 1, per_page: 1, total: expect.any(Number), total_pages: found.total });
      expect(found.total).toBeLessThan(all);
      for (const none of ['no such text', '%', "' or true --"])
        expect((await get(route, { search: none })).body.additional_data.pagination.total).toBe(0);
    });

    it('refuse what is no page and no sort of theirs, by its name', async () => {
      for (const [field, value] of WRONG) {
        const { status, body } = await get(listOf(name).route, { [field]: value });
        const fields = body.errors?.map((error: { field: string }) => error.field);
        expect([field, value, status, fields]).toEqual([field, value, 400, [field]]);
      }
    });
  });

  it('are all of them paged or cut by a cursor, but for those that cannot grow', async () => {
    const { paths } = (await test.get('/api/openapi.json')).body;
    const plain = Object.keys(paths).filter((route) => {
      const schema = paths[route].get?.responses[200]?.content?.['application/json']?.schema?.properties;
      return schema?.data?.type === 'array' && !schema.additional_data.properties?.pagination;
    });
    expect(plain.sort()).toEqual([...BOUNDED].sort());
  });
});

const compared = (left: unknown, right: unknown): number =>
  typeof left === 'number' && typeof right === 'number'
    ? left - right
    : String(left).localeCompare(String(right), 'en');
