// The cases that every route of a project has: no token, another project's id, a bad body.
import type { TestApp } from './create-test-app.js';
import { aProject, RANDOM_ID, type Workspace } from './factories.js';

export interface RouteCase {
  method: 'GET' | 'POST';
  /** Route inside the project, with real ids. */
  route: string;
  body?: object;
}

/** 401 without a token, 404 from another project and from a stranger, for each of these routes. */
export async function expectGuarded(test: TestApp, workspace: Workspace, cases: RouteCase[]): Promise<void> {
  const other = await aProject(test);
  const stranger = await test.signUp(`stranger-${other.projectId}@example.com`);
  for (const { method, route, body } of cases) {
    const call = (url: string, token?: string | null) =>
      method === 'GET' ? test.get(url, { token }) : test.post(url, body ?? {}, { token });
    const label = `${method} ${route}`;
    expect([label, (await call(workspace.at(route), null)).status]).toEqual([label, 401]);
    expect([label, (await call(workspace.at(route), stranger.token)).status]).toEqual([label, 404]);
    expect([label, (await call(`/workspace/${RANDOM_ID}/api/${route}`)).status]).toEqual([label, 404]);
    if (/[0-9a-f]{8}-/.test(route)) {
      const elsewhere = await call(other.at(route));
      const random = await call(
        other.at(route.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, RANDOM_ID)),
      );
      expect([label, elsewhere.status]).toEqual([label, 404]);
      expect(elsewhere.body).toEqual(random.body);
    }
  }
}

/** 400 `validation_failed` that names the field, for each of these bodies. */
export async function expectRefused(
  test: TestApp,
  url: string,
  cases: [body: object, field: string][],
): Promise<void> {
  for (const [body, field] of cases) {
    const answer = await test.post(url, body);
    const fields = (answer.body.errors ?? []).map((error: { field: string }) => error.field);
    expect({ body, status: answer.status, fields }).toEqual({
      body,
      status: 400,
      fields: expect.arrayContaining([field]),
    });
  }
}
