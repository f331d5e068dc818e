// People: invitations, roles, suspension, the ownership, groups.
import { createTestApp, OWNER, type TestApp } from '../support/create-test-app.js';

const PASSWORD = 'a quiet river at dawn';
const tokenOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

describe('people', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());

  const invite = async (email: string, more: object = {}) =>
    (await test.post('/api/users/create', { email, ...more })).body.data as {
      user_id: string;
      invitation_url: string;
    };
  const accept = (url: string, name = 'New') =>
    test.post(
      '/api/auth/accept_invitation',
      { invitation_token: tokenOf(url), name, password: PASSWORD },
      { token: null },
    );
  const join = async (email: string, role: 'admin' | 'member' = 'member') => {
    const { user_id: userId, invitation_url: url } = await invite(email, { role });
    return { userId, token: (await accept(url)).body.data.access_token as string };
  };

  describe('invitations', () => {
    it('let a person choose name and password once, and sign in with them', async () => {
      const invited = await test.post('/api/users/create', { email: 'Ina@Example.com', name: 'Ina' });
      expect(invited).toMatchObject({
        status: 200,
        body: {
          data: {
            email: 'ina@example.com',
            role: 'member',
            accepted: false,
            suspended: false,
            mail_sent: false,
            invitation_url: expect.stringMatching(/^http:\/\/localhost:3000\/invitation\/[\w-]{43}$/),
          },
        },
      });
      const url = invited.body.data.invitation_url as string;
      const joined = await accept(url, 'Ina I.');
      expect(joined).toMatchObject({
        status: 200,
        body: { data: { token_type: 'Bearer', user: { email: 'ina@example.com', name: 'Ina I.' } } },
      });
      const again = await accept(url);
      expect(again).toMatchObject({
        status: 401,
        body: {
          message: 'Suspicious login attempt: the link is not valid, was used already or has ended.',
        },
      });
      const login = await test.post(
        '/api/auth/login',
        { email: 'INA@example.com', password: PASSWORD },
        { token: null },
      );
      expect(login.status).toBe(200);
    });

    it('of 10 parallel uses of one link let one through', async () => {
      const { invitation_url: url } = await invite('par@example.com');
      const answers = await Promise.all(Array.from({ length: 10 }, () => accept(url)));
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
      expect(answers.filter((answer) => answer.status === 401)).toHaveLength(9);
    });

    it('end after seven days and when a newer one is made', async () => {
      const { user_id: id, invitation_url: url } = await invite('late@example.com');
      const renewed = (await test.post(`/api/users/invite/${id}`)).body.data.invitation_url as string;
      expect((await accept(url)).status).toBe(401);
      await test.sql(
        "update account_links set expires_at = expires_at - interval '7 days 1 second' where user_id = $1",
        [id],
      );
      expect((await accept(renewed)).status).toBe(401);
    });

    it('keep the link usable when the password is too weak', async () => {
      const { invitation_url: url } = await invite('weak@example.com');
      const weak = await test.post(
        '/api/auth/accept_invitation',
        { invitation_token: tokenOf(url), name: 'W', password: 'short' },
        { token: null },
      );
      expect(weak).toMatchObject({ status: 400, body: { errors: [{ field: 'password' }] } });
      expect((await accept(url)).status).toBe(200);
    });

    it('refuse a second account with the same address', async () => {
      await invite('twin@example.com');
      expect(await test.post('/api/users/create', { email: 'TWIN@example.com' })).toMatchObject({
        status: 409,
        body: { error_code: 'name_taken', errors: [{ field: 'email' }] },
      });
    });

    it('are for the owner and admins only', async () => {
      const member = await join('mem@example.com');
      expect(
        (await test.post('/api/users/create', { email: 'x@example.com' }, { token: member.token })).status,
      ).toBe(403);
      expect((await test.get('/api/users', { token: member.token })).status).toBe(403);
    });

    it('open a project to an address that had no account when it was listed', async () => {
      const project = (
        await test.post('/api/projects/create', { project_name: 'Early', users: ['early@example.com'] })
      ).body.data.project_id as string;
      const early = await join('early@example.com');
      expect((await test.get(`/api/projects/${project}`, { token: early.token })).status).toBe(200);
    });
  });

  describe('roles', () => {
    it('an admin cannot touch the account of the owner', async () => {
      const admin = await join('adm@example.com', 'admin');
      const owner = (await test.get('/api/auth/me')).body.data.user_id as string;
      for (const body of [
        { email: 'adm2@example.com' },
        { suspended: true },
        { role: 'member' },
        { name: 'x' },
      ])
        expect((await test.post(`/api/users/update/${owner}`, body, { token: admin.token })).status).toBe(
          403,
        );
      expect((await test.post(`/api/users/delete/${owner}`, {}, { token: admin.token })).status).toBe(403);
      expect((await test.get('/api/auth/me')).body.data).toMatchObject({ email: OWNER.email, role: 'owner' });
    });

    it('an admin cannot hand over the ownership or take it', async () => {
      const admin = await join('adm3@example.com', 'admin');
      const answer = await test.post(
        `/api/users/update/${admin.userId}`,
        { role: 'owner' },
        { token: admin.token },
      );
      expect(answer.status).toBe(403);
    });

    it('take effect with the next request', async () => {
      const person = await join('up@example.com');
      expect((await test.get('/api/users', { token: person.token })).status).toBe(403);
      await test.post(`/api/users/update/${person.userId}`, { role: 'admin' });
      expect((await test.get('/api/users', { token: person.token })).status).toBe(200);
      await test.post(`/api/users/update/${person.userId}`, { role: 'member' });
      expect((await test.get('/api/users', { token: person.token })).status).toBe(403);
    });
  });

  describe('suspension and removal', () => {
    it('end sessions and tokens with the next request, and the sign-in reads like a wrong password', async () => {
      const person = await join('sus@example.com');
      const personal = (
        await test.post('/api/access_tokens/create', { token_name: 't' }, { token: person.token })
      ).body.data.access_token as string;
      expect((await test.get('/api/projects', { token: personal })).status).toBe(200);
      await test.post(`/api/users/update/${person.userId}`, { suspended: true });
      expect((await test.get('/api/projects', { token: person.token })).status).toBe(401);
      expect((await test.get('/api/projects', { token: personal })).status).toBe(401);
      expect(await test.sql('select 1 from sessions where user_id = $1', [person.userId])).toHaveLength(0);
      const login = await test.post(
        '/api/auth/login',
        { email: 'sus@example.com', password: PASSWORD },
        { token: null },
      );
      expect(login).toMatchObject({
        status: 401,
        body: { message: 'Suspicious login attempt: the e-mail address or the password is wrong.' },
      });
      await test.post(`/api/users/update/${person.userId}`, { suspended: false });
      expect((await test.get('/api/projects', { token: person.token })).status).toBe(401);
      expect((await test.get('/api/projects', { token: personal })).status).toBe(200);
    });

    it('nobody suspends or deletes the own account', async () => {
      const admin = await join('self@example.com', 'admin');
      const at = (action: string) => `/api/users/${action}/${admin.userId}`;
      expect((await test.post(at('update'), { suspended: true }, { token: admin.token })).status).toBe(403);
      expect((await test.post(at('delete'), {}, { token: admin.token })).status).toBe(403);
    });

    it('refuse to delete who created projects, and name them', async () => {
      const person = await join('maker@example.com');
      await test.post('/api/projects/create', { project_name: 'Made here' }, { token: person.token });
      expect(await test.post(`/api/users/delete/${person.userId}`)).toMatchObject({
        status: 409,
        body: { error_code: 'in_use', message: expect.stringContaining('"Made here"') },
      });
    });

    it('delete a person with sessions and tokens', async () => {
      const person = await join('gone@example.com');
      expect(await test.post(`/api/users/delete/${person.userId}`)).toMatchObject({
        status: 200,
        body: { data: { user_id: person.userId } },
      });
      expect((await test.get('/api/projects', { token: person.token })).status).toBe(401);
      expect((await test.post(`/api/users/delete/${person.userId}`)).status).toBe(404);
    });
  });

  describe('groups', () => {
    it('give and take access to a project with the next request', async () => {
      const person = await join('gus@example.com');
      const group = (
        await test.post('/api/groups/create', { group_name: 'Team', users: ['GUS@example.com'] })
      ).body.data;
      expect(group).toMatchObject({ group_name: 'Team', users: ['gus@example.com'] });
      const project = (
        await test.post('/api/projects/create', { project_name: 'Grouped', groups: [group.group_id] })
      ).body.data.project_id as string;
      const sees = async () => (await test.get(`/api/projects/${project}`, { token: person.token })).status;
      expect(await sees()).toBe(200);
      await test.post(`/api/groups/update/${group.group_id}`, { users: [] });
      expect(await sees()).toBe(404);
    });

    it('are listed to every signed-in person by id and name, and with members to admins', async () => {
      const person = await join('lil@example.com');
      await test.post('/api/groups/create', { group_name: 'Seen', users: ['a@b.example'] });
      const seen = (list: { group_name: string; users?: string[] }[]) =>
        list.find((group) => group.group_name === 'Seen') ?? { users: undefined };
      expect(
        Object.keys(seen((await test.get('/api/groups', { token: person.token })).body.data)).sort(),
      ).toEqual(['group_id', 'group_name']);
      expect(seen((await test.get('/api/groups')).body.data).users).toEqual(['a@b.example']);
    });

    it('are told without members to an access token that is limited to projects, whose person is an admin', async () => {
      await test.post('/api/groups/create', { group_name: 'Unseen', users: ['a@b.example'] });
      const project_ids = [
        (await test.post('/api/projects/create', { project_name: 'Limit' })).body.data.project_id,
      ];
      for (const [limit, isShown] of [
        [{ project_ids }, false],
        [{}, true],
      ] as const) {
        const made = await test.post('/api/access_tokens/create', { token_name: 'T', ...limit });
        const list = (await test.get('/api/groups', { token: made.body.data.access_token })).body.data;
        expect(list.length).toBeGreaterThan(0);
        expect(list.some((group: object) => 'users' in group)).toBe(isShown);
      }
    });

    it('are not told of in the security log by an update that changed nothing', async () => {
      const users = ['b@x.example', 'a@x.example'];
      const { group_id: id } = (await test.post('/api/groups/create', { group_name: 'Calm', users })).body
        .data;
      for (const body of [{}, { group_name: 'Calm' }, { users: ['A@x.example', 'b@x.example'] }])
        expect((await test.post(`/api/groups/update/${id}`, body)).status).toBe(200);
      const told = async () =>
        (await test.get('/api/security_logs?action=group_changed')).body.data.filter(
          (line: { details: { group: string } }) => line.details.group === 'Calm',
        );
      expect(await told()).toEqual([]);
      await test.post(`/api/groups/update/${id}`, { users: [] });
      expect(await told()).toHaveLength(1);
    });

    it('fold their members, and null takes all of them out', async () => {
      const users = ['b@x.example', 'B@x.example', 'a@x.example'];
      const made = await test.post('/api/groups/create', { group_name: 'Folded', users });
      expect(made.body.data.users).toEqual(['a@x.example', 'b@x.example']);
      const at = `/api/groups/update/${made.body.data.group_id}`;
      expect((await test.post(at, { users })).body.data.users).toEqual(['a@x.example', 'b@x.example']);
      expect((await test.post(at, { users: null })).body.data.users).toEqual([]);
    });

    it('have names that are unique without regard to case', async () => {
      await test.post('/api/groups/create', { group_name: 'Sales' });
      expect(await test.post('/api/groups/create', { group_name: 'SALES' })).toMatchObject({
        status: 409,
        body: { error_code: 'name_taken' },
      });
    });

    it('are not deleted while a project is open to them', async () => {
      const group = (await test.post('/api/groups/create', { group_name: 'Held' })).body.data
        .group_id as string;
      const project = (await test.post('/api/projects/create', { project_name: 'Holder', groups: [group] }))
        .body.data.project_id as string;
      expect(await test.post(`/api/groups/delete/${group}`)).toMatchObject({
        status: 409,
        body: { error_code: 'in_use', message: expect.stringContaining('"Holder"') },
      });
      await test.post(`/api/projects/update/${project}`, { groups: [] });
      expect((await test.post(`/api/groups/delete/${group}`)).status).toBe(200);
    });
  });

  it('the security log tells the owner, and nobody else, what happened', async () => {
    const admin = await join('watch@example.com', 'admin');
    await test.post(`/api/users/update/${admin.userId}`, { role: 'member' });
    expect((await test.get('/api/security_logs', { token: admin.token })).status).toBe(403);
    const log = (await test.get('/api/security_logs?email=watch@example.com')).body;
    expect(log.data.map((line: { action: string }) => line.action)).toEqual([
      'role_changed',
      'invitation_accepted',
      'user_invited',
    ]);
    expect(log.data[0]).toMatchObject({ actor: OWNER.email, details: { from: 'admin', to: 'member' } });
    expect(log.additional_data.pagination).toEqual({ limit: 50, next: null });
    const first = (await test.get('/api/security_logs?email=watch@example.com&limit=2')).body;
    const next = first.additional_data.pagination.next as string;
    const second = (await test.get(`/api/security_logs?email=watch@example.com&limit=2&after=${next}`)).body;
    expect([...first.data, ...second.data]).toEqual(log.data);
  });

  describe('the ownership', () => {
    it('goes to another person at once: the former owner is an admin, and there is one owner', async () => {
      const heir = await join('heir@example.com');
      const pending = await invite('pending@example.com');
      expect((await test.post(`/api/users/update/${pending.user_id}`, { role: 'owner' })).status).toBe(409);
      expect((await test.post(`/api/users/update/${heir.userId}`, { role: 'owner' })).status).toBe(200);
      const owners = await test.sql<{ email: string }>("select email from users where role = 'owner'");
      expect(owners).toEqual([{ email: 'heir@example.com' }]);
      expect((await test.get('/api/auth/me')).body.data.role).toBe('admin');
      expect((await test.get('/api/security_logs', { token: heir.token })).status).toBe(200);
      // and back, while ten calls race: still one
      const own = (await test.get('/api/auth/me')).body.data.user_id as string;
      await Promise.all(
        [own, own, pending.user_id, own].map((id) =>
          test.post(`/api/users/update/${id}`, { role: 'owner' }, { token: heir.token }),
        ),
      );
      expect(await test.sql("select 1 from users where role = 'owner'")).toHaveLength(1);
      expect((await test.get('/api/auth/me')).body.data.role).toBe('owner');
    });

    it('cannot be reached through the address of its owner by an access token', async () => {
      const own = (await test.get('/api/auth/me')).body.data.user_id as string;
      const made = await test.post('/api/access_tokens/create', { token_name: 'leaked' });
      const { access_token: token } = made.body.data;
      const change = (body: object) => test.post(`/api/users/update/${own}`, body, { token });
      expect((await change({ email: 'thief@example.com' })).status).toBe(403);
      expect((await change({ email: OWNER.email, name: OWNER.name })).status).toBe(200);
      expect((await test.get('/api/auth/me')).body.data).toMatchObject({ email: OWNER.email, role: 'owner' });
    });

    it('cannot be dropped by its owner alone', async () => {
      const own = (await test.get('/api/auth/me')).body.data.user_id as string;
      expect((await test.post(`/api/users/update/${own}`, { role: 'member' })).status).toBe(409);
      expect((await test.post(`/api/users/update/${own}`, { suspended: true })).status).toBe(403);
      expect((await test.post(`/api/users/delete/${own}`)).status).toBe(403);
    });
  });
});
