// Authentication by own token calls: up to five requests in order, each able to use inputs and earlier answers.

import { expiryOf } from './expiry.js';
import { classify, type OAuthFailure, readRetryAfter } from './failure.js';
import { parsePath, valueAt } from './json-path.js';
import { type SettingsProblem } from './settings-check.js';
import type { AnswerReading } from './settings.js';
import { fillJson, fillText, TemplateError, type TemplateScope, templatesIn } from './template.js';
import { decodeAnswer, type RawTokenAnswer, tokenText } from './token-answer.js';
import type { TokenSet } from './token-set.js';
import { MASK, shownAnswer, type ShownRequest, type ShownResponse, shownUrl } from './trace.js';

/** One call of the chain; texts may hold templates. */
export type TokenCall = {
  name: string;
  method: string;
  url: string;
  headers?: Record<string, string> | null;
  body_type?: 'form' | 'json' | 'none' | 'text' | 'xml' | null;
  body?: unknown;
};

/** The members of a system with authentication_type `dynamic_token`; paths read the last answer. */
export type DynamicTokenMembers = {
  token_calls: TokenCall[];
  token_path?: string | null;
  expires_in_path?: string | null;
};

/** The way out for the calls; `OutboundClient.request` fits. */
export type CallTransport = (request: {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
  timeouts: { totalMs: number };
  maxBytes: number;
  redirects: number;
}) => Promise<{ status: number; headers: Record<string, string | string[]>; body: Uint8Array }>;

export type ChainStep = {
  name: string;
  request: ShownRequest;
  response: ShownResponse | null;
  durationMs: number;
  failure: OAuthFailure | null;
};

export type ChainOutcome = { steps: ChainStep[] } & (
  { ok: true; tokens: TokenSet } | { ok: false; failure: OAuthFailure }
);

export const MAX_TOKEN_CALLS = 5;
const CALL_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const CALL_TIMEOUT_MS = 15_000;
/** The whole chain: shorter than the lease under which a token is renewed. */
const CHAIN_TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const AUTO: AnswerReading = {
  tokenPath: null,
  tokenAnswer: 'text',
  expiresInUnit: 's',
  defaultExpiresIn: null,
};
const CONTENT_TYPES: Record<string, string> = {
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
  text: 'text/plain; charset=utf-8',
  xml: 'application/xml',
};

const escapeXml = (text: string) => text.replace(/[<>&"']/g, (char) => `&#${char.charCodeAt(0)};`);
const escapeJson = (text: string) => JSON.stringify(text).slice(1, -1);

type BuiltCall = { method: string; url: string; headers: Record<string, string>; body: string | null };

function buildBody(call: TokenCall, scope: TemplateScope): string | null {
  const { body, body_type: type } = call;
  if (body == null || type == null || type === 'none') return null;
  if (type === 'form' && typeof body === 'object') {
    return new URLSearchParams(
      Object.entries(body).map(([name, value]): [string, string] => [name, fillText(String(value), scope)]),
    ).toString();
  }
  if (type === 'json' && typeof body !== 'string') return JSON.stringify(fillJson(body, scope));
  const encode = { form: encodeURIComponent, json: escapeJson, xml: escapeXml, text: (text: string) => text }[
    type
  ];
  return fillText(typeof body === 'string' ? body : JSON.stringify(body), scope, encode);
}

function buildCall(call: TokenCall, scope: TemplateScope): BuiltCall {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(call.headers ?? {})) headers[name] = fillText(value, scope);
  const has = (name: string) => Object.keys(headers).some((key) => key.toLowerCase() === name);
  const body = buildBody(call, scope);
  const contentType = CONTENT_TYPES[call.body_type ?? 'none'];
  if (body !== null && contentType !== undefined && !has('content-type'))
    headers['Content-Type'] = contentType;
  if (!has('accept')) headers.Accept = 'application/json, */*;q=0.5';
  // Values are encoded, so that an input can never change the host or add a path step.
  return { method: call.method, url: fillText(call.url, scope, encodeURIComponent), headers, body };
}

/** The call as shown: templates instead of values. */
function shownCall(call: TokenCall, url: string): ShownRequest {
  const headers = Object.fromEntries(
    Object.entries(call.headers ?? {}).map(([name, value]) => [name, value.includes('{{') ? value : MASK]),
  );
  return { method: call.method, url: shownUrl(url), headers, body: call.body == null ? null : MASK };
}

const failure = (
  kind: OAuthFailure['kind'],
  code: string,
  message: string,
  status: number | null = null,
): OAuthFailure => ({
  kind,
  code,
  message,
  status,
  retryAfterSeconds: null,
});

function sendFailure(call: TokenCall, error: unknown): OAuthFailure {
  if (error instanceof TemplateError)
    return failure('configuration', 'template', `Call ${call.name}: ${error.message}`);
  const known = error as { name?: string; code?: string; message: string };
  if (known.name !== 'OutboundError') throw error;
  const code = known.code ?? 'CONNECTION_LOST';
  const isSetting = /^(BLOCKED|INVALID)_/.test(code);
  return failure(
    isSetting ? 'configuration' : 'transient',
    code.toLowerCase(),
    `Call ${call.name}: ${known.message}`,
  );
}

function statusFailure(call: TokenCall, answer: RawTokenAnswer, now: number): OAuthFailure | null {
  if (answer.status >= 200 && answer.status < 300) return null;
  const kind =
    answer.status === 400 || answer.status === 401 ? 'configuration' : classify(null, answer.status);
  const message = `Call ${call.name} answered HTTP ${answer.status}.`;
  return {
    ...failure(kind, `http_${answer.status}`, message, answer.status),
    retryAfterSeconds: readRetryAfter(answer.retryAfter, now),
  };
}

function readTokens(
  members: DynamicTokenMembers,
  last: { value: unknown; body: Uint8Array },
  sentAt: number,
): TokenSet | OAuthFailure {
  const steps = members.token_path ? parsePath(members.token_path) : null;
  const accessToken = members.token_path
    ? steps && tokenText(valueAt(last.value, steps), last.body, steps)
    : tokenText(
        typeof last.value === 'string' ? last.value : valueAt(last.value, ['access_token']),
        last.body,
        ['access_token'],
      );
  if (accessToken === null) {
    return failure(
      'configuration',
      'invalid_answer',
      `The answer of the last call has no token at ${members.token_path ?? 'access_token'}.`,
    );
  }
  const expiresSteps = members.expires_in_path ? parsePath(members.expires_in_path) : null;
  const ends = expiresSteps ? valueAt(last.value, expiresSteps) : undefined;
  const find = (name: string) =>
    expiresSteps
      ? name === 'expires_in'
        ? lifetimeOnly(ends)
        : name === 'expires_at'
          ? ends
          : undefined
      : valueAt(last.value, [name]);
  return {
    accessToken,
    refreshToken: null,
    obtainedAt: sentAt,
    expiresAt: expiryOf(find, AUTO, sentAt),
    tokenType: null,
    scope: null,
    members: typeof last.value === 'object' && last.value !== null ? { ...last.value } : null,
  };
}

/** A number at the expiry path is a lifetime unless it is too large for one: then it is an instant. */
function lifetimeOnly(value: unknown): unknown {
  return Number(value) > 1e9 ? undefined : value;
}

/** Runs the chain; stops at the first call that fails. Nothing throws on what a server does. */
export async function runTokenCalls(
  send: CallTransport,
  members: DynamicTokenMembers,
  inputs: Record<string, string>,
  now: () => number = Date.now,
): Promise<ChainOutcome> {
  const scope: TemplateScope = { inputs, calls: {} };
  const steps: ChainStep[] = [];
  let last: { value: unknown; body: Uint8Array } = { value: undefined, body: Buffer.alloc(0) };
  let sentAt = now();
  const until = performance.now() + CHAIN_TIMEOUT_MS;
  for (const call of members.token_calls) {
    sentAt = now();
    const started = performance.now();
    let answer: RawTokenAnswer | null = null;
    let failed: OAuthFailure | null;
    try {
      const totalMs = Math.max(1, Math.min(CALL_TIMEOUT_MS, until - started));
      const limits = { timeouts: { totalMs }, maxBytes: MAX_ANSWER_BYTES, redirects: 0 };
      const { status, headers, body } = await send({ ...buildCall(call, scope), ...limits });
      const text = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined);
      answer = { status, body, contentType: text('content-type'), retryAfter: text('retry-after') };
      failed = statusFailure(call, answer, now());
    } catch (error) {
      failed = sendFailure(call, error);
    }
    const response = answer && shownAnswer(answer, Object.values(inputs));
    steps.push({
      name: call.name,
      request: shownCall(call, call.url),
      response,
      durationMs: performance.now() - started,
      failure: failed,
    });
    if (failed !== null || answer === null)
      return { ok: false, failure: failed ?? failure('transient', 'connection_lost', 'No answer.'), steps };
    last = { value: decodeAnswer(answer, AUTO).value, body: answer.body };
    Object.defineProperty(scope.calls, call.name, { value: last.value, enumerable: true });
  }
  const tokens = readTokens(members, last, sentAt);
  return 'accessToken' in tokens ? { ok: true, tokens, steps } : { ok: false, failure: tokens, steps };
}

/** Faults of the chain when a system is saved; `inputNames` are the credential inputs that exist. */
export function checkTokenCalls(
  calls: readonly TokenCall[],
  inputNames: ReadonlySet<string>,
): SettingsProblem[] {
  const problems: SettingsProblem[] = [];
  const add = (field: string, message: string) => problems.push({ field, code: 'invalid', message });
  if (calls.length === 0 || calls.length > MAX_TOKEN_CALLS)
    add('token_calls', `Give 1 to ${MAX_TOKEN_CALLS} calls.`);
  const earlier = new Set<string>();
  calls.forEach((call, index) => {
    const at = `token_calls[${index}]`;
    if (!CALL_NAME.test(call.name)) add(`${at}.name`, 'A name is made of letters, digits and underscores.');
    if (earlier.has(call.name)) add(`${at}.name`, 'Another call has this name.');
    if (!/^https?:\/\/[^/?#{}]+/i.test(call.url))
      add(`${at}.url`, 'Must be an absolute http or https URL whose host holds no template.');
    for (const expression of templatesIn({ url: call.url, headers: call.headers, body: call.body })) {
      const steps = parsePath(expression);
      const [root, name] = steps ?? [];
      const known =
        root === 'inputs' ? inputNames.has(String(name)) : root === 'calls' && earlier.has(String(name));
      if (!known) add(at, `{{${expression}}} names no input and no earlier call.`);
    }
    earlier.add(call.name);
  });
  return problems;
}
