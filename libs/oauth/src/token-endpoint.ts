// Sends requests to token and revocation endpoints by simple-oauth2, over the injected agent, and tells what came.

import debug from 'debug';
import {
  AuthorizationCode,
  ClientCredentials,
  type ModuleOptions,
  ResourceOwnerPassword,
} from 'simple-oauth2';
import { adviceFor, adviceForTokens, type Suggestion } from './advice.js';
import { type ClientPart, clientPart } from './client-authentication.js';
import { type OAuthFailure, shownText } from './failure.js';
import { type BodyParams, grantParams, type TokenGrant } from './grants.js';
import type { OAuthSettings } from './settings.js';
import {
  type AnswerContext,
  type ParsedAnswer,
  parseTokenAnswer,
  type RawTokenAnswer,
} from './token-answer.js';
import { MASK, shownAnswer, shownForm, type ShownRequest, type ShownResponse, shownUrl } from './trace.js';

/** What the agent saw of the one request it carried. */
type AgentNote = {
  status?: number;
  contentType?: string;
  retryAfter?: string;
  location?: string;
  error?: Error;
};

/** The way out: `OutboundClient` of #outbound fits. */
export type TokenTransport = {
  agents: { forCall(url: URL, totalMs: number): { note: AgentNote } };
  policy: { isListed(url: URL): boolean };
};

export type TokenEndpointOptions = {
  transport: TokenTransport;
  /** Epoch milliseconds. */
  now?: () => number;
  userAgent?: string;
  /** Whole exchange; default 15 s. */
  timeoutMs?: number;
};

/** One exchange as a test shows it; secrets are masked. */
export type ExchangeTrace = { request: ShownRequest; response: ShownResponse | null; durationMs: number };

/** The outcome of one token request. `advice`: what the settings may need, when the refusal tells. */
export type TokenOutcome = ParsedAnswer & { trace: ExchangeTrace; advice: Suggestion | null };

const MAX_BYTES = 64 * 1024;

/** What the answer's bytes are when simple-oauth2 has spread a Buffer into numeric members. */
function bytesOf(spread: Record<string, unknown>): Buffer {
  return Buffer.from(
    Object.keys(spread)
      .filter((key) => /^\d+$/.test(key))
      .map((key) => Number(spread[key])),
  );
}

/** The payload that the library's HTTP errors carry (they hold the whole answer: never log them). */
function payloadOf(error: unknown): Buffer | null {
  const payload = (error as { data?: { payload?: unknown } } | null)?.data?.payload;
  return Buffer.isBuffer(payload) ? payload : null;
}

export class TokenEndpoint {
  readonly #transport: TokenTransport;
  readonly #now: () => number;
  readonly #userAgent: string;
  readonly #timeoutMs: number;

  constructor({
    transport,
    now = Date.now,
    userAgent = 'Pipewright',
    timeoutMs = 15_000,
  }: TokenEndpointOptions) {
    this.#transport = transport;
    this.#now = now;
    this.#userAgent = userAgent;
    this.#timeoutMs = timeoutMs;
    silenceLibraryLogs();
  }

  /** Asks the token endpoint. Failures are values; nothing here throws on what a server does. */
  async request(settings: OAuthSettings, grant: TokenGrant): Promise<TokenOutcome> {
    const sentAt = this.#now();
    const started = performance.now();
    const params = grantParams(settings, grant);
    const sent = await this.#send(settings.tokenUrl, settings, params, grant);
    const trace: ExchangeTrace = {
      request: shownRequest(settings, grant, params),
      response: 'answer' in sent ? shownAnswer(sent.answer) : null,
      durationMs: performance.now() - started,
    };
    const { tokenPath, tokenAnswer, expiresInUnit, defaultExpiresIn, scopes } = settings;
    const context: AnswerContext = {
      ...{ tokenPath, tokenAnswer, expiresInUnit, defaultExpiresIn },
      ...{ sentAt, now: this.#now(), asked: scopes },
    };
    const parsed: ParsedAnswer =
      'answer' in sent ? parseTokenAnswer(sent.answer, context) : { ok: false, failure: sent.failure };
    if (parsed.ok) return { ...parsed, trace, advice: adviceForTokens(settings, grant.kind, parsed.tokens) };
    const advice = adviceFor(settings, grant.kind, parsed.failure);
    if (advice === null) return { ...parsed, trace, advice };
    const message = `${parsed.failure.message} ${advice.message}`;
    return { ok: false, failure: { ...parsed.failure, message }, trace, advice };
  }

  /** RFC 7009: null when the server took the revocation (also of an unknown token), else why not. */
  async revoke(
    settings: OAuthSettings,
    token: string,
    hint: 'access_token' | 'refresh_token',
  ): Promise<OAuthFailure | null> {
    if (settings.revocationUrl === null) return null;
    const sent = await this.#send(
      settings.revocationUrl,
      settings,
      { token, token_type_hint: hint },
      { kind: 'revoke', hint },
    );
    if ('failure' in sent) return sent.failure;
    const { status } = sent.answer;
    if (status >= 200 && status < 300) return null;
    const parsed = parseTokenAnswer(sent.answer, { ...settings, sentAt: this.#now(), now: this.#now() });
    return parsed.ok ? null : parsed.failure;
  }

  async #send(
    address: string,
    settings: OAuthSettings,
    params: BodyParams,
    request: LibraryRequest,
  ): Promise<Sent> {
    const url = this.#checked(address);
    if (!(url instanceof URL)) return { failure: url };
    const agent = this.#transport.agents.forCall(url, this.#timeoutMs);
    const client = clientPart(settings);
    try {
      const body = await sendByLibrary(this.#libraryOptions(url, agent, client, request), request, {
        ...params,
        ...client.params,
      });
      return { answer: { ...agent.note, status: agent.note.status ?? 0, body } };
    } catch (error) {
      return outcomeOf(error, agent.note);
    }
  }

  /** https, unless the operator listed the host: client secrets go over this connection. */
  #checked(address: string): URL | OAuthFailure {
    const url = URL.canParse(address) ? new URL(address) : null;
    if (
      url === null ||
      !['http:', 'https:'].includes(url.protocol) ||
      url.username !== '' ||
      url.password !== ''
    ) {
      return configurationFailure(
        'invalid_url',
        'The URL is not an absolute http or https URL without user name.',
      );
    }
    if (url.protocol === 'http:' && !this.#transport.policy.isListed(url)) {
      return configurationFailure(
        'insecure_url',
        `https is required for ${url.host}, unless OUTBOUND_ALLOW names that host.`,
      );
    }
    url.hash = '';
    return url;
  }

  #libraryOptions(
    url: URL,
    agent: object,
    client: ClientPart,
    request: LibraryRequest,
  ): ModuleOptions<string> {
    const headers = {
      'User-Agent': this.#userAgent,
      ...(client.authorization === undefined ? {} : { Authorization: client.authorization }),
    };
    return {
      client: libraryClient(client, request),
      // Absolute, since a path such as "//oauth/token" alone would be read as another host.
      auth: { tokenHost: url.origin, tokenPath: url.href, revokePath: url.href },
      options: { authorizationMethod: 'body', bodyFormat: 'form' },
      // Redirects become errors, every answer's bytes survive, and the agent ends the call before `timeout` does.
      http: {
        json: false,
        redirects: 0,
        redirect303: true,
        timeout: this.#timeoutMs + 1000,
        maxBytes: MAX_BYTES,
        agent,
        headers,
      },
    };
  }
}

function shownRequest(settings: OAuthSettings, grant: TokenGrant, params: BodyParams): ShownRequest {
  const client = clientPart(settings);
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Content-Type': 'application/x-www-form-urlencoded',
  };
  if (client.authorization !== undefined) headers.Authorization = `Basic ${MASK}`;
  const body = shownForm({ grant_type: grant.kind, ...params, ...client.params });
  return { method: 'POST', url: shownUrl(settings.tokenUrl), headers, body };
}

type LibraryRequest = TokenGrant | { kind: 'revoke'; hint: 'access_token' | 'refresh_token' };
type Sent = { answer: RawTokenAnswer } | { failure: OAuthFailure };

function configurationFailure(code: string, message: string): OAuthFailure {
  return { kind: 'configuration', code, message, status: null, retryAfterSeconds: null };
}

/**
 * The library's own client authentication refuses non-ASCII and sends "undefined" or an empty secret for public
 * clients. So the client's part travels as parameters or header, and the library's "client" only repeats a parameter.
 * Its revoke() takes no parameters of ours: there the "client" is the real one, or the hint again when there is none.
 */
function libraryClient({ params }: ClientPart, request: LibraryRequest): ModuleOptions<string>['client'] {
  const { client_id: id, client_secret: secret } = params;
  if (request.kind === 'revoke' && id !== undefined) {
    return secret === undefined ? repeated('client_id', id) : { id, secret };
  }
  return request.kind === 'revoke'
    ? repeated('token_type_hint', request.hint)
    : repeated('grant_type', request.kind);
}

const repeated = (name: string, value: string) => ({
  id: value,
  idParamName: name,
  secret: value,
  secretParamName: name,
});

/** Sends one request by the library's class for the grant and gives the bytes of a 2xx answer. */
async function sendByLibrary(
  options: ModuleOptions<string>,
  request: LibraryRequest,
  params: BodyParams,
): Promise<Buffer> {
  switch (request.kind) {
    case 'authorization_code':
      return bytesOf(
        (await new AuthorizationCode(options).getToken(params as { code: string; redirect_uri: string }))
          .token,
      );
    case 'client_credentials':
      return bytesOf((await new ClientCredentials(options).getToken(params)).token);
    case 'password':
      return bytesOf(
        (await new ResourceOwnerPassword(options).getToken(params as { username: string; password: string }))
          .token,
      );
    case 'refresh_token':
      return bytesOf(
        (
          await new ClientCredentials(options)
            .createToken({ refresh_token: request.refreshToken })
            .refresh(params)
        ).token,
      );
    case 'revoke':
      await new ClientCredentials(options).createToken({ [request.hint]: params.token }).revoke(request.hint);
      return Buffer.alloc(0);
  }
}

/** Makes sense of an exception of the library. Its errors carry request and answer, so none leaves this function. */
function outcomeOf(error: unknown, note: AgentNote): Sent {
  const payload = payloadOf(error);
  const isRedirect = note.status !== undefined && note.status >= 300 && note.status < 400;
  if (note.status !== undefined && (payload !== null || isRedirect)) {
    return { answer: { ...note, status: note.status, body: payload ?? Buffer.alloc(0) } };
  }
  const code = (note.error as { code?: string } | undefined)?.code ?? 'CONNECTION_LOST';
  if (note.status !== undefined && code !== 'TOTAL_TIMEOUT') {
    const message = `The answer (HTTP ${note.status}) is larger than ${MAX_BYTES / 1024} KiB or was cut off.`;
    return {
      failure: {
        kind: 'transient',
        code: 'too_large_or_cut_off',
        message,
        status: note.status,
        retryAfterSeconds: null,
      },
    };
  }
  const message =
    note.error?.name === 'OutboundError' ? note.error.message : 'The request could not be sent.';
  const kind = CONFIGURATION_CODES.has(code) ? 'configuration' : 'transient';
  return {
    failure: {
      kind,
      code: code.toLowerCase(),
      message: shownText(message, 500),
      status: note.status ?? null,
      retryAfterSeconds: null,
    },
  };
}

const CONFIGURATION_CODES = new Set(['BLOCKED_ADDRESS', 'INVALID_URL', 'INVALID_HEADER']);

/** `DEBUG=*` would make simple-oauth2 print client secrets: its namespaces stay off whatever is set. */
function silenceLibraryLogs(): void {
  const { namespaces } = debug as unknown as { namespaces?: string };
  if (namespaces?.includes('-simple-oauth2*')) return;
  debug.enable(namespaces ? `${namespaces},-simple-oauth2*` : '-simple-oauth2*');
}
