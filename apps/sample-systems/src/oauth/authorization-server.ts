/**
 * The OAuth 2.0 side of a sample system (RFC 6749, 7636, 7009): a token endpoint for the four grants and refresh,
 * revocation, a plain consent page. Confidential clients send their secret in the body or as Basic, never both.
 */
import { createHash } from 'node:crypto';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { HttpProblem, readBody, sendJson } from '../http/json-server.js';
import { readClient, type Client } from './client-authentication.js';
import { consentPage } from './consent-page.js';
import { NO_STORE, oauthError } from './oauth-error.js';
import { TokenStore, type Grant } from './token-store.js';

export interface AuthorizationServerOptions {
  name: string;
  clients: Client[];
  users: { username: string; password: string }[];
  scopes: string[];
  tokenLifetimeSeconds: number;
}

export class AuthorizationServer {
  readonly tokens: TokenStore;

  constructor(private readonly options: AuthorizationServerOptions) {
    this.tokens = new TokenStore(options.tokenLifetimeSeconds);
  }

  /** Answers what belongs to OAuth; false for any other path. */
  async handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<boolean> {
    const route = `${request.method} ${url.pathname}`;
    if (route === 'POST /oauth/token') await this.token(request, response);
    else if (route === 'POST /oauth/revoke') await this.revoke(request, response);
    else if (route === 'GET /oauth/authorize') this.showConsent(response, url.searchParams);
    else if (route === 'POST /oauth/authorize') await this.decide(request, response);
    else if (url.pathname.startsWith('/oauth/')) throw new HttpProblem(404, { error: 'not_found' });
    else return false;
    return true;
  }

  /** The access token of a call, in the header or (as some providers allow) in the URL. */
  isAuthorized(request: IncomingMessage, url: URL): boolean {
    const header = request.headers.authorization ?? '';
    const token = header.startsWith('Bearer ') ? header.slice(7) : url.searchParams.get('access_token');
    return token !== null && this.tokens.isValid(token);
  }

  refuse(request: IncomingMessage): HttpProblem {
    const hasToken = request.headers.authorization !== undefined;
    const error = hasToken ? 'invalid_token' : 'missing_token';
    const challenge = hasToken
      ? `Bearer realm="${this.options.name}", error="invalid_token"`
      : `Bearer realm="${this.options.name}"`;
    const message = hasToken ? 'The access token is not valid or has expired.' : 'An access token is needed.';
    return new HttpProblem(401, { error, message }, { 'www-authenticate': challenge });
  }

  private async token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = await readForm(request);
    const client = readClient(request, form, this.options.clients);
    sendJson(response, 200, this.issue(client, form), NO_STORE);
  }

  private issue(client: Client, form: URLSearchParams): Record<string, unknown> {
    switch (form.get('grant_type')) {
      case 'client_credentials':
        return this.clientCredentials(client, form);
      case 'password':
        return this.password(client, form);
      case 'authorization_code':
        return this.authorizationCode(client, form);
      case 'refresh_token':
        return this.refresh(client, form);
      case null:
        throw oauthError('invalid_request', 'grant_type is missing.');
      default:
        throw oauthError('unsupported_grant_type', `"${form.get('grant_type')}" is not supported.`);
    }
  }

  private clientCredentials(client: Client, form: URLSearchParams) {
    if (client.secret === null)
      throw oauthError('unauthorized_client', 'Client credentials need a confidential client.');
    return this.tokens.issueAccess({ clientId: client.id, username: null, scope: this.scopeOf(form) });
  }

  private password(client: Client, form: URLSearchParams) {
    const user = this.findUser(form.get('username'), form.get('password'));
    if (!form.get('username') || form.get('password') === null)
      throw oauthError('invalid_request', 'username and password are needed.');
    if (!user) throw oauthError('invalid_grant', 'The user name or the password is wrong.');
    return this.issueBoth({ clientId: client.id, username: user.username, scope: this.scopeOf(form) });
  }

  private authorizationCode(client: Client, form: URLSearchParams) {
    const code = this.tokens.takeCode(form.get('code') ?? '');
    if (!code || code.clientId !== client.id)
      throw oauthError('invalid_grant', 'The code is unknown, used or too old.');
    if (code.redirectUri !== form.get('redirect_uri'))
      throw oauthError('invalid_grant', 'redirect_uri is not that of the authorization request.');
    if (
      code.challenge !== null &&
      challengeOf(form.get('code_verifier') ?? '', code.challengeMethod) !== code.challenge
    ) {
      throw oauthError('invalid_grant', 'code_verifier does not fit the code challenge.');
    }
    return this.issueBoth(code);
  }

  private refresh(client: Client, form: URLSearchParams) {
    const grant = this.tokens.takeRefresh(form.get('refresh_token') ?? '', client.id);
    if (!grant)
      throw oauthError('invalid_grant', 'The refresh token is unknown, revoked or was used before.');
    return this.issueBoth(grant);
  }

  private issueBoth(grant: Grant) {
    return { ...this.tokens.issueAccess(grant), refresh_token: this.tokens.issueRefresh(grant) };
  }

  private async revoke(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = await readForm(request);
    readClient(request, form, this.options.clients);
    this.tokens.revoke(form.get('token') ?? '');
    response.writeHead(200, NO_STORE).end();
  }

  /** A request that names no known client or redirect address is not sent back anywhere (RFC 6749, 4.1.2.1). */
  private showConsent(response: ServerResponse, params: URLSearchParams, message = ''): void {
    const client = this.checkRedirect(params);
    const problem = this.requestProblem(params, client);
    if (problem) return redirect(response, params, problem);
    const page = consentPage(this.options.name, client.id, params, message, this.options.users[0]);
    response
      .writeHead(message ? 401 : 200, { 'content-type': 'text/html; charset=utf-8', ...NO_STORE })
      .end(page);
  }

  private async decide(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = await readForm(request);
    const params = new URLSearchParams(form.get('request') ?? '');
    const client = this.checkRedirect(params);
    const problem = this.requestProblem(params, client);
    if (problem) return redirect(response, params, problem);
    if (form.get('decision') !== 'allow')
      return redirect(response, params, { error: 'access_denied', error_description: 'The user said no.' });
    const user = this.findUser(form.get('username'), form.get('password'));
    if (!user) return this.showConsent(response, params, 'The user name or the password is wrong.');
    const code = this.tokens.issueCode({
      clientId: client.id,
      username: user.username,
      scope: this.scopeOf(params),
      redirectUri: params.get('redirect_uri') ?? '',
      challenge: params.get('code_challenge'),
      challengeMethod: params.get('code_challenge_method') === 'S256' ? 'S256' : 'plain',
    });
    redirect(response, params, { code });
  }

  private checkRedirect(params: URLSearchParams): Client {
    const client = this.options.clients.find(({ id }) => id === params.get('client_id'));
    if (!client)
      throw new HttpProblem(400, { error: 'invalid_client', message: 'client_id is not known here.' });
    const address = params.get('redirect_uri') ?? '';
    const isHttp = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
    if (!isHttp)
      throw new HttpProblem(400, {
        error: 'invalid_request',
        message: 'redirect_uri is missing or no http address.',
      });
    return client;
  }

  private requestProblem(params: URLSearchParams, client: Client): Record<string, string> | null {
    if (params.get('response_type') !== 'code') return { error: 'unsupported_response_type' };
    const method = params.get('code_challenge_method') ?? 'plain';
    if (method !== 'S256' && method !== 'plain')
      return { error: 'invalid_request', error_description: 'code_challenge_method must be S256 or plain.' };
    if (client.secret === null && !params.get('code_challenge'))
      return { error: 'invalid_request', error_description: 'PKCE is required for this client.' };
    return this.unknownScope(params) ? { error: 'invalid_scope' } : null;
  }

  private scopeOf(form: URLSearchParams): string {
    const unknown = this.unknownScope(form);
    if (unknown) throw oauthError('invalid_scope', `The scope "${unknown}" is not known here.`);
    return form.get('scope')?.trim() || this.options.scopes.join(' ');
  }

  private unknownScope(form: URLSearchParams): string | undefined {
    return (form.get('scope') ?? '')
      .split(' ')
      .find((scope) => scope !== '' && !this.options.scopes.includes(scope));
  }

  private findUser(username: string | null, password: string | null) {
    return this.options.users.find((user) => user.username === username && user.password === password);
  }
}

/** Back to the client, with the state exactly as it came. */
function redirect(response: ServerResponse, params: URLSearchParams, answer: Record<string, string>): void {
  const target = new URL(params.get('redirect_uri') ?? '');
  for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value);
  const state = params.get('state');
  if (state !== null) target.searchParams.set('state', state);
  response.writeHead(302, { location: target.href, ...NO_STORE }).end();
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')) {
    throw oauthError('invalid_request', 'Send application/x-www-form-urlencoded.');
  }
  const form = new URLSearchParams(await readBody(request));
  for (const name of new Set(form.keys())) {
    if (form.getAll(name).length > 1) throw oauthError('invalid_request', `${name} is given more than once.`);
  }
  return form;
}

function challengeOf(verifier: string, method: 'S256' | 'plain'): string {
  return method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
}
