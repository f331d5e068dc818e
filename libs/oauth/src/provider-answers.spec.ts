// Token answers as known providers write them: what follows from a refusal, and which words are shown.
import type { TokenGrant } from './grants.js';
import type { OAuthMembers } from './settings.js';
import { mergeTokens } from './token-set.js';
import { cleanUp, endpoint, settings, tokenServer } from './testing/token-server.js';

afterEach(cleanUp);

const renewal: TokenGrant = { kind: 'refresh_token', refreshToken: 'R1' };
const ask = async (
  status: number,
  body: unknown,
  members: Partial<OAuthMembers> = {},
  grant: TokenGrant = renewal,
) => {
  const { base } = await tokenServer({ status, body: JSON.stringify(body) });
  return endpoint().request(settings({ token_url: base, ...members }), grant);
};

describe('refusals of providers', () => {
  it.each<[string, number, object, string, string]>([
    [
      'Exact Online, asked a little too early',
      400,
      { error: 'access_denied', error_description: 'Rate limit exceeded: access_token not expired' },
      'transient',
      'access_denied',
    ],
    [
      'a limit told under a code of the configuration',
      401,
      { error: 'unauthorized_client', error_description: 'Rate-limit exceeded' },
      'transient',
      'unauthorized_client',
    ],
    [
      'Zoho, asked too often',
      400,
      {
        error_description: 'You have made too many requests continuously. Please try again after some time.',
        error: 'Access Denied',
        status: 'failure',
      },
      'transient',
      'http_400',
    ],
    [
      'Salesforce, for a moment',
      400,
      { error: 'unknown_error', error_description: 'retry your request' },
      'transient',
      'unknown_error',
    ],
    ['Slack, for a moment', 200, { ok: false, error: 'internal_error' }, 'transient', 'internal_error'],
    ['Slack, overloaded', 200, { ok: false, error: 'ratelimited' }, 'transient', 'ratelimited'],
    ['Slack, away', 200, { ok: false, error: 'service_unavailable' }, 'transient', 'service_unavailable'],
    [
      'HubSpot, a dead refresh token',
      400,
      { status: 'BAD_REFRESH_TOKEN', message: 'missing or invalid refresh token', correlationId: 'c' },
      'reconnect',
      'BAD_REFRESH_TOKEN',
    ],
    [
      'HubSpot, a wrong client',
      400,
      { status: 'BAD_CLIENT_SECRET', message: 'invalid client secret', correlationId: 'c' },
      'configuration',
      'BAD_CLIENT_SECRET',
    ],
    [
      'Slack, an account that is gone',
      200,
      { ok: false, error: 'account_inactive' },
      'reconnect',
      'account_inactive',
    ],
    [
      'GitHub, a client that is wrong',
      200,
      { error: 'incorrect_client_credentials' },
      'configuration',
      'incorrect_client_credentials',
    ],
    [
      'Entra, a refresh token too old',
      400,
      {
        error: 'invalid_grant',
        error_description: 'AADSTS700082: expired.\r\nTrace ID: x',
        error_codes: [700082],
      },
      'reconnect',
      'invalid_grant',
    ],
    [
      'an expired code whose words say try again',
      400,
      { error: 'invalid_grant', error_description: 'The code has expired. Please try again later.' },
      'reconnect',
      'invalid_grant',
    ],
  ])('%s', async (_, status, body, kind, code) => {
    expect(await ask(status, body)).toMatchObject({ ok: false, failure: { kind, code } });
  });

  it.each<[string, object, string, string]>([
    [
      'eBay',
      { errors: [{ errorId: 1, domain: 'OAuth', message: 'Invalid access token', longMessage: 'x' }] },
      'Invalid access token',
      'http_401',
    ],
    [
      'Strava',
      { message: 'Bad Request', errors: [{ resource: 'RefreshToken', code: 'invalid' }] },
      'Bad Request',
      'http_401',
    ],
    ['a list of words', { errors: ['The client is not known'] }, 'The client is not known', 'http_401'],
    [
      'a list with a code',
      { errors: [{ code: 'invalid_client', detail: 'no such client' }] },
      'invalid_client: no such client',
      'invalid_client',
    ],
    [
      'Apigee',
      {
        fault: {
          faultstring: 'Invalid client identifier',
          detail: { errorcode: 'oauth.v2.InvalidClientIdentifier' },
        },
      },
      'oauth.v2.InvalidClientIdentifier: Invalid client identifier',
      'oauth.v2.InvalidClientIdentifier',
    ],
    [
      'Okta',
      { errorCode: 'E0000011', errorSummary: 'Invalid token provided', errorId: 'i' },
      'E0000011: Invalid token provided',
      'E0000011',
    ],
    [
      'problem details (RFC 9457)',
      { type: 'about:blank', title: 'Unauthorized', detail: 'The client is locked', status: 401 },
      'The client is locked',
      'http_401',
    ],
    [
      'problem details with a title alone',
      { title: 'Client locked', status: 401 },
      'Client locked',
      'http_401',
    ],
    [
      'Facebook',
      { error: { message: 'Error validating client secret.', type: 'OAuthException', code: 1 } },
      'OAuthException: Error validating client secret.',
      'OAuthException',
    ],
  ])('shows the words of %s', async (_, body, words, code) => {
    const outcome = await ask(401, body);
    expect(outcome).toMatchObject({ ok: false, failure: { code, message: expect.stringContaining(words) } });
  });

  it('shows no secret that such words repeat', async () => {
    const outcome = await ask(
      401,
      { errors: [{ message: 'no client with secret s3cr3t-value' }] },
      {
        client_secret: 's3cr3t-value',
      },
    );
    expect(JSON.stringify(outcome)).not.toContain('s3cr3t-value');
  });
});

describe('a client that was pasted with a space', () => {
  it.each([{ client_id: ' cid' }, { client_secret: 'sec ' }, { client_secret: 'sec\u00a0' }])(
    'is told of where it is refused: %j',
    async (members) => {
      const outcome = await ask(401, { error: 'invalid_client' }, members);
      expect(outcome).toMatchObject({ advice: { code: 'client_spaces' } });
    },
  );
});

describe('an answer whose token is nested', () => {
  const members = { token_path: 'data.access_token' };
  const stored = {
    accessToken: 'A1',
    refreshToken: 'R1',
    obtainedAt: 0,
    expiresAt: null,
    tokenType: null,
    scope: null,
    members: { data: { access_token: 'A1', refresh_token: 'R1', instance_url: 'https://i.example' }, id: 1 },
  };

  it('keeps on renewal what stood beside the token', async () => {
    const body = '{"data":{"access_token":"A2","refresh_token":"","__proto__":{"x":1}}}';
    const { base } = await tokenServer({ body });
    const outcome = await endpoint().request(settings({ token_url: base, ...members }), renewal);
    if (!outcome.ok) throw new Error(outcome.failure.message);
    const merged = mergeTokens(stored, outcome.tokens);
    expect(merged).toMatchObject({ accessToken: 'A2', refreshToken: 'R1', members: { id: 1 } });
    expect(merged.members?.data).toMatchObject({
      access_token: 'A2',
      refresh_token: 'R1',
      instance_url: 'https://i.example',
    });
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it.each([
    [{ access_token: '' }, 'access_token'],
    [{ access_token: null }, 'access_token'],
    [{ access_token: { value: 'A' } }, 'access_token'],
    [{ access_token: 'A\nB' }, 'access_token'],
  ])('is told from one that holds no token there: %j', async (data, name) => {
    expect(await ask(200, { data }, members)).toMatchObject({
      ok: false,
      failure: { code: 'invalid_answer', message: expect.stringContaining(`something at data.${name}`) },
    });
    expect(await ask(200, data)).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('that is no token') },
    });
  });
});

describe('scopes that were granted', () => {
  const code: TokenGrant = { kind: 'authorization_code', code: 'c', redirectUri: 'https://p.example/cb' };
  const warnings = async (scope: string, members: object, grant: TokenGrant = code) => {
    const outcome = await ask(200, { access_token: 'A', ...members }, { scope }, grant);
    return outcome.ok ? outcome.warnings : outcome.failure.message;
  };

  it.each<[string, string, object]>([
    [
      'Entra leaves offline_access and openid out and writes names its own way',
      'openid offline_access user.read',
      { scope: 'User.Read profile', refresh_token: 'R', id_token: 'I' },
    ],
    [
      'Entra writes the resource before the name',
      'Mail.Read',
      { scope: 'https://graph.microsoft.com/Mail.Read' },
    ],
    [
      'Entra stands .default for what the application may do',
      'https://graph.microsoft.com/.default',
      { scope: 'https://graph.microsoft.com/User.Read' },
    ],
    [
      'Google writes email and profile as addresses',
      'openid email profile',
      {
        scope:
          'openid https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile',
      },
    ],
    ['a list', 'a b', { scope: ['a', 'b'] }],
  ])('are no narrower where %s', async (_, scope, members) => {
    expect(await warnings(scope, members)).toEqual([]);
  });

  it('are no narrower where a renewal brings neither another refresh token nor an id token', async () => {
    expect(await warnings('openid offline_access a', { scope: 'a' }, renewal)).toEqual([]);
    expect(await warnings('offline_access a b', { scope: 'a' }, renewal)).toEqual([
      expect.stringMatching(/missing: b\.$/),
    ]);
  });

  it.each<[string, string, object, string]>([
    ['offline_access without a refresh token', 'a offline_access', { scope: 'a' }, 'offline_access'],
    [
      'a name that only ends alike',
      'orders.read',
      { scope: 'https://x.example/preorders.read' },
      'orders.read',
    ],
    [
      'one of two addresses',
      'https://g.example/auth/drive',
      { scope: 'https://other.example/auth/drive' },
      'https://g.example/auth/drive',
    ],
  ])('are narrower: %s', async (_, scope, members, missing) => {
    expect(await warnings(scope, members)).toEqual([expect.stringContaining(missing)]);
  });
});
