// What each grant puts into the body of a token request, in the order of the RFCs.

import { type ExtraParams, type OAuthSettings, scopeText } from './settings.js';

/** A request to the token endpoint, before client authentication. */
export type TokenGrant =
  | { kind: 'authorization_code'; code: string; redirectUri: string; codeVerifier?: string | null }
  | { kind: 'client_credentials' }
  | { kind: 'password'; username: string; password: string }
  | { kind: 'refresh_token'; refreshToken: string };

/** Body parameters; an array is a repeated parameter. */
export type BodyParams = Record<string, string | string[]>;

/** Names that only the service sets; the user's extra parameters can never override them. */
const OWN_NAMES = new Set([
  'client_id',
  'client_secret',
  'code',
  'code_verifier',
  'grant_type',
  'password',
  'redirect_uri',
  'refresh_token',
  'username',
]);

/** The user's parameters without names of ours; a value that is not text (or a list of texts) is left out. */
export function withoutReserved(
  extra: ExtraParams,
  taken: BodyParams,
  reserved: ReadonlySet<string>,
): BodyParams {
  const kept: [string, string | string[]][] = [];
  for (const [name, value] of Object.entries(extra)) {
    if (reserved.has(name) || Object.hasOwn(taken, name)) continue;
    const texts = (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string');
    if (texts.length > 0) kept.push([name, Array.isArray(value) ? texts : (texts[0] as string)]);
  }
  return Object.fromEntries(kept);
}

function ownParams(settings: OAuthSettings, grant: TokenGrant): BodyParams {
  const scope = scopeText(settings);
  switch (grant.kind) {
    case 'authorization_code':
      return {
        code: grant.code,
        redirect_uri: grant.redirectUri,
        ...(grant.codeVerifier ? { code_verifier: grant.codeVerifier } : {}),
      };
    case 'client_credentials':
      return scope === null ? {} : { scope };
    case 'password':
      return { username: grant.username, password: grant.password, ...(scope === null ? {} : { scope }) };
    case 'refresh_token':
      return {
        refresh_token: grant.refreshToken,
        ...(settings.sendScopeOnRefresh && scope !== null ? { scope } : {}),
      };
  }
}

/** Everything but `grant_type` and the client's own parameters. */
export function grantParams(settings: OAuthSettings, grant: TokenGrant): BodyParams {
  const own = ownParams(settings, grant);
  const extra = grant.kind === 'refresh_token' ? settings.extraRefreshParams : settings.extraTokenParams;
  return { ...own, ...withoutReserved(extra, own, OWN_NAMES) };
}
