// Limits for guessing at a sign-in: by account and address, and by address over all accounts.
import { Secret as TotpSecret, TOTP } from 'otpauth';
import { createTestApp, OWNER, type TestApp } from '../support/create-test-app.js';
import { signInTo } from '../support/sign-in.js';
import { untilTaken } from '../support/until-taken.js';

const WRONG = 'Suspicious login attempt: the e-mail address or the password is wrong.';
const BLOCKED =
  'Suspicious login attempt: too many attempts with this account from this address. Try again in 15 minutes.';
const PASSWORD = OWNER.password;
const NEW_PASSWORD = 'nine green bottles hanging';

describe('sign-in', () => {
  let test: TestApp;
  beforeAll(async () => {
    // One proxy's worth of trust lets the tests come from several addresses.
    test = await createTestApp({ ROLE: 'api', TRUST_PROXY: '1' });
  });
  afterAll(() => test.close());
  beforeEach(() => test.sql('delete from sign_in_attempts'));

  const login = signInTo(() => test);

  describe('limits', () => {
    it('answer a wrong password, an unknown address and no account alike', async () => {
      const wrong = await login(OWNER.email, 'not the password');
      const unknown = await login('nobody@example.com', 'not the password');
      expect(wrong).toMatchObject({
        status: 401,
        body: { status: false, status_code: 401, response_status: 401, message: WRONG, data: null },
      });
      expect(unknown.body).toEqual(wrong.body);
    });

    it('take about the same time for known and unknown addresses', async () => {
      const time = async (email: string) => {
        const started = performance.now();
        await login(email, 'not the password', {}, `192.0.2.${Math.floor(Math.random() * 200)}`);
        return performance.now() - started;
      };
      const known: number[] = [];
      const unknown: number[] = [];
      for (let round = 0; round < 12; round++) {
        known.push(await time(OWNER.email));
        unknown.push(await time(`nobody${round}@example.com`));
      }
      // the quickest of each, since a busy machine only ever adds; without the pretended check it would be tenfold
      const ratio = Math.min(...known) / Math.min(...unknown);
      expect(ratio).toBeGreaterThan(0.25);
      expect(ratio).toBeLessThan(4);
    });

    it('refuse the pair of account and address after ten failures, whatever the password', async () => {
      await test.signUp('lim@example.com');
      for (let count = 0; count < 10; count++)
        expect((await login('lim@example.com', `wrong ${count}`)).body.message).toBe(WRONG);
      expect((await login('lim@example.com')).body.message).toBe(BLOCKED);
      expect(await login('lim@example.com', PASSWORD, {}, '192.0.2.77')).toMatchObject({ status: 200 });
      expect((await login(OWNER.email)).status).toBe(200);
      const log = (await test.get('/api/security_logs?email=lim@example.com&action=sign_in_blocked')).body;
      expect(log.data).toHaveLength(1);
    });

    it('refuse unknown accounts alike, so that a block tells nothing', async () => {
      for (let count = 0; count < 10; count++) await login('ghost@example.com', `wrong ${count}`);
      expect((await login('ghost@example.com')).body.message).toBe(BLOCKED);
    });

    it('let at most ten of fifty parallel guesses be checked', async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          untilTaken(() => login('par@example.com', `guess ${index}`)),
        ),
      );
      expect(answers.filter((answer) => answer.body.message === WRONG)).toHaveLength(10);
      expect(answers.filter((answer) => answer.body.message === BLOCKED)).toHaveLength(40);
    });

    it('end with their window, and a success starts it anew', async () => {
      await test.signUp('win@example.com');
      for (let count = 0; count < 9; count++) await login('win@example.com', 'wrong');
      expect((await login('win@example.com')).status).toBe(200);
      for (let count = 0; count < 11; count++) await login('win@example.com', 'wrong');
      expect((await login('win@example.com')).body.message).toBe(BLOCKED);
      await test.sql("update sign_in_attempts set started_at = started_at - interval '16 minutes'");
      expect((await login('win@example.com')).status).toBe(200);
    });

    it('hold for the old password of a signed-in person too', async () => {
      const person = await test.signUp('old@example.com');
      const change = (password: string) =>
        test.post(
          '/api/auth/me/update',
          { old_password: password, password: NEW_PASSWORD },
          { token: person.token },
        );
      for (let count = 0; count < 10; count++) expect((await change('wrong')).status).toBe(400);
      const answer = await change(PASSWORD);
      expect(answer).toMatchObject({ status: 429, body: { error_code: 'rate_limited' } });
      expect(answer.headers['retry-after']).toBe('900');
    });

    describe('of one address', () => {
      const failMany = async (count: number, from: string) => {
        for (let done = 0; done < count; done += 20)
          await Promise.all(
            Array.from({ length: Math.min(20, count - done) }, (_, index) =>
              login(`spray${done + index}@example.com`, 'one guess', {}, from),
            ),
          );
      };
      /** As if so many sign-ins had failed there. */
      const failed = async (count: number, from: string) => {
        await login('first@example.com', 'one guess', {}, from);
        await test.sql(
          `update sign_in_attempts set attempts = $1 where address = $2 and account_hash = sha256('*'::bytea)`,
          [count, from],
        );
      };

      it('let a right password through of who never failed there', async () => {
        await test.signUp('calm@example.com');
        await failMany(205, '192.0.2.10');
        for (let count = 0; count < 3; count++)
          expect((await login('calm@example.com', PASSWORD, {}, '192.0.2.10')).status).toBe(200);
      });

      it('leave an account that failed no second try, and are logged once', async () => {
        await test.signUp('tries@example.com');
        await failed(201, '192.0.2.11');
        expect((await login('tries@example.com', 'wrong', {}, '192.0.2.11')).body.message).toBe(WRONG);
        for (let count = 0; count < 3; count++)
          expect((await login('tries@example.com', PASSWORD, {}, '192.0.2.11')).body.message).toBe(BLOCKED);
        expect((await login('first@example.com', 'wrong', {}, '192.0.2.11')).body.message).toBe(BLOCKED);
        expect((await login('tries@example.com', PASSWORD, {}, '192.0.2.12')).status).toBe(200);
        const log = (await test.get('/api/security_logs?action=sign_in_blocked')).body.data as {
          address: string;
        }[];
        expect(log.filter(({ address }) => address === '192.0.2.11')).toHaveLength(1);
      });

      it('count failures only: no success, no refused try, no question for a code, no forgotten password', async () => {
        const from = '192.0.2.13';
        const person = await test.signUp('busy@example.com');
        const made = (await test.post('/api/auth/second_factor/create', {}, { token: person.token })).body
          .data;
        const code = new TOTP({ secret: TotpSecret.fromBase32(made.secret as string) }).generate();
        await test.post('/api/auth/second_factor/confirm', { one_time_code: code }, { token: person.token });
        for (let count = 0; count < 5; count++) {
          expect((await login('busy@example.com', PASSWORD, {}, from)).body.message).toContain(
            'code is needed',
          );
          expect((await login(OWNER.email, PASSWORD, {}, from)).status).toBe(200);
          await test.post(
            '/api/auth/forgot_password',
            { email: `f${count}@example.com` },
            { token: null, headers: { 'x-forwarded-for': from } },
          );
        }
        for (let count = 0; count < 15; count++) await login('one@example.com', 'wrong', {}, from);
        const rows = await test.sql<{ attempts: number }>(
          `select attempts from sign_in_attempts where address = $1 and account_hash = sha256('*'::bytea)`,
          [from],
        );
        expect(rows).toEqual([{ attempts: 10 }]);
      });

      it('do not hold for forgotten passwords, which are limited by account and address', async () => {
        const ask = (email: string) =>
          test.post(
            '/api/auth/forgot_password',
            { email },
            { token: null, headers: { 'x-forwarded-for': '192.0.2.14' } },
          );
        await failed(201, '192.0.2.14');
        for (let count = 0; count < 10; count++) expect((await ask('f@example.com')).status).toBe(200);
        expect((await ask('f@example.com')).status).toBe(401);
        expect((await ask('g@example.com')).status).toBe(200);
      });
    });

    it('refuse common and short passwords', async () => {
      const person = await test.signUp('weak@example.com');
      for (const password of ['short', 'passwordpassword', 'aaaaaaaaaaaaaa', 'x'.repeat(129)]) {
        const answer = await test.post(
          '/api/auth/me/update',
          { old_password: PASSWORD, password },
          { token: person.token },
        );
        expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'password' }] } });
      }
    });
  });
});
