import type { OAuthMembers } from './settings.js';
import type { TokenEndpoint } from './token-endpoint.js';
import { cleanUp, endpoint, settings, tokenServer } from './testing/token-server.js';

afterEach(cleanUp);

const ID = 'client id:';
const SECRET = "s3+/=& %:!'()*~";

describe('TokenEndpoint, bytes on the wire', () => {
  it.each<
    [string, Partial<OAuthMembers>, Parameters<TokenEndpoint['request']>[1], string, string | undefined]
  >([
    [
      'client credentials in the body',
      { scope: 'a  b' },
      { kind: 'client_credentials' },
      'grant_type=client_credentials&scope=a%20b&client_id=cid&client_secret=sec',
      undefined,
    ],
    [
      'client credentials as Basic',
      { client_authentication: 'basic_header' },
      { kind: 'client_credentials' },
      'grant_type=client_credentials',
      'Basic Y2lkOnNlYw==',
    ],
    [
      'an empty scope is not sent',
      { scope: '  ' },
      { kind: 'client_credentials' },
      'grant_type=client_credentials&client_id=cid&client_secret=sec',
      undefined,
    ],
    [
      'comma as scope separator',
      { scope: 'a b', scope_separator: ',' },
      { kind: 'client_credentials' },
      'grant_type=client_credentials&scope=a%2Cb&client_id=cid&client_secret=sec',
      undefined,
    ],
    [
      'audience and repeated resource in the body',
      { extra_token_params: { audience: 'https://api.x/', resource: ['https://a/', 'https://b/'] } },
      { kind: 'client_credentials' },
      'grant_type=client_credentials&audience=https%3A%2F%2Fapi.x%2F&resource=https%3A%2F%2Fa%2F&resource=https%3A%2F%2Fb%2F&client_id=cid&client_secret=sec',
      undefined,
    ],
    [
      'extra parameters never override ours',
      {
        extra_token_params: { grant_type: 'x', client_id: 'x', client_secret: 'x', scope: 'x', ok: 'y' },
        scope: 's',
      },
      { kind: 'client_credentials' },
      'grant_type=client_credentials&scope=s&ok=y&client_id=cid&client_secret=sec',
      undefined,
    ],
    [
      'password grant',
      { scope: 's' },
      { kind: 'password', username: 'ü&x', password: 'p w+' },
      'grant_type=password&username=%C3%BC%26x&password=p%20w%2B&scope=s&client_id=cid&client_secret=sec',
      undefined,
    ],
    [
      'password grant without a client',
      { client_id: null, client_secret: null },
      { kind: 'password', username: 'u', password: 'p' },
      'grant_type=password&username=u&password=p',
      undefined,
    ],
    [
      'password grant with a blank client',
      { client_id: '', client_secret: '' },
      { kind: 'password', username: 'u', password: 'p' },
      'grant_type=password&username=u&password=p',
      undefined,
    ],
    [
      'code',
      {},
      { kind: 'authorization_code', code: 'c/d', redirectUri: 'https://me/oauth/callback' },
      'grant_type=authorization_code&code=c%2Fd&redirect_uri=https%3A%2F%2Fme%2Foauth%2Fcallback&client_id=cid&client_secret=sec',
      undefined,
    ],
    [
      'code with PKCE: verifier, id and secret all in the body (O-08)',
      {},
      { kind: 'authorization_code', code: 'c', redirectUri: 'https://me/cb', codeVerifier: 'v' },
      'grant_type=authorization_code&code=c&redirect_uri=https%3A%2F%2Fme%2Fcb&code_verifier=v&client_id=cid&client_secret=sec',
      undefined,
    ],
    [
      'refresh in the body (O-06), no scope',
      { scope: 's' },
      { kind: 'refresh_token', refreshToken: 'R/1' },
      'grant_type=refresh_token&refresh_token=R%2F1&client_id=cid&client_secret=sec',
      undefined,
    ],
    [
      'refresh with scope when the system asks for it',
      { scope: 's t', send_scope_on_refresh: true, extra_refresh_params: { x: 'y' } },
      { kind: 'refresh_token', refreshToken: 'R' },
      'grant_type=refresh_token&refresh_token=R&scope=s%20t&x=y&client_id=cid&client_secret=sec',
      undefined,
    ],
    [
      'a public client, body (O-16)',
      { client_secret: null },
      { kind: 'refresh_token', refreshToken: 'R' },
      'grant_type=refresh_token&refresh_token=R&client_id=cid',
      undefined,
    ],
    [
      'a public client, Basic chosen (O-18)',
      { client_secret: '', client_authentication: 'basic_header' },
      { kind: 'refresh_token', refreshToken: 'R' },
      'grant_type=refresh_token&refresh_token=R&client_id=cid',
      undefined,
    ],
    [
      'an empty secret where the server wants one (O-19)',
      { client_secret: null, send_empty_client_secret: true },
      { kind: 'refresh_token', refreshToken: 'R' },
      'grant_type=refresh_token&refresh_token=R&client_id=cid&client_secret=',
      undefined,
    ],
    [
      'golden body',
      { client_id: ID, client_secret: SECRET },
      { kind: 'client_credentials' },
      "grant_type=client_credentials&client_id=client%20id%3A&client_secret=s3%2B%2F%3D%26%20%25%3A!'()*~",
      undefined,
    ],
    [
      'golden Basic',
      { client_id: ID, client_secret: SECRET, client_authentication: 'basic_header' },
      { kind: 'client_credentials' },
      'grant_type=client_credentials',
      'Basic Y2xpZW50K2lkJTNBOnMzJTJCJTJGJTNEJTI2KyUyNSUzQSUyMSUyNyUyOCUyOSUyQX4=',
    ],
    [
      'golden raw Basic',
      { client_id: ID, client_secret: SECRET, client_authentication: 'basic_header', basic_encoding: 'raw' },
      { kind: 'client_credentials' },
      'grant_type=client_credentials',
      'Basic Y2xpZW50IGlkOjpzMysvPSYgJTohJygpKn4=',
    ],
    [
      'a non-ASCII secret in the body (O-14)',
      { client_secret: 'a§b' },
      { kind: 'client_credentials' },
      'grant_type=client_credentials&client_id=cid&client_secret=a%C2%A7b',
      undefined,
    ],
    [
      'a non-ASCII secret as Basic (O-14)',
      { client_secret: 'a§b', client_authentication: 'basic_header' },
      { kind: 'client_credentials' },
      'grant_type=client_credentials',
      `Basic ${Buffer.from('cid:a%C2%A7b').toString('base64')}`,
    ],
  ])('%s', async (_, members, grant, body, authorization) => {
    const { base, seen } = await tokenServer();
    const outcome = await endpoint().request(settings({ ...members, token_url: `${base}/token?x=1` }), grant);
    expect(outcome).toMatchObject({
      ok: true,
      tokens: { accessToken: 'A', obtainedAt: 1_000_000, expiresAt: 4_600_000 },
    });
    const [request] = seen;
    expect(request?.body).toBe(body);
    expect(request?.headers.authorization).toBe(authorization);
  });

  it('posts to the Token URL with its query, as a form, asking for JSON, without encoding, cookie or charset (O-23)', async () => {
    const { base, seen } = await tokenServer();
    const url = `${base}//oauth2/token?resource=https://api.businesscentral.dynamics.com#frag`;
    await endpoint().request(settings({ token_url: url }), { kind: 'client_credentials' });
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '//oauth2/token?resource=https://api.businesscentral.dynamics.com',
    });
    const {
      accept,
      'content-type': type,
      'user-agent': agent,
      cookie,
      'accept-encoding': encoding,
    } = seen[0]?.headers ?? {};
    expect({ accept, type, agent, cookie, encoding }).toEqual({
      accept: 'application/json',
      type: 'application/x-www-form-urlencoded',
      agent: 'Pipewright',
      cookie: undefined,
      encoding: undefined,
    });
  });

  it('revokes with the same client authentication and takes the empty 200', async () => {
    const { base, seen } = await tokenServer({ body: '' });
    const target = endpoint();
    const body = settings({ token_url: `${base}/t`, revocation_url: `${base}/revoke` });
    expect(await target.revoke(body, 'R', 'refresh_token')).toBeNull();
    expect(
      await target.revoke({ ...body, clientAuthentication: 'basic_header' }, 'A', 'access_token'),
    ).toBeNull();
    expect(await target.revoke({ ...body, clientSecret: null }, 'A', 'access_token')).toBeNull();
    expect(await target.revoke({ ...body, clientId: null }, 'A', 'access_token')).toBeNull();
    expect(seen.map((request) => [request.url, request.body, request.headers.authorization])).toEqual([
      ['/revoke', 'token=R&token_type_hint=refresh_token&client_id=cid&client_secret=sec', undefined],
      ['/revoke', 'token=A&token_type_hint=access_token', 'Basic Y2lkOnNlYw=='],
      ['/revoke', 'token=A&token_type_hint=access_token&client_id=cid', undefined],
      ['/revoke', 'token=A&token_type_hint=access_token', undefined],
    ]);
  });
});
