// Sign-in: sessions, the refresh chain, forgotten passwords, the second factor, access tokens.
import { Secret as TotpSecret, TOTP } from 'otpauth';
import { AccountLinksService } from '../../src/users/account-links.service.js';
import { createTestApp, OWNER, type TestApp } from '../support/create-test-app.js';
import { type MailSink, startMailSink } from '../support/mail-sink.js';
import { signInTo } from '../support/sign-in.js';

const PASSWORD = OWNER.password;
const NEW_PASSWORD = 'nine green bottles hanging';

describe('sign-in', () => {
  let sink: MailSink;
  let test: TestApp;
  beforeAll(async () => {
    sink = await startMailSink();
    // One proxy's worth of trust lets the tests come from several addresses.
    test = await createTestApp({ SMTP_URL: sink.url, TRUST_PROXY: '1' });
  });
  afterAll(async () => {
    await test.close();
    await sink.close();
  });
  beforeEach(() => test.sql('delete from sign_in_attempts'));

  const login = signInTo(() => test);
  const cookieOf = (answer: Awaited<ReturnType<typeof login>>): string =>
    String(answer.headers['set-cookie']).split(';')[0]!;

  describe('sessions', () => {
    it('are listed with the present one marked, ended one by one and all at once', async () => {
      const person = await test.signUp('ses@example.com');
      const second = await login('ses@example.com');
      const token = second.body.data.access_token as string;
      const list = (await test.get('/api/auth/sessions', { token })).body.data as {
        session_id: string;
        current: boolean;
      }[];
      expect(list).toHaveLength(2);
      expect(list.filter((session) => session.current)).toHaveLength(1);
      const other = list.find((session) => !session.current)!;
      expect((await test.post(`/api/auth/sessions/delete/${other.session_id}`, {}, { token })).status).toBe(
        200,
      );
      expect((await test.get('/api/auth/me', { token: person.token })).status).toBe(401);
      expect((await test.post('/api/auth/sessions/delete_all', {}, { token })).status).toBe(200);
      expect((await test.get('/api/auth/me', { token })).status).toBe(401);
    });

    it('of others are 404', async () => {
      const person = await test.signUp('own@example.com');
      const own = (await test.get('/api/auth/sessions')).body.data[0].session_id as string;
      expect((await test.post(`/api/auth/sessions/delete/${own}`, {}, { token: person.token })).status).toBe(
        404,
      );
      expect((await test.get('/api/auth/me')).status).toBe(200);
    });

    it('all end with a new password, in the same transaction', async () => {
      const person = await test.signUp('pw@example.com');
      const answer = await test.post(
        '/api/auth/me/update',
        { old_password: PASSWORD, password: NEW_PASSWORD },
        { token: person.token },
      );
      expect(answer.status).toBe(200);
      expect((await test.get('/api/auth/me', { token: person.token })).status).toBe(401);
      expect((await login('pw@example.com')).status).toBe(401);
      expect((await login('pw@example.com', NEW_PASSWORD)).status).toBe(200);
    });

    it('a sign-in that meets the change of the password does not survive it', async () => {
      const person = await test.signUp('race@example.com');
      const calls = Array.from({ length: 8 }, () => login('race@example.com'));
      const changed = test.post(
        '/api/auth/me/update',
        { old_password: PASSWORD, password: NEW_PASSWORD },
        { token: person.token },
      );
      const answers = await Promise.all(calls);
      expect((await changed).status).toBe(200);
      for (const answer of answers.filter(({ status }) => status === 200))
        expect((await test.get('/api/auth/me', { token: answer.body.data.access_token })).status).toBe(401);
    });
  });

  describe('the refresh chain', () => {
    const refresh = (cookie: string, headers: Record<string, string> = {}) =>
      test.post('/api/auth/refresh', undefined, { token: null, headers: { cookie, ...headers } });

    it('gives a new token for each use; a cookie that was used before ends the whole chain', async () => {
      await test.signUp('chain@example.com');
      const first = cookieOf(await login('chain@example.com'));
      const second = await refresh(first);
      expect(second.status).toBe(200);
      const token = second.body.data.access_token as string;
      await test.sql("update sessions set rotated_at = rotated_at - interval '1 minute'");
      expect((await refresh(first)).status).toBe(401);
      expect((await refresh(cookieOf(second))).status).toBe(401);
      expect((await test.get('/api/auth/me', { token })).status).toBe(401);
    });

    it('lets two tabs refresh at once', async () => {
      await test.signUp('tabs@example.com');
      const cookie = cookieOf(await login('tabs@example.com'));
      const answers = await Promise.all([refresh(cookie), refresh(cookie), refresh(cookie)]);
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
      const cookies = answers.map((answer) => cookieOf(answer));
      expect(cookies[0]).toMatch(/^\w+=./);
      expect(cookies[0]).not.toBe(cookie);
      expect(new Set(cookies).size).toBe(1);
    });

    it('survives an answer that was lost on its way, as when the page is left while it loads', async () => {
      await test.signUp('lost@example.com');
      const first = cookieOf(await login('lost@example.com'));
      await refresh(first);
      const again = await refresh(first);
      await test.sql("update sessions set rotated_at = rotated_at - interval '1 minute'");
      const next = await refresh(cookieOf(again));
      expect(next.status).toBe(200);
      // once its successor has been used, the old one is worth nothing
      expect((await refresh(first)).status).toBe(401);
    });

    it('keeps its cookie from scripts and other sites', async () => {
      const answer = await login(OWNER.email);
      expect(String(answer.headers['set-cookie'])).toMatch(
        /^pipewright_refresh=[^;]+; Max-Age=2592000; Path=\/api\/auth; HttpOnly; SameSite=Strict$/,
      );
      const foreign = await refresh(cookieOf(answer), { origin: 'https://evil.example' });
      expect(foreign.status).toBe(401);
    });

    it.each([['nonsense'], ['pipewright_refresh=x.y'], ['']])('refuses the cookie %j', async (cookie) => {
      expect((await refresh(cookie)).status).toBe(401);
      expect(
        (await test.post('/api/auth/logout', undefined, { token: null, headers: { cookie } })).status,
      ).toBe(200);
    });

    it('ends with the sign-out', async () => {
      await test.signUp('out@example.com');
      const answer = await login('out@example.com');
      await test.post('/api/auth/logout', undefined, { token: null, headers: { cookie: cookieOf(answer) } });
      expect((await test.get('/api/auth/me', { token: answer.body.data.access_token })).status).toBe(401);
      expect((await refresh(cookieOf(answer))).status).toBe(401);
    });
  });

  describe('a forgotten password', () => {
    const forgot = (email: string) => test.post('/api/auth/forgot_password', { email }, { token: null });
    const reset = (token: string, more: object = {}) =>
      test.post(
        '/api/auth/reset_password',
        { reset_token: token, password: NEW_PASSWORD, ...more },
        { token: null },
      );
    const linkIn = (mail: string): string => /reset-password\/([\w-]{43})/.exec(mail)?.[1] ?? '';

    it('is mailed about, answers alike for unknown addresses, and the link works once', async () => {
      const person = await test.signUp('forget@example.com');
      const before = sink.mails.length;
      const known = await forgot('forget@example.com');
      const unknown = await forgot('stranger@example.com');
      expect(known).toMatchObject({ status: 200, body: { data: {} } });
      expect(unknown.body).toEqual(known.body);
      const mails = await sink.received(before + 1);
      expect(mails).toHaveLength(before + 1);
      const token = linkIn(mails.at(-1)!);
      expect((await reset(token, { password: 'short' })).status).toBe(400);
      const done = await reset(token);
      expect(done).toMatchObject({ status: 200, body: { data: { token_type: 'Bearer' } } });
      expect((await test.get('/api/auth/me', { token: person.token })).status).toBe(401);
      expect((await reset(token)).status).toBe(401);
      expect((await login('forget@example.com', NEW_PASSWORD)).status).toBe(200);
    });

    it('ends an hour later', async () => {
      await test.signUp('slow@example.com');
      const before = sink.mails.length;
      await forgot('slow@example.com');
      const token = linkIn((await sink.received(before + 1)).at(-1)!);
      await test.sql("update account_links set expires_at = expires_at - interval '61 minutes'");
      expect((await reset(token)).status).toBe(401);
    });

    it('is over with its link when the password is changed in another way', async () => {
      const person = await test.signUp('links@example.com');
      const before = sink.mails.length;
      await forgot('links@example.com');
      const token = linkIn((await sink.received(before + 1)).at(-1)!);
      const changed = await test.post(
        '/api/auth/me/update',
        { old_password: PASSWORD, password: NEW_PASSWORD },
        { token: person.token },
      );
      expect(changed.status).toBe(200);
      expect((await reset(token)).status).toBe(401);
      expect((await login('links@example.com', NEW_PASSWORD)).status).toBe(200);
    });

    it('ends the invitation too: it sets no second password', async () => {
      const invited = (await test.post('/api/users/create', { email: 'bob@example.com' })).body.data as {
        user_id: string;
        invitation_url: string;
      };
      const accept = () =>
        test.post(
          '/api/auth/accept_invitation',
          { invitation_token: invited.invitation_url.split('/').at(-1), name: 'B', password: PASSWORD },
          { token: null },
        );
      // as the command line makes one
      const link = await test.app
        .get(AccountLinksService, { strict: false })
        .make(invited.user_id, 'password_reset');
      expect((await reset(link.url.split('/').at(-1)!)).status).toBe(200);
      expect((await accept()).status).toBe(401);
      expect(await test.sql('select 1 from account_links where user_id = $1', [invited.user_id])).toEqual([]);
      expect((await login('bob@example.com', NEW_PASSWORD)).status).toBe(200);
      expect((await test.get('/api/users?search=bob@example.com')).body.data[0]).toMatchObject({
        accepted: true,
        invitation_expires_at: null,
      });
    });

    it('and an invitation that are used at once set one password', async () => {
      for (let round = 0; round < 5; round++) {
        const email = `both${round}@example.com`;
        const invited = (await test.post('/api/users/create', { email })).body.data as {
          user_id: string;
          invitation_url: string;
        };
        const link = await test.app
          .get(AccountLinksService, { strict: false })
          .make(invited.user_id, 'password_reset');
        const answers = await Promise.all([
          test.post(
            '/api/auth/accept_invitation',
            { invitation_token: invited.invitation_url.split('/').at(-1), name: 'B', password: PASSWORD },
            { token: null },
          ),
          reset(link.url.split('/').at(-1)!),
        ]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
      }
    });

    it('also mails invitations', async () => {
      const before = sink.mails.length;
      const answer = await test.post('/api/users/create', { email: 'post@example.com' });
      expect(answer.body.data.mail_sent).toBe(true);
      expect((await sink.received(before + 1)).at(-1)).toContain(answer.body.data.invitation_url);
    });
  });

  describe('the second factor', () => {
    const codeOf = (secret: string, at = Date.now()) =>
      new TOTP({ secret: TotpSecret.fromBase32(secret) }).generate({ timestamp: at });
    const enable = async (email: string) => {
      const person = await test.signUp(email);
      const { token } = person;
      const made = (await test.post('/api/auth/second_factor/create', {}, { token })).body.data;
      const at = Date.now();
      const confirmed = await test.post(
        '/api/auth/second_factor/confirm',
        { one_time_code: codeOf(made.secret, at) },
        { token },
      );
      return {
        token,
        secret: made.secret as string,
        codes: confirmed.body.data.recovery_codes as string[],
        made,
        at,
      };
    };

    it('is asked for once it is confirmed, and each code works once', async () => {
      const { secret, made, codes, at } = await enable('two@example.com');
      expect(made.otpauth_url).toMatch(/^otpauth:\/\/totp\/Pipewright:two%40example\.com\?.*secret=/);
      expect(codes).toHaveLength(10);
      expect((await login('two@example.com')).body.message).toBe(
        'Suspicious login attempt: a one-time code is needed.',
      );
      // The code of the confirmation is used up; the one of the next step is accepted.
      expect((await login('two@example.com', PASSWORD, { one_time_code: codeOf(secret, at) })).status).toBe(
        401,
      );
      const next = codeOf(secret, at + 30_000);
      expect((await login('two@example.com', PASSWORD, { one_time_code: next })).status).toBe(200);
      expect((await login('two@example.com', PASSWORD, { one_time_code: next })).status).toBe(401);
    });

    it('is replaced once by each recovery code', async () => {
      const { codes } = await enable('rec@example.com');
      const code = codes[0]!.toUpperCase().replace('-', ' ');
      expect((await login('rec@example.com', PASSWORD, { one_time_code: code })).status).toBe(200);
      expect((await login('rec@example.com', PASSWORD, { one_time_code: code })).status).toBe(401);
    });

    it('shows recovery codes to one of two confirmations at once, and takes a code as apps show it', async () => {
      const { token } = await test.signUp('both@example.com');
      const { secret } = (await test.post('/api/auth/second_factor/create', {}, { token })).body.data;
      const code = codeOf(secret).replace(/^.../, '$& ');
      const answers = await Promise.all(
        [1, 2, 3].map(() => test.post('/api/auth/second_factor/confirm', { one_time_code: code }, { token })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      const shown = answers.find(({ status }) => status === 200)!.body.data.recovery_codes as string[];
      expect((await login('both@example.com', PASSWORD, { one_time_code: shown[0] })).status).toBe(200);
    });

    it('is not set by an access token, which could lock its person out', async () => {
      const { token } = await test.signUp('leak@example.com');
      const made = await test.post('/api/access_tokens/create', { token_name: 'leaked' }, { token });
      const leaked = { token: made.body.data.access_token as string };
      expect((await test.post('/api/auth/second_factor/create', {}, leaked)).status).toBe(403);
      await test.post('/api/auth/second_factor/create', {}, { token });
      const confirm = await test.post('/api/auth/second_factor/confirm', { one_time_code: '000000' }, leaked);
      expect(confirm.status).toBe(403);
    });

    it('is not asked for before it is confirmed, and is sealed at rest', async () => {
      const { token } = await test.signUp('pend@example.com');
      const { secret } = (await test.post('/api/auth/second_factor/create', {}, { token })).body.data;
      expect((await login('pend@example.com')).status).toBe(200);
      expect(
        (await test.post('/api/auth/second_factor/confirm', { one_time_code: '000000' }, { token })).status,
      ).toBe(400);
      const rows = await test.sql<{ secret: string }>('select secret from second_factors');
      expect(rows.some((row) => row.secret.includes(secret))).toBe(false);
    });

    it('goes with the password only, and cannot be replaced before', async () => {
      const { token } = await enable('del@example.com');
      expect((await test.get('/api/auth/me', { token })).body.data.second_factor).toBe(true);
      expect((await test.post('/api/auth/second_factor/create', {}, { token })).status).toBe(409);
      const remove = (password: string) =>
        test.post('/api/auth/second_factor/delete', { password }, { token });
      expect((await remove('wrong')).status).toBe(400);
      expect((await remove(PASSWORD)).status).toBe(200);
      expect((await login('del@example.com')).status).toBe(200);
    });

    it('stands in the way of a password reset by mail alone', async () => {
      const { codes } = await enable('mailbox@example.com');
      const before = sink.mails.length;
      await test.post('/api/auth/forgot_password', { email: 'mailbox@example.com' }, { token: null });
      const mail = (await sink.received(before + 1)).at(-1)!;
      const token = /reset-password\/([\w-]{43})/.exec(mail)?.[1];
      const body = { reset_token: token, password: NEW_PASSWORD };
      expect((await test.post('/api/auth/reset_password', body, { token: null })).status).toBe(401);
      const withCode = { ...body, one_time_code: codes[3] };
      expect((await test.post('/api/auth/reset_password', withCode, { token: null })).status).toBe(200);
    });
  });

  describe('access tokens', () => {
    const make = async (body: object, token?: string) =>
      (await test.post('/api/access_tokens/create', { token_name: 't', ...body }, { token })).body.data as {
        token_id: string;
        access_token: string;
      };

    it('are shown once, stored as a hash, and revoked at once', async () => {
      const { access_token: token, token_id: id } = await make({});
      expect(token).toMatch(/^pwt_[0-9a-f]{68}$/);
      expect((await test.get('/api/access_tokens')).text).not.toContain(token);
      expect((await test.get('/api/projects', { token })).status).toBe(200);
      await test.post(`/api/access_tokens/delete/${id}`);
      expect(await test.get('/api/projects', { token })).toMatchObject({
        status: 401,
        body: { message: 'Suspicious login attempt: the access token is not valid.' },
      });
    });

    it('say that they have expired', async () => {
      const { access_token: token, token_id: id } = await make({ expires_in_days: 1 });
      await test.sql("update access_tokens set expires_at = now() - interval '1 second' where id = $1", [id]);
      expect(await test.get('/api/projects', { token })).toMatchObject({
        status: 401,
        body: { message: 'The access token has expired.' },
      });
    });

    it('only read when they are read-only', async () => {
      const { access_token: token } = await make({ read_only: true });
      expect((await test.get('/api/projects', { token })).status).toBe(200);
      expect((await test.post('/api/projects/create', { project_name: 'x' }, { token })).status).toBe(403);
    });

    it('limited to projects see those alone, and do nothing else', async () => {
      const project = async (name: string) =>
        (await test.post('/api/projects/create', { project_name: name })).body.data.project_id as string;
      const [mine, other] = [await project('In'), await project('Out')];
      const { access_token: token } = await make({ project_ids: [mine.toUpperCase()] });
      expect((await test.get(`/api/projects/${mine}`, { token })).status).toBe(200);
      expect((await test.get(`/api/projects/${other}`, { token })).status).toBe(404);
      expect((await test.get('/api/projects', { token })).body.data).toHaveLength(1);
      for (const route of ['/api/projects/create', '/api/access_tokens/create', '/api/users/create'])
        expect((await test.post(route, { project_name: 'x', token_name: 'x' }, { token })).status).toBe(403);
    });

    it('with an end do not make tokens that outlive them', async () => {
      const { access_token: token } = await make({ expires_in_days: 5 });
      const tryMake = (days: number) =>
        test.post('/api/access_tokens/create', { token_name: 'x', expires_in_days: days }, { token });
      expect((await tryMake(0)).status).toBe(403);
      expect((await tryMake(6)).status).toBe(403);
      expect((await tryMake(4)).status).toBe(200);
    });

    it('are refused when one character differs, and in a query string', async () => {
      const { access_token: token } = await make({});
      const last = token.at(-1) === '0' ? '1' : '0';
      expect((await test.get('/api/projects', { token: token.slice(0, -1) + last })).status).toBe(401);
      expect((await test.get(`/api/projects?access_token=${token}`, { token: null })).status).toBe(401);
    });

    it('of others cannot be revoked', async () => {
      const { token_id: id } = await make({});
      const person = await test.signUp('thief@example.com');
      expect((await test.post(`/api/access_tokens/delete/${id}`, {}, { token: person.token })).status).toBe(
        404,
      );
    });
  });
});
