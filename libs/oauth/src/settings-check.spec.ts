import { searchProviders } from './providers.js';
import { checkOAuthMembers, moveAuthorizeQuery } from './settings-check.js';
import { type OAuthMembers, readSettings } from './settings.js';

const good: OAuthMembers = {
  grant_type: 'authorization_code_pkce',
  client_id: 'c',
  authorization_url: 'https://as/a',
  token_url: 'https://as/t',
};
const fields = (members: Partial<OAuthMembers>) =>
  checkOAuthMembers({ ...good, ...members }).map(({ field, code }) => `${field} ${code}`);

describe('checkOAuthMembers', () => {
  it.each<[OAuthMembers['grant_type'], string[]]>([
    ['authorization_code', ['authorization_url required', 'token_url required', 'client_id required']],
    ['authorization_code_pkce', ['authorization_url required', 'token_url required', 'client_id required']],
    ['client_credentials', ['token_url required', 'client_id required', 'client_secret required']],
    ['resource_owner_credentials', ['token_url required']],
  ])('%s requires %j', (grant_type, expected) => {
    expect(checkOAuthMembers({ grant_type }).map(({ field, code }) => `${field} ${code}`)).toEqual(expected);
  });

  it.each(['client_id', 'client_secret', 'token_url'] as const)('takes a blank %s for none', (field) => {
    const members: OAuthMembers = { ...good, grant_type: 'client_credentials', client_secret: 's' };
    expect(checkOAuthMembers(members)).toEqual([]);
    const problems = checkOAuthMembers({ ...members, [field]: ' \t ' });
    expect(problems).toContainEqual(expect.objectContaining({ field, code: 'required' }));
    expect(readSettings({ ...members, client_id: '  ', client_secret: ' ' })).toMatchObject({
      clientId: null,
      clientSecret: null,
    });
  });

  it.each<[Partial<OAuthMembers>, string]>([
    [{ authorization_url: 'javascript:alert(1)' }, 'authorization_url invalid'],
    [{ authorization_url: 'https://as/a#frag' }, 'authorization_url invalid'],
    [{ token_url: '/token' }, 'token_url invalid'],
    [{ token_url: 'https://user:pw@as/t' }, 'token_url invalid'],
    [{ revocation_url: 'ftp://as/r' }, 'revocation_url invalid'],
    [{ issuer: 'https://as?x=1' }, 'issuer invalid'],
    [{ redirect_uri_name: 'https://elsewhere.example' }, 'redirect_uri_name invalid'],
    [{ redirect_uri_name: 'a name' }, 'redirect_uri_name invalid'],
    [{ client_id: 'a:b', client_authentication: 'basic_header', basic_encoding: 'raw' }, 'client_id invalid'],
    [{ client_secret: 'a\nb' }, 'client_secret invalid'],
    [{ authorization_format: 'Bearer' }, 'authorization_format invalid'],
    [{ authorization_header: 'X Token' }, 'authorization_header invalid'],
    [{ authorization_header: 'Content-Length' }, 'authorization_header invalid'],
    [{ token_path: 'a[b' }, 'token_path invalid'],
    [{ default_expires_in: 0 }, 'default_expires_in invalid'],
    [{ scope: 'läse' }, 'scope invalid'],
  ])('refuses %j', (members, expected) => expect(fields(members)).toEqual([expected]));

  it.each<Partial<OAuthMembers>>([
    {},
    { client_id: 'a:b', client_authentication: 'basic_header' },
    { client_id: 'a:b', basic_encoding: 'raw' },
    { client_secret: 'a§b½' },
    { token_url: 'https://as/t?resource=x' },
    { token_path: '[0].token' },
    { redirect_uri_name: 'Ann_E-AnnExamp-Shop-abc' },
  ])('accepts %j', (members) => expect(fields(members)).toEqual([]));
});

describe('moveAuthorizeQuery', () => {
  it('moves query parameters to the extra ones, keeps given ones, drops ours', () => {
    const { members, moved } = moveAuthorizeQuery({
      ...good,
      authorization_url: 'https://as/a?audience=x&resource=1&resource=2&client_id=evil&prompt=none',
      extra_authorize_params: { prompt: 'consent' },
    });
    expect(members).toMatchObject({
      authorization_url: 'https://as/a',
      extra_authorize_params: { audience: 'x', resource: ['1', '2'], prompt: 'consent' },
    });
    expect(moved).toEqual(['audience', 'resource', 'client_id', 'prompt']);
    expect(moveAuthorizeQuery(good)).toEqual({ members: good, moved: [] });
  });

  it('lets what is typed now win over what was stored before', () => {
    const stored = { ...good, extra_authorize_params: { prompt: 'login', audience: 'old' } };
    const typed = { ...stored, authorization_url: 'https://as/a?audience=new' };
    expect(moveAuthorizeQuery(typed, {}).members.extra_authorize_params).toEqual({
      prompt: 'login',
      audience: 'new',
    });
  });
});

describe('searchProviders', () => {
  it('knows at least 150 providers, each with settings that can be saved', () => {
    const all = searchProviders();
    expect(all.length).toBeGreaterThanOrEqual(150);
    for (const { grant_type, authorization_url, token_url, extra_authorize_params } of all) {
      const filled = (url: string) => url.replaceAll('[subdomain]', 'acme.example');
      const members: OAuthMembers = {
        grant_type,
        authorization_url: filled(authorization_url),
        token_url: filled(token_url),
        client_id: 'c',
        extra_authorize_params,
      };
      expect(checkOAuthMembers(members)).toEqual([]);
    }
  });

  it('finds by name and id without regard to case', () => {
    expect(searchProviders('GITHUB').map(({ provider_id }) => provider_id)).toEqual(['github']);
    expect(searchProviders('google')[0]).toMatchObject({
      grant_type: 'authorization_code_pkce',
      scope_separator: ' ',
      extra_authorize_params: { access_type: 'offline' },
    });
    expect(searchProviders('no such thing')).toEqual([]);
    for (const name of ['Dropbox', 'DocuSign', 'Etsy', 'Exact Online', 'GitHub', 'HubSpot', 'Xero'])
      expect(searchProviders(name)[0]).toMatchObject({ name, scope_separator: ' ' });
    expect(searchProviders('zoho')[0]).toMatchObject({
      scope_separator: ',',
      extra_authorize_params: { access_type: 'offline' },
    });
    expect(searchProviders('shopify')[0]).toMatchObject({ needs_subdomain: true });
  });
});

describe('readSettings', () => {
  it('fills the defaults in', () => {
    expect(readSettings({ ...good, scope: ' a  b\ta ' })).toMatchObject({
      clientAuthentication: 'body',
      basicEncoding: 'rfc6749',
      transformationMethod: 'S256',
      scopes: ['a', 'b'],
      placement: {
        in: 'request_headers',
        header: 'Authorization',
        queryParameter: 'access_token',
        format: 'Bearer DYNAMIC_TOKEN[access_token]',
      },
    });
  });
});
