// Writes a token on a call: the Authorization Format, in a header or in the URL.

import { valueAt } from './json-path.js';
import { DEFAULT_FORMAT, type TokenPlacement } from './settings.js';
import type { TokenSet } from './token-set.js';

/** The part of a call that the authorization touches. Header names in any case. */
export type AuthorizableRequest = { url: string; headers: Record<string, string | string[]> };

/** What is written on each call; the value is secret. */
export type Authorization = { in: 'header' | 'query'; name: string; value: string };

/** The stored answer does not hold what the format asks for. The message names the member, never a value. */
export class TokenFormatError extends Error {
  override readonly name = 'TokenFormatError';
}

const PLACEHOLDER = /DYNAMIC_TOKEN((?:\[[^[\]]+\])*)/g;

/** What is wrong with a format in words, or null. Exactly one placeholder; everything else is literal. */
export function formatProblem(format: string): string | null {
  const found = [...format.matchAll(PLACEHOLDER)];
  if (found.length === 0) return 'The format must hold DYNAMIC_TOKEN or DYNAMIC_TOKEN[member].';
  if (found.length > 1) return 'The format must hold DYNAMIC_TOKEN only once.';
  if (format.slice((found[0]?.index ?? 0) + (found[0]?.[0].length ?? 0)).startsWith('['))
    return 'The member in DYNAMIC_TOKEN[member] cannot be read.';
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(format))
    return 'The format holds characters that a header cannot carry.';
  return null;
}

/** The member names of the placeholder's brackets. */
function membersOf(brackets: string): string[] {
  return [...brackets.matchAll(/\[([^[\]]+)\]/g)].map((match) =>
    (match[1] ?? '').trim().replace(/^(["'])(.*)\1$/, '$2'),
  );
}

function memberText(tokens: TokenSet, path: string[]): string {
  const value = valueAt(tokens.members, path);
  if (typeof value === 'string' && value !== '' && !/\p{Cc}/u.test(value)) return value;
  if (typeof value === 'number') return String(value);
  // `access_token` names the token itself where the answer is plain text or keeps it under another name.
  if (path.length === 1 && path[0] === 'access_token' && (tokens.members === null || value === undefined))
    return tokens.accessToken;
  const name = path.join('.');
  throw new TokenFormatError(
    value === undefined
      ? `The token answer has no member ${name}.`
      : `The member ${name} of the token answer is not text.`,
  );
}

/** The authorization value of a call. Throws TokenFormatError when the stored answer lacks the member. */
function formatToken(tokens: TokenSet, format: string, tokenPath: string | null): string {
  // With a token path set, the prefilled format means the token at that path.
  const effective = format === DEFAULT_FORMAT && tokenPath !== null ? 'Bearer DYNAMIC_TOKEN' : format;
  return effective.replace(PLACEHOLDER, (_, brackets: string) => {
    const path = membersOf(brackets);
    return path.length === 0 ? tokens.accessToken : memberText(tokens, path);
  });
}

/** What to write on each call of a connection. Throws TokenFormatError. */
export function authorizationOf(
  tokens: TokenSet,
  placement: TokenPlacement,
  tokenPath: string | null,
): Authorization {
  const value = formatToken(tokens, placement.format, tokenPath);
  // The query parameter takes the token without the scheme word (RFC 6750 2.3).
  if (placement.in === 'request_url')
    return { in: 'query', name: placement.queryParameter, value: value.replace(/^Bearer +/i, '') };
  return { in: 'header', name: placement.header, value };
}

/** The request with the authorization on it; a header or parameter of that name is replaced. */
export function authorize<T extends AuthorizableRequest>(
  request: T,
  { in: place, name, value }: Authorization,
): T {
  if (place === 'query') return { ...request, url: withQuery(request.url, name, value) };
  const lower = name.toLowerCase();
  const headers: AuthorizableRequest['headers'] = {};
  for (const key of Object.keys(request.headers)) {
    if (key.toLowerCase() !== lower) headers[key] = request.headers[key] as string;
  }
  headers[name] = value;
  return { ...request, headers };
}

/** The URL with the parameter set; the other parameters keep their bytes. */
function withQuery(text: string, name: string, value: string): string {
  const url = new URL(text);
  if (url.searchParams.has(name)) url.searchParams.delete(name);
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`;
  url.search = url.search === '' || url.search === '?' ? pair : `${url.search}&${pair}`;
  return url.href;
}

/** Puts the token of a connection on a call. */
export function placeToken<T extends AuthorizableRequest>(
  request: T,
  tokens: TokenSet,
  settings: { placement: TokenPlacement; tokenPath: string | null },
): T {
  return authorize(request, authorizationOf(tokens, settings.placement, settings.tokenPath));
}

/** The request as it will look, with the token masked: for the live preview of the settings page. */
export function previewRequest<T extends AuthorizableRequest>(request: T, placement: TokenPlacement): T {
  const masked = placement.format.replace(PLACEHOLDER, '••••••••');
  const value = placement.in === 'request_url' ? masked.replace(/^Bearer +/i, '') : masked;
  const name = placement.in === 'request_url' ? placement.queryParameter : placement.header;
  const shown = authorize(request, { in: placement.in === 'request_url' ? 'query' : 'header', name, value });
  return { ...shown, url: shown.url.replaceAll(encodeURIComponent('••••••••'), '••••••••') };
}
