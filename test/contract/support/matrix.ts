// The authorization matrix as questions about a running app: each yields what is wrong, so that a spec collects it all
// and the mutation check stops at the first.
import type { Answer, TestApp } from '../../support/create-test-app.js';
import { RANDOM_ID } from '../../support/factories.js';
import { kindsOf, OPEN_ROUTES, type Policy, policyOf } from './policy.js';
import { type Contract, type Parameter, type Route, smallestBody } from './routes.js';
import { type Callers, fingerprint, type Ids, type World } from './world.js';

type Caller = keyof Callers;
type Outcome = 'passes' | 401 | 403 | 404;
type Faults = AsyncGenerator<string>;

export interface GuardedRoute {
  route: Route;
  policy: Policy;
  /** The kind of resource behind each path parameter. */
  kinds: Record<string, string>;
}

const UNREADABLE = '{"unreadable';
const UNAUTHENTICATED: Caller[] = [
  'none',
  'garbage',
  'expired',
  'revoked',
  'suspendedSession',
  'suspendedToken',
  'suspendedWithSession',
  'endedSession',
  'forged',
  'mixedUp',
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
export const MALFORMED = [
  'not-an-id',
  '%00',
  '..%2f..',
  '1',
  `${RANDOM_ID}x`,
  '%F0%9F%92%A9',
  'x'.repeat(400),
];

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

const told = (...parts: unknown[]): string => parts.map((part) => String(part).slice(0, 300)).join(' | ');

export class Matrix {
  readonly guarded: GuardedRoute[];

  constructor(
    readonly test: TestApp,
    readonly contract: Contract,
    readonly world: World,
  ) {
    this.guarded = contract.routes.flatMap((route) => {
      const policy = policyOf(route);
      const kinds = kindsOf(route);
      return policy && kinds && policy.kind !== 'open' ? [{ route, policy, kinds }] : [];
    });
  }

  /** Routes that the policy does not know, and those that are open in one place only. */
  *unknown(): Generator<string> {
    for (const route of this.contract.routes) {
      if (!policyOf(route) || (!OPEN_ROUTES.has(route.name) && !kindsOf(route))) yield route.name;
      if (route.isPublic !== OPEN_ROUTES.has(route.name)) yield told('open or not?', route.name);
    }
  }

  /** An open route asks nobody who calls. */
  async *open(routes = this.contract.routes): Faults {
    for (const route of routes.filter(({ name }) => OPEN_ROUTES.has(name))) {
      const url = route.path.replace(/\{(\w+)\}/g, 'x');
      const { text } =
        route.method === 'GET'
          ? await this.test.get(url, { token: null })
          : await this.test.post(url, undefined, { token: null, raw: UNREADABLE });
      if (/Authorization header|declares no access/.test(text)) yield told(route.name, text);
    }
  }

  /** Every caller who may not is refused, with the same words as for what does not exist, and changes nothing. */
  async *refusals(routes = this.guarded): Faults {
    const before = await fingerprint(this.test);
    const { own, callers } = this.world;
    for (const { route, policy, kinds } of routes) {
      for (const caller of [...UNAUTHENTICATED, ...SIGNED_IN]) {
        const outcome = expected(policy, route.method, caller);
        if (outcome === 'passes') continue;
        const answer = await this.call(route, urlOf(route, kinds, own), callers[caller]);
        if (answer.status !== outcome) yield told(route.name, caller, outcome, answer.status, answer.text);
        if (answer.status === 401 && Object.keys(answer.body).length !== 5)
          yield told(route.name, answer.text);
        if (outcome !== 404) continue;
        const elsewhere = urlOf(route, kinds, { ...own, project: RANDOM_ID });
        const random = await this.call(route, elsewhere, callers[caller]);
        if (random.text !== answer.text) yield told(route.name, caller, answer.text, random.text);
      }
    }
    yield* this.changesSince(before);
  }

  /** Ids of another project, random and malformed ones read alike, and nothing is changed. */
  async *foreignIds(routes = this.guarded, malformed = MALFORMED): Faults {
    const before = await fingerprint(this.test);
    const { own, other, callers } = this.world;
    for (const { route, kinds } of routes) {
      for (const [parameter, kind] of Object.entries(kinds)) {
        // What an admin may see of everybody is no other's; a project's own id is the business of the callers.
        if (['project', 'user', 'group', 'handler', 'version'].includes(kind)) continue;
        const withId = (id: string) =>
          this.call(route, urlOf(route, kinds, { ...own, [kind]: id }), callers.memberByEmail);
        const random = await withId(RANDOM_ID);
        if (random.status !== 404) yield told(route.name, parameter, random.status, random.text);
        for (const id of [other[kind] ?? RANDOM_ID, ...malformed]) {
          const answer = await withId(id);
          if (answer.status !== 404 || answer.text !== random.text)
            yield told(route.name, parameter, id.slice(0, 40), answer.text, random.text);
        }
      }
    }
    yield* this.changesSince(before);
  }

  /** Every caller who may passes the guards. */
  async *passes(routes = this.guarded): Faults {
    const before = await fingerprint(this.test);
    const { own, callers } = this.world;
    for (const { route, policy, kinds } of routes) {
      if (route.isStream) continue;
      for (const caller of SIGNED_IN) {
        if (expected(policy, route.method, caller) !== 'passes') continue;
        // An unreadable body is refused after the guards and before the handler: nothing is done.
        const answer = await this.call(route, urlOf(route, kinds, own), callers[caller], UNREADABLE);
        const isNone = answer.status === 404 && Object.values(kinds).some((kind) => own[kind] === RANDOM_ID);
        const passed = route.method === 'POST' ? answer.status === 400 : answer.status === 200 || isNone;
        if (!passed) yield told(route.name, caller, answer.status, answer.text);
      }
    }
    yield* this.changesSince(before);
  }

  /** Lists show a limited token and a stranger nothing of another project. */
  async *lists(): Faults {
    const { own, other, callers } = this.world;
    for (const caller of ['stranger', 'otherProjectOnly'] as const) {
      const list = await this.test.get('/api/projects', { token: callers[caller] });
      if (list.text.includes(own.project!)) yield told('GET /api/projects', caller, 'shows', own.project);
    }
    for (const { route, kinds } of this.guarded) {
      if (route.method !== 'GET' || Object.keys(kinds).join() !== 'project_id') continue;
      const answer = await this.call(route, urlOf(route, kinds, own), callers.memberByEmail);
      for (const [kind, id] of Object.entries(other))
        if (id !== RANDOM_ID && kind !== 'handler' && kind !== 'version' && answer.text.includes(id))
          yield told(route.name, 'shows', kind, id);
    }
  }

  /** Filters by ids of another project answer as random ones do. */
  async *filters(): Faults {
    const { own, other, callers } = this.world;
    let compared = 0;
    for (const { route, kinds } of this.guarded) {
      if (route.method !== 'GET' || route.isStream || kinds.project_id !== 'project') continue;
      for (const { name } of route.parameters.filter((parameter) => parameter.in === 'query')) {
        const id = other[name.replace(/_ids?$/, '')];
        if (!/_ids?$/.test(name) || id === undefined) continue;
        compared++;
        const withId = (value: string) =>
          this.test.get(`${urlOf(route, kinds, own)}?${name}=${value}`, { token: callers.memberByEmail });
        const [elsewhere, random] = [await withId(id), await withId(RANDOM_ID)];
        if (elsewhere.text.replaceAll(id, RANDOM_ID) !== random.text)
          yield told(route.name, name, elsewhere.text, random.text);
      }
    }
    if (compared < 4) yield told('only', compared, 'filters by id were found');
  }

  /** Ids of another project in bodies are refused as random ones are, and not stored. */
  async *bodies(): Faults {
    const { own, other, callers } = this.world;
    const before = await fingerprint(this.test);
    const random = { system: RANDOM_ID, api: RANDOM_ID, flow: RANDOM_ID, credential: RANDOM_ID };
    for (const [path, body] of bodiesWithIds(own)) {
      const url = `/workspace/${own.project}/api/${path}`;
      const answer = await this.test.post(url, body(other), { token: callers.memberByEmail });
      const unknown = await this.test.post(url, body(random), { token: callers.memberByEmail });
      if (![400, 404, 409].includes(answer.status) || answer.text !== unknown.text)
        yield told(path, answer.text, unknown.text);
    }
    yield* this.changesSince(before);
  }

  private call(route: Route, to: string, token: string | null, raw?: string): Promise<Answer> {
    return route.method === 'GET'
      ? this.test.get(to + this.queryOf(route), { token })
      : this.test.post(to, BODIES[route.name] ?? smallestBody(this.contract, route.body), { token, raw });
  }

  private queryOf(route: Route): string {
    const needed = route.parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
    const value = ({ name, schema }: Parameter) =>
      schema.type === 'integer' ? '1' : (this.world.own[name.replace(/_ids?$/, '')] ?? RANDOM_ID);
    return needed.length === 0
      ? ''
      : `?${needed.map((parameter) => `${parameter.name}=${value(parameter)}`).join('&')}`;
  }

  private async *changesSince(before: Record<string, string>): Faults {
    const after = await fingerprint(this.test);
    for (const [table, mark] of Object.entries(before))
      if (after[table] !== mark) yield told('a refused call changed', table);
  }
}

const urlOf = (route: Route, kinds: Record<string, string>, ids: Ids): string =>
  route.path.replace(/\{(\w+)\}/g, (_all, name: string) => ids[kinds[name]!] ?? RANDOM_ID);

function bodiesWithIds(own: Ids): [string, (ids: Ids) => object][] {
  const handlers = (apiId: string | undefined) => [{ handler_id: 'orders', kind: 'api_call', api_id: apiId }];
  return [
    [
      'credentials/create',
      ({ system }) => ({ credential_name: 'X', system_id: system, inputs: { token: 't' } }),
    ],
    ['apis/create', ({ system }) => ({ api_name: 'X', system_id: system, method: 'GET', path: '/x' })],
    [`apis/update/${own.api}`, ({ system }) => ({ system_id: system })],
    ['flows/create', ({ api }) => ({ flow_name: 'X', handlers: handlers(api) })],
    [`flows/update/${own.flow}`, ({ api }) => ({ handlers: handlers(api) })],
    ['pipes/create', ({ flow }) => ({ pipe_name: 'X', flow_id: flow, credential_ids: [] })],
    [
      'pipes/create',
      ({ credential }) => ({ pipe_name: 'X', flow_id: own.flow, credential_ids: [credential] }),
    ],
    [`pipes/update/${own.pipe}`, ({ credential }) => ({ credential_ids: [credential] })],
  ];
}

/** All that a question yields. */
export async function all(faults: Faults | Generator<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const fault of faults) found.push(fault);
  return found;
}

/** The first that the questions yield, or null. */
export async function first(...questions: (Faults | Generator<string>)[]): Promise<string | null> {
  for (const question of questions) for await (const fault of question) return fault;
  return null;
}
