// What is stored of a token answer, and how a renewed answer is merged into the stored one.

import { isObject } from './json-path.js';

/** A usable token with everything the answer said. All of it is secret. Times are epoch milliseconds. */
export type TokenSet = {
  accessToken: string;
  refreshToken: string | null;
  /** When the token request was sent: lifetimes are counted from here. */
  obtainedAt: number;
  /** Null: the server did not say. */
  expiresAt: number | null;
  tokenType: string | null;
  /** Granted scopes as the server wrote them; null when it did not. */
  scope: string | null;
  /** The members of an object answer; null when the answer was the token itself. */
  members: Record<string, unknown> | null;
};

/**
 * The token set to store after a renewal: a missing, null or empty refresh token keeps the stored one (RFC 6749 6),
 * new members win over old ones, absent ones stay (an instance URL that only the first answer had).
 */
export function mergeTokens(stored: TokenSet | null, renewed: TokenSet): TokenSet {
  if (stored === null) return renewed;
  const members =
    renewed.members === null ? stored.members : mergeMembers(stored.members ?? {}, renewed.members);
  return {
    ...renewed,
    refreshToken: renewed.refreshToken ?? stored.refreshToken,
    scope: renewed.scope ?? stored.scope,
    members:
      renewed.members === null && stored.members !== null
        ? { ...stored.members, access_token: renewed.accessToken }
        : members,
  };
}

/** The token set without its refresh token, and without the member of that name. */
export function withoutRefreshToken(tokens: TokenSet | null): TokenSet | null {
  if (tokens === null || tokens.members === null) return tokens && { ...tokens, refreshToken: null };
  const { refresh_token: _refreshToken, ...members } = tokens.members;
  return { ...tokens, refreshToken: null, members };
}

/** What stands beside a nested token (`data.instance_url`) is kept like what stands beside one at the top. */
function mergeMembers(
  stored: Record<string, unknown>,
  renewed: Record<string, unknown>,
): Record<string, unknown> {
  const merged = { ...stored };
  for (const [name, value] of Object.entries(withoutEmptyRefresh(renewed))) {
    const before = Object.hasOwn(stored, name) ? stored[name] : undefined;
    const both = isObject(before) && isObject(value) ? mergeMembers(before, value) : value;
    // A member may be called __proto__.
    Object.defineProperty(merged, name, {
      value: both,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return merged;
}

function withoutEmptyRefresh(members: Record<string, unknown>): Record<string, unknown> {
  const { refresh_token: refreshToken, ...others } = members;
  return typeof refreshToken === 'string' && refreshToken !== '' ? members : others;
}
