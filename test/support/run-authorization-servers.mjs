/**
 * Real authorization servers for tests, in a process of their own (they are ES modules, which Jest cannot load):
 * oidc-provider (a certified provider) and @node-oauth/oauth2-server (Basic only unencoded). Both sign in and consent
 * by themselves when a browser comes, unless the sign-in is to be refused (`login_hint=deny`) or asked for on a page
 * (`login_hint=page`, and `page_alone` with Cross-Origin-Opener-Policy). oauth2-mock-server answers its token endpoint
 * with whatever status and body `POST <mockControl>` set last. Prints the URLs as one JSON line when ready.
 * `GET /__requests` answers the token and revocation requests seen; `POST /__requests` forgets them.
 */
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import OAuth2Server from '@node-oauth/oauth2-server';
import { Events, OAuth2Server as MockServer } from 'oauth2-mock-server';

const callback = process.argv[2];
const SPECIAL = "s3+/=& %:!'()*~";

function listen(handle) {
  const seen = [];
  const server = createServer((request, response) => {
    if (request.url === '/__requests') {
      const body = JSON.stringify(seen);
      if (request.method === 'POST') seen.length = 0;
      return response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    }
    if (request.method === 'POST') {
      seen.push({ url: request.url, authorization: request.headers.authorization ?? null });
    }
    handle(request, response);
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({ server, url: `http://127.0.0.1:${server.address().port}` }),
    ),
  );
}

async function startOidc() {
  const ready = {};
  const { url } = await listen((request, response) => ready.handle(request, response));
  const grants = ['authorization_code', 'refresh_token', 'client_credentials', 'password'];
  const client = (id, method, secret) => ({
    client_id: id,
    ...(secret ? { client_secret: secret } : {}),
    token_endpoint_auth_method: method,
    grant_types: method === 'none' ? grants.filter((grant) => grant !== 'client_credentials') : grants,
    redirect_uris: [callback],
    response_types: ['code'],
  });
  const provider = new Provider(url, {
    clients: [
      client('basic', 'client_secret_basic', SPECIAL),
      client('post', 'client_secret_post', SPECIAL),
      client('public', 'none'),
    ],
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: { enabled: true },
    },
    scopes: ['openid', 'offline_access', 'orders'],
    pkce: { required: () => false },
    issueRefreshToken: async (_ctx, granted) => granted.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    ttl: {
      AccessToken: Number(process.argv[3] ?? 3600),
      ClientCredentials: 3600,
      AuthorizationCode: 60,
      RefreshToken: 3600,
      Grant: 3600,
      Interaction: 600,
      Session: 600,
      IdToken: 600,
    },
    findAccount: async (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    cookies: { keys: ['test-only-key'] },
  });
  provider.on('server_error', (_ctx, error) => console.error(error));
  provider.registerGrantType(
    'password',
    async (ctx) => {
      const { username, password, scope } = ctx.oidc.params;
      if (username !== 'ann' || password !== 'pässword') {
        ctx.status = 400;
        ctx.body = { error: 'invalid_grant', error_description: 'wrong user name or password' };
        return;
      }
      const { AccessToken, RefreshToken, Grant } = ctx.oidc.provider;
      const grant = new Grant({ accountId: username, clientId: ctx.oidc.client.clientId });
      grant.addOIDCScope(scope ?? '');
      const grantId = await grant.save();
      const common = { accountId: username, client: ctx.oidc.client, grantId, gty: 'password', scope };
      const token = await new AccessToken(common).save();
      const refresh = await new RefreshToken({ ...common, rotations: 0 }).save();
      ctx.body = {
        access_token: token,
        refresh_token: refresh,
        expires_in: 3600,
        token_type: 'Bearer',
        scope,
      };
    },
    ['username', 'password', 'scope'],
  );
  const app = provider.callback();
  ready.handle = async (request, response) => {
    if (!request.url.startsWith('/interaction/')) return app(request, response);
    const details = await provider.interactionDetails(request, response);
    const { prompt, params, session, grantId } = details;
    const isDenied = params.login_hint === 'deny' || request.url.endsWith('/deny');
    if (isDenied) {
      return provider.interactionFinished(request, response, {
        error: 'access_denied',
        error_description: 'The user denied access',
      });
    }
    if (prompt.name === 'consent' && params.login_hint?.startsWith('page') && !request.url.endsWith('/allow'))
      return showConsentPage(request, response, params);
    if (prompt.name === 'login') {
      return provider.interactionFinished(request, response, { login: { accountId: 'ann' } });
    }
    const grant = grantId
      ? await provider.Grant.find(grantId)
      : new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
    if (prompt.details.missingOIDCScope) grant.addOIDCScope(prompt.details.missingOIDCScope.join(' '));
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  };
  return url;
}

/** The page on which a person decides; alone in its browsing context group where the provider is that strict. */
function showConsentPage(request, response, params) {
  const alone = params.login_hint === 'page_alone' ? { 'cross-origin-opener-policy': 'same-origin' } : {};
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...alone }).end(`<!doctype html>
<html lang="en"><title>Consent</title><h1>Allow access?</h1>
<p><a href="${request.url}/allow">Allow</a> <a href="${request.url}/deny">Deny</a></p></html>`);
}

async function startNode() {
  const codes = new Map();
  const tokens = new Map();
  const refreshes = new Map();
  const clients = {
    raw: {
      id: 'raw',
      secret: 'a+b/c d',
      grants: ['authorization_code', 'client_credentials', 'password', 'refresh_token'],
      redirectUris: [callback],
    },
    public: {
      id: 'public',
      secret: null,
      grants: ['authorization_code', 'password', 'refresh_token'],
      redirectUris: [callback],
    },
  };
  const oauth = new OAuth2Server({
    enablePlainPKCE: true,
    requireClientAuthentication: { password: false, refresh_token: false, authorization_code: false },
    model: {
      getClient: async (id, secret) => {
        const client = clients[id];
        return client &&
          (secret == null ? client.secret === null || secret === null : client.secret === secret)
          ? client
          : false;
      },
      getUser: async (username, password) =>
        username === 'ann' && password === 'pässword' ? { id: 'ann' } : false,
      getUserFromClient: async () => ({ id: 'service' }),
      saveAuthorizationCode: async (code, client, user) => {
        const saved = { ...code, client, user };
        codes.set(code.authorizationCode, saved);
        return saved;
      },
      getAuthorizationCode: async (code) => codes.get(code),
      revokeAuthorizationCode: async (code) => codes.delete(code.authorizationCode),
      saveToken: async (token, client, user) => {
        const saved = { ...token, client, user };
        tokens.set(token.accessToken, saved);
        if (token.refreshToken) refreshes.set(token.refreshToken, saved);
        return saved;
      },
      getAccessToken: async (token) => tokens.get(token),
      getRefreshToken: async (token) => refreshes.get(token),
      revokeToken: async (token) => refreshes.delete(token.refreshToken),
      validateScope: async (_user, _client, scope) => scope ?? [],
      verifyScope: async () => true,
    },
  });
  const { url } = await listen(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const asked = new URL(request.url, 'http://x');
    const wrapped = new OAuth2Server.Request({
      method: request.method,
      headers: request.headers,
      query: Object.fromEntries(asked.searchParams),
      body: Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())),
    });
    const answer = new OAuth2Server.Response();
    try {
      if (asked.pathname === '/authorize') {
        await oauth.authorize(wrapped, answer, {
          authenticateHandler: { handle: async () => ({ id: 'ann' }) },
        });
      } else await oauth.token(wrapped, answer);
    } catch (error) {
      answer.status ??= error.code ?? 500;
      if (!answer.body || Object.keys(answer.body).length === 0)
        answer.body = { error: error.name, error_description: error.message };
      if (!answer.headers.location) answer.status = error.code ?? 500;
    }
    response
      .writeHead(answer.status, { ...answer.headers, 'content-type': 'application/json' })
      .end(JSON.stringify(answer.body));
  });
  return url;
}

/** The hook of oauth2-mock-server that forces any status and any body on its token endpoint. */
async function startMock() {
  const mock = new MockServer();
  await mock.issuer.keys.generate('RS256');
  await mock.start(0, '127.0.0.1');
  let forced = null;
  mock.service.on(Events.BeforeResponse, (response) => {
    if (forced === null) return;
    response.statusCode = forced.status;
    response.body = forced.body;
  });
  const { url: mockControl } = await listen(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    forced = JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(200).end();
  });
  return { mock: mock.issuer.url.replace('localhost', '127.0.0.1'), mockControl };
}

console.log(JSON.stringify({ oidc: await startOidc(), node: await startNode(), ...(await startMock()) }));
