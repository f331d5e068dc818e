// Every route of the OpenAPI document × every kind of caller × own, other, random and malformed ids. A route that the
// policy does not know fails; refused calls answer alike and change nothing.
import { type Answer, createTestApp, type TestApp } from '../support/create-test-app.js';
import { RANDOM_ID } from '../support/factories.js';
import { kindsOf, OPEN_ROUTES, type Policy, policyOf } from './support/policy.js';
import { type Contract, contractOf, type Parameter, type Route, smallestBody } from './support/routes.js';
import { type Callers, fingerprint, type Ids, makeWorld, type World } from './support/world.js';

type Caller = keyof Callers;
type Outcome = 'passes' | 401 | 403 | 404;

const UNREADABLE = '{"unreadable';
const UNAUTHENTICATED: Caller[] = [
  'none',
  'garbage',
  'expired',
  'revoked',
  'suspendedSession',
  'suspendedToken',
];
const SIGNED_IN: Caller[] = [
  'readOnly',
  'otherProjectOnly',
  'ownProjectOnly',
  'stranger',
  'memberByEmail',
  'memberByGroup',
  'admin',
  'owner',
];
const MALFORMED = ['not-an-id', '%00', '..%2f..', '1', `${RANDOM_ID}x`, '%F0%9F%92%A9', 'x'.repeat(400)];

/** Bodies where the smallest one by the document does not reach the look-up of the id. */
const BODIES: Record<string, object> = {
  'POST /workspace/{project_id}/api/pipes/{id}/errors/retry': { filter: {} },
};

function expected(policy: Policy, method: string, caller: Caller): Outcome {
  if (policy.kind === 'open') return 'passes';
  if (UNAUTHENTICATED.includes(caller)) return 401;
  if (caller === 'readOnly' && method === 'POST') return 403;
  const isLimited = caller === 'otherProjectOnly' || caller === 'ownProjectOnly';
  const isMember = ['stranger', 'memberByEmail', 'memberByGroup'].includes(caller);
  if (policy.kind === 'instance') {
    if (policy.role === 'owner' && (isMember || caller === 'admin')) return 403;
    if (policy.role === 'admin' && isMember) return 403;
    return isLimited && !policy.limitedTokens ? 403 : 'passes';
  }
  if (caller === 'otherProjectOnly' || caller === 'stranger') return 404;
  return policy.managersOnly && isMember ? 403 : 'passes';
}

describe('the authorization matrix', () => {
  let test: TestApp;
  let contract: Contract;
  let world: World;
  let guarded: { route: Route; policy: Policy; kinds: Record<string, string> }[];

  beforeAll(async () => {
    test = await createTestApp({ ROLE: 'api' });
    contract = contractOf(test);
    world = await makeWorld(test);
    guarded = contract.routes.flatMap((route) => {
      const policy = policyOf(route);
      const kinds = kindsOf(route);
      return policy && kinds && policy.kind !== 'open' ? [{ route, policy, kinds }] : [];
    });
  });
  afterAll(() => test.close());

  const url = (route: Route, kinds: Record<string, string>, ids: Ids): string =>
    route.path.replace(/\{(\w+)\}/g, (_all, name: string) => ids[kinds[name]!] ?? RANDOM_ID);

  const queryOf = (route: Route): string => {
    const needed = route.parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
    const value = ({ name, schema }: Parameter) =>
      schema.type === 'integer' ? '1' : (world.own[name.replace(/_ids?$/, '')] ?? RANDOM_ID);
    return needed.length === 0
      ? ''
      : `?${needed.map((parameter) => `${parameter.name}=${value(parameter)}`).join('&')}`;
  };

  const call = (route: Route, to: string, token: string | null, raw?: string): Promise<Answer> =>
    route.method === 'GET'
      ? test.get(to + queryOf(route), { token })
      : test.post(to, BODIES[route.name] ?? smallestBody(contract, route.body), { token, raw });

  it('knows every route and every kind of id in a path', () => {
    const unknown = contract.routes.filter(
      (route) => !policyOf(route) || (!OPEN_ROUTES.has(route.name) && !kindsOf(route)),
    );
    expect(unknown.map((route) => route.name)).toEqual([]);
    expect(guarded.length).toBeGreaterThan(60);
  });

  it('finds exactly the open routes of the contract open', () => {
    const wrong = contract.routes.filter((route) => route.isPublic !== OPEN_ROUTES.has(route.name));
    expect(wrong.map((route) => route.name)).toEqual([]);
  });

  it('refuses every caller who may not, with the same words as for what does not exist, and changes nothing', async () => {
    const before = await fingerprint(test);
    const wrong: unknown[] = [];
    for (const { route, policy, kinds } of guarded) {
      for (const caller of [...UNAUTHENTICATED, ...SIGNED_IN]) {
        const outcome = expected(policy, route.method, caller);
        if (outcome === 'passes') continue;
        const answer = await call(route, url(route, kinds, world.own), world.callers[caller]);
        if (answer.status !== outcome) wrong.push([route.name, caller, outcome, answer.status, answer.text]);
        if (answer.status === 401 && Object.keys(answer.body).length !== 5)
          wrong.push([route.name, answer.body]);
        if (outcome !== 404) continue;
        const random = await call(
          route,
          url(route, kinds, { ...world.own, project: RANDOM_ID }),
          world.callers[caller],
        );
        if (random.text !== answer.text) wrong.push([route.name, caller, answer.text, random.text]);
      }
    }
    expect(wrong).toEqual([]);
    expect(await fingerprint(test)).toEqual(before);
  });

  it('answers 404 alike for ids of another project, random and malformed ones, and changes nothing', async () => {
    const before = await fingerprint(test);
    const wrong: unknown[] = [];
    let compared = 0;
    for (const { route, kinds } of guarded) {
      for (const [parameter, kind] of Object.entries(kinds)) {
        // What an admin may see of everybody is no other's; a project's own id is the business of the callers.
        if (['project', 'user', 'group', 'handler', 'version'].includes(kind)) continue;
        const withId = (id: string) =>
          call(route, url(route, kinds, { ...world.own, [kind]: id }), world.callers.memberByEmail);
        const random = await withId(RANDOM_ID);
        if (random.status !== 404) wrong.push([route.name, parameter, random.status, random.text]);
        for (const id of [world.other[kind] ?? RANDOM_ID, ...MALFORMED]) {
          compared++;
          const answer = await withId(id);
          if (answer.status !== 404 || answer.text !== random.text)
            wrong.push([route.name, parameter, id.slice(0, 40), answer.text, random.text]);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(200);
    expect(await fingerprint(test)).toEqual(before);
  });

  it('lets every caller pass who may', async () => {
    const before = await fingerprint(test);
    const wrong: unknown[] = [];
    for (const { route, policy, kinds } of guarded) {
      if (route.isStream) continue;
      for (const caller of SIGNED_IN) {
        if (expected(policy, route.method, caller) !== 'passes') continue;
        // An unreadable body is refused after the guards and before the handler: nothing is done.
        const answer = await call(route, url(route, kinds, world.own), world.callers[caller], UNREADABLE);
        const isNone =
          answer.status === 404 && Object.values(kinds).some((kind) => world.own[kind] === RANDOM_ID);
        const passed = route.method === 'POST' ? answer.status === 400 : answer.status === 200 || isNone;
        if (!passed) wrong.push([route.name, caller, answer.status, answer.text.slice(0, 300)]);
      }
    }
    expect(wrong).toEqual([]);
    expect(await fingerprint(test)).toEqual(before);
  });

  it('shows a limited token and a stranger nothing of another project in lists', async () => {
    for (const caller of ['stranger', 'otherProjectOnly'] as const) {
      const list = await test.get('/api/projects', { token: world.callers[caller] });
      expect(list.text).not.toContain(world.own.project);
    }
    const lists = guarded.filter(
      ({ route, kinds }) => route.method === 'GET' && Object.keys(kinds).join() === 'project_id',
    );
    for (const { route, kinds } of lists) {
      const answer = await call(route, url(route, kinds, world.own), world.callers.memberByEmail);
      for (const [kind, id] of Object.entries(world.other))
        if (id !== RANDOM_ID && kind !== 'handler' && kind !== 'version')
          expect([route.name, answer.text.includes(id)]).toEqual([route.name, false]);
    }
  });

  it('answers filters by ids of another project as it answers random ones', async () => {
    const { own, other, callers } = world;
    let compared = 0;
    for (const { route, kinds } of guarded) {
      if (route.method !== 'GET' || route.isStream || kinds.project_id !== 'project') continue;
      for (const { name } of route.parameters.filter((parameter) => parameter.in === 'query')) {
        const kind = name.replace(/_ids?$/, '');
        if (!/_ids?$/.test(name) || !Object.hasOwn(other, kind)) continue;
        compared++;
        const withId = (id: string) =>
          test.get(`${url(route, kinds, own)}?${name}=${id}`, { token: callers.memberByEmail });
        const [elsewhere, random] = [await withId(other[kind]!), await withId(RANDOM_ID)];
        expect([route.name, name, elsewhere.text.replaceAll(other[kind]!, RANDOM_ID)]).toEqual([
          route.name,
          name,
          random.text,
        ]);
      }
    }
    expect(compared).toBeGreaterThan(3);
  });

  it("refuses ids of another project in bodies, and doesn't store them", async () => {
    const { own, other, callers } = world;
    const at = (route: string) => `/workspace/${own.project}/api/${route}`;
    const handlers = (apiId: string) => [{ handler_id: 'orders', kind: 'api_call', api_id: apiId }];
    const cases: [string, (ids: Ids) => object][] = [
      [
        'credentials/create',
        ({ system }) => ({ credential_name: 'X', system_id: system, inputs: { token: 't' } }),
      ],
      ['apis/create', ({ system }) => ({ api_name: 'X', system_id: system, method: 'GET', path: '/x' })],
      [`apis/update/${own.api}`, ({ system }) => ({ system_id: system })],
      ['flows/create', ({ api }) => ({ flow_name: 'X', handlers: handlers(api!) })],
      [`flows/update/${own.flow}`, ({ api }) => ({ handlers: handlers(api!) })],
      ['pipes/create', ({ flow }) => ({ pipe_name: 'X', flow_id: flow, credential_ids: [] })],
      [
        'pipes/create',
        ({ credential }) => ({ pipe_name: 'X', flow_id: own.flow, credential_ids: [credential] }),
      ],
      [`pipes/update/${own.pipe}`, ({ credential }) => ({ credential_ids: [credential] })],
    ];
    const before = await fingerprint(test);
    for (const [route, body] of cases) {
      const answer = await test.post(at(route), body(other), { token: callers.memberByEmail });
      const random = { system: RANDOM_ID, api: RANDOM_ID, flow: RANDOM_ID, credential: RANDOM_ID };
      const unknown = await test.post(at(route), body(random), { token: callers.memberByEmail });
      expect([route, [400, 404, 409].includes(answer.status), answer.text]).toEqual([
        route,
        true,
        unknown.text,
      ]);
    }
    expect(await fingerprint(test)).toEqual(before);
  });
});
