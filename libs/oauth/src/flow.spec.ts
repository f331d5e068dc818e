import fc from 'fast-check';
import { checkCallback, readCallback } from './callback.js';
import { authorizeUrl, beginConsent, challengeOf, flowCookieName, hashOf, matchesHash } from './flow.js';
import { type OAuthMembers, readSettings } from './settings.js';

const REDIRECT = 'https://pipewright.example/oauth/callback';
const settings = (members: Partial<OAuthMembers> = {}) =>
  readSettings({
    grant_type: 'authorization_code_pkce',
    client_id: 'cid',
    client_secret: 'top-secret',
    authorization_url: 'https://as.example/authorize',
    token_url: 'https://as.example/token',
    ...members,
  });
const query = (url: string) => [...new URL(url).searchParams];

describe('beginConsent', () => {
  it('makes a fresh state, browser secret and 43-character verifier each time, and stores only hashes', () => {
    const one = beginConsent(settings(), REDIRECT);
    const two = beginConsent(settings(), REDIRECT);
    const state = new URL(one.authorizationUrl).searchParams.get('state') ?? '';
    expect(state).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(one.codeVerifier).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(one.stateHash).toBe(hashOf(state));
    expect(matchesHash(one.browserSecret, one.browserHash)).toBe(true);
    expect(matchesHash(two.browserSecret, one.browserHash)).toBe(false);
    expect(one.cookieName).toBe(flowCookieName(one.stateHash));
    expect(one.cookieName).toMatch(/^oauth_flow_[0-9a-f]{8}$/);
    expect(
      new Set([state, one.browserSecret, one.codeVerifier, two.browserSecret, two.codeVerifier]).size,
    ).toBe(5);
  });

  it('sends challenge and method with the PKCE grant, neither without it (O-21)', () => {
    const s256 = beginConsent(settings(), REDIRECT);
    expect(query(s256.authorizationUrl)).toEqual(
      expect.arrayContaining([
        ['code_challenge', challengeOf(s256.codeVerifier ?? '', 'S256')],
        ['code_challenge_method', 'S256'],
      ]),
    );
    const plain = beginConsent(settings({ transformation_method: 'plain' }), REDIRECT);
    expect(query(plain.authorizationUrl)).toEqual(
      expect.arrayContaining([
        ['code_challenge', plain.codeVerifier],
        ['code_challenge_method', 'plain'],
      ]),
    );
    const without = beginConsent(settings({ grant_type: 'authorization_code' }), REDIRECT);
    expect(without.codeVerifier).toBeNull();
    expect(without.authorizationUrl).not.toContain('code_challenge');
  });

  it('meets the vector of RFC 7636', () => {
    expect(challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', 'S256')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
  });
});

describe('authorizeUrl', () => {
  const build = (members: Partial<OAuthMembers>) =>
    authorizeUrl(settings(members), { redirectUri: REDIRECT, state: 'S', codeVerifier: null });

  it('is these bytes', () => {
    expect(build({ scope: 'openid profile' })).toBe(
      'https://as.example/authorize?response_type=code&client_id=cid&redirect_uri=https%3A%2F%2Fpipewright.example%2Foauth%2Fcallback&scope=openid+profile&state=S',
    );
  });

  it.each<[string, Partial<OAuthMembers>, string]>([
    ['spaces as + (O-25)', { scope: 'a b' }, 'scope=a+b&'],
    ['a comma where the system wants it', { scope: 'a b', scope_separator: ',' }, 'scope=a%2Cb&'],
    ['a plus that is not encoded', { scope: 'a b', scope_separator: '+' }, 'scope=a+b&'],
    [
      'repeated resources (O-28)',
      { extra_authorize_params: { resource: ['https://a', 'https://b'] } },
      'resource=https%3A%2F%2Fa&resource=https%3A%2F%2Fb',
    ],
    ['extra parameters', { extra_authorize_params: { access_type: 'offline' } }, 'access_type=offline'],
  ])('sends %s', (_, members, part) => expect(`${build(members)}&`).toContain(part));

  it('leaves an empty scope out (O-26)', () => expect(build({ scope: ' ' })).not.toContain('scope'));

  it('lets no extra parameter override ours, and never carries a secret', () => {
    const url = build({
      extra_authorize_params: {
        client_id: 'x',
        state: 'x',
        redirect_uri: 'https://evil',
        response_type: 'token',
        scope: 'x',
        code_challenge: 'x',
        client_secret: 'x',
      },
      scope: 's',
    });
    expect(query(url)).toEqual([
      ['response_type', 'code'],
      ['client_id', 'cid'],
      ['redirect_uri', REDIRECT],
      ['scope', 's'],
      ['state', 'S'],
    ]);
    expect(url).not.toContain('secret');
  });

  it('has one question mark whatever is stored', () => {
    const url = build({ authorization_url: 'https://as.example/authorize?tenant=1&state=evil#x' });
    expect(url.split('?')).toHaveLength(2);
    expect(query(url)).toContainEqual(['tenant', '1']);
    expect(query(url).filter(([name]) => name === 'state')).toEqual([['state', 'S']]);
    expect(url).not.toContain('#');
  });
});

describe('the callback', () => {
  const expected = { browserHash: hashOf('cookie'), cookie: 'cookie', issuer: null, issuerRequired: false };
  const read = (search: string) => {
    const result = readCallback(search);
    if (!result.ok) throw new Error(result.message);
    return result;
  };

  it.each([
    '?code=a&code=b&state=S',
    '?state=S&state=T&code=a',
    '?code=a',
    '?code=a&state=',
    `?code=a&state=${'x'.repeat(600)}`,
    '',
  ])('refuses %s before any look-up', (search) => {
    expect(readCallback(search)).toMatchObject({ ok: false, code: 'invalid_request' });
  });

  it('gives the code when all is right', () => {
    expect(checkCallback(read('?code=c%2Fd&state=S'), expected)).toEqual({ ok: true, code: 'c/d' });
  });

  it.each<[string, string, Partial<Parameters<typeof checkCallback>[1]>, string]>([
    ['another browser (O-78)', '?code=c&state=S', { cookie: 'other' }, 'other_browser'],
    ['no cookie', '?code=c&state=S', { cookie: undefined }, 'other_browser'],
    [
      'another browser, even for an error',
      '?error=access_denied&state=S',
      { cookie: 'other' },
      'other_browser',
    ],
    [
      'another issuer',
      '?code=c&state=S&iss=https://evil',
      { issuer: 'https://as.example' },
      'issuer_mismatch',
    ],
    [
      'an issuer that differs by a slash',
      '?code=c&state=S&iss=https://as.example/',
      { issuer: 'https://as.example' },
      'issuer_mismatch',
    ],
    [
      'an issuer before the error is read',
      '?error=access_denied&state=S&iss=https://evil',
      { issuer: 'https://as.example' },
      'issuer_mismatch',
    ],
    [
      'a missing issuer that is announced',
      '?code=c&state=S',
      { issuer: 'https://as.example', issuerRequired: true },
      'issuer_missing',
    ],
    ['a denial', '?error=access_denied&state=S', {}, 'access_denied'],
    ['a denial with a code beside it', '?error=access_denied&code=c&state=S', {}, 'access_denied'],
    ['a denial in words', '?error=no+way+S3CR&code=S3CR&state=S', {}, 'error'],
    ['a denial that repeats the code', '?error=S3CR&code=S3CR&state=S', {}, 'error'],
    ['no code', '?state=S', {}, 'invalid_request'],
    ['an empty code', '?code=&state=S', {}, 'invalid_request'],
    ['a huge code', `?code=${'c'.repeat(4097)}&state=S`, {}, 'invalid_request'],
  ])('refuses %s', (_, search, change, code) => {
    expect(checkCallback(read(search), { ...expected, ...change })).toMatchObject({ ok: false, code });
  });

  it('shows the reason of a denial (O-73) and bounds hostile texts', () => {
    expect(
      checkCallback(read('?error=access_denied&error_description=The+user+denied+access&state=S'), expected),
    ).toMatchObject({ message: 'The system refused the consent: access_denied (The user denied access)' });
    const hostile = checkCallback(
      read(`?error=${'e'.repeat(900)}&error_description=${'%3Cb%3E%0A%00'.repeat(200)}&state=S`),
      expected,
    );
    expect(hostile.ok === false && hostile.message.length).toBeLessThan(700);
    expect(hostile.ok === false && /\p{Cc}/u.test(hostile.message)).toBe(false);
  });

  it('takes parameters without a value for left out (RFC 6749 3.1)', () => {
    expect(checkCallback(read('?code=c&error=&error_description=&iss=&state=S'), expected)).toEqual({
      ok: true,
      code: 'c',
    });
    expect(
      checkCallback(read('?code=c&iss=&state=S'), {
        ...expected,
        issuer: 'https://as.example',
        issuerRequired: true,
      }),
    ).toMatchObject({ ok: false, code: 'issuer_missing' });
  });

  it.each(['spapi_oauth_code', 'auth_code'])('reads the code where the server names it %s', (name) => {
    expect(checkCallback(read(`?${name}=c&state=S&selling_partner_id=1`), expected)).toEqual({
      ok: true,
      code: 'c',
    });
    expect(checkCallback(read(`?${name}=other&code=c&state=S`), expected)).toEqual({ ok: true, code: 'c' });
  });

  it('tells a refusal in the names that Facebook uses', () => {
    const search = '?error_code=1349126&error_message=App+not+active&state=S';
    expect(checkCallback(read(search), expected)).toMatchObject({
      ok: false,
      code: '1349126',
      message: 'The system refused the consent: 1349126 (App not active)',
    });
  });

  it('tells the error of an answer without state by its code, and no words of a stranger', () => {
    const known = readCallback('?error=invalid_scope&error_description=Call+0800+for+help');
    expect(known).toMatchObject({ ok: false, code: 'invalid_request' });
    expect(known.ok === false && known.message).toMatch(/holds no state.*invalid_scope/);
    expect(known.ok === false && known.message).not.toContain('0800');
    const made = readCallback('?error=call_0800_for_help');
    expect(made.ok === false && made.message).not.toContain('0800');
  });

  it('accepts a missing issuer that is not announced, and a right one', () => {
    const issuer = 'https://as.example';
    expect(checkCallback(read('?code=c&state=S'), { ...expected, issuer })).toMatchObject({ ok: true });
    expect(
      checkCallback(read(`?code=c&state=S&iss=${issuer}`), { ...expected, issuer, issuerRequired: true }),
    ).toMatchObject({ ok: true });
  });

  it('never throws on any query', () => {
    fc.assert(fc.property(fc.string(), (search) => void readCallback(search)));
  });
});
