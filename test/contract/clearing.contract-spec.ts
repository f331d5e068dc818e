// `null` clears a member that can be empty: every text, list and map of every update.
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { addressOf } from './support/policy.js';
import { type Contract, contractOf, type Route, type Schema } from './support/routes.js';
import { type Ids, makeWorld } from './support/world.js';

interface Member {
  route: Route;
  name: string;
  schema: Schema;
}

/** Members that cannot be empty although their shape could: why. */
const NEVER_EMPTY: Record<string, string> = {
  'credentials/update inputs': 'each input is kept, set or cleared by itself',
  'mappings/update document': 'a mapping has a document from its first version on',
  'triggers/update timezone': 'a schedule has a time zone',
  'settings/update general___timezone': 'there is always a time zone to offer',
  'me/update old_password': 'proves who asks',
  'me/update password': 'an account has a password',
};

/** What a member is set to before it is cleared, where its example does not do. */
const valuesFor = (ids: Ids): Record<string, unknown> => ({
  groups: [ids.group],
  credential_inputs: [{ name: 'tenant', label: 'Tenant' }],
  credential_ids: [ids.credential],
  handlers: [{ handler_id: 'orders', kind: 'api_call', api_id: ids.api }],
  more_sample_responses: [{ id: 1 }],
  headers: { 'X-Tenant': 'a' },
  token_failure_status_codes: [403],
  alerts___email_addresses: ['ann@example.com'],
  alerts___webhook_url: 'https://hooks.example.com/x',
});

/** What they are then, where it is not the empty value of their kind. */
const DEFAULTS: Record<string, unknown> = { token_failure_status_codes: [401] };

describe('null', () => {
  let test: TestApp;
  let contract: Contract;
  let ids: Ids;
  beforeAll(async () => {
    test = await createTestApp({ ROLE: 'api' });
    contract = contractOf(test);
    ids = (await makeWorld(test)).own;
  });
  afterAll(() => test.close());

  it('may be sent for every member of an update that can be empty', () => {
    const members = membersOfUpdates(contract).filter(({ schema }) => canBeEmpty(schema));
    expect(members.length).toBeGreaterThan(40);
    const refused = members.filter(({ schema }) => !schema.nullable).map(nameOf);
    expect(refused.sort()).toEqual(Object.keys(NEVER_EMPTY).sort());
  });

  it('clears every text, list and map that is always there', async () => {
    const values = valuesFor(ids);
    const cleared: string[] = [];
    for (const member of membersOfUpdates(contract)) {
      const { route, name, schema } = member;
      const shown = async () =>
        (await test.get(addressOf(route, ids).replace(/\/update(?=\/|$)/, ''))).body.data[name] as unknown;
      if (!schema.nullable || !isAlwaysThere(contract, member)) continue;
      const update = async (value: unknown) => {
        const { status, text } = await test.post(addressOf(route, ids), { [name]: value });
        expect([nameOf(member), status, text]).toEqual([nameOf(member), 200, expect.anything()]);
      };
      await update(values[name] ?? schema.example ?? 'What it is for');
      expect([nameOf(member), await shown()]).not.toEqual([nameOf(member), emptyOf(schema)]);
      await update(null);
      expect([nameOf(member), await shown()]).toEqual([nameOf(member), DEFAULTS[name] ?? emptyOf(schema)]);
      cleared.push(nameOf(member));
    }
    expect(cleared).toHaveLength(20);
  });
});

const nameOf = ({ route, name }: Pick<Member, 'route' | 'name'>): string =>
  `${route.path
    .split('/')
    .filter((part) => !part.startsWith('{'))
    .slice(-2)
    .join('/')} ${name}`;

function membersOfUpdates(contract: Contract): Member[] {
  return contract.routes
    .filter((route) => /\/update(?:\/|$)/.test(route.path) && route.body !== null)
    .flatMap((route) =>
      Object.entries(contract.resolve(route.body!).properties ?? {}).map(([name, schema]) => ({
        route,
        name,
        schema: { ...contract.resolve(schema), ...schema },
      })),
    );
}

const canBeEmpty = ({ type, enum: values, minLength = 0, format }: Schema): boolean =>
  type === 'array' ||
  type === 'object' ||
  (type === 'string' && minLength === 0 && !values && (format === undefined || format === 'uri'));

/** Texts, lists and maps that the resource always shows: null is not among their values. */
function isAlwaysThere(contract: Contract, { route, name }: Member): boolean {
  const shown = contract.routes.find(
    ({ method, path }) => method === 'GET' && path === route.path.replace(/\/update(?=\/|$)/, ''),
  );
  const answer = shown?.answer && contract.resolve(shown.answer);
  const schema = answer?.properties?.[name];
  return !!schema && !schema.nullable && answer?.required?.includes(name) === true && canBeEmpty(schema);
}

const emptyOf = ({ type }: Schema): unknown => (type === 'array' ? [] : type === 'object' ? {} : '');
