// The world of the scope tests: two projects with one of everything, rows of runs included, and what nothing uses.
import type { TestApp } from '../../support/create-test-app.js';
import { aFlow, aSystem } from '../../support/factories.js';
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
  return {
    ...(await withRunRows(test, ids, ending)),
    unusedSystem: await aSystem(test, workspace),
    unusedFlow: await aFlow(test, workspace, []),
  };
}
