// `null` clears a member that can be empty: every description, in every update.
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { type Contract, contractOf, type Route } from './support/routes.js';
import { kindsOf } from './support/policy.js';
import { type Ids, makeWorld } from './support/world.js';

const DESCRIPTION = /^(?:project_)?description$/;

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

  it('clears every description', async () => {
    const cleared: string[] = [];
    for (const { route, name } of updatesWithDescription(contract)) {
      const update = (value: string | null) =>
        test.post(addressOf(route, ids), { [name]: value }).then(({ status, text }) => ({ status, text }));
      expect([route.name, await update('What it is for')]).toMatchObject([route.name, { status: 200 }]);
      expect([route.name, await update(null)]).toMatchObject([route.name, { status: 200 }]);
      const shown = await test.get(addressOf(route, ids).replace('/update/', '/'));
      expect([route.name, shown.body.data[name]]).toEqual([route.name, '']);
      cleared.push(route.name);
    }
    expect(cleared).toHaveLength(5);
  });
});

function updatesWithDescription(contract: Contract): { route: Route; name: string }[] {
  return contract.routes
    .filter((route) => route.path.includes('/update/{id}') && route.body !== null)
    .flatMap((route) =>
      Object.keys(contract.resolve(route.body!).properties ?? {})
        .filter((name) => DESCRIPTION.test(name))
        .map((name) => ({ route, name })),
    );
}

function addressOf(route: Route, ids: Ids): string {
  const kinds = kindsOf(route) ?? {};
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[kinds[name] ?? ''] ?? 'none');
}
