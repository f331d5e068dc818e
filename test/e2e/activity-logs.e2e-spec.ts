// The activity log of a project: off until it is switched on, without secrets, read by its members.
import { MaintenanceRegistry } from '../../src/common/maintenance/maintenance-registry.js';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { aCredential, anApi, aProject, aSystem, type Workspace } from '../support/factories.js';

describe('activity logs', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());

  const set = (workspace: Workspace, change: object) => test.post(workspace.at('settings/update'), change);
  const logs = async (workspace: Workspace, query = '') =>
    (await test.get(workspace.at(`activity_logs${query}`))).body as {
      data: Record<string, unknown>[];
      additional_data: { pagination: { limit: number; next: string | null } };
    };

  it('keep nothing while they are off, except the switching itself', async () => {
    const workspace = await aProject(test);
    await aSystem(test, workspace);
    await set(workspace, { general___timezone: 'Europe/Rome' });
    expect((await logs(workspace)).data).toEqual([]);
    await set(workspace, { activity_logs___activity_logs: true });
    await set(workspace, { activity_logs___activity_logs: false });
    await aSystem(test, workspace);
    const { data } = await logs(workspace);
    expect(data.map((line) => [line.action, line.changes])).toEqual([
      ['settings_changed', [{ field: 'activity_logs___activity_logs', before: true, after: false }]],
      ['settings_changed', [{ field: 'activity_logs___activity_logs', before: false, after: true }]],
    ]);
  });

  it('tell who changed what, before and after, without secrets', async () => {
    const workspace = await aProject(test);
    await set(workspace, { activity_logs___activity_logs: true });
    const secret = 'canary-5e1f-secret';
    const systemId = await aSystem(test, workspace, {
      system_name: 'Shop A',
      default_headers: { 'X-Api-Key': secret },
    });
    await test.post(workspace.at(`systems/update/${systemId}`), {
      system_name: 'Shop B',
      default_headers: { 'X-Api-Key': `${secret}-2` },
    });
    const { data } = await logs(workspace, `?resource_type=system&resource_id=${systemId}`);
    expect(data.map((line) => line.action)).toEqual(['updated', 'created']);
    expect(data[0]).toMatchObject({
      actor: 'Olga Owner',
      resource_type: 'system',
      resource_id: systemId,
      name: 'Shop B',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(data[0]!.changes).toContainEqual({ field: 'system_name', before: 'Shop A', after: 'Shop B' });
    expect(JSON.stringify(await logs(workspace))).not.toContain(secret);
  });

  it('tell of a credential what changed, secret inputs as "changed"', async () => {
    const workspace = await aProject(test);
    await set(workspace, { activity_logs___activity_logs: true });
    const systemId = await aSystem(test, workspace, {
      authentication_type: 'basic',
      credential_inputs: [
        { name: 'tenant', label: 'Tenant' },
        { name: 'pin', label: 'PIN', secret: true },
      ],
    });
    const inputs = { username: 'ann', password: 'canary-77-a', tenant: 'north', pin: 'canary-77-b' };
    const id = await aCredential(test, workspace, systemId, { credential_name: 'A', inputs });
    const update = (body: object) => test.post(workspace.at(`credentials/update/${id}`), body);
    await update({ credential_name: 'B', inputs: { ...inputs, tenant: 'south', pin: 'canary-77-c' } });
    await update({ inputs });
    await update({ credential_name: 'B', inputs });
    const { data } = await logs(workspace, `?resource_type=credential&resource_id=${id}&action=updated`);
    const changes = data.map((line) => line.changes as { field: string }[]);
    expect(changes.map((fields) => fields.length)).toEqual([2, 3]);
    expect(changes[1]!.toSorted((left, right) => (left.field < right.field ? -1 : 1))).toEqual([
      { field: 'credential_name', before: 'A', after: 'B' },
      { field: 'inputs.pin', before: null, after: 'changed' },
      { field: 'inputs.tenant', before: 'north', after: 'south' },
    ]);
    expect(JSON.stringify(await logs(workspace))).not.toContain('canary-77');
  });

  it('have no line of an update that changed nothing: order, defaults and spelling are no change', async () => {
    const workspace = await aProject(test);
    await set(workspace, { activity_logs___activity_logs: true });
    const users = ['b@x.example', 'a@x.example'];
    const project = `/api/projects/update/${workspace.projectId}`;
    await test.post(project, { users });
    const systemId = await aSystem(test, workspace, {
      test_request: { path: '/me' },
      rate_limit: { requests: 1, per_seconds: 2 },
      default_headers: { 'X-Long-Name': 'b', 'X-A': 'a' },
      credential_inputs: [{ name: 'tenant', label: 'Tenant' }],
    });
    const apiId = await anApi(test, workspace, systemId, {
      pagination: { kind: 'page', parameter: 'page' },
      sample_response: { orders: [{ number: 1, id: 2 }] },
    });
    await test.post(project, {
      users: ['A@x.example', 'b@x.example', 'a@x.example'],
      project_name: undefined,
    });
    await test.post(workspace.at(`systems/update/${systemId}`), {
      test_request: { path: '/me' },
      rate_limit: { per_seconds: 2, requests: 1 },
      default_headers: { 'X-A': 'a', 'X-Long-Name': 'b' },
      credential_inputs: [{ name: 'tenant', label: 'Tenant' }],
    });
    await test.post(workspace.at(`apis/update/${apiId}`), {
      pagination: { parameter: 'page', kind: 'page' },
      sample_response: { orders: [{ id: 2, number: 1 }] },
      version_path: null,
    });
    const { at } = workspace;
    const called = { handler_id: 'orders', kind: 'api_call', api_id: apiId };
    const flow = (await test.post(at('flows/create'), { flow_name: 'F', handlers: [called] })).body.data;
    expect((await test.post(at(`flows/update/${flow.flow_id}`), { flow_name: 'F' })).status).toBe(200);
    expect((await test.post(at('settings/update'), { general___timezone: 'UTC' })).status).toBe(200);
    const { data } = await logs(workspace, '?action=updated');
    expect(data.map((line) => [line.resource_type, line.changes])).toEqual([
      ['project', [{ field: 'users', before: [], after: ['a@x.example', 'b@x.example'] }]],
    ]);
  });

  it('tell that a client secret was set anew and that it was taken away', async () => {
    const workspace = await aProject(test);
    await set(workspace, { activity_logs___activity_logs: true });
    const systemId = await aSystem(test, workspace, {
      authentication_type: 'oauth2',
      grant_type: 'authorization_code',
      authorization_url: 'https://shop.example.com/authorize',
      token_url: 'https://shop.example.com/token',
      client_id: 'c',
      client_secret: 'canary-88',
    });
    for (const body of [{ client_secret: 'canary-89' }, { client_secret: null }, { client_id: 'c' }])
      expect((await test.post(workspace.at(`systems/update/${systemId}`), body)).status).toBe(200);
    const { data } = await logs(workspace, `?resource_id=${systemId}&action=updated`);
    const changed = [{ field: 'client_secret', before: null, after: 'changed' }];
    expect(data.map((line) => line.changes)).toEqual([changed, changed]);
  });

  it('are filtered and paged by cursor', async () => {
    const workspace = await aProject(test);
    await set(workspace, { activity_logs___activity_logs: true });
    for (let count = 0; count < 5; count++)
      await test.post(`/api/projects/update/${workspace.projectId}`, { project_description: `d${count}` });
    const all = (await logs(workspace)).data;
    expect(all).toHaveLength(6);
    const first = await logs(workspace, '?limit=4');
    const second = await logs(workspace, `?limit=4&after=${first.additional_data.pagination.next}`);
    expect([...first.data, ...second.data]).toEqual(all);
    expect(second.additional_data.pagination).toEqual({ limit: 4, next: null });
    expect((await logs(workspace, '?action=settings_changed')).data).toHaveLength(1);
    expect((await logs(workspace, '?actor=Olga%20Owner')).data).toHaveLength(6);
    expect((await logs(workspace, '?actor=Somebody')).data).toHaveLength(0);
    expect((await logs(workspace, `?to=${String(all[2]!.at)}`)).data.length).toBeLessThan(6);
    expect((await logs(workspace, '?from=2100-01-01T00:00:00.000Z')).data).toHaveLength(0);
  });

  it.each([
    ['?after=xyz'],
    ['?after=WyJhIl0'],
    ['?limit=0'],
    ['?from=yesterday'],
    ['?from=2026-01-31T08:00:00'],
    ['?to=2026-01-31'],
    ['?colour=red'],
  ])('refuse the query %s', async (query) => {
    const workspace = await aProject(test);
    expect((await test.get(workspace.at(`activity_logs${query}`))).status).toBe(400);
  });

  it('of another project are 404', async () => {
    const workspace = await aProject(test);
    const stranger = await test.signUp('sly@example.com');
    expect((await test.get(workspace.at('activity_logs'), { token: stranger.token })).status).toBe(404);
  });

  it('go after the days that the project keeps them', async () => {
    const workspace = await aProject(test);
    await set(workspace, { activity_logs___activity_logs: true, activity_logs___retention_days: 10 });
    const kept = await aProject(test);
    await set(kept, { activity_logs___activity_logs: true });
    await test.sql("update activity_logs set at = at - interval '11 days'");
    await test.sql(
      `insert into activity_logs (id, project_id, at, actor, action, resource_type, resource_id, name)
       select gen_random_uuid(), $1, now() - interval '20 days', 'x', 'updated', 'flow', 'x', 'x' from generate_series(1, 2500)`,
      [workspace.projectId],
    );
    const removed = await test.app.get(MaintenanceRegistry).run();
    expect(removed.activity_logs).toBe(2501);
    expect((await logs(workspace)).data).toHaveLength(0);
    expect((await logs(kept)).data).toHaveLength(1);
  });
});
