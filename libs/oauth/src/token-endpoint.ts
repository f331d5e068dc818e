// Sends requests to token and revocation endpoints by simple-oauth2, over the injected agent, and tells what came.

import { adviceFor, adviceForTokens, type Suggestion } from './advice.js';
import { clientPart } from './client-authentication.js';
import { isDefinedCode, type OAuthFailure, statusCode } from './failure.js';
import { type BodyParams, grantParams, type TokenGrant } from './grants.js';
import {
  type AgentNote,
  type LibraryCall,
  MAX_ANSWER_BYTES,
  sendByLibrary,
  type Sent,
  silenceLibraryLogs,
} from './library-request.js';
import { type FormTransport, sendRevocation } from './revocation-request.js';
import { withoutSecrets } from './secrecy.js';
import type { OAuthSettings } from './settings.js';
import {
  type AnswerContext,
  isText,
  type ParsedAnswer,
  parseTokenAnswer,
  type RawTokenAnswer,
} from './token-answer.js';
import {
  MASK,
  secretValues,
  shownAnswer,
  shownForm,
  type ShownRequest,
  type ShownResponse,
  shownUrl,
  withoutEchoes,
} from './trace.js';

/** The way out: `OutboundClient` of #outbound fits. */
export type TokenTransport = {
  agents: { forCall(url: URL, totalMs: number): { note: AgentNote } };
  policy: { isListed(url: URL): boolean };
  request: FormTransport;
  /** Takes a content encoding off; throws an error with words for people. */
  decode(body: Buffer, encoding: string, limits: DecodeLimits): Promise<Buffer>;
};

type DecodeLimits = { maxBytes: number; host: string; status: number };

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
    const sent = await this.#send(settings, params, grant);
    const durationMs = performance.now() - started;
    const secrets = secretsOf(settings, settings.tokenUrl, params);
    const answer = 'answer' in sent ? sent.answer : null;
    const trace: ExchangeTrace = {
      request: shownRequest(settings, grant, params),
      response: answer && shownAnswer(answer, secrets),
      durationMs,
    };
    const parsed: ParsedAnswer =
      'answer' in sent
        ? this.#parsed(sent.answer, { ...settings, scopes: askedOf(settings, grant) }, sentAt, secrets)
        : { ok: false, failure: sent.failure };
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
    const params = { token, token_type_hint: hint };
    const url = this.#checked(settings.revocationUrl);
    if (!(url instanceof URL)) return url;
    const send: FormTransport = (request) => this.#transport.request(request);
    const sent = await sendRevocation(send, this.#callOf(url, settings, params));
    if ('failure' in sent) return sent.failure;
    const { status } = sent.answer;
    if (status >= 200 && status < 300) return null;
    const secrets = secretsOf(settings, settings.revocationUrl, params);
    const parsed = this.#parsed(sent.answer, settings, this.#now(), secrets);
    return parsed.ok ? null : parsed.failure;
  }

  async #send(settings: OAuthSettings, params: BodyParams, grant: TokenGrant): Promise<Sent> {
    const url = this.#checked(settings.tokenUrl);
    if (!(url instanceof URL)) return { failure: url };
    const agent = this.#transport.agents.forCall(url, this.#timeoutMs);
    const sent = await sendByLibrary({ ...this.#callOf(url, settings, params), agent, grant });
    return 'answer' in sent ? this.#decoded(sent.answer, url) : sent;
  }

  #callOf(url: URL, settings: OAuthSettings, params: BodyParams): Omit<LibraryCall, 'agent' | 'grant'> {
    const client = clientPart(settings);
    const [userAgent, timeoutMs, now] = [this.#userAgent, this.#timeoutMs, this.#now];
    return { url, client, params, userAgent, timeoutMs, now };
  }

  /** Nothing asks for an encoding, but some servers and proxies compress all the same. */
  async #decoded(answer: EncodedAnswer, url: URL): Promise<Sent> {
    const { status } = answer;
    const body = Buffer.from(answer.body);
    const isGzip = body[0] === 0x1f && body[1] === 0x8b;
    const encoding = answer.contentEncoding ?? (isGzip ? 'gzip' : undefined);
    if (encoding === undefined) return { answer };
    try {
      const limits = { maxBytes: MAX_ANSWER_BYTES, host: url.host, status };
      return { answer: { ...answer, body: await this.#transport.decode(body, encoding, limits) } };
    } catch (error) {
      // A charset in the wrong header, or an encoding that a proxy took off and left announced.
      if (isText(body)) return { answer };
      const { code = 'DECODE_FAILED', message } = error as { code?: string; message: string };
      const failure = { kind: 'transient', code: code.toLowerCase(), message, status } as const;
      return { failure: { ...failure, retryAfterSeconds: null } };
    }
  }

  /** Parses the answer; where it is a refusal, its code and words are free of what the request sent. */
  #parsed(
    answer: RawTokenAnswer,
    settings: OAuthSettings,
    sentAt: number,
    secrets: readonly string[],
  ): ParsedAnswer {
    const { tokenPath, tokenAnswer, expiresInUnit, defaultExpiresIn, scopes } = settings;
    const context: AnswerContext = {
      ...{ tokenPath, tokenAnswer, expiresInUnit, defaultExpiresIn },
      ...{ sentAt, now: this.#now(), asked: scopes },
    };
    const parsed = parseTokenAnswer(answer, context);
    if (parsed.ok) return parsed;
    // Before the words are cut to length, and once more after they were decoded.
    const worded = parseTokenAnswer(withoutEchoes(answer, secrets), context);
    const { message } = worded.ok ? parsed.failure : worded.failure;
    const { failure } = parsed;
    const code = safeCode(failure.code, answer.status, secrets);
    return { ok: false, failure: { ...failure, code, message: withoutSecrets(message, secrets) } };
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
}

/** A renewal need not bring another refresh token or id token: what asks for them is not missed then. */
const askedOf = ({ scopes }: OAuthSettings, { kind }: TokenGrant): readonly string[] =>
  kind === 'refresh_token' ? scopes.filter((scope) => !/^(offline_access|openid)$/.test(scope)) : scopes;

type EncodedAnswer = RawTokenAnswer & Pick<AgentNote, 'contentEncoding'>;

/** Codes go into logs and lists: one that repeats what was sent gives way to the status. */
function safeCode(code: string, status: number, secrets: readonly string[]): string {
  return isDefinedCode(code) || withoutSecrets(code, secrets) === code ? code : statusCode(status);
}

/** Everything that a request sends and nobody may read in its answer. */
function secretsOf(settings: OAuthSettings, address: string, params: BodyParams): string[] {
  const { authorization, params: client } = clientPart(settings);
  return [
    ...(settings.clientSecret === null ? [] : [settings.clientSecret]),
    ...(authorization === undefined ? [] : [authorization.slice('Basic '.length)]),
    ...secretValues({ ...params, ...client }),
    ...(URL.canParse(address) ? secretValues(Object.fromEntries(new URL(address).searchParams)) : []),
  ];
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

function configurationFailure(code: string, message: string): OAuthFailure {
  return { kind: 'configuration', code, message, status: null, retryAfterSeconds: null };
}
