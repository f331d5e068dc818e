// Turns a refused token request into one suggested fix, and tries the fix where that costs nothing.

import { clientPart, encodingsDiffer } from './client-authentication.js';
import type { OAuthFailure } from './failure.js';
import type { TokenGrant } from './grants.js';
import { needsConsent, type OAuthMembers, type OAuthSettings } from './settings.js';
import type { TokenEndpoint, TokenOutcome } from './token-endpoint.js';
import type { TokenSet } from './token-set.js';

/** A fix in words; `change` are the members to save when the fix was tried and works. */
export type Suggestion = {
  code:
    | 'basic_encoding'
    | 'client_authentication'
    | 'client_required'
    | 'client_spaces'
    | 'refresh_token_missing'
    | 'token_url_redirects';
  message: string;
  change: Partial<Pick<OAuthMembers, 'basic_encoding' | 'client_authentication'>> | null;
};

const CLIENT_CODES = new Set([
  'invalid_client',
  'unauthorized_client',
  'incorrect_client_credentials',
  'invalid_client_id',
  'bad_client_secret',
]);

const isClientRefused = (failure: OAuthFailure) => CLIENT_CODES.has(failure.code) || failure.status === 401;
const mayConcernClient = (failure: OAuthFailure) =>
  isClientRefused(failure) || failure.code === 'invalid_request';

const otherEncoding = (settings: OAuthSettings) => (settings.basicEncoding === 'raw' ? 'rfc6749' : 'raw');

function usesBasic(settings: OAuthSettings): boolean {
  return clientPart(settings).authorization !== undefined;
}

/** Resource owner credentials without the whole client, which confidential clients need (also to refresh). */
const lacksClient = (
  { grantType, clientId, clientSecret }: OAuthSettings,
  grant: TokenGrant['kind'],
): boolean =>
  (grant === 'password' || grantType === 'resource_owner_credentials') &&
  (clientId === null || clientSecret === null);

/** What is copied from a page often brings one along. */
const hasOuterSpaces = ({ clientId, clientSecret }: OAuthSettings): boolean =>
  [clientId, clientSecret].some((text) => text !== null && text.trim() !== text);

/** What can be told from the refusal alone, without another request. */
export function adviceFor(
  settings: OAuthSettings,
  grant: TokenGrant['kind'],
  failure: OAuthFailure,
): Suggestion | null {
  if (failure.code === 'redirect') {
    return {
      code: 'token_url_redirects',
      message: 'Set the URL that the token endpoint redirects to as Token URL.',
      change: null,
    };
  }
  if (lacksClient(settings, grant) && mayConcernClient(failure)) {
    return {
      code: 'client_required',
      message: 'This system requires a client ID and a client secret: fill in both.',
      change: null,
    };
  }
  if (mayConcernClient(failure) && hasOuterSpaces(settings)) {
    return {
      code: 'client_spaces',
      message: 'The client ID or the client secret begins or ends with a space: enter it again without.',
      change: null,
    };
  }
  if (mayConcernClient(failure) && usesBasic(settings) && encodingsDiffer(settings)) {
    const message = `The client ID or secret holds special characters and the server may expect the other Basic encoding (${otherEncoding(settings)}).`;
    return { code: 'basic_encoding', message, change: null };
  }
  return null;
}

/** Said after a consent that brought no refresh token. */
export function adviceForTokens(
  settings: OAuthSettings,
  grant: TokenGrant['kind'],
  tokens: TokenSet,
): Suggestion | null {
  // A renewal may leave the refresh token out: the stored one stays.
  if (!needsConsent(settings.grantType) || grant === 'refresh_token' || tokens.refreshToken !== null)
    return null;
  const message =
    'The system gave no refresh token, so a person must sign in again when the token ends: ask for the scope that allows it (often offline_access).';
  return { code: 'refresh_token_missing', message, change: null };
}

type Variant = { suggestion: Suggestion; settings: OAuthSettings };

/** Other ways to name the client that the refusal leaves open, the likeliest first. */
function variantsOf(settings: OAuthSettings): Variant[] {
  if (settings.clientId === null || settings.clientSecret === null) return [];
  const variants: Variant[] = [];
  const isBasic = settings.clientAuthentication === 'basic_header';
  if (isBasic && encodingsDiffer(settings)) {
    const encoding = otherEncoding(settings);
    const message = `The other Basic encoding (${encoding}) works: save it.`;
    variants.push({
      suggestion: { code: 'basic_encoding', message, change: { basic_encoding: encoding } },
      settings: { ...settings, basicEncoding: encoding },
    });
  }
  const other = isBasic ? 'body' : 'basic_header';
  const message = isBasic
    ? 'This server wants the client credentials in the body: save that choice.'
    : 'This server wants the client credentials in the Basic header: save that choice.';
  const changed = { ...settings, clientAuthentication: other } as const;
  variants.push({
    suggestion: { code: 'client_authentication', message, change: { client_authentication: other } },
    settings: changed,
  });
  if (!isBasic && encodingsDiffer(settings)) variants.push(otherwiseEncoded(changed));
  return variants.filter((variant) => !isAmbiguous(variant.settings));
}

/** From the body to the Basic header in the encoding that is not set. */
function otherwiseEncoded(settings: OAuthSettings): Variant {
  const encoding = otherEncoding(settings);
  const change = { client_authentication: 'basic_header', basic_encoding: encoding } as const;
  const message = `This server wants the client credentials in the Basic header, in the other encoding (${encoding}): save both.`;
  return {
    suggestion: { code: 'client_authentication', message, change },
    settings: { ...settings, basicEncoding: encoding },
  };
}

/** A raw Basic header cannot carry an id with a colon (RFC 7617). */
const isAmbiguous = ({ clientAuthentication, basicEncoding, clientId }: OAuthSettings): boolean =>
  clientAuthentication === 'basic_header' && basicEncoding === 'raw' && (clientId?.includes(':') ?? false);

/** What was tried, in order, and the suggestion where one works. */
export type Tried = { suggestion: Suggestion | null; outcomes: TokenOutcome[] };

/**
 * For the connection test of the grants without consent: when the client was refused, tries the other ways to name
 * it, once each, until one works. Never for a code, which can be used only once.
 */
export async function tryVariants(
  endpoint: Pick<TokenEndpoint, 'request'>,
  settings: OAuthSettings,
  grant: TokenGrant,
  failure: OAuthFailure,
): Promise<Tried> {
  const outcomes: TokenOutcome[] = [];
  const isSafe = grant.kind === 'client_credentials' || grant.kind === 'password';
  if (!isSafe || !mayConcernClient(failure)) return { suggestion: null, outcomes };
  for (const { suggestion, settings: changed } of variantsOf(settings)) {
    const outcome = await endpoint.request(changed, grant);
    outcomes.push(outcome);
    if (outcome.ok) return { suggestion, outcomes };
  }
  return { suggestion: null, outcomes };
}
