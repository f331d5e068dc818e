// Both envelopes to the byte, for each status that the contract names.
import { SettingsService } from '../../src/projects/settings/settings.service.js';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { aProject, RANDOM_ID } from '../support/factories.js';

describe('the envelopes', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());
  afterEach(() => jest.restoreAllMocks());

  const post = (raw: string | Buffer, headers: Record<string, string> = {}, token?: string | null) =>
    test.post('/api/projects/create', undefined, {
      raw,
      token,
      headers: { 'content-type': 'application/json', ...headers },
    });
  const failure = (status: number, message: string, code: string, errors?: object[]) =>
    JSON.stringify({
      status: false,
      status_code: status,
      response_status: status,
      message,
      data: null,
      ...(code ? { error_code: code } : {}),
      ...(errors ? { errors } : {}),
    });

  it('200: the six members of success in their order', async () => {
    const answer = await post('{"project_name":"Bytes"}');
    const id = answer.body.data.project_id as string;
    expect(answer.text).toBe(
      `{"status":200,"success":true,"message":"Project created.","error_code":"","data":{"project_id":"${id}"},"additional_data":{}}`,
    );
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('200: a list has its pagination beside it', async () => {
    const person = await test.signUp('list@example.com');
    const answer = await test.get('/api/projects?per_page=5', { token: person.token });
    expect(answer.text).toBe(
      '{"status":200,"success":true,"message":"Projects.","error_code":"","data":[],"additional_data":{"pagination":{"page":1,"per_page":5,"total":0,"total_pages":0}}}',
    );
  });

  it.each([
    ['no header', {}, 'The Authorization header is missing.'],
    ['an empty header', { authorization: '' }, 'The Authorization header is missing.'],
    [
      'another scheme',
      { authorization: 'Basic YTpi' },
      'The Authorization header must be: Bearer <ACCESS_TOKEN>.',
    ],
    [
      'two tokens',
      { authorization: 'Bearer a b' },
      'The Authorization header must be: Bearer <ACCESS_TOKEN>.',
    ],
    [
      'a scheme alone',
      { authorization: 'Bearer' },
      'The Authorization header must be: Bearer <ACCESS_TOKEN>.',
    ],
    [
      'a token of nobody',
      { authorization: 'Bearer pwt_0123' },
      'Suspicious login attempt: the access token is not valid.',
    ],
    [
      'a JWT without signature',
      { authorization: `Bearer ${unsigned({ alg: 'none' })}` },
      'Suspicious login attempt: the access token is not valid.',
    ],
    [
      'a JWT of another key',
      { authorization: `Bearer ${unsigned({ alg: 'HS256', kid: 'k1' })}AAAA` },
      'Suspicious login attempt: the access token is not valid.',
    ],
  ])('401 for %s: exactly five members', async (_name, headers, message) => {
    const answer = await post('{"project_name":"x"}', headers, null);
    expect(answer.status).toBe(401);
    expect(answer.text).toBe(failure(401, message, ''));
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('400: all fields at fault, each with its path', async () => {
    const answer = await post('{"project_name":"","users":["a@b.example","x"],"colour":1}');
    expect(answer.status).toBe(400);
    expect(
      answer.body.errors.map((error: { field: string; code: string }) => [error.field, error.code]),
    ).toEqual(
      expect.arrayContaining([
        ['project_name', 'too_short'],
        ['users[1]', 'invalid_entry'],
        ['colour', 'unknown_field'],
      ]),
    );
    expect(Object.keys(answer.body)).toEqual([
      'status',
      'status_code',
      'response_status',
      'message',
      'data',
      'error_code',
      'errors',
    ]);
  });

  it.each([
    ['{"project_name":', /^The body is not valid JSON: /],
    ['[]', /^The body must be a JSON object\.$/],
    ['"text"', /^The body must be a JSON object\.$/],
    ['null', /^The body must be a JSON object\.$/],
    [`${'{"a":'.repeat(70)}1${'}'.repeat(70)}`, /^The body is nested more than 64 levels deep\.$/],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), /^The body is not valid UTF-8\.$/],
    ['{"project_name":"a\\u0000b"}', /NUL/],
    ['{"project_name":"\\ud800"}', /surrogate/],
    ['{"__proto__":{"project_name":"x"}}', /^__proto__: this name is not allowed\.$/],
    ['{"project_name":"a","project_name":"b"}', /^project_name: is there twice\.$/],
    [
      `{${Array.from({ length: 10_001 }, (_, index) => `"k${index}":1`).join(',')}}`,
      /more than 10000 members/,
    ],
  ])('400 for the unreadable body %#', async (raw, words) => {
    const answer = await post(raw);
    expect(answer).toMatchObject({
      status: 400,
      body: {
        status: false,
        status_code: 400,
        response_status: 400,
        data: null,
        error_code: 'validation_failed',
      },
    });
    expect(answer.body.message).toMatch(words);
  });

  it('403', async () => {
    const person = await test.signUp('mem@example.com');
    const answer = await test.get('/api/users', { token: person.token });
    expect(answer.text).toBe(failure(403, 'Only the owner and admins may do this.', 'forbidden'));
  });

  it('404 for a route and for a thing', async () => {
    expect((await test.get('/api/nothing?x=1')).text).toBe(
      failure(404, 'There is no route GET /api/nothing.', 'not_found'),
    );
    expect((await test.get(`/api/projects/${RANDOM_ID}`)).text).toBe(
      failure(404, 'There is no such project.', 'not_found'),
    );
    expect((await test.app.inject({ method: 'DELETE', url: '/api/projects' })).statusCode).toBe(404);
  });

  it('409', async () => {
    await test.post('/api/groups/create', { group_name: 'Twice' });
    expect((await test.post('/api/groups/create', { group_name: 'twice' })).text).toBe(
      failure(409, 'The name "twice" is taken already. Choose another one.', 'name_taken', [
        { field: 'group_name', code: 'name_taken', message: 'is taken already' },
      ]),
    );
  });

  it('413', async () => {
    const words = 'The body is too large: 1 MiB is the most, 5 MiB for samples and imports.';
    for (const size of [1024 * 1024 + 10, 6 * 1024 * 1024]) {
      const answer = await post(`{"project_name":"${'x'.repeat(size)}"}`);
      expect(answer.text).toBe(failure(413, words, 'payload_too_large'));
    }
  });

  it.each([['text/plain'], ['application/x-www-form-urlencoded'], ['multipart/form-data; boundary=x']])(
    '415 for %s',
    async (type) => {
      const answer = await post('project_name=x', { 'content-type': type });
      expect(answer.text).toBe(
        failure(415, 'The Content-Type must be application/json.', 'unsupported_media_type'),
      );
    },
  );

  it('500: the request id finds the cause in the log; nothing of it is told', async () => {
    const { at } = await aProject(test);
    jest
      .spyOn(SettingsService.prototype, 'get')
      .mockRejectedValueOnce(new Error('select * from users where token = s3cret'));
    const answer = await test.get(at('settings'));
    expect(answer.text).toBe(
      failure(
        500,
        `Something went wrong on our side. The log tells more under the request id ${String(answer.headers['x-request-id'])}.`,
        'internal_error',
      ),
    );
  });

  it('every answer carries a request id and is not cached', async () => {
    for (const url of ['/api/projects', '/api/nothing', '/health/live', '/api/projects/%E0%A4%A']) {
      const answer = await test.get(url);
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });
});

function unsigned(header: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part(header)}.${part({ sub: RANDOM_ID, sid: RANDOM_ID, exp: 4_000_000_000 })}.`;
}
