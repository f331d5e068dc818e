// The set-up: one claim of the owner account, and no route any more.
import { createTestApp, OWNER, type TestApp } from '../support/create-test-app.js';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const UNREADABLE: [string, Record<string, string>][] = [
  ['{}', {}],
  ['{"setup_token": 1, "foo": 2}', {}],
  ['{', {}],
  ['a=b', FORM],
];

describe('the set-up', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp({ ROLE: 'api' }, { withOwner: false });
  });
  afterAll(() => test.close());

  const setUp = (raw: string, headers: Record<string, string> = {}) =>
    test.post('/api/auth/setup', undefined, { token: null, raw, headers });

  it('tells what is wrong while it is needed, and then claims the owner account', async () => {
    for (const [raw, headers] of UNREADABLE)
      expect([raw, (await setUp(raw, headers)).status]).toEqual([raw, headers === FORM ? 415 : 400]);
    expect((await setUp(JSON.stringify({ setup_token: 'wrong', ...OWNER }))).status).toBe(401);
    expect((await setUp(JSON.stringify({ setup_token: test.setupToken, ...OWNER }))).status).toBe(200);
  });

  it.each(UNREADABLE)('is no route once it is done, whatever is sent: %s', async (raw, headers) => {
    expect(await setUp(raw, headers)).toMatchObject({
      status: 404,
      body: { error_code: 'not_found', message: 'There is no such route: the set-up is done.' },
    });
  });
});
