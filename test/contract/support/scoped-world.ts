// The world of the scope tests: two projects with one of everything, rows of runs included, and what nothing uses.
import type { TestApp } from '../../support/create-test-app.js';
import { aCredential, aFlow, aSystem, type Workspace } from '../../support/factories.js';
import { takeSnapshot } from '../../support/table-snapshot.js';
import { Scopes, withRunRows } from './scopes.js';
import type { Ids, World } from './world.js';

export async function scopesOf(test: TestApp, { own, other }: World): Promise<Scopes> {
  const [ours, theirs] = [await complete(test, own, '1'), await complete(test, other, '2')];
  return new Scopes(test, await takeSnapshot(test), ours, theirs);
}

async function complete(test: TestApp, ids: Ids, ending: string): Promise<Ids> {
  const workspace = {
    projectId: ids.project!,
    at: (route: string) => `/workspace/${ids.project}/api/${route}`,
  };
  await aRevocable(test, workspace);
  return {
    ...(await withRunRows(test, ids, ending)),
    unusedSystem: await aSystem(test, workspace),
    unusedFlow: await aFlow(test, workspace, []),
  };
}

/** A connection whose token can be revoked where it was issued. */
async function aRevocable(test: TestApp, workspace: Workspace): Promise<void> {
  const system = await aSystem(test, workspace, {
    authentication_type: 'oauth2',
    grant_type: 'client_credentials',
    token_url: 'https://login.example.com/token',
    revocation_url: 'https://login.example.com/revoke',
    client_id: 'id',
    client_secret: 'secret',
  });
  const id = await aCredential(test, workspace, system, { inputs: {} });
  await test.sql("update credentials set token_set = 'sealed', saved_at = now() where id = $1", [id]);
}
