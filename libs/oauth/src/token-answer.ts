// Reads a token endpoint's answer: JSON under any media type, form-encoded, or plain text. Pure; never throws.

import { isSafeNumber } from 'lossless-json';
import { errorOf, firstText } from './error-words.js';
import { expiryOf } from './expiry.js';
import { classify, codeWord, type OAuthFailure, readRetryAfter, shownText, statusCode } from './failure.js';
import { missingScopes } from './granted-scopes.js';
import { isObject, isWithinDepth, parsePath, valueAt } from './json-path.js';
import { withoutLikelySecrets, withoutXmlValues } from './secrecy.js';
import type { AnswerReading } from './settings.js';
import type { TokenSet } from './token-set.js';

/** A token endpoint's answer as it came. */
export type RawTokenAnswer = {
  status: number;
  body: Uint8Array;
  contentType?: string;
  retryAfter?: string;
  /** `Location` of a redirect: only its host is ever shown. */
  location?: string;
};

/** `sentAt` and `now` are epoch milliseconds; `asked` are the scopes that were asked for. */
export type AnswerContext = AnswerReading & { sentAt: number; now: number; asked?: readonly string[] };

export type ParsedAnswer =
  { ok: true; tokens: TokenSet; warnings: string[] } | { ok: false; failure: OAuthFailure };

type Decoded =
  | { form: 'object'; value: unknown }
  | { form: 'text'; value: string }
  | { form: 'empty' | 'html' | 'unreadable' | 'xml'; value: string };

const MAX_DEPTH = 64;
const MAX_TEXT_TOKEN = 8192;
const DUPLICATE = Symbol('duplicate access_token');

const mediaTypeOf = (contentType: string | undefined) =>
  (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** True for an XML answer by its media type or its first words; HTML is none, also where it is written as XML. */
export function isXml({ contentType, body }: Pick<RawTokenAnswer, 'body' | 'contentType'>): boolean {
  const media = mediaTypeOf(contentType);
  if (media.includes('html')) return false;
  const start = new TextDecoder('utf-8').decode(body.subarray(0, 500)).trimStart();
  if (!start.startsWith('<') || /^<(!doctype html|html)\b/i.test(start)) return false;
  return media === '' || /(^|[/+])xml$/.test(media) || start.startsWith('<?xml');
}

/** True for bytes that can be read as they are: no compressed ones are UTF-8 without control characters. */
export function isText(body: Uint8Array): boolean {
  try {
    return /^[\s\P{Cc}]+$/u.test(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return false;
  }
}

function decodeForm(text: string): unknown {
  const pairs = [...new URLSearchParams(text)];
  if (pairs.filter(([name]) => name === 'access_token').length > 1) return DUPLICATE;
  // First value wins.
  return Object.fromEntries(pairs.reverse());
}

/** The strings and numbers of a text that is JSON. */
const JSON_SCALAR = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** A number with more digits than a double holds becomes a text: it is a token or an id, and each digit counts. */
function parseExact(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const exact = text.replace(JSON_SCALAR, (scalar) =>
    scalar.startsWith('"') || isSafeNumber(scalar) ? scalar : `"${scalar}"`,
  );
  return exact === text ? value : JSON.parse(exact);
}

function decodeJson(text: string): Decoded {
  let value: unknown;
  try {
    value = parseExact(text);
  } catch {
    return { form: 'unreadable', value: text };
  }
  if (typeof value === 'string') return { form: 'text', value };
  return isWithinDepth(value, MAX_DEPTH) ? { form: 'object', value } : { form: 'unreadable', value: text };
}

/** The body by its form: JSON whatever the media type says, else form-encoded, else text. */
export function decodeAnswer(answer: RawTokenAnswer, reading: Pick<AnswerReading, 'tokenAnswer'>): Decoded {
  const media = mediaTypeOf(answer.contentType);
  // The decoder takes a byte order mark off by itself.
  const text = new TextDecoder('utf-8').decode(answer.body).trim();
  if (text === '') return { form: 'empty', value: '' };
  if (/^[{["]/.test(text)) return decodeJson(text);
  if (text.startsWith('<')) return { form: isXml(answer) ? 'xml' : 'html', value: text };
  const looksLikeForm = /^[A-Za-z_.]+=/.test(text) && /(^|&)(access_token|error)=/.test(text);
  if (media === 'application/x-www-form-urlencoded' || looksLikeForm) {
    const value = decodeForm(text);
    return value === DUPLICATE ? { form: 'unreadable', value: text } : { form: 'object', value };
  }
  if (media === 'text/html') return { form: 'html', value: text };
  if (reading.tokenAnswer === 'text' || media === 'text/plain') return { form: 'text', value: text };
  return { form: 'unreadable', value: text };
}

/** Printable ASCII: what may stand in a header whatever the server meant. */
const isTextToken = (text: string) =>
  text.length <= MAX_TEXT_TOKEN && /^[\x21-\x3b\x3d-\x7e][\x21-\x7e]*$/.test(text);

/** A value usable as a token: text without control characters (they would split the header), or a number as text. */
export function tokenText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' && !/\p{Cc}/u.test(value) ? value : null;
}

function failed(
  answer: RawTokenAnswer,
  context: AnswerContext,
  code: string,
  message: string,
  kind = classify(code, answer.status),
): ParsedAnswer {
  const retryAfterSeconds = readRetryAfter(answer.retryAfter, context.now);
  return { ok: false, failure: { kind, code, message, status: answer.status, retryAfterSeconds } };
}

function redirectFailure(answer: RawTokenAnswer, context: AnswerContext): ParsedAnswer {
  let host = '';
  try {
    host =
      answer.location === undefined
        ? ''
        : ` to ${new URL(answer.location, 'http://relative.invalid').host.replace('relative.invalid', 'another path')}`;
  } catch {
    host = ' to an address that cannot be read';
  }
  const message = `The token endpoint redirects (HTTP ${answer.status})${host}. Redirects are not followed: set the final URL as Token URL.`;
  return failed(answer, context, 'redirect', message, 'configuration');
}

/** What an answer that holds no token tells, by the form of its body. */
function refusal(answer: RawTokenAnswer, context: AnswerContext, decoded: Decoded): ParsedAnswer {
  const { status } = answer;
  const prefix =
    status >= 200 && status < 300
      ? 'The token endpoint answered'
      : `The token endpoint answered HTTP ${status}:`;
  const httpCode = statusCode(status);
  if (decoded.form === 'object' && isObject(decoded.value)) {
    const { code, description } = errorOf(decoded.value);
    if (code !== null || description !== null) {
      const words = [
        code === null ? null : shownText(code, 100),
        description === null ? null : shownText(description, 500),
      ];
      return failed(
        answer,
        context,
        codeWord(code ?? '') ?? httpCode,
        `${prefix} ${words.filter(Boolean).join(': ')}`,
        classify(code, status, description),
      );
    }
    const path = context.tokenPath ?? 'access_token';
    if (valueAt(decoded.value, parsePath(path) ?? []) !== undefined && path !== '') {
      const words = `${prefix} something at ${shownText(path, 100)} that is no token: it is empty or no plain text.`;
      return failed(answer, context, httpCode, words);
    }
    const names = Object.keys(decoded.value)
      .slice(0, 20)
      .map((name) => shownText(name, 40));
    const found = names.length === 0 ? 'an empty object' : `the members ${names.join(', ')}`;
    return failed(
      answer,
      context,
      httpCode,
      `${prefix} ${found} and no token${context.tokenPath === null ? '' : ` at ${shownText(context.tokenPath, 100)}`}.`,
    );
  }
  if (decoded.form === 'html') {
    const shown = shownText(withoutLikelySecrets(decoded.value), 200);
    const message = `${prefix.replace(/:$/, '')}, and the answer is HTML: ${shown}`;
    return failed(answer, context, httpCode, message, 'transient');
  }
  if (decoded.form === 'xml') {
    const shown = shownText(withoutXmlValues(decoded.value), 200);
    return failed(answer, context, httpCode, `${prefix.replace(/:$/, '')}, and the answer is XML: ${shown}`);
  }
  if (decoded.form === 'empty')
    return failed(answer, context, httpCode, `${prefix.replace(/:$/, '')} with an empty body.`);
  const kind = mediaTypeOf(answer.contentType) || 'no content type';
  const text = decoded.form === 'object' ? JSON.stringify(decoded.value) : decoded.value;
  const shown = status >= 200 && status < 300 ? '' : ` ${shownText(withoutLikelySecrets(text), 200)}`;
  return failed(
    answer,
    context,
    httpCode,
    `${prefix.replace(/:$/, '')} with a body that cannot be read as a token answer (${kind}).${shown}`,
  );
}

/** Warnings for the test page: a scope that was narrowed, a token type that needs more than a header. */
function warningsFor(tokens: TokenSet, asked: readonly string[]): string[] {
  const warnings: string[] = [];
  const type = tokens.tokenType?.toLowerCase();
  if (type === 'mac' || type === 'dpop') {
    warnings.push(`The token type is "${type}": calls may need a proof that is not sent.`);
  }
  const missing = missingScopes(tokens, asked);
  if (missing.length > 0)
    warnings.push(
      `The system granted less than was asked for; missing: ${shownText(missing.join(' '), 300)}.`,
    );
  return warnings;
}

function objectTokens(value: object, context: AnswerContext): TokenSet | null {
  const steps = parsePath(context.tokenPath ?? 'access_token') ?? [];
  const literal =
    context.tokenPath !== null && Object.hasOwn(value, context.tokenPath) ? [context.tokenPath] : steps;
  const accessToken = tokenText(valueAt(value, literal));
  if (accessToken === null || literal.length === 0) return null;
  const beside = literal.length > 1 ? valueAt(value, literal.slice(0, -1)) : undefined;
  const find = (name: string): unknown =>
    (isObject(beside) ? beside[name] : undefined) ?? (isObject(value) ? value[name] : undefined);
  const scope = find('scope');
  return {
    accessToken,
    refreshToken: tokenText(find('refresh_token')),
    obtainedAt: context.sentAt,
    expiresAt: expiryOf(find, context, context.sentAt),
    tokenType: firstText(find('token_type')),
    scope: Array.isArray(scope)
      ? scope.filter((part) => typeof part === 'string').join(' ') || null
      : firstText(scope),
    members: { ...value },
  };
}

/** Tells the token set of an answer, or a failure with its class and words. */
export function parseTokenAnswer(answer: RawTokenAnswer, context: AnswerContext): ParsedAnswer {
  const { status } = answer;
  if (status >= 300 && status < 400) return redirectFailure(answer, context);
  const decoded = decodeAnswer(answer, context);
  if (status < 200 || status >= 300) return refusal(answer, context, decoded);
  let tokens: TokenSet | null = null;
  if (decoded.form === 'text' && isTextToken(decoded.value)) {
    const expiresAt = expiryOf(() => undefined, context, context.sentAt);
    tokens = {
      accessToken: decoded.value,
      refreshToken: null,
      obtainedAt: context.sentAt,
      expiresAt,
      tokenType: null,
      scope: null,
      members: null,
    };
  } else if (decoded.form === 'object' && typeof decoded.value === 'object' && decoded.value !== null) {
    tokens = objectTokens(decoded.value, context);
    // A list holds the token only where the path says so.
    if (Array.isArray(decoded.value) && !/^(\$\.?)?\[/.test(context.tokenPath ?? '')) tokens = null;
  }
  if (tokens === null) return refusal(answer, context, decoded);
  return { ok: true, tokens, warnings: warningsFor(tokens, context.asked ?? []) };
}
