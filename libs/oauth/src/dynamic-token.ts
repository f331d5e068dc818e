// Authentication by own token calls: up to five requests in order, each able to use inputs and earlier answers.

import { expiryOf } from './expiry.js';
import { classify, type OAuthFailure, readRetryAfter, shownText } from './failure.js';
import { parsePath, valueAt } from './json-path.js';
import { textsOf, withoutSecrets } from './secrecy.js';
import { type SettingsProblem } from './settings-check.js';
import type { AnswerReading } from './settings.js';
import { TemplateError, type TemplateScope, templatesIn } from './template.js';
import { decodeAnswer, isXml, type RawTokenAnswer, tokenText } from './token-answer.js';
import type { TokenSet } from './token-set.js';
import { buildCall, shownCall, type TokenCall, type XmlWriter } from './token-call.js';
import { shownAnswer, type ShownRequest, type ShownResponse } from './trace.js';

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

/** What a chain needs of the outside. The XML functions throw errors with words for people. */
export type ChainPorts = {
  send: CallTransport;
  /** Text to the JSON form of XML (an element is an object, an attribute `@name`), and back. */
  readXml: (text: string) => unknown;
  writeXml: XmlWriter;
  /** Epoch milliseconds. */
  now?: () => number;
};

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
/** Texts of an answer that no later call sends count as secrets from this length on: shorter ones are common words. */
const SHORTEST_ANSWERED = 8;
const MAX_ANSWER_BYTES = 64 * 1024;
const AUTO: AnswerReading = {
  tokenPath: null,
  tokenAnswer: 'text',
  expiresInUnit: 's',
  defaultExpiresIn: null,
};
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
  if (known.name === 'ConvertError')
    return failure('configuration', 'template', `Call ${call.name}: the body is no XML: ${known.message}`);
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

/** What later calls and the token path read; a page or an unreadable answer is a failure. */
function valueOf(
  call: TokenCall,
  answer: RawTokenAnswer,
  { readXml }: ChainPorts,
): { value: unknown } | OAuthFailure {
  const refuse = (words: string) =>
    failure('configuration', 'invalid_answer', `Call ${call.name} answered ${words}`, answer.status);
  if (isXml(answer)) {
    try {
      return { value: readXml(new TextDecoder('utf-8').decode(answer.body).trim()) };
    } catch (error) {
      return refuse(`XML that cannot be read: ${shownText((error as Error).message, 200)}`);
    }
  }
  const decoded = decodeAnswer(answer, AUTO);
  if (decoded.form === 'html') return refuse('a page (HTML).');
  return decoded.form === 'unreadable' ? refuse('a body that cannot be read.') : { value: decoded.value };
}

function readTokens(members: DynamicTokenMembers, last: unknown, sentAt: number): TokenSet | OAuthFailure {
  const steps = parsePath(members.token_path ? members.token_path : 'access_token') ?? [];
  const isWhole = !members.token_path && typeof last === 'string';
  const accessToken = tokenText(isWhole ? last : valueAt(last, steps));
  if (accessToken === null) {
    return failure(
      'configuration',
      'invalid_answer',
      `The answer of the last call has no token at ${shownText(members.token_path || 'access_token', 100)}.`,
    );
  }
  const expiresSteps = members.expires_in_path ? parsePath(members.expires_in_path) : null;
  const ends = expiresSteps ? valueAt(last, expiresSteps) : undefined;
  const find = (name: string) =>
    expiresSteps
      ? name === 'expires_in'
        ? lifetimeOnly(ends)
        : name === 'expires_at'
          ? ends
          : undefined
      : valueAt(last, [name]);
  return {
    accessToken,
    refreshToken: null,
    obtainedAt: sentAt,
    expiresAt: expiryOf(find, AUTO, sentAt),
    tokenType: null,
    scope: null,
    members: typeof last === 'object' && last !== null ? { ...last } : null,
  };
}

/** A number at the expiry path is a lifetime unless it is too large for one: then it is an instant. */
function lifetimeOnly(value: unknown): unknown {
  return Number(value) > 1e9 ? undefined : value;
}

/** What a call sends, and what was answered before it: none of it is shown, whoever repeats it. */
function secretsOf(call: TokenCall, { inputs, calls }: TemplateScope): string[] {
  const sent = templatesIn({ url: call.url, headers: call.headers, body: call.body })
    .map((expression) => parsePath(expression) ?? [])
    .filter(([root]) => root === 'calls')
    .flatMap((steps) => textsOf(valueAt({ calls }, steps)));
  const answered = textsOf(calls).filter((text) => text.length >= SHORTEST_ANSWERED);
  return [...Object.values(inputs), ...sent, ...answered];
}

/** One call with its step; `value` is what it answered. */
async function runCall(
  ports: ChainPorts,
  call: TokenCall,
  scope: TemplateScope,
  until: number,
): Promise<{ step: ChainStep; value: unknown }> {
  const started = performance.now();
  const now = ports.now ?? Date.now;
  let answer: RawTokenAnswer | null = null;
  let failed: OAuthFailure | null = null;
  let value: unknown;
  try {
    const totalMs = Math.max(1, Math.min(CALL_TIMEOUT_MS, until - started));
    const limits = { timeouts: { totalMs }, maxBytes: MAX_ANSWER_BYTES, redirects: 0 };
    const { status, headers, body } = await ports.send({
      ...buildCall(call, scope, ports.writeXml),
      ...limits,
    });
    const text = (name: string) => [headers[name]].flat()[0];
    answer = { status, body, contentType: text('content-type'), retryAfter: text('retry-after') };
    failed = statusFailure(call, answer, now());
  } catch (error) {
    failed = sendFailure(call, error);
  }
  if (answer !== null && failed === null) {
    const read = valueOf(call, answer, ports);
    if ('kind' in read) failed = read;
    else value = read.value;
  }
  const secrets = secretsOf(call, scope);
  const step: ChainStep = {
    name: call.name,
    request: shownCall(call),
    response: answer && shownAnswer(answer, secrets),
    durationMs: performance.now() - started,
    failure: failed && { ...failed, message: withoutSecrets(failed.message, secrets) },
  };
  return { step, value };
}

/** Runs the chain; stops at the first call that fails. Nothing throws on what a server does. */
export async function runTokenCalls(
  ports: ChainPorts,
  members: DynamicTokenMembers,
  inputs: Record<string, string>,
): Promise<ChainOutcome> {
  const now = ports.now ?? Date.now;
  const scope: TemplateScope = { inputs, calls: {} };
  const steps: ChainStep[] = [];
  let last: unknown;
  let sentAt = now();
  const until = performance.now() + CHAIN_TIMEOUT_MS;
  for (const call of members.token_calls) {
    sentAt = now();
    const { step, value } = await runCall(ports, call, scope, until);
    steps.push(step);
    if (step.failure !== null) return { ok: false, failure: step.failure, steps };
    last = value;
    Object.defineProperty(scope.calls, call.name, { value, enumerable: true });
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
