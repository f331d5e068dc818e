// What a test shows of a token request and its answer: everything but the secrets.

import { shownText } from './failure.js';
import { isObject } from './json-path.js';
import { MASK, withoutLikelySecrets, withoutSecrets, withoutXmlValues } from './secrecy.js';
import { isXml, type RawTokenAnswer } from './token-answer.js';

/** A request as shown to people. */
export type ShownRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
};
/** An answer as shown to people: texts and numbers of members that are not known to be harmless are masked. */
export type ShownResponse = { status: number; content_type: string | null; body: string | null };

export { MASK };

const HARMLESS_PARAMS = new Set([
  'grant_type',
  'client_id',
  'redirect_uri',
  'scope',
  'audience',
  'resource',
  'token_type_hint',
  'username',
]);
const HARMLESS_MEMBERS = new Set([
  'error',
  'error_description',
  'error_uri',
  'error_code',
  'message',
  'token_type',
  'scope',
  'expires_in',
  'expires_at',
  'expires',
  'expires_on',
  'ok',
  'success',
  'instance_url',
  'api_domain',
  'issued_token_type',
]);
const MOST_BODY = 2000;

/** A URL whose query values are masked but for harmless names. */
export function shownUrl(text: string): string {
  if (!URL.canParse(text)) return shownText(text, 500);
  const url = new URL(text);
  const pairs = [...url.searchParams].map(
    ([name, value]) =>
      `${encodeURIComponent(name)}=${HARMLESS_PARAMS.has(name) ? encodeURIComponent(value) : MASK}`,
  );
  return shownText(`${url.origin}${url.pathname}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`, 2000);
}

/** Own secrets are masked whatever their length; values of other parameters only where they are no common words. */
const OWN_SECRETS = new Set(['client_secret', 'code', 'code_verifier', 'password', 'refresh_token', 'token']);
const SHORTEST_OTHER = 12;

/** The values of parameters that may not be shown. */
export function secretValues(params: Record<string, string | string[]>): string[] {
  return Object.entries(params)
    .filter(([name]) => !HARMLESS_PARAMS.has(name))
    .flatMap(([name, value]) =>
      [value].flat().filter((text) => OWN_SECRETS.has(name) || text.length >= SHORTEST_OTHER),
    );
}

/** Form parameters as they are sent, secrets masked. */
export function shownForm(params: Record<string, string | string[]>): string {
  return Object.entries(params)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map(
        (text) => `${name}=${HARMLESS_PARAMS.has(name) ? text : MASK}`,
      ),
    )
    .join('&');
}

function masked(value: unknown, name: string, depth: number): unknown {
  if (typeof value === 'string')
    return HARMLESS_MEMBERS.has(name) ? shownText(value, 500) : value === '' ? '' : MASK;
  if (typeof value === 'number') return HARMLESS_MEMBERS.has(name) ? value : MASK;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return MASK;
  if (Array.isArray(value)) return value.slice(0, 20).map((part) => masked(part, name, depth - 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 50)
      .map(([key, part]) => [shownText(key, 80), masked(part, key, depth - 1)]),
  );
}

/** The answer without what its request had sent in secret: some servers repeat it in their words. */
export function withoutEchoes(answer: RawTokenAnswer, secrets: readonly string[]): RawTokenAnswer {
  const body = Buffer.from(withoutSecrets(Buffer.from(answer.body).toString('utf8'), secrets));
  return { ...answer, body };
}

/** A token answer with what was found in it, never its secrets nor those of its request. */
export function shownAnswer(answer: RawTokenAnswer, secrets: readonly string[]): ShownResponse {
  const body = shownBody(withoutEchoes(answer, secrets));
  return {
    status: answer.status,
    content_type: answer.contentType ? shownText(answer.contentType, 200) : null,
    body: body === null ? null : withoutSecrets(body, secrets),
  };
}

function shownBody(answer: RawTokenAnswer): string | null {
  const text = Buffer.from(answer.body).toString('utf8');
  if (text === '') return null;
  try {
    const parsed: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    if (isObject(parsed) || Array.isArray(parsed))
      return shownText(JSON.stringify(masked(parsed, '', 4)), MOST_BODY);
  } catch {
    if (/^[A-Za-z_.]+=/.test(text)) {
      const members = masked(Object.fromEntries(new URLSearchParams(text)), '', 1);
      return shownText(JSON.stringify(members), MOST_BODY);
    }
    if (text.trimStart().startsWith('<'))
      return shownText(isXml(answer) ? withoutXmlValues(text) : withoutLikelySecrets(text), 200);
  }
  return `${text.length} characters`;
}
