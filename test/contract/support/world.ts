// Two projects with one of everything, and every kind of caller.
import { JwtService } from '@nestjs/jwt';
import { sha256 } from '../../../src/common/crypto/tokens.js';
import type { TestApp } from '../../support/create-test-app.js';
import { aCredential, aFlow, aPipe, aShopToErpPath, aSystem, type Path } from '../../support/factories.js';

/** Ids by kind of resource; `project` is the project itself. */
export type Ids = Record<string, string>;

export interface Callers {
  none: null;
  garbage: string;
  expired: string;
  revoked: string;
  suspendedSession: string;
  suspendedToken: string;
  /** Suspended behind the service's back: the session is still there. */
  suspendedWithSession: string;
  endedSession: string;
  /** The public id of a living token with another secret. */
  forged: string;
  /** Signed by us: the session of one person in the name of another. */
  mixedUp: string;
  readOnly: string;
  otherProjectOnly: string;
  ownProjectOnly: string;
  stranger: string;
  memberByEmail: string;
  memberByGroup: string;
  admin: string;
  owner: string;
}

export interface World {
  own: Ids;
  other: Ids;
  callers: Callers;
}

export async function makeWorld(test: TestApp): Promise<World> {
  const own = await oneOfEverything(test);
  const other = await oneOfEverything(test);
  const group = await data<{ group_id: string }>(
    test.post('/api/groups/create', { group_name: 'Matrix', users: ['grace@example.com'] }),
  );
  await data(
    test.post(`/api/projects/update/${own.project}`, {
      users: ['emil@example.com'],
      groups: [group.group_id],
    }),
  );
  const stranger = await test.signUp('stray@example.com');
  const suspended = await test.signUp('susi@example.com');
  await data(
    test.post(`/api/projects/update/${own.project}`, { users: ['emil@example.com', 'susi@example.com'] }),
  );
  const tokenOf = async (body: object, as?: string) =>
    (
      await data<{ access_token: string; token_id: string }>(
        test.post('/api/access_tokens/create', { token_name: 'matrix', ...body }, { token: as }),
      )
    ).access_token;
  const suspendedToken = await tokenOf({}, suspended.token);
  await data(test.post(`/api/users/update/${suspended.userId}`, { suspended: true }));
  const expired = await tokenOf({ expires_in_days: 1 });
  await test.sql(
    "update access_tokens set expires_at = now() - interval '1 minute' where expires_at is not null",
  );
  const revoked = await data<{ access_token: string; token_id: string }>(
    test.post('/api/access_tokens/create', { token_name: 'revoked' }),
  );
  await data(test.post(`/api/access_tokens/delete/${revoked.token_id}`));
  const byHand = await test.signUp('hand@example.com');
  await test.sql('update users set suspended_at = now() where id = $1', [byHand.userId]);
  const ended = await test.signUp('ended@example.com');
  await test.sql("update sessions set expires_at = now() - interval '1 minute' where user_id = $1", [
    ended.userId,
  ]);
  // Somebody whom an admin may change.
  const { userId: person } = await test.signUp('pat@example.com');
  return {
    own: { ...own, ...(await personalIds(test, test.ownerToken)), group: group.group_id, user: person },
    other: { ...other, ...(await personalIds(test, stranger.token)) },
    callers: {
      none: null,
      garbage: 'pwt_garbage',
      expired,
      revoked: revoked.access_token,
      suspendedSession: suspended.token,
      suspendedToken,
      suspendedWithSession: byHand.token,
      endedSession: ended.token,
      forged: forged(await tokenOf({})),
      mixedUp: mixedUp(test, stranger),
      readOnly: await tokenOf({ read_only: true }),
      otherProjectOnly: await tokenOf({ project_ids: [other.project] }),
      ownProjectOnly: await tokenOf({ project_ids: [own.project] }),
      stranger: stranger.token,
      memberByEmail: (await test.signUp('emil@example.com')).token,
      memberByGroup: (await test.signUp('grace@example.com')).token,
      admin: (await test.signUp('ada@example.com', 'admin')).token,
      owner: test.ownerToken,
    },
  };
}

function forged(token: string): string {
  const body = `${token.slice(0, 16)}${'0'.repeat(48)}`;
  return body + sha256(body).toString('hex').slice(0, 8);
}

function mixedUp(test: TestApp, { token, userId }: { token: string; userId: string }): string {
  const claims = test.app.get(JwtService, { strict: false }).decode<object>(token);
  return resigned(test, {
    ...claims,
    sub: userId.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  });
}

/** A token of the UI with these claims, signed as the service does. */
export function resigned(test: TestApp, claims: object): string {
  return test.app.get(JwtService, { strict: false }).sign(claims, {
    privateKey: test.instance.config.keyRing.derive('jwt'),
    keyid: test.instance.config.keyRing.current.id,
    algorithm: 'HS256',
  });
}

async function oneOfEverything(test: TestApp): Promise<Ids> {
  // Loopback is refused by the outbound guard: no test call leaves this machine.
  const path = await aShopToErpPath(test, { shop: 'http://127.0.0.1:9/api', erp: 'http://127.0.0.1:9' });
  const { projectId, at } = path.workspace;
  const pipe = await aPipe(test, path);
  const ids: Ids = {
    project: projectId,
    system: path.shopId,
    credential: path.shopCredentialId,
    api: path.ordersApiId,
    flow: path.flowId,
    pipe,
    handler: 'to_erp',
    version: '1',
    attempt: await aConsentAttempt(test, path),
    run: await aCancelledRun(test, path),
  };
  await data(
    test.post(at(`pipes/${pipe}/mappings/to_erp/update`), {
      version: 0,
      document: { format: 'mapping/1', links: [{ id: 'l1', to: 'number', from: 'id', type: 'string' }] },
    }),
  );
  const trigger = await data<{ trigger_id: string }>(
    test.post(at(`pipes/${pipe}/triggers/create`), {
      kind: 'schedule',
      cron: '0 3 * * *',
      timezone: 'UTC',
    }),
  );
  ids.trigger = trigger.trigger_id;
  return ids;
}

/** A consent that was begun and waits for the browser. */
async function aConsentAttempt(test: TestApp, { workspace }: Path): Promise<string> {
  const systemId = await aSystem(test, workspace, {
    base_url: 'http://127.0.0.1:9',
    authentication_type: 'oauth2',
    grant_type: 'authorization_code',
    authorization_url: 'https://login.invalid/authorize',
    token_url: 'https://login.invalid/token',
    client_id: 'client',
  });
  const credentialId = await aCredential(test, workspace, systemId, { inputs: {} });
  const begun = await data<{ attempt_id: string }>(
    test.post(workspace.at(`credentials/authorize/${credentialId}`)),
  );
  return begun.attempt_id;
}

/** A run that was cancelled before a worker took it: nothing moves any more. */
async function aCancelledRun(test: TestApp, path: Path): Promise<string> {
  const { at } = path.workspace;
  const flowId = await aFlow(test, path.workspace, [
    { handler_id: 'orders', kind: 'api_call', api_id: path.ordersApiId },
  ]);
  await data(test.post(at(`flows/publish/${flowId}`)));
  const pipe = await aPipe(test, { ...path, flowId }, { credential_ids: [path.shopCredentialId] });
  const { run_id: runId } = await data<{ run_id: string }>(test.post(at(`pipes/run/${pipe}`)));
  await data(test.post(at(`runs/cancel/${runId}`)));
  return runId;
}

/** A session and a token of the caller: what is personal, not of a project. */
async function personalIds(test: TestApp, token: string): Promise<Ids> {
  const me = await data<{ user_id: string }>(test.get('/api/auth/me', { token }));
  const sessions = await data<{ session_id: string }[]>(test.get('/api/auth/sessions', { token }));
  const made = await data<{ token_id: string }>(
    test.post('/api/access_tokens/create', { token_name: 'personal' }, { token }),
  );
  return { user: me.user_id, session: sessions[0]!.session_id, access_token: made.token_id };
}

async function data<T>(answer: Promise<{ status: number; text: string; body: { data: T } }>): Promise<T> {
  const { status, text, body } = await answer;
  if (status !== 200) throw new Error(`expected 200, got ${status}: ${text}`);
  return body.data;
}

/** What every table of the service holds, but for the traces that any call leaves. */
export async function fingerprint(test: Pick<TestApp, 'sql'>): Promise<Record<string, string>> {
  const tables = await test.sql<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'
     and tablename not in ('run_workers', 'schema_migrations') order by 1`,
  );
  const marks: Record<string, string> = {};
  for (const { name } of tables) {
    const rows = await test.sql<{ mark: string }>(
      `select coalesce(md5(string_agg((to_jsonb(t) - 'last_used_at' - 'last_used_on')::text, '' order by (to_jsonb(t) - 'last_used_at' - 'last_used_on')::text)), '') as mark from "${name}" t`,
    );
    marks[name] = rows[0]!.mark;
  }
  return marks;
}
