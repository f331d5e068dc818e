// Rules about people and tokens that are no matter of a route alone: asked of the running app, as the matrix is.
import { ACCESS_KEY } from '../../src/common/http/access.decorator.js';
import { GroupsController } from '../../src/users/groups.controller.js';
import type { Matrix } from '../contract/support/matrix.js';

/** A handler that declares nothing refuses everybody, should the scan at the start ever miss one. */
async function* undeclared({ test, world }: Matrix): AsyncGenerator<string> {
  const handler = GroupsController.prototype.list;
  const declared: unknown = Reflect.getMetadata(ACCESS_KEY, handler);
  Reflect.deleteMetadata(ACCESS_KEY, handler);
  try {
    const answer = await test.get('/api/groups', { token: world.callers.owner });
    if (answer.status !== 403) yield `a route that declares nothing answers ${answer.status}`;
  } finally {
    Reflect.defineMetadata(ACCESS_KEY, declared, handler);
  }
}

export async function* rules(matrix: Matrix): AsyncGenerator<string> {
  yield* undeclared(matrix);
  const { test, world } = matrix;
  const { own, callers } = world;
  const idOf = async (token: string): Promise<string> =>
    (await test.get('/api/auth/me', { token })).body.data.user_id as string;
  const [owner, admin, member] = [
    await idOf(callers.owner),
    await idOf(callers.admin),
    await idOf(callers.memberByEmail),
  ];
  const ownersToken = (await test.post('/api/access_tokens/create', { token_name: 'rules' })).body.data;
  const shortToken = (
    await test.post(
      '/api/access_tokens/create',
      { token_name: 'short', expires_in_days: 1 },
      { token: callers.memberByEmail },
    )
  ).body.data;
  const refused: [string, string, object, string][] = [
    ['an admin renames the owner', `/api/users/update/${owner}`, { name: 'x' }, callers.admin],
    ['an admin deletes the owner', `/api/users/delete/${owner}`, {}, callers.admin],
    ['an admin invites the owner anew', `/api/users/invite/${owner}`, {}, callers.admin],
    ['an admin takes the ownership', `/api/users/update/${admin}`, { role: 'owner' }, callers.admin],
    [
      'a token hands the ownership over',
      `/api/users/update/${member}`,
      { role: 'owner' },
      ownersToken.access_token,
    ],
    ['an admin suspends the own account', `/api/users/update/${admin}`, { suspended: true }, callers.admin],
    ['an admin deletes the own account', `/api/users/delete/${admin}`, {}, callers.admin],
    [
      'a member changes who has access',
      `/api/projects/update/${own.project}`,
      { users: [] },
      callers.memberByEmail,
    ],
    [
      'a member changes which groups have access',
      `/api/projects/update/${own.project}`,
      { groups: [] },
      callers.memberByEmail,
    ],
    [
      'a token makes one that outlives it',
      '/api/access_tokens/create',
      { token_name: 'long' },
      shortToken.access_token,
    ],
  ];
  for (const [what, url, body, token] of refused) {
    const answer = await test.post(url, body, { token });
    if (answer.status !== 403) yield `${what}: ${answer.status} ${answer.text}`;
  }
}
