import { Client } from 'pg';
import { createTestApp, type TestApp } from '../support/create-test-app.js';

const ID = /^[0-9a-f-]{36}$/;
const RANDOM_ID = '01890f5e-7b3c-7cc0-98c4-dc0c0c07398f';

describe('projects', () => {
  let test: TestApp;
  beforeAll(async () => {
    // no worker: its looks at the queue are queries too
    test = await createTestApp({ ROLE: 'api' });
  });
  afterAll(() => test.close());

  const create = async (body: object, token?: string) =>
    (await test.post('/api/projects/create', body, { token })).body.data.project_id as string;

  describe('POST /api/projects/create', () => {
    it('answers the success envelope to the letter', async () => {
      const answer = await test.post('/api/projects/create', {
        project_name: 'Shop',
        project_description: 'd',
        users: ['a@b.example'],
        groups: [],
      });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        status: 200,
        success: true,
        message: 'Project created.',
        error_code: '',
        data: { project_id: expect.stringMatching(ID) },
        additional_data: {},
      });
    });

    it.each([
      ['no header', {}, 'The Authorization header is missing.'],
      [
        'another scheme',
        { authorization: 'Basic abc' },
        'The Authorization header must be: Bearer <ACCESS_TOKEN>.',
      ],
      [
        'a wrong token',
        { authorization: 'Bearer nope' },
        'Suspicious login attempt: the access token is not valid.',
      ],
    ])('refuses %s with the five members of a 401', async (_case, headers, message) => {
      const answer = await test.post('/api/projects/create', undefined, {
        token: null,
        headers: { ...headers, 'content-type': 'application/json' },
        raw: '{"broken',
      });
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({
        status: false,
        status_code: 401,
        response_status: 401,
        message,
        data: null,
      });
    });

    it.each([
      [{}, 'project_name'],
      [{ project_name: 5 }, 'project_name'],
      [{ project_name: ' ' }, 'project_name'],
      [{ project_name: 'x'.repeat(201) }, 'project_name'],
      [{ project_name: 'x', project_description: 'x'.repeat(5001) }, 'project_description'],
      [{ project_name: 'x', users: 'a@b.example' }, 'users'],
      [{ project_name: 'x', users: ['a@b.example', 'no'] }, 'users[1]'],
      [{ project_name: 'x', users: [7] }, 'users[0]'],
      [{ project_name: 'x', groups: ['no'] }, 'groups[0]'],
      [{ project_name: 'x', groups: [RANDOM_ID] }, 'groups[0]'],
      [{ project_name: 'x', project_nam: 'y' }, 'project_nam'],
    ])('refuses %j and names the field', async (body, field) => {
      const answer = await test.post('/api/projects/create', body);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        status: false,
        status_code: 400,
        response_status: 400,
        data: null,
        error_code: 'validation_failed',
      });
      expect(answer.body.errors.map((error: { field: string }) => error.field)).toContain(field);
    });

    it('folds duplicate addresses and stores them in lower case', async () => {
      const id = await create({ project_name: 'Fold', users: ['A@B.example', 'a@b.example '] });
      expect((await test.get(`/api/projects/${id}`)).body.data.users).toEqual(['a@b.example']);
    });

    it('names a faulty address at its place in the list, duplicates and all', async () => {
      const users = ['a@x.example', 'A@x.example', 'bad'];
      for (const [route, name] of [
        ['/api/projects/create', 'project_name'],
        ['/api/groups/create', 'group_name'],
      ] as const)
        expect(await test.post(route, { [name]: 'Places', users })).toMatchObject({
          status: 400,
          body: { errors: [{ field: 'users[2]', code: 'invalid_entry' }] },
        });
      const tooMany = Array.from({ length: 501 }, () => 'a@x.example');
      expect(await test.post('/api/projects/create', { project_name: 'Many', users: tooMany })).toMatchObject(
        {
          status: 400,
          body: { errors: [{ field: 'users', code: 'too_many' }] },
        },
      );
    });

    it('gives the same answer to a repeated Idempotency-Key, and 409 to another body', async () => {
      const headers = { 'idempotency-key': 'key-1' };
      const first = await test.post('/api/projects/create', { project_name: 'Once' }, { headers });
      const again = await test.post('/api/projects/create', { project_name: 'Once' }, { headers });
      const other = await test.post('/api/projects/create', { project_name: 'Twice' }, { headers });
      expect(again.body).toEqual(first.body);
      expect(other).toMatchObject({ status: 409, body: { error_code: 'idempotency_conflict' } });
    });

    it('takes an address that is spelled in another way for the same call', async () => {
      const headers = { 'idempotency-key': 'spelled' };
      const made: Awaited<ReturnType<TestApp['post']>>[] = [];
      for (const url of ['/api/projects/create', '/%61pi/projects/create', '/api/projects/create?x=1'])
        made.push(await test.post(url, { project_name: 'Once' }, { headers }));
      expect(made.map(({ body }) => body.data?.project_id)).toEqual(
        Array.from({ length: 3 }, () => made[0]!.body.data.project_id),
      );
    });
  });

  describe('POST /api/projects/update/:id', () => {
    it('changes only what is given', async () => {
      const id = await create({
        project_name: 'Before',
        project_description: 'kept',
        users: ['a@b.example'],
      });
      const answer = await test.post(`/api/projects/update/${id}`, { project_name: 'After' });
      expect(answer).toMatchObject({
        status: 200,
        body: { data: { project_id: id }, success: true, error_code: '' },
      });
      expect((await test.get(`/api/projects/${id}`)).body.data).toMatchObject({
        project_name: 'After',
        project_description: 'kept',
        users: ['a@b.example'],
      });
    });

    it('lets a member change the name but not who has access', async () => {
      const member = await test.signUp('mia@example.com');
      const id = await create({ project_name: 'Shared', users: ['mia@example.com'] });
      expect(
        (
          await test.post(
            `/api/projects/update/${id}`,
            { project_description: 'new' },
            { token: member.token },
          )
        ).status,
      ).toBe(200);
      expect(
        await test.post(
          `/api/projects/update/${id}`,
          { project_name: 'Hers', users: [] },
          { token: member.token },
        ),
      ).toMatchObject({ status: 403, body: { error_code: 'forbidden' } });
      expect((await test.get(`/api/projects/${id}`)).body.data).toMatchObject({
        project_name: 'Shared',
        users: ['mia@example.com'],
      });
    });

    it.each([[RANDOM_ID], ['not-an-id'], ['%00']])('answers 404 for the id %s', async (id) => {
      expect(await test.post(`/api/projects/update/${id}`, { project_name: 'x' })).toMatchObject({
        status: 404,
        body: { error_code: 'not_found' },
      });
    });

    it('answers 404 for a project of others', async () => {
      const id = await create({ project_name: 'Private' });
      const stranger = await test.signUp('sam@example.com');
      const answer = await test.post(
        `/api/projects/update/${id}`,
        { project_name: 'Mine' },
        { token: stranger.token },
      );
      const random = await test.post(
        `/api/projects/update/${RANDOM_ID}`,
        { project_name: 'Mine' },
        { token: stranger.token },
      );
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual(random.body);
      expect((await test.get(`/api/projects/${id}`)).body.data.project_name).toBe('Private');
    });
  });

  describe('POST /workspace/:project_id/api/settings/update', () => {
    it('changes settings and answers the whole map', async () => {
      const id = await create({ project_name: 'Settings' });
      const answer = await test.post(`/workspace/${id}/api/settings/update`, {
        activity_logs___activity_logs: true,
        general___timezone: 'Europe/Berlin',
      });
      expect(answer.status).toBe(200);
      expect(answer.body.data).toEqual({
        activity_logs___activity_logs: true,
        activity_logs___retention_days: 365,
        general___timezone: 'Europe/Berlin',
        runs___retention_days: 30,
        runs___max_concurrent: 5,
        alerts___on_failure: false,
        alerts___email_addresses: [],
        alerts___webhook_url: '',
      });
      expect((await test.get(`/workspace/${id}/api/settings`)).body.data).toEqual(answer.body.data);
    });

    it.each([
      [{ activity_logs___activity_logs: 'true' }, 'activity_logs___activity_logs'],
      [{ unknown___key: 1 }, 'unknown___key'],
      [{ activity_logs___activity_logs: true, general___timezone: 'Mars' }, 'general___timezone'],
      [{ alerts___email_addresses: ['a@b.example', 'x'] }, 'alerts___email_addresses[1]'],
      [{ runs___max_concurrent: 0 }, 'runs___max_concurrent'],
      [{ alerts___webhook_url: 'javascript:alert(1)' }, 'alerts___webhook_url'],
    ])('refuses %j, names the key and changes nothing', async (body, field) => {
      const id = await create({ project_name: 'Atomic' });
      const answer = await test.post(`/workspace/${id}/api/settings/update`, body);
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0].field).toBe(field);
      expect((await test.get(`/workspace/${id}/api/settings`)).body.data.activity_logs___activity_logs).toBe(
        false,
      );
    });

    it('says that nothing is mailed to addresses while no mail server is set', async () => {
      const id = await create({ project_name: 'Unmailed' });
      const update = (body: object) => test.post(`/workspace/${id}/api/settings/update`, body);
      const answer = await update({ alerts___email_addresses: ['ops@example.com'] });
      expect(answer).toMatchObject({ status: 200, body: { message: expect.stringContaining('SMTP_URL') } });
      expect(answer.body.data.alerts___email_addresses).toEqual(['ops@example.com']);
      expect((await update({ alerts___email_addresses: [] })).body.message).toBe('Project settings updated.');
      expect((await test.get('/api/auth/state', { token: null })).body.data.mail).toBe(false);
    });

    it('answers 404 for a project of others and 401 without a token', async () => {
      const id = await create({ project_name: 'Locked' });
      const stranger = await test.signUp('stan@example.com');
      expect(
        (await test.post(`/workspace/${id}/api/settings/update`, {}, { token: stranger.token })).status,
      ).toBe(404);
      expect((await test.post(`/workspace/${id}/api/settings/update`, {}, { token: null })).status).toBe(401);
    });
  });

  describe('POST /api/projects/delete/:id', () => {
    it('asks for the name again', async () => {
      const id = await create({ project_name: 'Doomed' });
      expect(
        (await test.post(`/api/projects/delete/${id}`, { project_name: 'Doom' })).body.errors[0].field,
      ).toBe('project_name');
      expect((await test.post(`/api/projects/delete/${id}`, { project_name: 'Doomed' })).status).toBe(200);
      expect((await test.get(`/api/projects/${id}`)).status).toBe(404);
    });
  });

  it('lists only the projects that the caller may see, page by page', async () => {
    const lena = await test.signUp('lena@example.com');
    for (const name of ['b', 'A', 'c']) await create({ project_name: name }, lena.token);
    const answer = await test.get('/api/projects?per_page=2&sort=name', { token: lena.token });
    expect(answer.body.data.map((project: { project_name: string }) => project.project_name)).toHaveLength(2);
    expect(answer.body.additional_data.pagination).toEqual({
      page: 1,
      per_page: 2,
      total: 3,
      total_pages: 2,
    });
    expect((await test.get('/api/projects?sort=password', { token: lena.token })).body.errors[0].field).toBe(
      'sort',
    );
  });

  it('is read with two queries: who calls and may, and what it is', async () => {
    const id = await create({ project_name: 'Counted' });
    const query = jest.spyOn(Client.prototype, 'query');
    const answer = await test.get(`/api/projects/${id}`);
    const texts = (query.mock.calls as unknown[][]).map(([first]) =>
      typeof first === 'string' ? first : (first as { text: string }).text,
    );
    query.mockRestore();
    expect(answer.status).toBe(200);
    // The worker of this app asks about runs meanwhile.
    const asked = texts.filter((text) =>
      /\b(?:sessions|users|projects|project_users|group_members)\b/.test(text),
    );
    expect(asked).toHaveLength(2);
    expect(asked[0]).toMatch(/from sessions s join users u .* left join projects p/s);
  });
});
