import fc from 'fast-check';
import { type AnswerContext, parseTokenAnswer, type RawTokenAnswer } from './token-answer.js';
import { mergeTokens } from './token-set.js';

const NOW = 1_700_000_000_000;
const context: AnswerContext = {
  tokenPath: null,
  tokenAnswer: 'auto',
  expiresInUnit: 's',
  defaultExpiresIn: null,
  sentAt: NOW,
  now: NOW + 500,
};
const answer = (body: string | Buffer, contentType = 'application/json', status = 200): RawTokenAnswer => ({
  status,
  body: Buffer.from(body),
  contentType,
});
const parse = (
  body: string | Buffer,
  contentType?: string,
  more: Partial<AnswerContext> = {},
  status?: number,
) => parseTokenAnswer(answer(body, contentType, status), { ...context, ...more });
const tokensOf = (parsed: ReturnType<typeof parse>) => {
  if (!parsed.ok) throw new Error(parsed.failure.message);
  return parsed.tokens;
};
const failureOf = (parsed: ReturnType<typeof parse>) => {
  if (parsed.ok) throw new Error('a token was taken');
  return parsed.failure;
};

describe('parseTokenAnswer, what is a token', () => {
  it.each<[string, string | Buffer, string | undefined, Partial<AnswerContext>, string]>([
    ['JSON', '{"access_token":"A"}', 'application/json;charset=UTF-8', {}, 'A'],
    [
      'JSON as text/javascript (O-36)',
      '{"access_token":"TOKEN","token_type":"bearer","uid":"UID"}',
      'text/javascript',
      {},
      'TOKEN',
    ],
    ['JSON as text/html', '{"access_token":"A"}', 'text/html', {}, 'A'],
    ['JSON without a media type', ' {"access_token":"A"}\n', undefined, {}, 'A'],
    ['JSON after a byte order mark', '\ufeff{"access_token":"A"}', 'application/json', {}, 'A'],
    ['a 201', '{"access_token":"A"}', 'application/json', {}, 'A'],
    [
      'form-encoded (O-30)',
      'access_token=gho_x&scope=repo&token_type=bearer',
      'application/x-www-form-urlencoded',
      {},
      'gho_x',
    ],
    ['form-encoded under text/plain', 'access_token=gho%5Fx&token_type=bearer', 'text/plain', {}, 'gho_x'],
    ['form-encoded, token not first', 'token_type=bearer&access_token=x', 'text/html', {}, 'x'],
    [
      'form-encoded, first value of a repeated member wins',
      'access_token=x&scope=a&scope=b',
      'application/x-www-form-urlencoded',
      {},
      'x',
    ],
    ['plain text', 'abc.def-123', 'text/plain', {}, 'abc.def-123'],
    [
      'plain text with token_answer text',
      'abc.def-123',
      'application/octet-stream',
      { tokenAnswer: 'text' },
      'abc.def-123',
    ],
    ['plain text that ends with =', 'YWJjZA==', 'text/plain', {}, 'YWJjZA=='],
    ['a JSON string', '"abc"', 'application/json', {}, 'abc'],
    ['a number', '{"access_token":12345}', 'application/json', {}, '12345'],
    [
      'a number with more digits than a double holds',
      '{"access_token":12345678901234567890}',
      'application/json',
      {},
      '12345678901234567890',
    ],
    ['a fraction', '{"access_token":3.5}', 'application/json', {}, '3.5'],
    [
      'a number with a long fraction',
      '{"access_token": -3.14159265358979323846}',
      'application/json',
      {},
      '-3.14159265358979323846',
    ],
    [
      'a nested token',
      '{"ok":true,"access_token":"bot","authed_user":{"access_token":"xoxp"}}',
      'application/json',
      { tokenPath: 'authed_user.access_token' },
      'xoxp',
    ],
    [
      'a token in a list, by a path that begins with an index',
      '[{"token":"L"}]',
      'application/json',
      { tokenPath: '[0].token' },
      'L',
    ],
    ['another name', '{"id_token":"I"}', 'application/json', { tokenPath: 'id_token' }, 'I'],
    ['a member whose name holds a dot', '{"a.b":"D"}', 'application/json', { tokenPath: 'a.b' }, 'D'],
    ['an empty error member beside a token', '{"error":"","access_token":"A"}', 'application/json', {}, 'A'],
  ])('takes %s', (_, body, contentType, more, expected) => {
    expect(tokensOf(parse(body, contentType, more)).accessToken).toBe(expected);
  });

  it.each<[string, string, string | undefined, Partial<AnswerContext>]>([
    ['an empty object', '{}', 'application/json', {}],
    ['a list', '[{"access_token":"A"}]', 'application/json', {}],
    ['null', 'null', 'application/json', {}],
    ['nothing', '', 'application/json', {}],
    ['an empty token', '{"access_token":""}', 'application/json', {}],
    ['a blank token', '{"access_token":"  "}', 'application/json', {}],
    ['a token of null', '{"access_token":null}', 'application/json', {}],
    ['a token that is an object', '{"access_token":{"a":1}}', 'application/json', {}],
    ['a token that is a list', '{"access_token":["a"]}', 'application/json', {}],
    ['a token that is true', '{"access_token":true}', 'application/json', {}],
    ['a token that would split the header', '{"access_token":"a\\r\\nX-Evil: 1"}', 'application/json', {}],
    ['a token with a NUL', '{"access_token":"a\\u0000"}', 'application/json', {}],
    ['a token only on the prototype', '{"a":1}', 'application/json', { tokenPath: 'constructor.name' }],
    ['HTML', '<html>ok</html>', 'text/plain', {}],
    ['HTML although text is asked for', '<html>ok</html>', 'text/plain', { tokenAnswer: 'text' }],
    ['text under text/html', 'abc', 'text/html', {}],
    ['text with spaces', 'service unavailable', 'text/plain', {}],
    ['text that is too long', 'a'.repeat(8193), 'text/plain', {}],
    ['text of an unknown type', 'abc', 'application/octet-stream', {}],
    ['broken JSON', '{"access_token":"A"', 'application/json', {}],
    [
      'JSON that is nested too deep',
      `{"access_token":"A","x":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      'application/json',
      {},
    ],
    ['two access tokens in a form', 'access_token=a&access_token=b', 'application/x-www-form-urlencoded', {}],
  ])('refuses %s', (_, body, contentType, more) => {
    failureOf(parse(body, contentType, more));
  });
});

describe('parseTokenAnswer, errors', () => {
  it.each<[string, number, string, string, string, string, string]>([
    [
      'GitHub, 200 (O-31)',
      200,
      'application/json',
      '{"error":"bad_refresh_token","error_description":"The refresh token passed is incorrect or expired."}',
      'reconnect',
      'bad_refresh_token',
      'The refresh token passed is incorrect or expired.',
    ],
    [
      'GitHub, 200 (O-32)',
      200,
      'application/json',
      '{"error":"incorrect_client_credentials","error_description":"The client_id and/or client_secret passed are incorrect."}',
      'configuration',
      'incorrect_client_credentials',
      'The client_id and/or client_secret passed are incorrect.',
    ],
    [
      'Slack, 200 (O-33)',
      200,
      'application/json',
      '{"ok":false,"error":"invalid_refresh_token"}',
      'reconnect',
      'invalid_refresh_token',
      'invalid_refresh_token',
    ],
    [
      'a form error in 200',
      200,
      'application/x-www-form-urlencoded',
      'error=bad_refresh_token&error_description=gone',
      'reconnect',
      'bad_refresh_token',
      'gone',
    ],
    [
      'success:false',
      200,
      'application/json',
      '{"success":false,"message":"wrong secret"}',
      'unknown',
      'invalid_answer',
      'wrong secret',
    ],
    [
      '400 HTML (O-29)',
      400,
      'text/html',
      '<html>no</html>',
      'transient',
      'http_400',
      'HTTP 400, and the answer is HTML: <html>no</html>',
    ],
    [
      'invalid_grant',
      400,
      'application/json',
      '{"error":"invalid_grant"}',
      'reconnect',
      'invalid_grant',
      'HTTP 400: invalid_grant',
    ],
    [
      'invalid_grant with 500',
      500,
      'application/json',
      '{"error":"invalid_grant"}',
      'reconnect',
      'invalid_grant',
      'invalid_grant',
    ],
    [
      'invalid_client',
      401,
      'application/json',
      '{"error":"invalid_client"}',
      'configuration',
      'invalid_client',
      'invalid_client',
    ],
    ['500 (O-74)', 500, 'text/plain', 'boom', 'transient', 'http_500', 'HTTP 500'],
    ['429', 429, 'application/json', '{}', 'transient', 'http_429', 'HTTP 429'],
    ['408', 408, 'text/plain', '', 'transient', 'http_408', 'HTTP 408'],
    [
      'temporarily_unavailable',
      400,
      'application/json',
      '{"error":"temporarily_unavailable"}',
      'transient',
      'temporarily_unavailable',
      'temporarily_unavailable',
    ],
    ['slow_down', 400, 'application/json', '{"error":"slow_down"}', 'transient', 'slow_down', 'slow_down'],
    ['403 with an empty body', 403, 'text/plain', '', 'unknown', 'http_403', 'HTTP 403 with an empty body'],
    [
      'a nested error',
      400,
      'application/json',
      '{"error":{"message":"Error validating","type":"OAuthException","code":190}}',
      'unknown',
      'OAuthException',
      'OAuthException: Error validating',
    ],
    [
      'access_denied (O-27)',
      403,
      'application/json',
      '{"error":"access_denied","error_description":"No audience parameter was provided, and no default audience has been configured"}',
      'unknown',
      'access_denied',
      'No audience parameter was provided',
    ],
    ['a token in a 400', 400, 'application/json', '{"access_token":"A"}', 'unknown', 'http_400', 'HTTP 400'],
  ])('%s', (_, status, contentType, body, kind, code, words) => {
    const failure = failureOf(parse(body, contentType, {}, status));
    expect({ kind: failure.kind, code: failure.code, status: failure.status }).toEqual({
      kind,
      code,
      status,
    });
    expect(failure.message).toContain(words);
  });

  it.each([301, 302, 303, 307, 308, 300, 304])(
    'never takes a %d, even with a token in it (O-38, O-39)',
    (status) => {
      const parsed = parseTokenAnswer(
        {
          ...answer('{"access_token":"X"}', 'application/json', status),
          location: 'https://www.other.example/t?secret=1',
        },
        context,
      );
      const failure = failureOf(parsed);
      expect(failure).toMatchObject({ kind: 'configuration', code: 'redirect', status });
      expect(failure.message).toContain('www.other.example');
      expect(failure.message).not.toContain('secret');
    },
  );

  it('shows 200 characters of an error page as text, and none of its tokens (O-58)', () => {
    expect(failureOf(parse(`<p>${'x'.repeat(400)}`, 'text/html', {}, 400)).message.length).toBeLessThan(300);
    const masked = failureOf(
      parse('failed: access_token=SECRET1 Bearer SECRET2', 'text/weird', {}, 400),
    ).message;
    expect(masked).not.toMatch(/SECRET/);
    expect(
      failureOf(parse('{"access_token":"SECRET1","x":"SECRET2"}', 'application/json', {}, 400)).message,
    ).not.toMatch(/SECRET/);
  });

  it('bounds the description to 500 characters and takes control characters out', () => {
    const failure = failureOf(
      parse(
        JSON.stringify({ error: 'x', error_description: `a\u0000\u202eb${'y'.repeat(900)}` }),
        undefined,
        {},
        400,
      ),
    );
    expect(failure.message).toContain('a b');
    expect(failure.message.length).toBeLessThan(600);
  });

  it('reads Retry-After in both forms, up to an hour', () => {
    const wait = (retryAfter: string) =>
      failureOf(parseTokenAnswer({ ...answer('', '', 503), retryAfter }, context)).retryAfterSeconds;
    expect(wait('120')).toBe(120);
    expect(wait('999999')).toBe(3600);
    expect(wait(new Date(NOW + 60_500).toUTCString())).toBeGreaterThan(55);
    expect(wait('soon')).toBeNull();
  });
});

describe('parseTokenAnswer, expiry', () => {
  it.each<[string, string, Partial<AnswerContext>, number | null]>([
    ['a number', '"expires_in":3600', {}, 3600],
    ['text (O-45)', '"expires_in":"86400"', {}, 86400],
    ['text (O-45)', '"expires_in":"3599"', {}, 3599],
    ['floats (O-70)', '"expires_in":3600.0', {}, 3600],
    ['floats (O-70)', '"expires_in":3599.7', {}, 3599],
    ['milliseconds (O-71)', '"expires_in":3600000', { expiresInUnit: 'ms' }, 3600],
    ['missing', '"x":1', {}, null],
    ['missing, with a default', '"x":1', { defaultExpiresIn: 900 }, 900],
    ['null', '"expires_in":null', {}, null],
    ['zero', '"expires_in":0', {}, null],
    ['negative', '"expires_in":-5', {}, null],
    ['"never"', '"expires_in":"never"', {}, null],
    ['empty', '"expires_in":""', {}, null],
    ['an object', '"expires_in":{}', {}, null],
    ['more than ten years', '"expires_in":99999999999', {}, 315_360_000],
    ['expires_at, epoch seconds', `"expires_at":${NOW / 1000 + 100}`, {}, 100],
    ['expires_on, epoch seconds as text', `"expires_on":"${NOW / 1000 + 100}"`, {}, 100],
    ['expires_at, epoch milliseconds', `"expires_at":${NOW + 100_000}`, {}, 100],
    ['expires_at, ISO 8601', `"expires_at":"${new Date(NOW + 100_000).toISOString()}"`, {}, 100],
    [
      'expires, ISO 8601 without zone',
      `"expires":"${new Date(NOW + 100_000).toISOString().slice(0, 19)}"`,
      {},
      100,
    ],
    ['text with an exponent', '"expires_in":"3.6e3"', {}, 3600],
    ...[
      '2023-11-14T22:15:00+00:00',
      '2023-11-14t22:15:00z',
      '2023-11-14 22:15:00 UTC',
      '20231114T221500Z',
      '2023-11-14T23:15:00+0100',
      '2023-11-14T22:15:00,000Z',
    ].map((text): [string, string, object, number] => [
      'expires_at, ISO 8601',
      `"expires_at":"${text}"`,
      {},
      100,
    ]),
    ['expires_at that is no time', '"expires_at":"tomorrow"', {}, null],
    ['expires, a lifetime', '"expires":5183999', {}, 5183999],
    ['expires_at in the past', `"expires_at":${NOW / 1000 - 100}`, {}, null],
  ])('%s: %s', (_, member, more, seconds) => {
    const { expiresAt, obtainedAt } = tokensOf(parse(`{"access_token":"A",${member}}`, undefined, more));
    expect(obtainedAt).toBe(NOW);
    expect(expiresAt).toBe(seconds === null ? null : NOW + seconds * 1000);
  });
});

describe('parseTokenAnswer, the rest of the answer', () => {
  it('looks for refresh token and expiry beside a nested token first, then at the top', () => {
    const body =
      '{"access_token":"bot","refresh_token":"top","expires_in":10,"authed_user":{"access_token":"u","refresh_token":"beside"}}';
    expect(tokensOf(parse(body, undefined, { tokenPath: 'authed_user.access_token' }))).toMatchObject({
      accessToken: 'u',
      refreshToken: 'beside',
      expiresAt: NOW + 10_000,
    });
  });

  it.each([
    '{"access_token":"A2","expires_in":3600}',
    '{"access_token":"A2","refresh_token":""}',
    '{"access_token":"A2","refresh_token":null}',
  ])('keeps the stored refresh token when %s comes (O-01, O-02)', (body) => {
    const stored = tokensOf(
      parse('{"access_token":"A1","refresh_token":"R1","instance_url":"https://i","id_token":"old"}'),
    );
    const merged = mergeTokens(stored, tokensOf(parse(body)));
    expect(merged).toMatchObject({
      accessToken: 'A2',
      refreshToken: 'R1',
      members: { access_token: 'A2', refresh_token: 'R1', instance_url: 'https://i', id_token: 'old' },
    });
  });

  it('takes a rotated refresh token and new members over the stored ones (O-42, O-44)', () => {
    const stored = tokensOf(parse('{"access_token":"A1","refresh_token":"R1","id_token":"old","scope":"a"}'));
    const merged = mergeTokens(
      stored,
      tokensOf(parse('{"access_token":"A2","refresh_token":"R2","id_token":"new"}')),
    );
    expect(merged).toMatchObject({
      refreshToken: 'R2',
      scope: 'a',
      members: { id_token: 'new', refresh_token: 'R2' },
    });
  });

  it('warns of a narrowed scope and of token types that need a proof', () => {
    const asked = ['read', 'write'];
    expect(parse('{"access_token":"A","scope":"read"}', undefined, { asked })).toMatchObject({
      ok: true,
      warnings: [expect.stringContaining('write')],
    });
    expect(parse('{"access_token":"A","scope":"read,write"}', undefined, { asked })).toMatchObject({
      warnings: [],
    });
    expect(parse('{"access_token":"A","scope":["write","read"]}', undefined, { asked })).toMatchObject({
      warnings: [],
    });
    expect(parse('{"access_token":"A","token_type":"DPoP"}')).toMatchObject({
      warnings: [expect.stringContaining('dpop')],
    });
    expect(parse('{"access_token":"A","token_type":"bearer"}')).toMatchObject({ warnings: [] });
  });
});

describe('parseTokenAnswer, anything at all', () => {
  const contentTypes = fc.constantFrom(
    undefined,
    'application/json',
    'text/plain',
    'text/html',
    'application/x-www-form-urlencoded',
    'x',
  );
  const bodies = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc.json().map((text) => Buffer.from(text)),
    fc
      .record(
        {
          access_token: fc.anything(),
          expires_in: fc.anything(),
          refresh_token: fc.anything(),
          error: fc.anything(),
          scope: fc.anything(),
          token_type: fc.anything(),
        },
        { requiredKeys: [] },
      )
      .map((value) => {
        try {
          return Buffer.from(JSON.stringify(value));
        } catch {
          return Buffer.from('{}');
        }
      }),
    fc.webQueryParameters().map((text) => Buffer.from(`access_token=${text}`)),
  );

  it('shows what a refusal says as a list, whatever its members are named', () => {
    const parsed = parseTokenAnswer(
      { status: 400, body: Buffer.from('[{"toString":0,"message":"closed"}]') },
      context,
    );
    expect(parsed).toMatchObject({ ok: false, failure: { message: expect.stringContaining('closed') } });
  });

  it('never throws, and never takes an empty or object-valued token', () => {
    fc.assert(
      fc.property(
        bodies,
        contentTypes,
        fc.integer({ min: 100, max: 599 }),
        fc.constantFrom(null, 'a.b', '[0]', 'access_token', 'a[', '__proto__.x'),
        fc.constantFrom<'auto' | 'text'>('auto', 'text'),
        (body, contentType, status, tokenPath, tokenAnswer) => {
          const parsed = parseTokenAnswer(
            { status, body, contentType },
            { ...context, tokenPath, tokenAnswer },
          );
          if (!parsed.ok) {
            expect(parsed.failure.message.length).toBeGreaterThan(0);
            return;
          }
          const { accessToken, refreshToken, expiresAt } = parsed.tokens;
          expect(status).toBeGreaterThanOrEqual(200);
          expect(status).toBeLessThan(300);
          expect(typeof accessToken).toBe('string');
          expect(accessToken.trim()).not.toBe('');
          expect(accessToken).not.toMatch(/[\u0000-\u001f\u007f]|\[object/);
          expect(refreshToken === null || refreshToken !== '').toBe(true);
          expect(expiresAt === null || (Number.isSafeInteger(expiresAt) && expiresAt > NOW)).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
