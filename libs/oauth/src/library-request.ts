// One request by simple-oauth2 over the injected agent: what the library gets, and what its answers and errors mean.

import debug from 'debug';
import {
  AuthorizationCode,
  ClientCredentials,
  type ModuleOptions,
  ResourceOwnerPassword,
} from 'simple-oauth2';
import type { ClientPart } from './client-authentication.js';
import { type OAuthFailure, readRetryAfter, shownText } from './failure.js';
import type { BodyParams, TokenGrant } from './grants.js';
import type { RawTokenAnswer } from './token-answer.js';

/** What the agent saw of the one request it carried. */
export type AgentNote = {
  status?: number;
  contentType?: string;
  contentEncoding?: string;
  retryAfter?: string;
  location?: string;
  error?: Error;
};

export type Sent = { answer: RawTokenAnswer } | { failure: OAuthFailure };

/** One request and the way it goes. `agent` is for this request alone. */
export type LibraryCall = {
  url: URL;
  agent: { note: AgentNote };
  client: ClientPart;
  grant: TokenGrant;
  params: BodyParams;
  userAgent: string;
  timeoutMs: number;
  /** Epoch milliseconds. */
  now: () => number;
};

/** Most bytes of an answer, before and after inflation. */
export const MAX_ANSWER_BYTES = 64 * 1024;

/** Sends the request; the answer's body is as it came, still encoded where `Content-Encoding` says so. */
export async function sendByLibrary(call: LibraryCall): Promise<Sent> {
  const { agent, client, grant, params } = call;
  try {
    const body = await ask(optionsOf(call), grant, { ...params, ...client.params });
    return { answer: { ...agent.note, status: agent.note.status ?? 0, body } };
  } catch (error) {
    return outcomeOf(error, agent.note, call.now());
  }
}

function optionsOf({ url, agent, client, grant, userAgent, timeoutMs }: LibraryCall): ModuleOptions<string> {
  const headers = {
    'User-Agent': userAgent,
    ...(client.authorization === undefined ? {} : { Authorization: client.authorization }),
  };
  return {
    client: libraryClient(grant),
    // Absolute, since a path such as "//oauth/token" alone would be read as another host.
    auth: { tokenHost: url.origin, tokenPath: url.href, revokePath: url.href },
    options: { authorizationMethod: 'body', bodyFormat: 'form' },
    // Redirects become errors, every answer's bytes survive, and the agent ends the call before `timeout` does.
    http: {
      json: false,
      redirects: 0,
      redirect303: true,
      timeout: timeoutMs + 1000,
      maxBytes: MAX_ANSWER_BYTES,
      agent,
      headers,
    },
  };
}

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

/**
 * The library's own client authentication refuses non-ASCII and sends "undefined" or an empty secret for public
 * clients. So the client's part travels as parameters or header, and the library's "client" only repeats the grant.
 */
function libraryClient(grant: TokenGrant): ModuleOptions<string>['client'] {
  return { id: grant.kind, idParamName: 'grant_type', secret: grant.kind, secretParamName: 'grant_type' };
}

/** Sends one request by the library's class for the grant and gives the bytes of a 2xx answer. */
async function ask(options: ModuleOptions<string>, grant: TokenGrant, params: BodyParams): Promise<Buffer> {
  switch (grant.kind) {
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
            .createToken({ refresh_token: grant.refreshToken })
            .refresh(params)
        ).token,
      );
  }
}

/** Makes sense of an exception of the library or of Node. Its errors carry request and answer, so none leaves this function. */
export function outcomeOf(error: unknown, note: AgentNote, now: number): Sent {
  const retryAfterSeconds = readRetryAfter(note.retryAfter, now);
  const payload = payloadOf(error);
  const isRedirect = note.status !== undefined && note.status >= 300 && note.status < 400;
  if (note.status !== undefined && (payload !== null || isRedirect)) {
    return { answer: { ...note, status: note.status, body: payload ?? Buffer.alloc(0) } };
  }
  const code = (note.error as { code?: string } | undefined)?.code ?? 'CONNECTION_LOST';
  if (note.status !== undefined && code !== 'TOTAL_TIMEOUT') {
    const message = `The answer (HTTP ${note.status}) is larger than ${MAX_ANSWER_BYTES / 1024} KiB or was cut off.`;
    return {
      failure: {
        kind: 'transient',
        code: 'too_large_or_cut_off',
        message,
        status: note.status,
        retryAfterSeconds,
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
      retryAfterSeconds,
    },
  };
}

const CONFIGURATION_CODES = new Set(['BLOCKED_ADDRESS', 'INVALID_URL', 'INVALID_HEADER']);

/** `DEBUG=*` would make simple-oauth2 print client secrets: its namespaces stay off whatever is set. */
export function silenceLibraryLogs(): void {
  const { namespaces } = debug as unknown as { namespaces?: string };
  if (namespaces?.includes('-simple-oauth2*')) return;
  debug.enable(namespaces ? `${namespaces},-simple-oauth2*` : '-simple-oauth2*');
}
